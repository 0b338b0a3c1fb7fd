import { ACTIONS, type Action } from '../../shared/actions.ts';
import {
	type EnvironmentSettings,
	type PolicyAction,
	type Source,
	SOURCES,
} from '../../shared/wire.ts';
import { __ } from '../i18n.ts';
import { actionLabel } from '../labels/action.ts';

/** What each change asks for. */
export type Policy = Record< Source, PolicyAction >;

/** In the order from nothing to the most. */
const IN_ORDER = [ 'purgeCache', 'rebuild', 'cleanRebuild' ] as const;

/** Returns the actions that the host offers; all where no webhook is known. */
export function offeredActions( environment: EnvironmentSettings ): Action[] {
	const known = ACTIONS.filter(
		( action ) => environment.webhook.urls[ action ] !== undefined
	);
	return IN_ORDER.filter(
		( action ) => known.length === 0 || known.includes( action )
	);
}

/**
 * Returns what really happens at a change of each source: where the host does not offer the stored action, what is
 * done instead.
 */
export function effectivePolicy( environment: EnvironmentSettings ): Policy {
	const policy = { ...environment.automation.policy };
	for ( const { source, action } of environment.fallbacks ) {
		if ( source in policy ) {
			policy[ source as Source ] = action;
		}
	}
	return policy;
}

/**
 * Returns what happens by default: Rebuild, or the only thing that the host offers.
 *
 * @param offered What the host offers.
 */
export function defaultAction( offered: readonly Action[] ): Action {
	return offered.includes( 'rebuild' )
		? 'rebuild'
		: ( offered[ offered.length - 1 ] ?? 'rebuild' );
}

/**
 * Names what a change does.
 *
 * @param action The action, or none.
 */
export function policyActionLabel( action: PolicyAction ): string {
	return action === 'none'
		? __( 'No action', 'headless-deploy' )
		: actionLabel( action );
}

/** Returns the sources whose action is set in wp-config.php. */
export function lockedSources( environment: EnvironmentSettings ): Source[] {
	return SOURCES.filter( ( source ) =>
		environment.lockedFields.includes( `automation.policy.${ source }` )
	);
}
