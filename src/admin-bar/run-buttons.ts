import type { Action } from '../shared/actions.ts';
import type { EnvironmentStatus, RunResponse } from '../shared/wire.ts';
import { changePending, startRun } from '../live/api.ts';
import { sentences } from '../live/labels/timed-text.ts';
import { requestFailure } from '../live/labels/refusal.ts';
import { countdownOf } from '../live/due-time.ts';
import { showMessage } from './messages.ts';

/** An action, or the cancellation of the run that counts down. */
export type BarCommand = Action | 'cancel';

function send(
	environment: EnvironmentStatus,
	action: Action
): Promise< RunResponse > {
	const pending = countdownOf( environment );
	return pending?.action === action
		? changePending( environment.id, pending.lane, 'now' )
		: startRun( environment.id, action );
}

/** Sends the request of a button and shows the result; never rejects. */
export async function runCommand(
	environment: EnvironmentStatus,
	command: BarCommand
): Promise< void > {
	const wasOffline = ! window.navigator.onLine;
	try {
		const { severity, message, remedy } =
			command === 'cancel'
				? await changePending(
						environment.id,
						environment.lane,
						'cancel'
					)
				: await send( environment, command );
		showMessage( { kind: severity, text: sentences( message, remedy ) } );
	} catch ( error ) {
		const action = command === 'cancel' ? undefined : command;
		const text = requestFailure( error, action, wasOffline );
		showMessage( { kind: 'error', text } );
	}
}
