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
	decideStanding,
	holdChanges,
	type Standing,
} from '../live/environment-api.ts';
import { sentAfter, sentAgain } from '../labels/standing.ts';
import type { Press } from './use-run.ts';

/**
 * Describes the press that gives up what is counting down.
 *
 * @param run What is counting down.
 */
export function cancelPress(
	environment: EnvironmentStatus,
	run: PendingRun
): Press {
	return {
		key: 'cancel',
		environment: environment.label,
		send: () => cancelPending( environment.id, run.lane ),
	};
}

/** Describes the press that makes canceled changes pending again. */
export function undoPress(
	environment: EnvironmentStatus,
	undeployed: Undeployed
): Press {
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
export function nowPress(
	environment: EnvironmentStatus,
	run: PendingRun
): Press {
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
export function retryPress( run: Run, environment: string ): Press {
	return {
		key: `retry ${ run.id }`,
		environment,
		action: run.action,
		send: () => retryRun( run.id ),
	};
}

/**
 * Describes the press that lets changes wait until somebody presses Rebuild.
 */
export function holdPress( environment: Named ): Press {
	return {
		key: 'hold',
		environment: environment.label,
		send: () => holdChanges( environment.id, true ),
		done: __( 'Held. Press Rebuild to deploy.', 'headless-deploy' ),
	};
}

/** Describes the press that lets changes go by themselves again. */
export function releasePress( environment: EnvironmentStatus ): Press {
	return {
		key: 'release',
		environment: environment.label,
		send: () => holdChanges( environment.id, false ),
		done: sentAgain( sentAfter( environment, 'hold' ) ),
	};
}

/** What is known of an environment wherever its standing is decided. */
type Named = Pick< EnvironmentStatus, 'id' | 'label' >;
type OnFresh = ( fresh: EnvironmentSettings ) => void;

function standingPress(
	{ id, label }: Named,
	standing: Standing,
	done: string,
	onFresh: OnFresh = () => {}
): Press {
	return {
		key: standing,
		environment: label,
		send: async () => onFresh( await decideStanding( id, standing ) ),
		done,
	};
}

/** Describes the press that says that this site is a copy. */
export function keepSilentPress(
	environment: Named,
	onFresh?: OnFresh
): Press {
	return standingPress(
		environment,
		'confirm-copy',
		__( 'This copy does not deploy.', 'headless-deploy' ),
		onFresh
	);
}

/**
 * Describes the press that says that this site is the original at its new address.
 */
export function sendFromHerePress(
	environment: Named,
	onFresh?: OnFresh
): Press {
	return standingPress(
		environment,
		'confirm-move',
		__( 'This site deploys now.', 'headless-deploy' ),
		onFresh
	);
}

/** Describes the press that pauses what is sent by itself. */
export function pausePress( environment: Named, onFresh?: OnFresh ): Press {
	return standingPress(
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
export function resumePress(
	environment: Named,
	count: number,
	onFresh?: OnFresh
): Press {
	return standingPress( environment, 'resume', sentAgain( count ), onFresh );
}
