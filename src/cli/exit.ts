/**
 * How a command ends, for people and for scripts. Documented in docs/cli.md.
 */

/** The exit codes. */
export const EXIT = {
	ok: 0,
	/** The service, or the platform, refused. */
	refused: 1,
	/** The command was used in a wrong way. */
	usage: 2,
	/** The service cannot be reached. */
	unreachable: 3,
	/** `serve` could not start: port, data folder or database. */
	cannotStart: 4,
	/** A build that was followed failed, or was canceled or superseded. */
	buildFailed: 5,
} as const;

/** One of the exit codes. */
export type ExitCode = ( typeof EXIT )[ keyof typeof EXIT ];

/** Ends a command with a message and an exit code; the message never holds a secret. */
export class CliError extends Error {
	readonly exitCode: ExitCode;

	constructor( exitCode: ExitCode, message: string ) {
		super( message );
		this.exitCode = exitCode;
	}
}

/** Finds the words of whatever was thrown, and of what caused it. */
export function reasonOf( error: unknown ): string {
	if ( ! ( error instanceof Error ) ) {
		return String( error );
	}
	const { cause } = error;
	if ( error.name === 'TimeoutError' ) {
		return 'no answer in time';
	}
	if ( cause instanceof Error ) {
		// Several addresses of one host failing together come without words of their own.
		const code = 'code' in cause ? String( cause.code ) : '';
		return cause.message || code || error.message;
	}
	return error.message;
}
