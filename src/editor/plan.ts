import { pendingChanges } from '../panel/labels/description.ts';
import type {
	Environment,
	EnvironmentStatus,
	PauseReason,
	PolicyAction,
	Source,
} from '../shared/wire.ts';
import type { Action } from '../shared/actions.ts';

/** What will happen to an environment by one more change. */
export type Plan =
	/** The action is sent by itself, so many seconds after the change. */
	| { kind: 'sent'; action: Action; afterSeconds: number }
	/** It is counted and waits for somebody, and makes so many. */
	| { kind: 'held' | 'paused'; count: number }
	/** Nothing can be sent until a new webhook URL is pasted. */
	| { kind: 'unreachable'; reason: 'token' | 'url' }
	/** Nothing is sent, and nobody waits for it. */
	| { kind: 'nothing'; why: 'policy' | Closed };

/** Pauses in which not even a button sends. */
type Closed = Extract<
	PauseReason,
	'copy' | 'disabled' | 'constant' | 'no_curl'
>;

const CLOSED: readonly PauseReason[] = [
	'copy',
	'disabled',
	'constant',
	'no_curl',
];

function isClosed( reason: PauseReason | undefined ): reason is Closed {
	return reason !== undefined && CLOSED.includes( reason );
}

/**
 * Finds what the host is really asked for: where it lacks an action, the nearest one is done.
 */
function actionFor(
	source: Source,
	{ automation, fallbacks }: Environment
): PolicyAction {
	const fallback = fallbacks.find( ( other ) => other.source === source );
	return fallback?.action ?? automation.policy[ source ];
}

/**
 * Foresees what one more change means for an environment. A filter of other code may still decide otherwise.
 *
 * @param environment What it does by itself.
 * @param source      Where the change comes from.
 */
export function planOf(
	status: EnvironmentStatus,
	environment: Environment,
	source: Source
): Plan {
	const { paused } = status;
	const { automation } = environment;
	const action = actionFor( source, environment );
	if ( action === 'none' ) {
		return { kind: 'nothing', why: 'policy' };
	}
	if ( isClosed( paused?.reason ) ) {
		return { kind: 'nothing', why: paused.reason };
	}
	const { problem } = status;
	if ( problem !== null && problem.needsNewUrl ) {
		const isToken = problem.errorCode === 'headless_deploy_token_refused';
		return { kind: 'unreachable', reason: isToken ? 'token' : 'url' };
	}
	const count = pendingChanges( status ) + 1;
	if ( paused !== null ) {
		return { kind: 'paused', count };
	}
	return status.hold
		? { kind: 'held', count }
		: {
				kind: 'sent',
				action,
				afterSeconds: automation.quietPeriodSeconds,
			};
}
