import { useDispatch } from '@wordpress/data';
import { useEffect, useRef } from '@wordpress/element';
import { __, sprintf } from '../admin/i18n.ts';
import { store as noticesStore } from '@wordpress/notices';
import { retryPress } from '../admin/parts/presses.ts';
import {
	NOTICE_ID as PRESS_NOTICE_ID,
	usePress,
} from '../admin/parts/use-press.ts';
import { failureHeadline } from '../admin/words/failure.ts';
import type { Delivery, EnvironmentStatus } from '../shared/wire.ts';

function failureInWords( label: string, failed: Delivery ): string {
	return sprintf(
		/* translators: 1: name of an environment, 2: for example “Failed: the token was refused”, 3: what to do. */
		__( '%1$s · %2$s. %3$s', 'headless-deploy' ),
		label,
		failureHeadline( failed ),
		failed.message
	);
}

/**
 * Sends again what failed. The notice itself cannot look busy, so a snackbar says that something happens; what came
 * of it takes its place.
 * @param refresh
 */
function useRetry( refresh: () => Promise< void > ) {
	const { press } = usePress( refresh );
	const { createInfoNotice } = useDispatch( noticesStore );
	return ( failed: Delivery, label: string ) => {
		void createInfoNotice(
			sprintf(
				/* translators: 1: name of an environment, 2: its state, for example “Rebuild in 10 s”. */
				__( '%1$s: %2$s', 'headless-deploy' ),
				label,
				__( 'Sending', 'headless-deploy' )
			),
			{ id: PRESS_NOTICE_ID, type: 'snackbar' }
		);
		void press( retryPress( failed, label ) );
	};
}

/**
 * Keeps the notices of runs that failed.
 * @param refresh
 */
function useNotices( refresh: () => Promise< void > ) {
	const { createErrorNotice, removeNotice } = useDispatch( noticesStore );
	const retry = useRetry( refresh );
	return {
		show: ( { id, label, can }: EnvironmentStatus, failed: Delivery ) =>
			void createErrorNotice( failureInWords( label, failed ), {
				id: `headless-deploy-${ id }`,
				// The change of state is announced already.
				speak: false,
				actions: can.includes( failed.action )
					? [
							{
								label: __( 'Try again', 'headless-deploy' ),
								onClick: () => retry( failed, label ),
							},
						]
					: [],
			} ),
		hide: ( { id }: EnvironmentStatus ) =>
			void removeNotice( `headless-deploy-${ id }` ),
	};
}

/**
 * Tells of runs that fail by themselves while the editor is open: admin notices are invisible there.
 *
 * @param environments The environments.
 * @param refresh      Asks for the state that a press led to.
 */
export function useFailureNotices(
	environments: readonly EnvironmentStatus[],
	refresh: () => Promise< void >
): void {
	const known = useRef( new Map< string, number >() );
	/** Environments whose failure was told and not made up for: then a press that fails again is told too. */
	const told = useRef( new Set< string >() );
	const fresh = useNotices( refresh );
	const notices = useRef( fresh );
	notices.current = fresh;
	useEffect( () => {
		for ( const environment of environments ) {
			const { id, state, last } = environment;
			const before = known.current.get( id );
			known.current.set( id, last?.id ?? 0 );
			if ( last?.state !== 'failed' ) {
				told.current.delete( id );
			}
			if ( state !== 'failed' || last === null ) {
				notices.current.hide( environment );
			} else if (
				before !== undefined &&
				last.id > before &&
				( last.cause === 'automatic' || told.current.has( id ) )
			) {
				told.current.add( id );
				notices.current.show( environment, last );
			}
		}
	}, [ environments ] );
}
