import { type Action, actionOf } from '../../shared/actions.ts';
import type { EnvironmentStatus, PendingRun } from '../../shared/wire.ts';
import { buttonOf } from '../../live/labels/action.ts';
import { dueMs } from '../../live/due-time.ts';

const ORDER: readonly Action[] = [
	'rebuild',
	'refresh',
	'purgeCache',
	'cleanRebuild',
];

/** One button. */
export interface Choice {
	action: Action;
	/** The pending run that this button sends now. */
	pending: PendingRun | null;
}

/** Finds the buttons. While a run counts down, a button for that run replaces the button of its lane. */
export function choicesOf( environment: EnvironmentStatus ): Choice[] {
	const mayStart = ( action: Action ) =>
		buttonOf( environment, action ) !== undefined;
	const counting = environment.pending.filter(
		( run_ ) => dueMs( run_ ) !== null && mayStart( run_.action )
	);
	const replaced = counting.map( ( run_ ) => actionOf( run_.lane ) );
	const actions = ORDER.filter(
		( action ) => mayStart( action ) || replaced.includes( action )
	);
	return actions
		.map( ( action ) => {
			const index = replaced.indexOf( action );
			const run_ = counting[ index ] ?? null;
			return { action: run_?.action ?? action, pending: run_ };
		} )
		.filter(
			( { action, pending: own }, _index, all ) =>
				own !== null ||
				! all.some(
					( other ) =>
						other.action === action && other.pending !== null
				)
		);
}

/**
 * Returns the emphasis of a button.
 *
 * @param secondary Whether something else is the next step.
 */
export function variantOf(
	choice: Choice,
	index: number,
	secondary: boolean
): 'primary' | 'secondary' | 'tertiary' {
	if ( choice.action === 'cleanRebuild' && choice.pending === null ) {
		return 'tertiary';
	}
	return index === 0 && ! secondary ? 'primary' : 'secondary';
}
