import { useDispatch, useSelect } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { __ } from '../panel/i18n.ts';
import { dueMs } from '../panel/live/due.ts';
import { buttonOf } from '../panel/labels/action.ts';
import { useRequest } from '../panel/components/use-request.ts';
import type { ChangedField, EnvironmentStatus } from '../shared/wire.ts';
import { startRunRequest } from '../panel/components/environment-requests.ts';
import { editorStore } from './wp-editor.ts';

const NOTICE_ID = 'headless-deploy-unchanged';

/**
 * Reads from the answer to the last save whether it changed anything that visitors see.
 */
function useIsUnchanged(): () => boolean {
	const { getCurrentPostAttribute } = useSelect(
		( select ) => select( editorStore ),
		[]
	);
	return () => {
		const said = getCurrentPostAttribute( 'headless_deploy' );
		return ( said as ChangedField | undefined )?.changed === false;
	};
}

/**
 * Tells, after a save that changed nothing, that nothing is sent, and offers to send all the same. Says nothing where
 * something is sent in any case: of an earlier save, or of what the editor's second request has changed.
 *
 * @param refresh Asks for the state that a press led to.
 * @return To be called after a save, with the environments as they are then, of which the first is the front end of the
 *         site; tells whether anything is sent.
 */
export function useUnchangedNotice(
	refresh: () => Promise< void >
): ( environments: readonly EnvironmentStatus[] ) => boolean {
	const isUnchanged = useIsUnchanged();
	const { createInfoNotice, removeNotice } = useDispatch( noticesStore );
	const { sendRequest } = useRequest( refresh );
	return ( environments ) => {
		const [ first ] = environments;
		const isSent = environments.some(
			( { pending, sending } ) =>
				sending.length > 0 ||
				pending.some( ( waiting ) => dueMs( waiting ) !== null )
		);
		if ( ! first || isSent || ! isUnchanged() ) {
			void removeNotice( NOTICE_ID );
			return true;
		}
		const rebuild = {
			label: __( 'Rebuild anyway', 'headless-deploy' ),
			onClick: () =>
				void sendRequest( startRunRequest( first, 'rebuild' ) ),
		};
		void createInfoNotice(
			__( 'Nothing changed, so nothing was sent.', 'headless-deploy' ),
			{
				id: NOTICE_ID,
				type: 'snackbar',
				actions: buttonOf( first, 'rebuild' ) ? [ rebuild ] : [],
			}
		);
		return false;
	};
}
