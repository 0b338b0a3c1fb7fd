/** Exit codes and errors of the command. Documented in docs/cli.md. */

export const EXIT = {
	ok: 0,
	/** The host or the platform rejected the request. */
	refused: 1,
	/** An argument, an option or an input is wrong or missing. */
	usage: 2,
	/** The host or the platform cannot be reached. */
	unreachable: 3,
	/** `serve` could not start, or `snapshot` could not use a folder: port, data folder or database. */
	cannotStart: 4,
	/** The build that the command waited for failed, or was canceled or superseded. */
	buildFailed: 5,
	/** The user stopped the command, for example with Ctrl-C: 128 and the number of SIGINT, as in shells. */
	stopped: 130,
} as const;

export type ExitCode = ( typeof EXIT )[ keyof typeof EXIT ];

/** Ends a command with a message and an exit code. The message must not contain a secret. */
export class CliError extends Error {
	readonly exitCode: ExitCode;
	/** Of the host's response; 0 if it is not the reason. */
	readonly status: number;
	/** Whether the command has printed its result, which contains the failure. */
	hasResult = false;

	constructor( exitCode: ExitCode, lines: string | string[], status = 0 ) {
		// Parts of a line can come from the host or the project, which must not add lines of their own.
		super(
			[ lines ]
				.flat()
				.map( ( line ) => line.replace( /\s+/g, ' ' ).trim() )
				.join( '\n' )
		);
		this.exitCode = exitCode;
		this.status = status;
	}
}

export function usageError( ...lines: string[] ): CliError {
	return new CliError( EXIT.usage, lines );
}

/** Returns the message of an error, or that of its cause. */
export function errorReason( error: unknown ): string {
	if ( ! ( error instanceof Error ) ) {
		return String( error );
	}
	const { cause } = error;
	if ( error.name === 'TimeoutError' ) {
		return 'the request timed out';
	}
	if ( cause instanceof Error ) {
		// If all addresses of a host fail, the AggregateError has an empty message.
		const code = 'code' in cause ? String( cause.code ) : '';
		return cause.message || code || error.message;
	}
	return error.message;
}
