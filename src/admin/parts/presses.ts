import { __ } from '../i18n.ts';
import type {
	Delivery,
	EnvironmentStatus,
	PendingRun,
} from '../../shared/wire.ts';
import { cancelPending, retryDelivery, runPendingNow } from '../live/api.ts';
import type { Press } from './use-press.ts';

/**
 * Describes the press that gives up what is counting down.
 *
 * @param environment The environment.
 * @param run         What is counting down.
 */
export function cancelPress(
	environment: EnvironmentStatus,
	run: PendingRun
): Press {
	return {
		key: 'cancel',
		environment: environment.label,
		send: () => cancelPending( environment.id, run.lane ),
		done: __( 'Canceled. Nothing is sent.', 'headless-deploy' ),
	};
}

/**
 * Describes the press that ends the waiting for what is counting down.
 *
 * @param environment The environment.
 * @param run         What is counting down.
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
 * Describes the press that sends again what a delivery failed to send.
 *
 * @param delivery    The failed delivery.
 * @param environment Label of its environment.
 */
export function retryPress( delivery: Delivery, environment: string ): Press {
	return {
		key: `retry ${ delivery.id }`,
		environment,
		action: delivery.action,
		send: () => retryDelivery( delivery.id ),
	};
}
