import { useState } from '@wordpress/element';
import type { Action } from '../../shared/actions.ts';
import { laneOf } from '../../shared/actions.ts';
import type { EnvironmentStatus, PendingRun } from '../../shared/wire.ts';
import { run, runPendingNow } from '../live/api.ts';
import { dueMs } from '../live/due.ts';
import { ActionButton } from '../parts/action-button.tsx';
import type { Press } from '../parts/use-press.ts';
import { actionLabel, nowLabel } from '../words/action.ts';
import { pendingChanges } from '../words/description.ts';
import { CleanRebuildModal } from './clean-rebuild-modal.tsx';

const ORDER: readonly Action[] = [ 'rebuild', 'purgeCache', 'cleanRebuild' ];

interface Props {
	environment: EnvironmentStatus;
	busy: string | null;
	press: ( press: Press ) => void;
	/** Whether another button of the card is the next step. */
	secondary: boolean;
}

interface Choice {
	action: Action;
	/** The pending run that this button ends the waiting of. */
	pending: PendingRun | null;
}

/**
 * Finds the buttons: what may be pressed, and where a run counts down, one button for it in place of the one that
 * would send the same lane.
 * @param environment
 */
function choicesOf( environment: EnvironmentStatus ): Choice[] {
	const { can, pending } = environment;
	const counting = pending.filter(
		( run_ ) => dueMs( run_ ) !== null && can.includes( run_.action )
	);
	const replaced = counting.map( ( run_ ) =>
		run_.lane === 'build' ? 'rebuild' : 'purgeCache'
	);
	const actions = ORDER.filter(
		( action ) =>
			can.includes( action ) ||
			( replaced as Action[] ).includes( action )
	);
	return actions
		.map( ( action ) => {
			const index = replaced.findIndex( ( other ) => other === action );
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

function variantOf(
	choice: Choice,
	index: number,
	secondary: boolean
): 'primary' | 'secondary' | 'tertiary' {
	if ( choice.action === 'cleanRebuild' && choice.pending === null ) {
		return 'tertiary';
	}
	return index === 0 && ! secondary ? 'primary' : 'secondary';
}

/**
 * The actions of an environment that this person may press.
 *
 * @param props
 * @param props.environment
 * @param props.busy
 * @param props.press
 * @param props.secondary
 */
export function ActionButtons( {
	environment,
	busy,
	press,
	secondary,
}: Props ) {
	const [ asking, setAsking ] = useState( false );
	const { id, label, paused } = environment;
	const silent = paused?.reason === 'copy' || paused?.reason === 'disabled';
	const send = ( { action, pending }: Choice ) =>
		press( {
			key: action,
			environment: label,
			send: () =>
				pending === null
					? run( id, action )
					: runPendingNow( id, laneOf( action ) ),
		} );
	return (
		<>
			{ choicesOf( environment ).map( ( choice, index ) => (
				<ActionButton
					key={ laneOf( choice.action ) + index }
					variant={ variantOf( choice, index, secondary ) }
					busy={ busy === choice.action }
					disabled={ silent || busy !== null }
					onClick={ () =>
						choice.action === 'cleanRebuild' &&
						choice.pending === null
							? setAsking( true )
							: send( choice )
					}
				>
					{ choice.pending === null
						? actionLabel( choice.action )
						: nowLabel( choice.action ) }
				</ActionButton>
			) ) }
			{ asking && (
				<CleanRebuildModal
					environment={ label }
					waiting={ pendingChanges( environment ) }
					onCancel={ () => setAsking( false ) }
					onConfirm={ () => {
						setAsking( false );
						send( { action: 'cleanRebuild', pending: null } );
					} }
				/>
			) }
		</>
	);
}
