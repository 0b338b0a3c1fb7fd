import { useDispatch, useSelect } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { __ } from '../ui/i18n.ts';
import { dueMs } from '../live/due-time.ts';
import { buttonOf } from '../live/labels/action.ts';
import { useRequest } from '../live/components/use-request.ts';
import type { ChangedField, EnvironmentStatus } from '../shared/wire.ts';
import { startRunRequest } from '../live/components/environment-requests.ts';
import { editorStore } from './wp-editor.ts';

const NOTICE_ID = 'headless-deploy-unchanged';

/** Reads from the response to the last save whether it changed anything that visitors see. */
function useIsUnchanged(): () => boolean {
	const { getCurrentPostAttribute } = useSelect(
		( select ) => select( editorStore ),
		[]
	);
	return () => {
		const field = getCurrentPostAttribute( 'headless_deploy' );
		return ( field as ChangedField | undefined )?.changed === false;
	};
}

/**
 * Says after a save that changed nothing that nothing is sent, and offers a run. Shows nothing if a run follows anyway:
 * for an earlier save, or for a change of the editor's second request.
 *
 * @return Call it after a save with the environments at that time, the front end of the site first. It returns whether a
 *         run follows.
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
				pending.some( ( run ) => dueMs( run ) !== null )
		);
		if ( ! first || isSent || ! isUnchanged() ) {
			void removeNotice( NOTICE_ID );
			return true;
		}
		const rebuild = {
			label: __( 'Rebuild anyway', 'headless-deploy' ),
			onClick: () => sendRequest( startRunRequest( first, 'rebuild' ) ),
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
