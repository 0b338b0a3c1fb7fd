import { VARIABLE_KEY } from '../lib/names.ts';
import { pathOfUrl } from './request-matcher.ts';

/** Replaces a sensitive value. */
export const REDACTED = '••••';

const SECRET_HEADER =
	/^(?:(?:proxy-)?authorization|cookie2?|set-cookie2?)$|token|secret|password|passwd|api-?key|signature|credential/i;
const SECRET_NAME = /token|secret|password|passwd|api_?key|^key$|^code$/i;
const SECRET_FIELD = /token|secret|password|passwd/i;
/** The fields with the value and the name of a pair. */
const VALUE = /^val(?:ue)?$/i;
const PAIR_NAME = /^(?:key|name)$/i;
/** Fields with variables, by the service's names and by wrong names that callers may use. */
const VARIABLES = /^(?:shell_?)?variables$|^env$/i;
/** Paths whose bodies contain shell variables, in whatever form. */
const VARIABLES_PATH = /\/shell_?variables(?:\/|$)/i;
/** Paths whose bodies create or change an environment. */
const ENVIRONMENT_PATH = /\/environments(?:\/[^/]*)?\/?$/i;
const ENVIRONMENT_FIELDS = new Set( [
	'displayName',
	'branch',
	'wpEnvironment',
	'rootDirectory',
	'purgeOnDeploy',
] );
/** A token after its name, anywhere in a text. */
const NAMED_TOKEN =
	/(token(?:\[\]|%5B%5D)?(?:=|%3D))([^&\s"'<>\\#;]{1,4096})/gi;
/** A token without a name: 20 bytes as base64url with padding. */
const BARE_TOKEN = /[\w-]{27}(?:=|%3D)/g;
const BARE_LENGTH = 28;
const MIN_SHOWN_LENGTH = 16;

/** Shows the last four characters of a token that is long enough to stay secret without them. */
export function maskToken( token: string ): string {
	const plain = token.replace( /%3D/gi, '=' );
	return plain.length < MIN_SHOWN_LENGTH
		? REDACTED
		: REDACTED + plain.slice( -4 );
}

export function maskTokens( text: string ): string {
	// This check runs for every call; only a text that may contain a token is searched.
	if ( ! text.includes( '=' ) && ! text.includes( '%3' ) ) {
		return text;
	}
	const named = text.replace(
		NAMED_TOKEN,
		( _all, name: string, token: string ) => name + maskToken( token )
	);
	return named.length < BARE_LENGTH
		? named
		: named.replace( BARE_TOKEN, maskToken );
}

function decodeName( name: string ): string {
	try {
		return decodeURIComponent( name );
	} catch {
		return name;
	}
}

function maskQuery( query: string ): string {
	return query
		.split( '&' )
		.map( ( pair ) => {
			const at = pair.indexOf( '=' );
			const name = at < 0 ? pair : pair.slice( 0, at );
			if ( at >= 0 && VALUE.test( decodeName( name ) ) ) {
				return `${ name }=${ REDACTED }`;
			}
			return at >= 0 && SECRET_NAME.test( decodeName( name ) )
				? `${ name }=${ maskToken( pair.slice( at + 1 ) ) }`
				: pair;
		} )
		.join( '&' );
}

/** Masks the secrets of a request's target; of an absolute URL, only the path and the query are kept. */
export function maskUrl( url: string ): string {
	const target = url.startsWith( '/' )
		? url
		: url.replace( /^[a-z]+:\/\/[^/?#]*/i, '' );
	const at = target.indexOf( '?' );
	// Every webhook URL has this parameter; the rest handles mistakes of callers.
	if ( at >= 0 && target.startsWith( '?token=', at ) ) {
		const from = at + '?token='.length;
		const token = target.slice( from );
		if ( /^[\w-]+(?:=|%3D)?$/.test( token ) && ! /token/i.test( token ) ) {
			const path = maskTokens( target.slice( 0, at ) );
			return `${ path }?token=${ maskToken( token ) }`;
		}
	}
	if ( at < 0 ) {
		return maskTokens( target );
	}
	if ( VARIABLES_PATH.test( pathOfUrl( target ) ) ) {
		return `${ maskTokens( target.slice( 0, at ) ) }?${ REDACTED }`;
	}
	const query = maskQuery( target.slice( at + 1 ) );
	return maskTokens( `${ target.slice( 0, at ) }?${ query }` );
}

/** Calls repeat the same few names. */
const knownHeaders = new Map< string, boolean >();
const MAX_KNOWN_HEADERS = 500;

function isSecretHeader( name: string ): boolean {
	const known = knownHeaders.get( name );
	if ( known !== undefined ) {
		return known;
	}
	const isSecret = SECRET_HEADER.test( name );
	if ( knownHeaders.size < MAX_KNOWN_HEADERS && name.length < 100 ) {
		knownHeaders.set( name, isSecret );
	}
	return isSecret;
}

export function maskHeader( name: string, value: string ): string {
	return isSecretHeader( name ) ? REDACTED : maskTokens( value );
}

/** Bounds the work for large or deeply nested bodies. */
const MAX_DEPTH = 20;
const MAX_VALUES = 2000;
const MAX_TEXT = 4096;
const CUT = '…';

/** Copies the recorded part of a parsed body, without its secrets. */
class Masker {
	#left = MAX_VALUES;

	copy( value: unknown, isSecret = false, depth = 0 ): unknown {
		this.#left -= 1;
		if ( typeof value === 'object' && value !== null ) {
			if ( depth >= MAX_DEPTH ) {
				return CUT;
			}
			return Array.isArray( value )
				? this.#list( value, isSecret, depth )
				: this.#object( value, isSecret, depth );
		}
		if ( isSecret && value !== null ) {
			return REDACTED;
		}
		return typeof value === 'string'
			? maskTokens( value ).slice( 0, MAX_TEXT )
			: value;
	}

	/** Copies the settings of an environment; any other field may be meant as a variable. */
	environment( given: object ): object {
		const entries = Object.entries( given );
		const isSetting = ( [ name, item ]: [ string, unknown ] ) =>
			ENVIRONMENT_FIELDS.has( name ) && typeof item !== 'object';
		const settings = entries.filter( isSetting );
		const others = entries.filter( ( entry ) => ! isSetting( entry ) );
		return {
			...this.#object( Object.fromEntries( settings ), false, 0 ),
			...this.#object( Object.fromEntries( others ), true, 0 ),
		};
	}

	#list( list: readonly unknown[], isSecret: boolean, depth: number ) {
		const copied: unknown[] = [];
		for ( const item of list ) {
			if ( this.#left <= 0 ) {
				return [ ...copied, CUT ];
			}
			copied.push( this.copy( item, isSecret, depth + 1 ) );
		}
		return copied;
	}

	#object( given: object, isSecret: boolean, depth: number ) {
		const copied: [ string, unknown ][] = [];
		const isPair = Object.keys( given ).some( ( name ) =>
			PAIR_NAME.test( name )
		);
		for ( const [ name, item ] of Object.entries( given ) ) {
			if ( this.#left <= 0 ) {
				copied.push( [ CUT, CUT ] );
				break;
			}
			// The name of a variable is not secret, and it identifies the variable.
			const isName = PAIR_NAME.test( name ) && isVariableName( item );
			const mustRedact =
				! isName &&
				( isSecret ||
					isSecretField( name, item ) ||
					( isPair && VALUE.test( name ) ) );
			copied.push( [
				isSecret && ! isVariableName( name )
					? REDACTED
					: maskTokens( name ).slice( 0, MAX_TEXT ),
				this.copy( item, mustRedact, depth + 1 ),
			] );
		}
		return Object.fromEntries( copied );
	}
}

/** Returns whether a text can be the name of a variable. Any other text in its place may be a sensitive value. */
function isVariableName( name: unknown ): boolean {
	return typeof name === 'string' && VARIABLE_KEY.test( name );
}

function isSecretField( name: string, value: unknown ): boolean {
	return (
		VARIABLES.test( name ) ||
		( SECRET_FIELD.test( name ) && typeof value !== 'object' )
	);
}

/**
 * Writes a parsed body as JSON, without passwords, tokens and values of shell variables, in whatever form.
 *
 * @param path Where it was sent, from `pathIn`; empty for an answer.
 */
export function maskBody( body: unknown, path = '' ): string {
	const masker = new Masker();
	const masked =
		isPlain( body ) && ENVIRONMENT_PATH.test( path )
			? masker.environment( body )
			: masker.copy(
					body,
					VARIABLES_PATH.test( path ) || ENVIRONMENT_PATH.test( path )
				);
	return JSON.stringify( masked ) ?? '';
}

function isPlain( body: unknown ): body is object {
	return typeof body === 'object' && body !== null && ! Array.isArray( body );
}

export function maskAnswer( text: string ): string {
	if ( ! /variables|token|secret|password/i.test( text ) ) {
		return text;
	}
	try {
		return maskBody( JSON.parse( text ) );
	} catch {
		return maskTokens( text );
	}
}
