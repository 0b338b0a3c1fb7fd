import { __, sprintf } from '../../ui/i18n.ts';
import type { Provider, WebhookTarget } from '../../shared/wire.ts';

const PROVIDER_NAMES: Record< Provider, string > = {
	'wpe-headless': 'WP Engine',
	vercel: 'Vercel',
	netlify: 'Netlify',
	'cloudflare-workers': 'Cloudflare Workers',
	'cloudflare-pages': 'Cloudflare Pages',
	render: 'Render',
	generic: '',
};

/** The name of a provider, which is the same in all languages; the host if the provider is unknown. */
export function providerName( provider: Provider, host: string ): string {
	return PROVIDER_NAMES[ provider ] || host;
}

/** “storefront of the account acme”; the host if the account is unknown. */
export function targetText( { host, account, app }: WebhookTarget ): string {
	return account === ''
		? host
		: sprintf(
				/* translators: 1: name of an app, 2: name of an account. */
				__( '%1$s of the account %2$s', 'headless-deploy' ),
				app,
				account
			);
}

export function isSameTarget(
	target: WebhookTarget,
	other: WebhookTarget
): boolean {
	return (
		target.host === other.host &&
		target.account === other.account &&
		target.app === other.app &&
		target.environment === other.environment
	);
}
