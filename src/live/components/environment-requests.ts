import type { Action } from '../../shared/actions.ts';
import type {
	Run,
	EnvironmentSettings,
	EnvironmentStatus,
	PendingRun,
	Undeployed,
} from '../../shared/wire.ts';
import {
	changePending,
	decidePause,
	holdChanges,
	type PauseDecision,
	retryRun,
	startRun,
} from '../api.ts';
import type { EnvironmentRequest } from './use-request.ts';

/** What all requests need to know of an environment. */
type Identified = Pick< EnvironmentStatus, 'id' >;

export function startRunRequest(
	{ id }: Identified,
	action: Action
): EnvironmentRequest {
	return { key: action, action, send: () => startRun( id, action ) };
}

export function cancelRequest(
	environment: Identified,
	run: PendingRun
): EnvironmentRequest {
	return {
		key: 'cancel',
		send: () => changePending( environment.id, run.lane, 'cancel' ),
	};
}

export function undoRequest(
	environment: Identified,
	undeployed: Undeployed
): EnvironmentRequest {
	return {
		key: 'undo',
		send: () => changePending( environment.id, undeployed.lane, 'undo' ),
	};
}

export function runNowRequest(
	environment: Identified,
	run: PendingRun
): EnvironmentRequest {
	return {
		key: run.action,
		action: run.action,
		send: () => changePending( environment.id, run.lane, 'now' ),
	};
}

export function retryRequest( run: Run ): EnvironmentRequest {
	return {
		key: `retry ${ run.id }`,
		action: run.action,
		send: () => retryRun( run.id ),
	};
}

/** Holds changes, or stops holding them; the server says what follows. */
export function holdRequest(
	{ id }: Identified,
	hold: boolean
): EnvironmentRequest {
	return {
		key: hold ? 'hold' : 'release',
		send: async () => ( await holdChanges( id, hold ) ).message,
	};
}

/** Decides about a pause; the server says what follows. */
export function pauseRequest(
	{ id }: Identified,
	decision: PauseDecision,
	onUpdate: ( updated: EnvironmentSettings ) => void = () => {}
): EnvironmentRequest {
	return {
		key: decision,
		send: async () => {
			const { message, ...updated } = await decidePause( id, decision );
			onUpdate( updated );
			return message;
		},
	};
}
