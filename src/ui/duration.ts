import { __, sprintf } from './i18n.ts';
import { localNumber } from './number.ts';

const SECOND_MS = 1_000;

export function seconds( count: number ): string {
	/* translators: %d: number of seconds, abbreviated. */
	return sprintf( __( '%d s', 'headless-deploy' ), count );
}

export function minutes( count: number ): string {
	/* translators: %d: number of minutes, abbreviated. */
	return sprintf( __( '%d min', 'headless-deploy' ), count );
}

/** For example “0.8 s”, “41 s”, “2 min” or “1 min 12 s”. */
export function duration( tookMs: number ): string {
	if ( tookMs < 10 * SECOND_MS ) {
		const tenths = Math.max( 1, Math.round( tookMs / 100 ) ) / 10;
		return sprintf(
			/* translators: %s: number of seconds, abbreviated. */
			__( '%s s', 'headless-deploy' ),
			localNumber( tenths )
		);
	}
	const whole = Math.round( tookMs / SECOND_MS );
	if ( whole < 60 ) {
		return seconds( whole );
	}
	return whole % 60 === 0
		? minutes( whole / 60 )
		: sprintf(
				/* translators: 1: number of minutes, 2: number of seconds, both abbreviated. */
				__( '%1$d min %2$d s', 'headless-deploy' ),
				Math.floor( whole / 60 ),
				whole % 60
			);
}

/** Rounded down to whole seconds. */
export function elapsed( ms: number ): string {
	const wholeSeconds = Math.floor( Math.max( 0, ms ) / SECOND_MS );
	return wholeSeconds < 60
		? seconds( wholeSeconds )
		: duration( wholeSeconds * SECOND_MS );
}
