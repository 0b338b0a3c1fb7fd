import type { Action } from '../shared/actions.ts';
import type { Run, EnvironmentStatus } from '../shared/wire.ts';
import { __, sprintf } from '../panel/i18n.ts';
import {
	actionLabel,
	cancelActionLabel,
	nowLabel,
} from '../panel/labels/action.ts';
import { countdownOf } from '../panel/live/due.ts';
import { timeAgo } from '../panel/labels/time.ts';

/**
 * Names a button: where what it sends counts down, pressing it ends the waiting.
 *
 * @param action What the button sends.
 */
export function buttonLabel(
	environment: EnvironmentStatus,
	action: Action
): string {
	return countdownOf( environment )?.action === action
		? nowLabel( action )
		: actionLabel( action );
}

/**
 * Names the button that gives up what counts down; empty where nothing does, or this person may not.
 */
export function cancelLabel( environment: EnvironmentStatus ): string {
	const run = countdownOf( environment );
	return run === null || ! environment.can.includes( run.action )
		? ''
		: cancelActionLabel( run.action );
}

/**
 * Says what was sent last, and when; empty where nothing was.
 *
 * @param timeZone As the site has it.
 */
export function lastRunLabel(
	last: Run | null,
	nowMs: number,
	timeZone: string
): string {
	return last === null
		? ''
		: sprintf(
				/* translators: 1: an action, for example “Rebuild”, 2: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
				__( 'Last run: %1$s, %2$s', 'headless-deploy' ),
				actionLabel( last.action ),
				timeAgo( last.finishedAt ?? last.createdAt, nowMs, timeZone )
			);
}
