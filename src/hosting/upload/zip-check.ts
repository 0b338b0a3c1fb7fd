import { __, sprintf } from '../i18n.ts';
import { limitLabel, numberLabel } from '../labels/size.ts';

const MIB = 1024 * 1024;

/** In the unit of limits, and rounded up: a file beyond the limit never looks as large as the limit. */
function mebibytesLabel( bytes: number ): string {
	return `${ numberLabel( Math.ceil( ( 10 * bytes ) / MIB ) / 10, 1 ) } MiB`;
}

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
	return maxBytes !== null && size > maxBytes
		? sprintf(
				/* translators: 1: size of a file, 2: maximum size. */
				__(
					'It has %1$s, the limit is %2$s. Leave node_modules and build results out of the zip.',
					'headless-deploy'
				),
				mebibytesLabel( size ),
				limitLabel( maxBytes )
			)
		: '';
}
