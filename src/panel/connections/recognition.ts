import type { Action } from '../../shared/actions.ts';
import { ACTIONS } from '../../shared/actions.ts';
import { recogniseHook } from '../../shared/webhook-provider.ts';
import type { ProviderId } from '../../shared/wire.ts';
import { targetOf, type WebhookTarget } from './webhook-target.ts';

/** What a pasted URL looks like, before the server has seen it. */
export interface Recognition {
	provider: ProviderId;
	target: WebhookTarget;
	/** What can be asked of this host. */
	actions: readonly Action[];
}

const OFFERED: Partial< Record< ProviderId, readonly Action[] > > = {
	'wpe-headless': ACTIONS,
	netlify: [ 'rebuild', 'cleanRebuild' ],
};

/**
 * Recognizes a pasted URL while it is typed; the server has the last word. Golden cases: test/contract/provider-urls.json.
 *
 * @return Null for what is no whole webhook URL.
 */
export function recognise( pasted: string ): Recognition | null {
	const target = targetOf( pasted );
	if ( target === null ) {
		return null;
	}
	const provider =
		target.account === ''
			? ( recogniseHook( pasted )?.provider ?? 'generic' )
			: 'wpe-headless';
	return { provider, target, actions: OFFERED[ provider ] ?? [ 'rebuild' ] };
}
