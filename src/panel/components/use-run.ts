import { useDispatch } from '@wordpress/data';
import { useRef, useState } from '@wordpress/element';
import { __ } from '../i18n.ts';
import { store as noticesStore } from '@wordpress/notices';
import type { Action } from '../../shared/actions.ts';
import type { RunResponse } from '../../shared/wire.ts';
import { acceptedWords } from '../labels/action.ts';
import { refusalWords } from '../labels/refusal.ts';

/** What a press does, and what it says when it went well. */
export interface Press {
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
export const NOTICE_ID = 'headless-deploy-press';

interface Presses {
	/** The key of the button whose press is being answered. */
	busy: string | null;
	/** What is being sent by a press, known before anybody answers. */
	sending: Action | null;
	press: ( press: Press ) => Promise< void >;
}

/** What to say of an answer. */
interface Words {
	kind: 'success' | 'info' | 'error';
	text: string;
	/** Whether the state of the environment says the same, and is announced by itself. */
	isState: boolean;
}

function wordsFor( answer: RunResponse | void, press: Press ): Words {
	if ( ! answer ) {
		return { kind: 'success', text: press.done ?? '', isState: true };
	}
	const { run, message } = answer;
	switch ( run?.status ) {
		case 'accepted':
		case 'building':
		case 'live':
			return {
				kind: 'success',
				text: acceptedWords( run.action, press.environment ),
				isState: true,
			};
		case 'failed':
			return { kind: 'error', text: run.message, isState: true };
		case 'retrying':
			return { kind: 'info', text: message, isState: true };
		default:
			return { kind: 'info', text: message, isState: false };
	}
}

/**
 * Sends what is pressed, once: a second press while the first is being answered does nothing.
 *
 * @param refresh Asks for the state that the press led to.
 * @param speaks  Whether its success is spoken here, because nothing on the page announces states.
 */
export function usePress(
	refresh: () => Promise< void >,
	speaks = false
): Presses {
	const [ pressed, setPressed ] = useState< Press | null >( null );
	const locked = useRef( false );
	const { createNotice } = useDispatch( noticesStore );
	const say = ( { kind, text, isState }: Words ) =>
		void createNotice( kind, text, {
			id: NOTICE_ID,
			type: 'snackbar',
			explicitDismiss: kind === 'error',
			speak: speaks || ! isState,
		} );
	const press = async ( what: Press ) => {
		if ( locked.current ) {
			return;
		}
		locked.current = true;
		setPressed( what );
		try {
			const words = wordsFor( await what.send(), what );
			say( words );
			if ( words.kind === 'success' ) {
				what.onSuccess?.();
			}
		} catch ( error ) {
			const fallback = __(
				'WordPress did not respond. Check the status, then try again.',
				'headless-deploy'
			);
			const text = refusalWords( error, fallback );
			say( { kind: 'error', text, isState: false } );
		}
		await refresh();
		locked.current = false;
		setPressed( null );
	};
	return {
		busy: pressed?.key ?? null,
		sending: pressed?.action ?? null,
		press,
	};
}
