import { useEffect, useState } from '@wordpress/element';
import { useHost } from '../client/host.ts';
import { durationLabel } from '../labels/duration.ts';
import { __, sprintf } from '../../ui/i18n.ts';

const SECOND_MS = 1_000;

function isSameDay( a: Date, b: Date ): boolean {
	return a.toDateString() === b.toDateString();
}

/** Formats a point of time: the clock today, with “today” if asked for, else the clock with its day. */
export function useTimeLabel() {
	const { formatTime } = useHost();
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
	const { formatTime } = useHost();
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
	useEffect( () => {
		if ( ! isCounting ) {
			return undefined;
		}
		const timer = setInterval( () => setNow( Date.now() ), SECOND_MS );
		return () => clearInterval( timer );
	}, [ isCounting ] );
	return now;
}

/** How long something has taken so far, in whole seconds. */
export function Elapsed( { since }: { since: string } ) {
	const seconds = Math.floor(
		( useNow() - Date.parse( since ) ) / SECOND_MS
	);
	return <>{ durationLabel( seconds * SECOND_MS ) }</>;
}

/** “Not connected. Showing 14:09.” */
export function StaleSince( { at }: { at: number } ) {
	const { formatTime } = useHost();
	return (
		<>
			{ sprintf(
				/* translators: %s: a time of day. */
				__(
					'Not connected. Showing the data of %s. Trying again.',
					'headless-deploy'
				),
				formatTime( new Date( at ), 'clock' )
			) }
		</>
	);
}
