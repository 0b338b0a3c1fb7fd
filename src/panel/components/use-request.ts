import { useDispatch } from '@wordpress/data';
import { useRef, useState } from '@wordpress/element';
import { __ } from '../i18n.ts';
import { store as noticesStore } from '@wordpress/notices';
import type { Action } from '../../shared/actions.ts';
import type { RunResponse } from '../../shared/wire.ts';
import { errorText } from '../labels/refusal.ts';

/** What a press does, and what it says when it went well. */
export interface EnvironmentRequest {
	/** Names the button among those that are pressed together. */
	key: string;
	/** Label of the environment. */
	environment: string;
	/** What it sends; absent where it sends nothing. */
	action?: Action;
	send: () => Promise< RunResponse | void >;
	/** Said after a success that answers with no run. */
	done?: string;
	/** Called after a success. */
	onSuccess?: () => void;
}

/** One for all presses: what the last one came to is what counts. */
export const NOTICE_ID = 'headless-deploy-request';

interface RequestState {
	/** The key of the button whose press is being answered. */
	busy: string | null;
	/** What is being sent by a press, known before the server answers. */
	sending: Action | null;
	sendRequest: ( sendRequest: EnvironmentRequest ) => Promise< void >;
}

/** What to say of an answer. */
interface ResultNotice {
	kind: RunResponse[ 'severity' ];
	text: string;
	/** Whether the state of the environment says the same, and is announced separately. */
	isState: boolean;
}

function noticeFor(
	answer: RunResponse | void,
	sendRequest: EnvironmentRequest
): ResultNotice {
	if ( ! answer ) {
		return { kind: 'success', text: sendRequest.done ?? '', isState: true };
	}
	const { run, severity, message } = answer;
	const isState =
		run !== null && ! [ 'sending', 'canceled' ].includes( run.status );
	return { kind: severity, text: message, isState };
}

/**
 * Sends what is pressed, once: a second press while the first is being answered does nothing.
 *
 * @param refresh Asks for the state that the press led to.
 * @param speaks  Whether its success is spoken here, because nothing on the page announces states.
 */
export function useRequest(
	refresh: () => Promise< void >,
	speaks = false
): RequestState {
	const [ current, setPressed ] = useState< EnvironmentRequest | null >(
		null
	);
	const locked = useRef( false );
	const { createNotice } = useDispatch( noticesStore );
	const showNotice = ( { kind, text, isState }: ResultNotice ) =>
		void createNotice( kind, text, {
			id: NOTICE_ID,
			type: 'snackbar',
			explicitDismiss: kind === 'error',
			speak: speaks || ! isState,
		} );
	const sendRequest = async ( what: EnvironmentRequest ) => {
		if ( locked.current ) {
			return;
		}
		locked.current = true;
		setPressed( what );
		try {
			const notice = noticeFor( await what.send(), what );
			showNotice( notice );
			if ( notice.kind === 'success' ) {
				what.onSuccess?.();
			}
		} catch ( error ) {
			const fallback = __(
				'WordPress did not respond. Check the status, then try again.',
				'headless-deploy'
			);
			const text = errorText( error, fallback );
			showNotice( { kind: 'error', text, isState: false } );
		}
		await refresh();
		locked.current = false;
		setPressed( null );
	};
	return {
		busy: current?.key ?? null,
		sending: current?.action ?? null,
		sendRequest,
	};
}
