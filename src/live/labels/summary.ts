import type { Action } from '../../shared/actions.ts';
import type {
	EnvironmentStatus,
	PendingRun,
	StatusSymbol,
	Summary,
} from '../../shared/wire.ts';
import { countdownOf } from '../due-time.ts';
import { actionLabel, buttonOf } from './action.ts';
import { fillText } from './timed-text.ts';

export interface Shown {
	symbol: StatusSymbol;
	headline: string;
	/** May be empty. */
	detail: string;
	/** Whether the headline counts down. */
	isCountdown: boolean;
}

export interface Description extends Omit< Shown, 'isCountdown' > {
	/** The run that counts down. */
	countdown: PendingRun | null;
}

export function summaryAt(
	summary: Summary,
	nowMs: number,
	timeZone: string,
	fill = fillText
): Shown {
	const { next } = summary;
	const { symbol, headline, detail } =
		next !== null && Date.parse( next.from ) <= nowMs ? next : summary;
	return {
		symbol,
		headline: fill( headline, nowMs, timeZone ),
		detail: fill( detail, nowMs, timeZone ),
		isCountdown: headline.until !== undefined,
	};
}

/**
 * @param sending The action that was just started, of which the status says nothing yet.
 * @param fill    Inserts the times.
 */
export function describe(
	environment: EnvironmentStatus,
	nowMs: number,
	timeZone: string,
	sending: Action | null = null,
	fill = fillText
): Description {
	const { isCountdown, ...shown } = summaryAt(
		environment,
		nowMs,
		timeZone,
		fill
	);
	if ( sending !== null && environment.status !== 'sending' ) {
		// Shown while the response is awaited: the host may take seconds.
		const button = buttonOf( environment, sending );
		return {
			symbol: 'busy',
			headline: button?.busyLabel ?? shown.headline,
			detail: actionLabel( sending ),
			countdown: null,
		};
	}
	return {
		...shown,
		countdown: isCountdown ? countdownOf( environment ) : null,
	};
}
