import type { WebhookTarget } from '../connections/webhook-target.ts';
import { __, sprintf } from '../i18n.ts';

/**
 * Names what a webhook belongs to: “storefront of the account acme”, or its host where no more is known.
 */
export function targetText( target: WebhookTarget ): string {
	return target.account === ''
		? target.host
		: sprintf(
				/* translators: 1: name of an app, 2: name of an account. */
				__( '%1$s of the account %2$s', 'headless-deploy' ),
				target.app,
				target.account
			);
}
