import { useEffect, useState } from '@wordpress/element';
import type { RecognizedWebhook } from '../../shared/wire.ts';
import { __ } from '../../ui/i18n.ts';
import { errorText } from '../../live/labels/refusal.ts';
import { recognizeWebhook } from '../settings/api.ts';

const DEBOUNCE_MS = 250;

interface Answer {
	/** Null while it is unknown, and for a URL that cannot be used. */
	found: RecognizedWebhook | null;
	/** Why WordPress could not be asked; empty if it answered. */
	problem: string;
}

const NO_ANSWER: Answer = { found: null, problem: '' };

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
				( { webhook } ) => receive( { found: webhook, problem: '' } ),
				( error: unknown ) =>
					receive( {
						found: null,
						problem: errorText(
							error,
							__(
								'WordPress did not respond.',
								'headless-deploy'
							)
						),
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
