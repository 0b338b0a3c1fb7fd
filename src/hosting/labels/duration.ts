import { duration, seconds } from '../../ui/duration.ts';
import { __, sprintf } from '../../ui/i18n.ts';

/** For example “0.8 s”, “41 s”, “1 min 12 s” or “1 h 5 min”. */
export function durationLabel( milliseconds: number ): string {
	if ( milliseconds < 50 ) {
		return seconds( 0 );
	}
	const minutes = Math.floor( Math.round( milliseconds / 1000 ) / 60 );
	return minutes < 60
		? duration( milliseconds )
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
