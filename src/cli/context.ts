/** The environment of a command: process, terminal, network. Tests replace it. */
import type { Platform, PlatformOptions } from '../reference-api/server.ts';

/** The subset of a running platform that `serve` uses. */
export interface RunningPlatform {
	url: string;
	/** Creates a one-time link to the portal. */
	portalLink: () => string;
	services: {
		catalog: Pick<
			Platform[ 'services' ][ 'catalog' ],
			'accounts' | 'createAccount'
		>;
	};
	close: () => Promise< void >;
}

export interface Context {
	env: Record< string, string | undefined >;
	/** Whether standard input is a terminal. */
	isInteractive: boolean;
	/** Reads the first line of standard input; empty if there is none. */
	readLine: () => Promise< string >;
	/** Asks in the terminal, without showing the input; empty if the user cancels. */
	promptSecret: ( label: string ) => Promise< string >;
	print: ( line: string ) => void;
	/** Prints a line to standard error. */
	warn: ( line: string ) => void;
	fetch: typeof fetch;
	startPlatform: ( options: PlatformOptions ) => Promise< RunningPlatform >;
	/** Waits between two polls of a build. */
	wait: ( ms: number ) => Promise< void >;
	/** Resolves when the process is asked to stop (Ctrl-C, SIGTERM). */
	stopped: () => Promise< void >;
}
