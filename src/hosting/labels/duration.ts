import { __, sprintf } from '../../ui/i18n.ts';
import { numberLabel } from './size.ts';

/** For example “0.8 s”, “41 s” or “1 min 12 s”. */
export function durationLabel( milliseconds: number ): string {
	const seconds = Math.max( 0, milliseconds ) / 1000;
	const whole = Math.round( seconds );
	if ( whole < 60 ) {
		return sprintf(
			/* translators: %s: number of seconds, abbreviated. */
			__( '%s s', 'headless-deploy' ),
			numberLabel( seconds, seconds < 9.95 ? 1 : 0 )
		);
	}
	const minutes = Math.floor( whole / 60 );
	return minutes < 60
		? sprintf(
				/* translators: 1: number of minutes, 2: number of seconds, both abbreviated. */
				__( '%1$d min %2$d s', 'headless-deploy' ),
				minutes,
				whole % 60
			)
		: sprintf(
				/* translators: 1: number of hours, 2: number of minutes, both abbreviated. */
				__( '%1$d h %2$d min', 'headless-deploy' ),
				Math.floor( minutes / 60 ),
				minutes % 60
			);
}

/** For example “12 ms” or “1.2 s”. */
export function shortDurationLabel( milliseconds: number ): string {
	return milliseconds < 999.5
		? sprintf(
				/* translators: %d: number of milliseconds, abbreviated. */
				__( '%d ms', 'headless-deploy' ),
				Math.max( 1, Math.round( milliseconds ) )
			)
		: durationLabel( milliseconds );
}
