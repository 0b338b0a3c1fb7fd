import { useEffect, useState } from '@wordpress/element';
import type { RestError } from '../../shared/errors.ts';
import type { Recognition } from '../../shared/wire.ts';
import { recognizeWebhook } from '../settings/api.ts';

const DEBOUNCE_MS = 250;
const BAD_REQUEST = 400;

interface Answer {
	/** Null while it is unknown. */
	found: Recognition | null;
	/** Whether WordPress did not respond. */
	isUnreachable: boolean;
}

const NO_ANSWER: Answer = { found: null, isUnreachable: false };

/** WordPress rejects what is not a webhook URL with 400; other errors are no answer. */
function isRejection( error: unknown ): boolean {
	return (
		( error as Partial< RestError > | null )?.data?.status === BAD_REQUEST
	);
}

/** Asks WordPress what a webhook URL belongs to while the user enters it. Only the answer for the present URL counts. */
export function useRecognition( webhookUrl: string ): Answer {
	const url = webhookUrl.trim();
	const [ last, setLast ] = useState( { url: '', ...NO_ANSWER } );
	useEffect( () => {
		if ( url === '' ) {
			return;
		}
		let isCurrent = true;
		const receive = ( next: Answer ) => {
			if ( isCurrent ) {
				setLast( { url, ...next } );
			}
		};
		const timer = setTimeout( () => {
			recognizeWebhook( url ).then(
				( found ) => receive( { found, isUnreachable: false } ),
				( error: unknown ) =>
					receive( {
						found: null,
						isUnreachable: ! isRejection( error ),
					} )
			);
		}, DEBOUNCE_MS );
		return () => {
			isCurrent = false;
			clearTimeout( timer );
		};
	}, [ url ] );
	return last.url === url ? last : NO_ANSWER;
}
