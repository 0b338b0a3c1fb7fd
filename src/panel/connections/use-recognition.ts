import type { RecognizedWebhook } from '../../shared/wire.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { noResponseText } from '../../live/labels/refusal.ts';
import { useAnswer } from '../../live/use-answer.ts';
import { recognizeWebhook } from '../settings/api.ts';

const DEBOUNCE_MS = 250;

interface Recognition {
	/** Null while it is unknown, and for a URL that cannot be used. */
	found: RecognizedWebhook | null;
	/** Why WordPress could not be asked; empty if it answered. */
	problem: string;
}

/** Asks WordPress what a webhook URL belongs to while the user enters it. Only the answer for the present URL counts. */
export function useRecognition( webhookUrl: string ): Recognition {
	const url = webhookUrl.trim();
	const asked = useDebounced( url, DEBOUNCE_MS );
	const { data, of, error } = useAnswer(
		asked,
		recognizeWebhook,
		'',
		noResponseText()
	);
	return {
		found: of === url ? ( data?.webhook ?? null ) : null,
		problem: asked === url ? error : '',
	};
}
