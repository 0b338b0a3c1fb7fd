import type { Action } from '../shared/actions.ts';
import type { EnvironmentStatus, RunResponse } from '../shared/wire.ts';
import { __ } from '../panel/i18n.ts';
import { cancelPending, startRun, runPendingNow } from '../panel/live/api.ts';
import { acceptedMessage } from '../panel/labels/action.ts';
import { errorText } from '../panel/labels/refusal.ts';
import { countdownOf } from '../panel/live/due.ts';
import { showMessage, type Message } from './snackbar.ts';

/** What can be pressed: an action, or the giving up of what counts down. */
export type BarCommand = Action | 'cancel';

function send(
	environment: EnvironmentStatus,
	action: Action
): Promise< RunResponse > {
	const pending = countdownOf( environment );
	return pending?.action === action
		? runPendingNow( environment.id, pending.lane )
		: startRun( environment.id, action );
}

function messageOf( { run, message }: RunResponse, label: string ): Message {
	switch ( run?.status ) {
		case 'accepted':
		case 'building':
		case 'live':
			return {
				kind: 'success',
				text: acceptedMessage( run.action, label ),
			};
		case 'failed':
			return { kind: 'error', text: run.message };
		default:
			return { kind: 'info', text: message };
	}
}

async function cancel( environment: EnvironmentStatus ): Promise< Message > {
	const pending = countdownOf( environment );
	if ( pending === null ) {
		return {
			kind: 'info',
			text: __( 'No changes are pending.', 'headless-deploy' ),
		};
	}
	const { message } = await cancelPending( environment.id, pending.lane );
	return { kind: 'success', text: message };
}

/**
 * Does what was pressed and tells what came of it; never rejects.
 *
 * @param environment The environment, as it was when a user pressed.
 */
export async function runCommand(
	environment: EnvironmentStatus,
	command: BarCommand
): Promise< void > {
	try {
		showMessage(
			command === 'cancel'
				? await cancel( environment )
				: messageOf(
						await send( environment, command ),
						environment.label
					)
		);
	} catch ( error ) {
		const fallback = __(
			'WordPress did not respond. Check the status, then try again.',
			'headless-deploy'
		);
		showMessage( { kind: 'error', text: errorText( error, fallback ) } );
	}
}
