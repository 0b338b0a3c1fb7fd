import { errorMessage, systemCode } from './errors.ts';
import { HostingError } from '../model/hosting.ts';

const REASONS: Readonly< Record< string, string > > = {
	ENOSPC: 'The disk is full.',
	EDQUOT: 'The disk quota is used up.',
	EROFS: 'The disk is read-only.',
};

export function diskFullError(): HostingError {
	return new HostingError(
		507,
		`${ REASONS.ENOSPC } Nothing was changed. Free disk space on the drive of the data folder, then try again.`
	);
}

/** Returns null if the error has another cause than the disk. */
export function toDiskError( error: unknown ): HostingError | null {
	const code = systemCode( error );
	if ( code === 'ENOSPC' ) {
		return diskFullError();
	}
	const reason = REASONS[ code ];
	return reason
		? new HostingError(
				507,
				`${ reason } Nothing was changed. Make the data folder writable, then try again.`
			)
		: null;
}

/**
 * Returns the response to an error of this machine, or null if the upload itself is the cause.
 *
 * @param failure What failed, for the message.
 */
export function toRefusal(
	error: unknown,
	failure: string
): HostingError | null {
	if ( error instanceof HostingError ) {
		return error;
	}
	const code = systemCode( error );
	const isSystemError = /^E[A-Z]+$/.test( code ) && code !== 'ECONNRESET';
	return (
		toDiskError( error ) ??
		( isSystemError
			? new HostingError(
					507,
					`${ failure }: ${ errorMessage( error ) }. Nothing was deployed. Check the disk of the platform.`
				)
			: null )
	);
}
