import { useHostChange } from '../client/queries.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { __ } from '../i18n.ts';

/** Pauses, resumes and clears the journal. */
export function JournalButtons( { isPaused }: { isPaused: boolean } ) {
	const showNotice = useNotice();
	const pause = useHostChange( ( client ) =>
		client.PUT( '/_local/requests', { body: { isPaused: ! isPaused } } )
	);
	const clear = useHostChange( ( client ) =>
		client.DELETE( '/_local/requests' )
	);
	const done = isPaused
		? __( 'Resumed. New requests are listed.', 'headless-deploy' )
		: __(
				'Paused. Requests are answered, but not listed.',
				'headless-deploy'
			);
	return (
		<>
			<ActionButton
				busy={ pause.isPending }
				onClick={ () =>
					pause.mutate( undefined, {
						onSuccess: () => showNotice( done ),
					} )
				}
			>
				{ isPaused
					? __( 'Resume', 'headless-deploy' )
					: __( 'Pause', 'headless-deploy' ) }
			</ActionButton>
			<ActionButton
				busy={ clear.isPending }
				onClick={ () =>
					clear.mutate( undefined, {
						onSuccess: () =>
							showNotice(
								__( 'Requests cleared.', 'headless-deploy' )
							),
					} )
				}
			>
				{ __( 'Clear', 'headless-deploy' ) }
			</ActionButton>
			<ErrorNotice error={ pause.error ?? clear.error } />
		</>
	);
}
