import { useEffect, useRef, useState } from '@wordpress/element';
import type { Run } from '../../shared/wire.ts';
import { __ } from '../../ui/i18n.ts';
import { retryRun } from '../../live/api.ts';
import { retryRequest } from '../../live/components/environment-requests.ts';
import { focusIfLost } from '../../ui/use-focus.ts';
import { useRequest } from '../../live/components/use-request.ts';
import { fetchRun } from './api.ts';
import { openButtonId } from './table.tsx';
import { type Answer, useAnswer } from '../../live/use-answer.ts';
import type { Address } from './use-query.ts';

const load = ( id: string ) => fetchRun( Number( id ) );

function focusOpener( id: number ): void {
	focusIfLost( document.getElementById( openButtonId( id ) ) );
}

/** Gives the focus to the list after closing a run that a link opened: nothing had the focus before. */
function useFocusBack( id: number | null ): void {
	const last = useRef( id );
	useEffect( () => {
		if ( id === null && last.current !== null ) {
			focusOpener( last.current );
		}
		last.current = id;
	}, [ id ] );
}

export interface LoadedRun {
	/** From the list until the server answers. */
	shown: Run | null;
	answer: Answer< Run >;
	busy: string | null;
	/** Grows when another run takes the place of the shown one, so that its headline takes the focus. */
	focusCount: number;
	retry: ( run: Run ) => void;
}

/** Loads the run that is shown beside the list, and retries failed runs. */
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
		load,
		runsVersion,
		__( 'The run could not be loaded.', 'headless-deploy' )
	);
	const [ focusCount, setFocusCount ] = useState( 0 );
	const { busy, sendRequest } = useRequest( refresh, true );
	const retry = ( run: Run ) => {
		let next: Run | null = null;
		sendRequest( {
			...retryRequest( run ),
			send: async () => {
				const response = await retryRun( run.id );
				next = response.run;
				return response;
			},
			onSettled: () => {
				if ( id === null || next === null ) {
					// The Retry button is gone.
					focusOpener( run.id );
					return;
				}
				// The drawer shows the new run.
				address.correct( { run: next.id } );
				setFocusCount( ( count ) => count + 1 );
			},
		} );
	};
	const found =
		answer.of === question
			? answer.data
			: listed.find( ( one ) => one.id === id );
	const shown = id === null ? null : ( found ?? null );
	return { shown, answer, busy, focusCount, retry };
}
