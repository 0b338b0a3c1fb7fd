import type { Action } from '../shared/actions.ts';
import type { EnvironmentStatus, RunAnswer } from '../shared/wire.ts';
import { __ } from '../admin/i18n.ts';
import { run, runPendingNow } from '../admin/live/api.ts';
import { acceptedWords } from '../admin/words/action.ts';
import { refusalWords } from '../admin/words/refusal.ts';
import { nextCountdown } from '../admin/words/state.ts';
import { tell, type Told } from './tell.ts';

/**
 * Tells whether pressing an action ends the waiting of what counts down.
 *
 * @param environment The environment.
 * @param action      The action.
 */
export function endsWaiting(
	environment: EnvironmentStatus,
	action: Action
): boolean {
	return nextCountdown( environment )?.action === action;
}

function send(
	environment: EnvironmentStatus,
	action: Action
): Promise< RunAnswer > {
	const pending = nextCountdown( environment );
	return pending !== null && endsWaiting( environment, action )
		? runPendingNow( environment.id, pending.lane )
		: run( environment.id, action );
}

function wordsOf( { delivery, message }: RunAnswer, label: string ): Told {
	switch ( delivery?.state ) {
		case 'accepted':
			return {
				kind: 'success',
				text: acceptedWords( delivery.action, label ),
			};
		case 'failed':
			return { kind: 'error', text: delivery.message };
		default:
			return { kind: 'info', text: message };
	}
}

/**
 * Sends an action and tells what came of it; never rejects.
 *
 * @param environment The environment, as it was when somebody pressed.
 * @param action      The action.
 */
export async function press(
	environment: EnvironmentStatus,
	action: Action
): Promise< void > {
	try {
		tell( wordsOf( await send( environment, action ), environment.label ) );
	} catch ( error ) {
		const fallback = __(
			'WordPress did not answer. Nothing may have been sent: look at the state, then try again.',
			'headless-deploy'
		);
		tell( { kind: 'error', text: refusalWords( error, fallback ) } );
	}
}
