import type { EnvironmentSettings } from '../../shared/wire.ts';

/** Which environment of which host a webhook URL belongs to. */
export type WebhookTarget = EnvironmentSettings[ 'webhook' ][ 'recognized' ];

/** Tells whether two webhooks belong to the same environment. */
export function isSameTarget(
	one: WebhookTarget,
	other: WebhookTarget
): boolean {
	return (
		one.host === other.host &&
		one.account === other.account &&
		one.app === other.app &&
		one.environment === other.environment
	);
}
