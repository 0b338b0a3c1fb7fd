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
	retryRun,
	runPendingNow,
	undoCancel,
} from '../live/api.ts';
import {
	decidePause,
	holdChanges,
	type PauseDecision,
} from '../live/environment-api.ts';
import { changesDeployedAfter, resumedMessage } from '../labels/hold.ts';
import type { EnvironmentRequest } from './use-request.ts';

/**
 * Describes the press that gives up what is counting down.
 *
 * @param run What is counting down.
 */
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

/** Describes the press that makes canceled changes pending again. */
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

/**
 * Describes the press that ends the waiting for what is counting down.
 *
 * @param run What is counting down.
 */
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

/**
 * Describes the press that sends again what a run failed to send.
 *
 * @param environment Label of its environment.
 */
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

/**
 * Describes the press that lets changes wait until a user presses Rebuild.
 */
export function holdRequest( environment: Named ): EnvironmentRequest {
	return {
		key: 'hold',
		environment: environment.label,
		send: () => holdChanges( environment.id, true ),
		done: __( 'Held. Press Rebuild to deploy.', 'headless-deploy' ),
	};
}

/** Describes the press that lets changes be sent automatically again. */
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

/** What is known of an environment wherever its standing is decided. */
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

/** Describes the press that says that this site is a copy. */
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

/**
 * Describes the press that says that this site is the original at its new address.
 */
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

/** Describes the press that pauses what is sent automatically. */
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

/**
 * Describes the press that ends a person's pause.
 *
 * @param count How many changes are sent then.
 */
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
