import { isAction } from '../../shared/actions.ts';
import { recogniseHook } from '../../shared/webhook-provider.ts';
import type { EnvironmentSettings } from '../../shared/wire.ts';

/** Which environment of which host a webhook URL belongs to. */
export type WebhookTarget = EnvironmentSettings[ 'webhook' ][ 'recognised' ];

const NAME = '([a-z0-9][a-z0-9._~-]*)';
const URL_PATTERN = new RegExp(
	`^https?://([^/?#@\\s]+)/wh/v1/accounts/${ NAME }/apps/${ NAME }/environments/${ NAME }/webhooks/webhook(?::|%3a)([^/?#]+)/?\\?(?:[^#]*&)?token=[^&#]`,
	'i'
);

/**
 * Reads which environment a pasted webhook URL belongs to; of a host with one hook for each site that is no more than
 * the host. Whether the URL is good is the server's matter, which reads it the same way. Golden cases:
 * test/contract/webhook-urls.json.
 *
 * @return Null for what is no whole webhook URL.
 */
export function targetOf( pasted: string ): WebhookTarget | null {
	const parts = URL_PATTERN.exec( pasted.trim() );
	if ( parts === null ) {
		const hook = recogniseHook( pasted );
		return hook === null
			? null
			: { host: hook.host, account: '', app: hook.app, environment: '' };
	}
	const [ , host = '', account = '', app = '', environment = '', action ] =
		parts;
	return isAction( action )
		? { host: host.toLowerCase(), account, app, environment }
		: null;
}

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
