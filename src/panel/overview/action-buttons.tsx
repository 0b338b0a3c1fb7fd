import { useState } from '@wordpress/element';
import { laneOf } from '../../shared/actions.ts';
import type { EnvironmentStatus } from '../../shared/wire.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import {
	runNowRequest,
	startRunRequest,
} from '../../live/components/environment-requests.ts';
import { useRequests } from '../../live/components/use-request.ts';
import { buttonOf } from '../../live/labels/action.ts';
import { type Choice, choicesOf, variantOf } from './choices.ts';
import { CleanRebuildModal } from './clean-rebuild-modal.tsx';

interface Props {
	environment: EnvironmentStatus;
	/** Whether another button of the card is the next step. */
	secondary: boolean;
}

const ASKED_FOR = 'clean-rebuild';

/**
 * Whether the URL asks for a Clean Rebuild, as links of the command palette and the admin bar do. Removes the
 * parameter, so that a reload does not ask again. It only opens the confirmation: a URL never starts a run.
 */
function isAskedFor( environment: EnvironmentStatus ): boolean {
	const { id } = environment;
	const address = new URL( window.location.href );
	if ( address.searchParams.get( ASKED_FOR ) !== id ) {
		return false;
	}
	address.searchParams.delete( ASKED_FOR );
	window.history.replaceState( null, '', address );
	return buttonOf( environment, 'cleanRebuild' )?.allowed === true;
}

/** The buttons for the actions that this user may start. */
export function ActionButtons( props: Props ) {
	const { environment, secondary } = props;
	const { busy, sendRequest } = useRequests();
	const [ asking, setAsking ] = useState( () => isAskedFor( environment ) );
	const { label } = environment;
	const isBlocked = environment.blocked !== null;
	const send = ( { action, pending }: Choice ) =>
		sendRequest(
			pending === null
				? startRunRequest( environment, action )
				: runNowRequest( environment, pending )
		);
	return (
		<>
			{ choicesOf( environment ).map( ( choice, index ) => (
				<ActionButton
					key={ laneOf( choice.action ) + index }
					variant={ variantOf(
						choice,
						index,
						secondary || isBlocked
					) }
					busy={ busy === choice.action }
					disabled={ isBlocked || busy !== null }
					onClick={ () =>
						choice.action === 'cleanRebuild' &&
						choice.pending === null
							? setAsking( true )
							: send( choice )
					}
				>
					{ buttonOf( environment, choice.action )?.label }
				</ActionButton>
			) ) }
			{ asking && (
				<CleanRebuildModal
					id={ environment.id }
					environment={ label }
					pendingChanges={ environment.pendingChanges }
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
