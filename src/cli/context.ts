/** The environment of a command: process, terminal, network. Tests replace it. */
import type { Platform, PlatformOptions } from '../reference-api/server.ts';

/** The subset of a running platform that `serve` uses. */
export interface RunningPlatform {
	url: string;
	/** What is wrong with the place of the data folder. */
	warnings: readonly string[];
	/** Creates a one-time link to the portal. */
	portalLink: () => string;
	/** Resolves when all live applications run again. */
	waitUntilReady: () => Promise< void >;
	services: {
		catalog: Pick<
			Platform[ 'services' ][ 'catalog' ],
			'accounts' | 'createAccount'
		>;
		edges: Pick< Platform[ 'services' ][ 'edges' ], 'watchHosts' >;
	};
	close: () => Promise< void >;
}

export interface Choice {
	value: string;
	label: string;
}

export interface Context {
	env: Record< string, string | undefined >;
	/** The current folder. */
	folder: string;
	/** Where a platform that is started in the current folder stores its data, unless another folder is named. */
	dataFolder: string;
	/** Where `login` stores passwords. */
	configFolder: string;
	/** Whether standard input is a terminal. */
	isInteractive: boolean;
	/** Reads the first line of standard input; empty if there is none. */
	readLine: () => Promise< string >;
	/**
	 * Asks in the terminal, without showing the input. Like all questions, it throws a CliError when the user cancels,
	 * for example with Ctrl-C.
	 */
	promptSecret: ( label: string ) => Promise< string >;
	/** Asks in the terminal; the suggestion is the answer to Enter alone. */
	promptText: ( label: string, suggestion: string ) => Promise< string >;
	/** Lets the user choose in the terminal. */
	promptChoice: ( label: string, choices: Choice[] ) => Promise< string >;
	print: ( line: string ) => void;
	/** Prints a line to standard error. */
	warn: ( line: string ) => void;
	/** Replaces the last line of the terminal; does nothing if standard error is not a terminal. */
	showProgress: ( text: string ) => void;
	/** Opens an address in the browser of the user; returns whether that was possible. */
	openUrl: ( url: string ) => Promise< boolean >;
	fetch: typeof fetch;
	startPlatform: ( options: PlatformOptions ) => Promise< RunningPlatform >;
	/** Waits between two polls. Rejects when the signal is aborted. */
	wait: ( ms: number, signal?: AbortSignal ) => Promise< void >;
	/** Resolves when the process is asked to stop (Ctrl-C, SIGTERM, a closed terminal). */
	stopped: () => Promise< void >;
}
