import { useEffect, useState } from '@wordpress/element';
import { elapsed } from './duration.ts';
import { __, sprintf } from './i18n.ts';
import { usePageStyle } from './page-style.tsx';
import { onSecond } from './second-timer.ts';

function isSameDay( a: Date, b: Date ): boolean {
	return a.toDateString() === b.toDateString();
}

/** Formats a point of time: the clock today, with “today” if asked for, else the clock with its day. */
export function useTimeLabel() {
	const { formatTime } = usePageStyle();
	return (
		at: string,
		todayForm: 'clock' | 'seconds' | 'today' = 'clock'
	) => {
		const date = new Date( at );
		if ( ! isSameDay( date, new Date() ) ) {
			return formatTime( date, 'dayAndClock' );
		}
		/* translators: %s: a time of day. */
		const today = __( '%s today', 'headless-deploy' );
		return todayForm === 'today'
			? sprintf( today, formatTime( date, 'clock' ) )
			: formatTime( date, todayForm );
	};
}

/** A point of time. The full date is its tooltip. */
export function Time( {
	at,
	seconds = false,
}: {
	at: string;
	/** Shows seconds instead of “today”. @default false */
	seconds?: boolean;
} ) {
	const { formatTime } = usePageStyle();
	const timeLabel = useTimeLabel();
	return (
		<time dateTime={ at } title={ formatTime( new Date( at ), 'full' ) }>
			{ timeLabel( at, seconds ? 'seconds' : 'today' ) }
		</time>
	);
}

/** The time, updated each second while something counts. */
export function useNow( isCounting = true ): number {
	const [ now, setNow ] = useState( Date.now );
	useEffect(
		() =>
			isCounting ? onSecond( () => setNow( Date.now() ) ) : undefined,
		[ isCounting ]
	);
	return now;
}

/** How long something has taken so far, in whole seconds. */
export function Elapsed( { since }: { since: string } ) {
	return <>{ elapsed( useNow() - Date.parse( since ) ) }</>;
}
