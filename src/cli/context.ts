/** What commands have of the world, so that tests give them another one. */
import type { PlatformOptions } from '../reference-api/server.ts';

/** The parts of a running platform that `serve` uses. */
export interface RunningPlatform {
	url: string;
	/** A fresh one-time link to the portal. */
	portalLink: () => string;
	hosting: {
		accounts: () => Promise< { name: string; id: string }[] >;
		createAccount: (
			name: string
		) => Promise< { name: string; id: string } >;
	};
	close: () => Promise< void >;
}

export interface Context {
	env: Record< string, string | undefined >;
	/** Whether a person sits in front of standard input. */
	isInteractive: boolean;
	/** Reads the first line of standard input; empty when there is none. */
	readLine: () => Promise< string >;
	/** Prints a line to standard output. */
	print: ( line: string ) => void;
	/** Prints a line to standard error. */
	warn: ( line: string ) => void;
	fetch: typeof fetch;
	startPlatform: ( options: PlatformOptions ) => Promise< RunningPlatform >;
	/** Waits until a running build is asked for again. */
	wait: ( ms: number ) => Promise< void >;
	/** Resolves when the process is asked to stop (Ctrl-C, SIGTERM). */
	stopped: () => Promise< void >;
}
