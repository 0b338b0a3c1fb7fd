import { isWebhookAction } from '../../shared/actions.ts';
import type { WebhookAction } from '../../shared/actions.ts';
import type { NewFaultRule } from '../model/faults.ts';

/** The part of a request that rules are compared with. */
export interface Target {
	method: string;
	/** Without its query, percent signs resolved. */
	path: string;
}

/** The fields of a rule that are compared. */
export type Match = Pick< NewFaultRule, 'path' | 'method' | 'action' >;

/**
 * The portal and `/_local` are exempt from faults, so that rules can be turned off, and from the journal. The requests of
 * a session are too, whatever their path: the portal calls the API.
 */
const OWN = /^\/(?:portal|_local)(?:\/|$)|^\/(?:openapi\.json|favicon\.ico)?$/;

function decode( path: string ): string {
	try {
		return decodeURIComponent( path );
	} catch {
		return path;
	}
}

/**
 * Finds the path in a request's target, as the router sees it.
 *
 * @param url The target, which may be a whole address.
 */
export function pathOfUrl( url: string ): string {
	const target = url.startsWith( '/' )
		? url
		: url.replace( /^[a-z]+:\/\/[^/?#]*/i, '' );
	const end = target.search( /[?#]/ );
	const path = end < 0 ? target : target.slice( 0, end );
	return path.includes( '%' ) ? decode( path ) : path;
}

/** Returns whether a request belongs to the API or the webhooks. */
export function isApiCall( path: string ): boolean {
	return ! OWN.test( path );
}

/** Returns the webhook action in a path, or an empty string. */
export function webhookActionOf( path: string ): WebhookAction | '' {
	const word = path.startsWith( '/wh/' )
		? path.slice( path.lastIndexOf( '/webhook:' ) + '/webhook:'.length )
		: '';
	return isWebhookAction( word ) ? word : '';
}

/** `indexOf` takes quadratic time for some longer texts. */
const MAX_SIMPLE_LENGTH = 250;

/** Returns, for each beginning of a text, the length of its longest proper prefix that is also its suffix. */
function prefixLengths( text: string ): number[] {
	const lengths = [ 0 ];
	for ( let end = 1; end < text.length; end++ ) {
		let length = lengths[ end - 1 ] ?? 0;
		while ( length > 0 && text[ length ] !== text[ end ] ) {
			length = lengths[ length - 1 ] ?? 0;
		}
		lengths.push( text[ length ] === text[ end ] ? length + 1 : 0 );
	}
	return lengths;
}

/** Finds a part in linear time (Knuth, Morris and Pratt); -1 if there is none. */
function positionOf( part: string, path: string, from: number ): number {
	if ( part.length <= MAX_SIMPLE_LENGTH ) {
		return path.indexOf( part, from );
	}
	const lengths = prefixLengths( part );
	let matched = 0;
	for ( let at = from; at < path.length; at++ ) {
		while ( matched > 0 && part[ matched ] !== path[ at ] ) {
			matched = lengths[ matched - 1 ] ?? 0;
		}
		matched += part[ matched ] === path[ at ] ? 1 : 0;
		if ( matched === part.length ) {
			return at + 1 - matched;
		}
	}
	return -1;
}

/**
 * Compares a path with a pattern, in a time that depends only on their lengths.
 *
 * @param pattern `*` matches any number of characters, including slashes.
 */
export function matchesPath( pattern: string, path: string ): boolean {
	const [ first = '', ...rest ] = pattern.split( '*' );
	const last = rest.pop();
	if ( last === undefined ) {
		return path === pattern;
	}
	if (
		! path.startsWith( first ) ||
		! path.endsWith( last ) ||
		path.length < first.length + last.length
	) {
		return false;
	}
	const end = path.length - last.length;
	let from = first.length;
	for ( const part of rest ) {
		const at = positionOf( part, path, from );
		if ( at < 0 || at + part.length > end ) {
			return false;
		}
		from = at + part.length;
	}
	return true;
}

export function matchesRule( match: Match, target: Target ): boolean {
	return (
		( match.method === '' || match.method === target.method ) &&
		( match.action === '' ||
			match.action === webhookActionOf( target.path ) ) &&
		matchesPath( match.path, target.path )
	);
}
