import { useDispatch } from '@wordpress/data';
import { useEffect, useRef } from '@wordpress/element';
import { __, sprintf } from '../admin/i18n.ts';
import { store as noticesStore } from '@wordpress/notices';
import { failureHeadline } from '../admin/words/failure.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';

/**
 * Tells of runs that fail by themselves while the editor is open: admin notices are invisible there.
 *
 * @param environments The environments.
 */
export function useFailureNotices(
	environments: readonly EnvironmentStatus[]
): void {
	const { createErrorNotice, removeNotice } = useDispatch( noticesStore );
	const known = useRef( new Map< string, number >() );
	useEffect( () => {
		for ( const { id, label, state, last } of environments ) {
			const noticeId = `headless-deploy-${ id }`;
			const before = known.current.get( id );
			known.current.set( id, last?.id ?? 0 );
			if ( state !== 'failed' || last === null ) {
				void removeNotice( noticeId );
			} else if (
				before !== undefined &&
				last.id > before &&
				last.cause === 'automatic'
			) {
				void createErrorNotice(
					sprintf(
						/* translators: 1: name of an environment, 2: for example “Failed: the token was refused”, 3: what to do. */
						__( '%1$s · %2$s. %3$s', 'headless-deploy' ),
						label,
						failureHeadline( last ),
						last.message
					),
					// The change of state is announced already.
					{ id: noticeId, speak: false }
				);
			}
		}
	}, [ environments, createErrorNotice, removeNotice ] );
}
