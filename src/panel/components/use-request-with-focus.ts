import { useRef } from '@wordpress/element';
import type { RefObject } from 'react';
import type { Action } from '../../shared/actions.ts';
import { type EnvironmentRequest, useRequest } from './use-request.ts';

interface RequestWithFocus< T > {
	/** The key of the button whose press is being answered. */
	busy: string | null;
	/** What is being sent by a press, known before the server answers. */
	sending: Action | null;
	sendRequest: ( sendRequest: EnvironmentRequest ) => void;
	/** Belongs to the headline, or to what is near, which has to be focusable. */
	headline: RefObject< T >;
}

/**
 * Sends what is pressed and keeps the focus near: a button that was pressed may be gone with the state that it ended,
 * then the headline takes the focus.
 *
 * @param refresh Asks for the state that the press led to.
 */
export function useRequestWithFocus<
	T extends HTMLElement = HTMLHeadingElement,
>( refresh: () => Promise< void > ): RequestWithFocus< T > {
	const headline = useRef< T >( null );
	const { busy, sending, sendRequest } = useRequest( refresh );
	const sendAndKeepFocus = async ( request: EnvironmentRequest ) => {
		await sendRequest( request );
		const page = headline.current?.ownerDocument;
		if ( page?.activeElement === page?.body ) {
			headline.current?.focus();
		}
	};
	return {
		busy,
		sending,
		sendRequest: ( request ) => void sendAndKeepFocus( request ),
		headline,
	};
}
