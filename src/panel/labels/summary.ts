import { __ } from '../i18n.ts';
import type { Action } from '../../shared/actions.ts';
import type {
	EnvironmentStatus,
	PendingRun,
	StateSymbol,
	Summary,
} from '../../shared/wire.ts';
import { countdownOf } from '../live/due.ts';
import { actionLabel } from './action.ts';
import { fillText } from './timed-text.ts';

/** A summary at a moment. */
export interface Shown {
	symbol: StateSymbol;
	headline: string;
	/** May be empty. */
	detail: string;
	/** Whether the headline counts down. */
	counts: boolean;
}

/** The state of an environment as people read it. */
export interface Description extends Omit< Shown, 'counts' > {
	/** What counts down, if anything. */
	countdown: PendingRun | null;
}

export function summaryAt(
	summary: Summary,
	nowMs: number,
	timeZone: string
): Shown {
	const { next } = summary;
	const { symbol, headline, detail } =
		next !== null && Date.parse( next.from ) <= nowMs ? next : summary;
	return {
		symbol,
		headline: fillText( headline, nowMs, timeZone ),
		detail: fillText( detail, nowMs, timeZone ),
		counts: headline.until !== undefined,
	};
}

/** Shown while the response to a started run is awaited: the host may take seconds. */
function describeStarted( action: Action ): Description {
	return {
		symbol: 'busy',
		headline: __( 'Sending', 'headless-deploy' ),
		detail: actionLabel( action ),
		countdown: null,
	};
}

/**
 * @param sending The action that was just started, of which the status says nothing yet.
 */
export function describe(
	environment: EnvironmentStatus,
	nowMs: number,
	timeZone: string,
	sending: Action | null = null
): Description {
	if ( sending !== null && environment.state !== 'sending' ) {
		return describeStarted( sending );
	}
	const { counts, ...shown } = summaryAt( environment, nowMs, timeZone );
	return { ...shown, countdown: counts ? countdownOf( environment ) : null };
}
