import { WEBHOOK_ACTIONS, type Action } from '../../shared/actions.ts';
import {
	type EnvironmentSettings,
	type PolicyAction,
	type Source,
	SOURCES,
} from '../../shared/wire.ts';
import { __ } from '../i18n.ts';
import { actionLabel } from '../labels/action.ts';

export type Policy = Record< Source, PolicyAction >;

/** From the weakest to the strongest. */
const IN_ORDER = [ 'purgeCache', 'rebuild', 'cleanRebuild' ] as const;

/** Whether refresh requests can be sent: there are a URL that has not answered 410, and a secret. */
export function canRefresh( { refresh }: EnvironmentSettings ): boolean {
	return (
		refresh !== null &&
		refresh.url !== '' &&
		refresh.goneAt === null &&
		refresh.hasSecret
	);
}

/** All actions where no webhook is known. */
export function offeredActions( environment: EnvironmentSettings ): Action[] {
	const available = WEBHOOK_ACTIONS.filter(
		( action ) => environment.webhook.urls[ action ] !== undefined
	);
	const hosted = IN_ORDER.filter(
		( action ) => available.length === 0 || available.includes( action )
	);
	return canRefresh( environment ) ? [ 'refresh', ...hosted ] : hosted;
}

/** The stored policy, with the fallback of each action that the host does not offer. */
export function effectivePolicy( environment: EnvironmentSettings ): Policy {
	const policy = { ...environment.automation.policy };
	for ( const { source, action } of environment.fallbacks ) {
		if ( source in policy ) {
			policy[ source as Source ] = action;
		}
	}
	return policy;
}

/** Rebuild, or the only action that the host offers. */
export function defaultAction( offered: readonly Action[] ): Action {
	return offered.includes( 'rebuild' )
		? 'rebuild'
		: ( offered[ offered.length - 1 ] ?? 'rebuild' );
}

/** The action of a source that nobody chose. Visitors write comments, so that these start nothing but refreshes. */
export function defaultPolicyAction(
	source: Source,
	offered: readonly Action[]
): PolicyAction {
	return source === 'comments' ? 'none' : defaultAction( offered );
}

export function policyActionLabel( action: PolicyAction ): string {
	return action === 'none'
		? __( 'No action', 'headless-deploy' )
		: actionLabel( action );
}

/** The sources whose action is set in wp-config.php. */
export function lockedSources( environment: EnvironmentSettings ): Source[] {
	return SOURCES.filter( ( source ) =>
		environment.lockedFields.includes( `automation.policy.${ source }` )
	);
}
