/** The portal's words for fault rules and for the journal's requests. */
import { matchesRule } from '../faults/request-matcher.ts';
import type { FaultRule, JournalEntry } from '../model/faults.ts';
import { duration } from './labels.ts';

const MAX_ONE_IN = 1000;

/**
 * Says which share of the calls a rule hits, or nothing when it is all of them.
 *
 * @param probability From 0 to 1.
 */
export function shareWords( probability: number ): string {
	if ( probability >= 1 ) {
		return '';
	}
	const oneIn = Math.round( 1 / probability );
	return oneIn <= MAX_ONE_IN && Math.abs( oneIn * probability - 1 ) < 0.001
		? `1 in ${ oneIn } calls`
		: `${ Number( ( probability * 100 ).toFixed( 1 ) ) } % of calls`;
}

/**
 * Says which requests a rule is about, for example "POST webhook:rebuild, 1 in 2 calls".
 */
export function aboutWords( rule: FaultRule ): string {
	const { method, action, path } = rule;
	// A path that every webhook has adds nothing to its action.
	const isAnyWebhook = matchesRule(
		{ path, method: '', action: '' },
		{ method: '', path: '/wh/v1/accounts/' }
	);
	const where =
		action === ''
			? path
			: `webhook:${ action }${ isAnyWebhook ? '' : ` in ${ path }` }`;
	const what =
		method === '' ? `Any method, ${ where }` : `${ method } ${ where }`;
	return [ what, shareWords( rule.probability ) ]
		.filter( ( words ) => words !== '' )
		.join( ', ' );
}

function bytesWords( bytes: number ): string {
	if ( bytes === 0 ) {
		return '';
	}
	const megabytes = bytes / 1_000_000;
	return megabytes >= 0.1
		? ` after ${ Number( megabytes.toFixed( 1 ) ) } MB`
		: ` after ${ bytes.toLocaleString( 'en' ) } bytes`;
}

function kindWords( rule: FaultRule ): string {
	switch ( rule.kind ) {
		case 'none':
			return 'answers as usual';
		case 'status':
			return `answers ${ rule.status }${ rule.retryAfterSeconds === null ? '' : `, Retry-After ${ rule.retryAfterSeconds } s` }`;
		case 'drop':
			return `drops the connection${ bytesWords( rule.afterBytes ) }`;
		case 'reset':
			return `resets the connection${ bytesWords( rule.afterBytes ) }`;
		case 'truncate':
			return 'sends half of the answer';
		case 'drip':
			return `sends a byte each ${ tookWords( rule.dripMs ) }`;
		case 'endless':
			return 'sends an answer that never ends';
	}
}

/** Says what a rule does, for example "Waits 2 s, then answers 503". */
export function happensWords( rule: FaultRule ): string {
	const what = kindWords( rule );
	const words =
		rule.latencyMs === 0
			? what
			: `waits ${ tookWords( rule.latencyMs ) }, then ${ what }`;
	return words.charAt( 0 ).toUpperCase() + words.slice( 1 );
}

/** Says how often a rule was used, for example "3 of 10 times". */
export function usedWords( { used, count }: FaultRule ): string {
	const times =
		used === 1 ? 'once' : `${ used.toLocaleString( 'en' ) } times`;
	if ( count !== null ) {
		return `${ used.toLocaleString( 'en' ) } of ${ count.toLocaleString( 'en' ) } ${ count === 1 ? 'time' : 'times' }`;
	}
	return used === 0
		? 'Never'
		: times.charAt( 0 ).toUpperCase() + times.slice( 1 );
}

/** Says how long a call took, to the millisecond. */
export function tookWords( milliseconds: number ): string {
	return milliseconds < 999.5
		? `${ Math.max( 1, Math.round( milliseconds ) ) } ms`
		: duration( milliseconds );
}

/** Shortens a call's address to what tells it apart from others. */
export function shortUrl( url: string ): string {
	return url
		.replace( /^\/wh\/v1\/.*(?=\/webhooks\/)/, '…' )
		.replace(
			/([0-9a-f]{4})[0-9a-f]{4}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi,
			'$1…'
		);
}

/**
 * Names the class that gives an answer's colour.
 *
 * @param status HTTP status, or 0 for no answer.
 */
export function statusTone( status: number ): 'ok' | 'amber-text' | 'bad' {
	if ( status === 0 || status >= 500 ) {
		return 'bad';
	}
	return status >= 400 ? 'amber-text' : 'ok';
}

/** Says how a call was answered, as a sentence. */
export function answeredWords( entry: JournalEntry ): string {
	const took = tookWords( entry.tookMs );
	if ( entry.status === 0 ) {
		return `No answer. It ended after ${ took }.`;
	}
	return entry.status >= 400
		? `Refused with ${ entry.status }, in ${ took }.`
		: `Answered ${ entry.status } in ${ took }.`;
}
