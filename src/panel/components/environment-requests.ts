import { __ } from '../i18n.ts';
import type { Action } from '../../shared/actions.ts';
import type {
	Run,
	EnvironmentSettings,
	EnvironmentStatus,
	PendingRun,
	Undeployed,
} from '../../shared/wire.ts';
import {
	cancelPending,
	decidePause,
	holdChanges,
	type PauseDecision,
	retryRun,
	runPendingNow,
	startRun,
	undoCancel,
} from '../live/api.ts';
import { changesDeployedAfter, resumedMessage } from '../labels/hold.ts';
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
		send: () => cancelPending( environment.id, run.lane ),
	};
}

export function undoRequest(
	environment: Identified,
	undeployed: Undeployed
): EnvironmentRequest {
	return {
		key: 'undo',
		send: () => undoCancel( environment.id, undeployed.lane ),
	};
}

export function runNowRequest(
	environment: Identified,
	run: PendingRun
): EnvironmentRequest {
	return {
		key: run.action,
		action: run.action,
		send: () => runPendingNow( environment.id, run.lane ),
	};
}

export function retryRequest( run: Run ): EnvironmentRequest {
	return {
		key: `retry ${ run.id }`,
		action: run.action,
		send: () => retryRun( run.id ),
	};
}

export function holdRequest(
	environment: EnvironmentStatus
): EnvironmentRequest {
	return {
		key: 'hold',
		send: () => holdChanges( environment.id, true ),
		successMessage: environment.holdMessage,
	};
}

export function releaseRequest(
	environment: EnvironmentStatus
): EnvironmentRequest {
	return {
		key: 'release',
		send: () => holdChanges( environment.id, false ),
		successMessage: resumedMessage(
			changesDeployedAfter( environment, 'hold' )
		),
	};
}

interface PauseOptions {
	/** Of `resume`: how many changes are sent then. */
	count?: number;
	onUpdate?: ( updated: EnvironmentSettings ) => void;
}

export function pauseRequest(
	{ id }: Identified,
	decision: PauseDecision,
	{ count = 0, onUpdate = () => {} }: PauseOptions = {}
): EnvironmentRequest {
	const messages = {
		pause: __(
			'New changes are saved but not deployed.',
			'headless-deploy'
		),
		resume: resumedMessage( count ),
		'confirm-copy': __(
			'This copy does not deploy changes.',
			'headless-deploy'
		),
		'confirm-move': __(
			'This site now deploys changes.',
			'headless-deploy'
		),
	};
	return {
		key: decision,
		send: async () => onUpdate( await decidePause( id, decision ) ),
		successMessage: messages[ decision ],
	};
}
