/**
 * Who may use the portal, the uploads and `/_local`: one API user, known by Basic credentials, or by a
 * session that a one-time link opened.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const LINK_LIFETIME_MS = 24 * 60 * 60 * 1000;
const SESSION_IDLE_MS = 12 * 60 * 60 * 1000;
const MAX_OPEN_LINKS = 100;

export interface SessionsOptions {
	user: string;
	password: string;
	now?: () => Date;
}

/**
 * Compares two secrets in a time that does not depend on where they differ, nor on their lengths.
 *
 * @param one   A secret.
 * @param other Another one.
 */
export function sameSecret( one: string, other: string ): boolean {
	const digest = ( text: string ) =>
		createHash( 'sha256' ).update( text ).digest();
	return timingSafeEqual( digest( one ), digest( other ) );
}

function readBasic( header: string ): [ string, string ] | null {
	const match = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec( header.trim() );
	if ( ! match?.[ 1 ] ) {
		return null;
	}
	const text = Buffer.from( match[ 1 ], 'base64' ).toString( 'utf8' );
	const colon = text.indexOf( ':' );
	return colon < 0
		? null
		: [ text.slice( 0, colon ), text.slice( colon + 1 ) ];
}

/** Keeps the one-time links and the open sessions; in memory, so a restart signs everybody out. */
export class Sessions {
	readonly user: string;
	readonly #password: string;
	readonly #now: () => Date;
	readonly #links = new Map< string, number >();
	readonly #sessions = new Map< string, number >();

	constructor( options: SessionsOptions ) {
		this.user = options.user;
		this.#password = options.password;
		this.#now = options.now ?? ( () => new Date() );
	}

	/** Makes the path of a link that signs in once, within a day. */
	createLink(): string {
		const code = randomBytes( 24 ).toString( 'base64url' );
		const oldest = this.#links.keys().next();
		if ( this.#links.size >= MAX_OPEN_LINKS && ! oldest.done ) {
			this.#links.delete( oldest.value );
		}
		this.#links.set( code, this.#now().getTime() + LINK_LIFETIME_MS );
		return `/portal/enter?code=${ code }`;
	}

	/**
	 * Uses up a one-time link.
	 *
	 * @param code What the link carried.
	 * @return The new session's id, or null when the link was used, is too old or never existed.
	 */
	enter( code: string ): string | null {
		const expires = this.#links.get( code );
		this.#links.delete( code );
		return expires === undefined || expires < this.#now().getTime()
			? null
			: this.open();
	}

	/** Opens a session, for someone whose credentials were checked. */
	open(): string {
		const id = randomBytes( 24 ).toString( 'base64url' );
		this.#sessions.set( id, this.#now().getTime() + SESSION_IDLE_MS );
		return id;
	}

	/**
	 * Tells whether a session is open, and keeps it open longer if so.
	 *
	 * @param id The value of the session's cookie.
	 */
	isOpen( id: string | undefined ): boolean {
		const now = this.#now().getTime();
		if ( id === undefined || ( this.#sessions.get( id ) ?? 0 ) < now ) {
			return false;
		}
		this.#sessions.set( id, now + SESSION_IDLE_MS );
		return true;
	}

	/**
	 * Ends a session.
	 *
	 * @param id The value of the session's cookie.
	 */
	end( id: string | undefined ): void {
		this.#sessions.delete( id ?? '' );
	}

	/**
	 * Tells whether these are the API user's credentials.
	 *
	 * @param user     User name.
	 * @param password Password.
	 */
	matches( user: string, password: string ): boolean {
		const userMatches = sameSecret( user, this.user );
		return sameSecret( password, this.#password ) && userMatches;
	}

	/**
	 * Tells whether an Authorization header carries the API user's credentials.
	 *
	 * @param header The header's value.
	 */
	acceptsHeader( header: string | undefined ): boolean {
		const basic = readBasic( header ?? '' );
		return basic !== null && this.matches( ...basic );
	}
}
