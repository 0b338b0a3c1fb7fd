import { PlatformError } from '../../platform-client/platform-error.ts';
import type { Build } from '../../shared/platform-api.generated.ts';
import type { UploadProgress } from '../client/host.ts';
import { __, _x, sprintf } from '../../ui/i18n.ts';
import { durationLabel } from '../labels/duration.ts';
import { numberLabel, limitLabel, sizeLabel } from '../labels/size.ts';

const MIB = 1024 * 1024;

/** Why a file need not be sent at all; empty if it may be sent. */
export function zipRefusal(
	{ name, size }: Pick< File, 'name' | 'size' >,
	maxBytes: number | null
): string {
	if ( ! name.toLowerCase().endsWith( '.zip' ) ) {
		return __(
			'It is not a zip file. Zip the folder that contains package.json, then upload it again.',
			'headless-deploy'
		);
	}
	if ( size === 0 ) {
		return __( 'It is empty.', 'headless-deploy' );
	}
	if ( maxBytes === null || size <= maxBytes ) {
		return '';
	}
	/* translators: 1: size of a file, 2: maximum size. */
	const tooLarge = __(
		'It has %1$s, the limit is %2$s. Leave node_modules and build results out of the zip.',
		'headless-deploy'
	);
	// In the unit of limits, and rounded up: a file beyond the limit never looks as large as the limit.
	const mebibytes = numberLabel( Math.ceil( ( 10 * size ) / MIB ) / 10, 1 );
	return sprintf( tooLarge, `${ mebibytes } MiB`, limitLabel( maxBytes ) );
}

/** Why a zip that was sent, in whole or in part, was not deployed. */
export function failureLabel(
	error: unknown,
	{ sentBytes, totalBytes }: UploadProgress,
	isResumable: boolean
): string {
	if ( ! ( error instanceof PlatformError && error.status === 0 ) ) {
		return ( error as Error ).message.replace(
			/^This (?:zip|file) was not deployed[.:] */,
			''
		);
	}
	/* translators: %s: size of what was sent. */
	const continued = __(
		'The connection was lost after %s. Upload the same file again to continue from there.',
		'headless-deploy'
	);
	/* translators: %s: size of what was sent. */
	const repeated = __(
		'The connection was lost after %s. Nothing was deployed. Upload it again.',
		'headless-deploy'
	);
	const text = isResumable ? continued : repeated;
	return sprintf( text, sizeLabel( sentBytes, totalBytes ) );
}

/** For example “31 MB of 49 MB, about 12 s left”. */
export function progressLabel(
	{ sentBytes, totalBytes }: UploadProgress,
	elapsedMs: number
): string {
	if ( sentBytes === totalBytes ) {
		return __( 'Unpacking and checking', 'headless-deploy' );
	}
	/* translators: 1: size, 2: limit or size of the whole. */
	const share = _x( '%1$s of %2$s', 'amount', 'headless-deploy' );
	const sent = sprintf(
		share,
		sizeLabel( sentBytes, totalBytes ),
		sizeLabel( totalBytes )
	);
	if ( sentBytes === 0 ) {
		return sent;
	}
	/* translators: 1: for example “31 MB of 49 MB”, 2: duration. */
	const estimate = __( '%1$s, about %2$s left', 'headless-deploy' );
	const leftMs = ( elapsedMs * ( totalBytes - sentBytes ) ) / sentBytes;
	const leftSeconds = Math.max( 1, Math.ceil( leftMs / 1000 ) );
	return sprintf( estimate, sent, durationLabel( leftSeconds * 1000 ) );
}

/**
 * The sentence stays true while the progress and the result of the build are shown below it.
 *
 * @param build The build that the upload started; null if the host does not say.
 */
export function uploadedLabel( build: Build | null ): string {
	/* translators: %d: number of a build. */
	const text = __( 'Uploaded as build %d.', 'headless-deploy' );
	return build
		? sprintf( text, build.number )
		: __( 'Uploaded.', 'headless-deploy' );
}
