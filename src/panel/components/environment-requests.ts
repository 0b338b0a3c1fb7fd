import { __ } from '../i18n.ts';
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
	undoCancel,
} from '../live/api.ts';
import { changesDeployedAfter, resumedMessage } from '../labels/hold.ts';
import type { EnvironmentRequest } from './use-request.ts';

export function cancelRequest(
	environment: EnvironmentStatus,
	run: PendingRun
): EnvironmentRequest {
	return {
		key: 'cancel',
		environment: environment.label,
		send: () => cancelPending( environment.id, run.lane ),
	};
}

export function undoRequest(
	environment: EnvironmentStatus,
	undeployed: Undeployed
): EnvironmentRequest {
	return {
		key: 'undo',
		environment: environment.label,
		send: () => undoCancel( environment.id, undeployed.lane ),
	};
}

export function runNowRequest(
	environment: EnvironmentStatus,
	run: PendingRun
): EnvironmentRequest {
	return {
		key: run.action,
		environment: environment.label,
		action: run.action,
		send: () => runPendingNow( environment.id, run.lane ),
	};
}

export function retryRequest(
	run: Run,
	environment: string
): EnvironmentRequest {
	return {
		key: `retry ${ run.id }`,
		environment,
		action: run.action,
		send: () => retryRun( run.id ),
	};
}

export function holdRequest( environment: Named ): EnvironmentRequest {
	return {
		key: 'hold',
		environment: environment.label,
		send: () => holdChanges( environment.id, true ),
		done: __( 'Held. Press Rebuild to deploy.', 'headless-deploy' ),
	};
}

export function releaseRequest(
	environment: EnvironmentStatus
): EnvironmentRequest {
	return {
		key: 'release',
		environment: environment.label,
		send: () => holdChanges( environment.id, false ),
		done: resumedMessage( changesDeployedAfter( environment, 'hold' ) ),
	};
}

type Named = Pick< EnvironmentStatus, 'id' | 'label' >;
type OnFresh = ( fresh: EnvironmentSettings ) => void;

function pauseRequestOf(
	{ id, label }: Named,
	decision: PauseDecision,
	done: string,
	onFresh: OnFresh = () => {}
): EnvironmentRequest {
	return {
		key: decision,
		environment: label,
		send: async () => onFresh( await decidePause( id, decision ) ),
		done,
	};
}

export function confirmCopyRequest(
	environment: Named,
	onFresh?: OnFresh
): EnvironmentRequest {
	return pauseRequestOf(
		environment,
		'confirm-copy',
		__( 'This copy does not deploy changes.', 'headless-deploy' ),
		onFresh
	);
}

export function confirmMoveRequest(
	environment: Named,
	onFresh?: OnFresh
): EnvironmentRequest {
	return pauseRequestOf(
		environment,
		'confirm-move',
		__( 'This site now deploys changes.', 'headless-deploy' ),
		onFresh
	);
}

export function pauseRequest(
	environment: Named,
	onFresh?: OnFresh
): EnvironmentRequest {
	return pauseRequestOf(
		environment,
		'pause',
		__( 'New changes are saved but not deployed.', 'headless-deploy' ),
		onFresh
	);
}

/** @param count How many changes are sent then. */
export function resumeRequest(
	environment: Named,
	count: number,
	onFresh?: OnFresh
): EnvironmentRequest {
	return pauseRequestOf(
		environment,
		'resume',
		resumedMessage( count ),
		onFresh
	);
}
