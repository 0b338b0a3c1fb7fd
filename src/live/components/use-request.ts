import { useDispatch } from '@wordpress/data';
import {
	createContext,
	useContext,
	useRef,
	useState,
} from '@wordpress/element';
import type { RefObject } from 'react';
import { store as noticesStore } from '@wordpress/notices';
import type { Action } from '../../shared/actions.ts';
import type { EnvironmentStatus, RunResponse } from '../../shared/wire.ts';
import { notifyOtherTabs } from '../other-tabs.ts';
import { sentences } from '../labels/timed-text.ts';
import { requestFailure } from '../labels/refusal.ts';
import { focusIfLost } from '../../ui/use-focus.ts';
import { useTask } from '../../ui/use-task.ts';

export interface EnvironmentRequest {
	/** Identifies the button among those that share a request state. */
	key: string;
	/** Absent if it starts no run. */
	action?: Action;
	/** Resolves to the response, or to the message after a success without a run. */
	send: () => Promise< RunResponse | string >;
	/** Called after a success. */
	onSuccess?: () => void;
	/** Called when the result and the status after it are shown. */
	onSettled?: () => void;
}

/** All requests share one notice, which shows the last result. */
export const NOTICE_ID = 'headless-deploy-request';

/** What the buttons of a card need to send requests. */
interface Requests {
	/** The key of the request that is in flight. */
	busy: string | null;
	sendRequest: ( request: EnvironmentRequest ) => void;
}

interface RequestState extends Requests {
	/** The action that was just started, before the server answers. */
	sending: Action | null;
}

const RequestsContext = createContext< Requests >( {
	busy: null,
	sendRequest: () => {},
} );

/** Lets the buttons below it share a request state, so that one request is sent at a time. */
export const RequestsProvider = RequestsContext.Provider;

/** The request state that a button shares. */
export function useRequests(): Requests {
	return useContext( RequestsContext );
}

interface ResultNotice {
	kind: RunResponse[ 'severity' ];
	text: string;
	/** Whether the status of the environment says the same and is announced separately. */
	isState: boolean;
}

function noticeFor( answer: RunResponse | string ): ResultNotice {
	if ( typeof answer === 'string' ) {
		return { kind: 'success', text: answer, isState: true };
	}
	const { run, severity, message, remedy } = answer;
	const isState =
		run !== null && ! [ 'sending', 'canceled' ].includes( run.status );
	return { kind: severity, text: sentences( message, remedy ), isState };
}

/**
 * Sends one request at a time; a second click does nothing.
 *
 * @param isSpoken Whether a success is spoken here, because nothing on the page announces the status.
 */
export function useRequest(
	refresh: () => Promise< void >,
	isSpoken = false
): RequestState {
	const [ current, setCurrent ] = useState< EnvironmentRequest | null >(
		null
	);
	// A notice shows why it failed.
	const { run } = useTask( () => null );
	const { createNotice } = useDispatch( noticesStore );
	const showNotice = ( { kind, text, isState }: ResultNotice ) =>
		void createNotice( kind, text, {
			id: NOTICE_ID,
			type: 'snackbar',
			explicitDismiss: kind === 'error',
			speak: isSpoken || ! isState,
		} );
	const send = async ( request: EnvironmentRequest ) => {
		setCurrent( request );
		const wasOffline = ! window.navigator.onLine;
		try {
			const notice = noticeFor( await request.send() );
			showNotice( notice );
			if ( notice.kind === 'success' ) {
				request.onSuccess?.();
			}
		} catch ( error ) {
			const text = requestFailure( error, request.action, wasOffline );
			showNotice( { kind: 'error', text, isState: false } );
		}
		notifyOtherTabs();
		await refresh();
		setCurrent( null );
		request.onSettled?.();
	};
	return {
		busy: current?.key ?? null,
		sending: current?.action ?? null,
		sendRequest: ( request ) => void run( () => send( request ) ),
	};
}

/**
 * Returns the action that was just started until the status of its environment changes: from then on, the status says what
 * happens, although the answer to the button may take longer.
 */
export function useSendingAction(
	sending: Action | null,
	environment: EnvironmentStatus
): Action | null {
	const before = useRef< string | null >( null );
	const isNewer = useRef( false );
	if ( sending === null ) {
		before.current = null;
		isNewer.current = false;
		return null;
	}
	const now = JSON.stringify( environment );
	before.current ??= now;
	isNewer.current ||= now !== before.current;
	return isNewer.current ? null : sending;
}

interface RequestWithFocus< T > extends RequestState {
	/** Of a focusable element near the buttons. */
	headline: RefObject< T >;
}

/** Like `useRequest()`, and moves the focus to the headline when the new status removes the pressed button. */
export function useRequestWithFocus<
	T extends HTMLElement = HTMLHeadingElement,
>( refresh: () => Promise< void > ): RequestWithFocus< T > {
	const headline = useRef< T >( null );
	const state = useRequest( refresh );
	return {
		...state,
		sendRequest: ( request ) =>
			state.sendRequest( {
				...request,
				onSettled: () => focusIfLost( headline.current ),
			} ),
		headline,
	};
}
