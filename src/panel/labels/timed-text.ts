import { sprintf } from '../i18n.ts';
import type { TimedText } from '../../shared/wire.ts';
import { elapsed, timeAgo, timeLeft } from './time.ts';

export function fillText(
	{ text, until, since, at }: TimedText,
	nowMs: number,
	timeZone: string
): string {
	if ( until !== undefined ) {
		return sprintf( text, timeLeft( Date.parse( until ) - nowMs ) );
	}
	if ( since !== undefined ) {
		return sprintf( text, elapsed( nowMs - Date.parse( since ) ) );
	}
	return at === undefined
		? text
		: sprintf( text, timeAgo( at, nowMs, timeZone ) );
}
