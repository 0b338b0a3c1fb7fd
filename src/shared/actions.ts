import type { Action, Lane } from './wire.ts';

export { ACTIONS } from './wire.ts';
export type { Action, Lane } from './wire.ts';

/** The actions that a host has webhooks for; Refresh goes to the front end itself. */
export const WEBHOOK_ACTIONS = [
	'rebuild',
	'cleanRebuild',
	'purgeCache',
] as const satisfies readonly Action[];

export type WebhookAction = ( typeof WEBHOOK_ACTIONS )[ number ];

export function isWebhookAction( value: unknown ): value is WebhookAction {
	return ( WEBHOOK_ACTIONS as readonly unknown[] ).includes( value );
}

const LANE_OF: Record< Action, Lane > = {
	rebuild: 'build',
	cleanRebuild: 'build',
	purgeCache: 'cache',
	refresh: 'refresh',
};

const ACTION_OF: Record< Lane, Action > = {
	build: 'rebuild',
	cache: 'purgeCache',
	refresh: 'refresh',
};

/** The action that includes the changes of a lane. */
export function actionOf( lane: Lane ): Action {
	return ACTION_OF[ lane ];
}

/** Builds wait for each other; Purge Cache and Refresh never wait for a build. */
export function laneOf( action: Action ): Lane {
	return LANE_OF[ action ];
}
