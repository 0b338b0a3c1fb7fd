/**
 * What the plugin's PHP code decides and TypeScript needs before a response says it.
 *
 * Generated from `shared_facts()` in src/dev-kit/docs/facts.php by `npm run docs`. Do not edit.
 */

/** The actions that a host has webhooks for: `Action::hosted()`. Refresh goes to the front end itself. */
export const WEBHOOK_ACTIONS = [
	'rebuild',
	'cleanRebuild',
	'purgeCache',
] as const;

/** The lane of each action: `Action::lane()`. */
export const LANE_OF = {
	rebuild: 'build',
	cleanRebuild: 'build',
	purgeCache: 'cache',
	refresh: 'refresh',
} as const;

/** The icon of each symbol in the dashboard widget: `Admin\Dashboard_Widget`. */
export const DASHICONS = {
	good: 'yes-alt',
	bad: 'warning',
	warning: 'update',
	paused: 'controls-pause',
	scheduled: 'clock',
	held: 'marker',
	accepted: 'yes',
	canceled: 'no-alt',
	busy: 'update',
} as const;

/** What the server sends in place of a sensitive value; sent back, it keeps the value: `Providers\Webhook_Url::MASK`. */
export const MASK = '••••' as const;

/** Bounds and sizes of the REST routes. */
export const LIMITS = {
	waitSeconds: 3600,
	recipients: 20,
	digestMinutes: 1440,
	searchLength: 100,
	runsPerPage: 20,
	countedChanges: 1000,
	restorableMinutes: 10,
	encryptionKeyBytes: 32,
} as const;
