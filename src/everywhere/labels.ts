import type { Action } from '../shared/actions.ts';
import type { Delivery, EnvironmentStatus } from '../shared/wire.ts';
import { __, sprintf } from '../admin/i18n.ts';
import { actionLabel, nowLabel } from '../admin/words/action.ts';
import { nextCountdown } from '../admin/words/state.ts';
import { timeAgo } from '../admin/words/time.ts';

/**
 * Names a button: where what it sends counts down, pressing it ends the waiting.
 *
 * @param action What the button sends.
 */
export function pressLabel(
	environment: EnvironmentStatus,
	action: Action
): string {
	return nextCountdown( environment )?.action === action
		? nowLabel( action )
		: actionLabel( action );
}

/**
 * Names the button that gives up what counts down; empty where nothing does, or this person may not.
 */
export function cancelLabel( environment: EnvironmentStatus ): string {
	const run = nextCountdown( environment );
	return run === null || ! environment.can.includes( run.action )
		? ''
		: sprintf(
				/* translators: %s: an action, for example “Rebuild”. */
				__( 'Cancel %s', 'headless-deploy' ),
				actionLabel( run.action )
			);
}

/**
 * Says what was sent last, and when; empty where nothing was.
 *
 * @param timeZone As the site has it.
 */
export function lastRunLabel(
	last: Delivery | null,
	nowMs: number,
	timeZone: string
): string {
	return last === null
		? ''
		: sprintf(
				/* translators: 1: an action, for example “Rebuild”, 2: a time, for example “4 min ago”. */
				__( 'Last run: %1$s, %2$s', 'headless-deploy' ),
				actionLabel( last.action ),
				timeAgo( last.finishedAt ?? last.createdAt, nowMs, timeZone )
			);
}
