import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import type { Run } from '../../shared/wire.ts';
import { __ } from '../i18n.ts';
import { retryRun } from '../live/api.ts';
import { retryRequest } from '../components/environment-requests.ts';
import { useRequest } from '../components/use-request.ts';
import { fetchRun } from './api.ts';
import { openButtonId } from './table.tsx';
import { type Answer, useAnswer } from './use-answer.ts';
import type { Address } from './use-query.ts';

const ask = ( id: string ) => fetchRun( Number( id ) );

/** Gives the focus to the button that opens a run, if nothing else has it. */
function focusOpener( id: number ): void {
	const opener = document.getElementById( openButtonId( id ) );
	const page = opener?.ownerDocument;
	if ( page?.activeElement === page?.body ) {
		opener?.focus();
	}
}

/**
 * Leads back to the list from a run that a link from elsewhere opened: nothing had the focus before it.
 */
function useFocusBack( id: number | null ): void {
	const last = useRef( id );
	useEffect( () => {
		if ( id === null && last.current !== null ) {
			focusOpener( last.current );
		}
		last.current = id;
	}, [ id ] );
}

/** The run beside the list, and the way to send one again. */
export interface LoadedRun {
	/** The run that is shown, as the list or the server knows it. */
	shown: Run | null;
	answer: Answer< Run >;
	busy: string | null;
	/** How often another run took the place of the one that was shown. */
	turn: number;
	retry: ( run: Run, label: string ) => Promise< void >;
}

/**
 * Keeps the run that is shown beside the list fresh, and sends failed ones again.
 *
 * @param address The address of the screen.
 * @param listed  The runs of the list.
 * @param news    Another value means that runs have gone on.
 * @param refresh Asks for the state and the list.
 */
export function useRun(
	address: Address,
	listed: readonly Run[],
	runsVersion: string,
	refresh: () => Promise< void >
): LoadedRun {
	const id = address.query.run;
	const question = id === null ? '' : String( id );
	useFocusBack( id );
	const answer = useAnswer(
		question,
		ask,
		runsVersion,
		__( 'The run could not be loaded.', 'headless-deploy' )
	);
	const [ turn, setTurn ] = useState( 0 );
	const { busy, sendRequest } = useRequest( refresh, true );
	const retry = useCallback(
		async ( run: Run, label: string ) => {
			let next: Run | null = null;
			const send = async () => {
				const said = await retryRun( run.id );
				next = said.run;
				return said;
			};
			await sendRequest( { ...retryRequest( run, label ), send } );
			if ( id !== null && next !== null ) {
				// The drawer goes on with the run that the press has made.
				address.correct( { run: ( next as Run ).id } );
				setTurn( ( count ) => count + 1 );
				return;
			}
			// The button that was pressed is gone with the failure that it fixed.
			focusOpener( run.id );
		},
		[ address, id, sendRequest ]
	);
	const known =
		answer.of === question
			? answer.data
			: listed.find( ( one ) => one.id === id );
	const shown = id === null ? null : ( known ?? null );
	return { shown, answer, busy, turn, retry };
}
