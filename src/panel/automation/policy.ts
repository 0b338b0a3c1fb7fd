import { WEBHOOK_ACTIONS, type Action } from '../../shared/actions.ts';
import {
	type EnvironmentSettings,
	type PolicyAction,
	type Source,
	SOURCES,
} from '../../shared/wire.ts';
import { __ } from '../../ui/i18n.ts';
import { actionLabel } from '../../live/labels/action.ts';

export type Policy = Record< Source, PolicyAction >;

/** From the weakest to the strongest. */
const IN_ORDER = [ 'purgeCache', 'rebuild', 'cleanRebuild' ] as const;

/** Whether refresh requests can be sent. */
export function canRefresh( { refresh }: EnvironmentSettings ): boolean {
	return refresh?.isUsable === true;
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

/** The source of runs that other code requests. They are not changes, so only the policy decides on them. */
const REQUESTS: Source = 'request';

/** The sources of changes, each of which refreshes an environment with a refresh URL. */
export const CHANGE_SOURCES = SOURCES.filter(
	( source ) => source !== REQUESTS
);

export const REQUEST_SOURCES = [ REQUESTS ] as const;

/** Whether each change of a source asks for a refresh, so that the policy decides only what else happens. */
export function isAlwaysRefreshed(
	environment: EnvironmentSettings,
	source: Source
): boolean {
	return canRefresh( environment ) && source !== REQUESTS;
}

/** What a user can choose for a source. `refresh` stands for nothing else where each change refreshes. */
export function choicesOf(
	environment: EnvironmentSettings,
	source: Source
): PolicyAction[] {
	const offered = offeredActions( environment );
	return isAlwaysRefreshed( environment, source )
		? offered
		: [ 'none', ...offered ];
}

function shownAction(
	environment: EnvironmentSettings,
	source: Source,
	action: PolicyAction
): PolicyAction {
	return action === 'none' && isAlwaysRefreshed( environment, source )
		? 'refresh'
		: action;
}

/** The stored policy, with the fallback of each action that the host does not offer. */
export function effectivePolicy( environment: EnvironmentSettings ): Policy {
	const policy = { ...environment.automation.policy };
	for ( const { source, action } of environment.fallbacks ) {
		if ( source in policy ) {
			policy[ source as Source ] = action;
		}
	}
	for ( const source of SOURCES ) {
		policy[ source ] = shownAction( environment, source, policy[ source ] );
	}
	return policy;
}

/** The action of a source where none was chosen. */
export function defaultPolicyAction(
	environment: EnvironmentSettings,
	source: Source
): PolicyAction {
	return shownAction(
		environment,
		source,
		environment.defaultPolicy[ source ]
	);
}

/**
 * Makes what is stored. Nothing else is stored as `refresh`, so that the nearest action replaces it when the refresh URL
 * is removed, unless nothing is the default.
 */
export function storedPolicy(
	environment: EnvironmentSettings,
	chosen: Partial< Policy >
): Partial< Policy > {
	const stored = { ...chosen };
	for ( const source of SOURCES ) {
		if (
			stored[ source ] === 'refresh' &&
			isAlwaysRefreshed( environment, source ) &&
			environment.defaultPolicy[ source ] === 'none'
		) {
			stored[ source ] = 'none';
		}
	}
	return stored;
}

/** Rebuild, or the only action that the host offers. */
export function defaultAction( offered: readonly Action[] ): Action {
	return offered.includes( 'rebuild' )
		? 'rebuild'
		: ( offered[ offered.length - 1 ] ?? 'rebuild' );
}

/** @param isRefreshed Whether each change refreshes, whatever is chosen. */
export function policyActionLabel(
	action: PolicyAction,
	isRefreshed: boolean
): string {
	if ( isRefreshed && action === 'refresh' ) {
		return __( 'Nothing else', 'headless-deploy' );
	}
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
