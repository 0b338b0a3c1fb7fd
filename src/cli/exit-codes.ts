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

	constructor( exitCode: ExitCode, message: string ) {
		super( message );
		this.exitCode = exitCode;
	}
}

export function usageError( message: string ): CliError {
	return new CliError( EXIT.usage, message );
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
