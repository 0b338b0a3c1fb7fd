import { LANE_OF, WEBHOOK_ACTIONS } from './server-facts.ts';
import { type Action, ACTIONS, type Lane } from './wire.ts';

export { WEBHOOK_ACTIONS } from './server-facts.ts';
export { ACTIONS } from './wire.ts';
export type { Action, Lane } from './wire.ts';

export type WebhookAction = ( typeof WEBHOOK_ACTIONS )[ number ];

export function isWebhookAction( value: unknown ): value is WebhookAction {
	return ( WEBHOOK_ACTIONS as readonly unknown[] ).includes( value );
}

/** The action that includes the changes of a lane: its first, which is the weakest. */
export function actionOf( lane: Lane ): Action {
	return (
		ACTIONS.find( ( action ) => LANE_OF[ action ] === lane ) ?? 'rebuild'
	);
}

/** Builds wait for each other; Purge Cache and Refresh never wait for a build. */
export function laneOf( action: Action ): Lane {
	return LANE_OF[ action ];
}
