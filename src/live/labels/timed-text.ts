import { sprintf } from '../../ui/i18n.ts';
import type { TimedText } from '../../shared/wire.ts';
import { clockTime, timeAgo, timeLeft } from './time.ts';
import { elapsed } from '../../ui/duration.ts';

const MINUTE_MS = 60_000;

export function fillText(
	{ text, until, since, at, clock }: TimedText,
	nowMs: number,
	timeZone: string,
	secondsUntilMs?: number
): string {
	if ( until !== undefined ) {
		return sprintf( text, timeLeft( Date.parse( until ) - nowMs ) );
	}
	if ( since !== undefined ) {
		return sprintf( text, elapsed( nowMs - Date.parse( since ) ) );
	}
	if ( clock !== undefined ) {
		return sprintf( text, clockTime( clock, nowMs, timeZone ) );
	}
	return at === undefined
		? text
		: sprintf( text, timeAgo( at, nowMs, timeZone, secondsUntilMs ) );
}

/** Like `fillText()`, but after the first minute the text changes once a minute: the admin bar is on every page. */
export function fillTextByMinute(
	text: TimedText,
	nowMs: number,
	timeZone: string
): string {
	const { until, since, at, clock } = text;
	const from = until ?? since ?? at ?? clock;
	if ( from === undefined ) {
		return text.text;
	}
	const passedMs = nowMs - Date.parse( from );
	const wholeMinutesMs =
		Math.abs( passedMs ) < MINUTE_MS
			? passedMs
			: Math.floor( passedMs / MINUTE_MS ) * MINUTE_MS;
	return fillText(
		text,
		Date.parse( from ) + wholeMinutesMs,
		timeZone,
		MINUTE_MS
	);
}

/** Puts texts of the server side by side; each of them may be empty. */
export function sentences( ...texts: readonly string[] ): string {
	return texts.filter( ( text ) => text !== '' ).join( ' ' );
}
