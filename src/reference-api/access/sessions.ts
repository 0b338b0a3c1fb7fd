/** The portal's sessions, and the one-time links that open one; each belongs to an API user. */
import { randomBytes } from 'node:crypto';
import type { SignedInUser } from './users.ts';

const LINK_LIFETIME_MS = 24 * 60 * 60 * 1000;
const SESSION_IDLE_MS = 12 * 60 * 60 * 1000;
/** Per user, so that one user cannot push out another's sessions. */
const MAX_OPEN_LINKS = 50;
const MAX_SESSIONS = 50;

interface Ticket {
	userId: string;
	expires: number;
}

interface Session extends Ticket {
	passwordHash: string;
}

type Tickets< Kind extends Ticket = Ticket > = Map< string, Kind >;

/** Adds a ticket; if the user has too many, removes the least recently used one. */
function issue< Kind extends Ticket >(
	tickets: Tickets< Kind >,
	ticket: Kind,
	maxTickets: number
): string {
	const id = randomBytes( 24 ).toString( 'base64url' );
	const [ oldest, ...others ] = [ ...tickets ].filter(
		( [ , { userId } ] ) => userId === ticket.userId
	);
	if ( oldest && others.length + 1 >= maxTickets ) {
		tickets.delete( oldest[ 0 ] );
	}
	tickets.set( id, ticket );
	return id;
}

function removeOf( tickets: Tickets, userId: string ): void {
	for ( const [ id, ticket ] of tickets ) {
		if ( ticket.userId === userId ) {
			tickets.delete( id );
		}
	}
}

/** One-time links and open sessions. They are in memory, so a restart signs all users out. */
export class Sessions {
	readonly #now: () => Date;
	readonly #links: Tickets = new Map();
	readonly #sessions: Tickets< Session > = new Map();

	constructor( now: () => Date = () => new Date() ) {
		this.#now = now;
	}

	#expiresIn( milliseconds: number ): number {
		return this.#now().getTime() + milliseconds;
	}

	/** Returns the path of a one-time sign-in link that is valid for a day. */
	createLink( userId: string ): string {
		const ticket = { userId, expires: this.#expiresIn( LINK_LIFETIME_MS ) };
		const code = issue( this.#links, ticket, MAX_OPEN_LINKS );
		return `/portal/enter?code=${ code }`;
	}

	/**
	 * Uses up a one-time link.
	 *
	 * @return The user whom it signs in, or null if the link was used, has expired or never existed.
	 */
	useLink( code: string ): string | null {
		const link = this.#links.get( code );
		this.#links.delete( code );
		return link && link.expires >= this.#expiresIn( 0 )
			? link.userId
			: null;
	}

	/** Opens a session, for a user whose credentials were checked. */
	open( { userId, passwordHash }: SignedInUser ): string {
		const expires = this.#expiresIn( SESSION_IDLE_MS );
		const session = { userId, passwordHash, expires };
		return issue( this.#sessions, session, MAX_SESSIONS );
	}

	/**
	 * Returns the user of a session, and extends the session.
	 *
	 * @return Null if the session does not exist or has expired.
	 */
	holderOf( id: string | undefined ): SignedInUser | null {
		const session = this.#sessions.get( id ?? '' );
		if ( id === undefined || ! session ) {
			return null;
		}
		this.#sessions.delete( id );
		if ( session.expires < this.#expiresIn( 0 ) ) {
			return null;
		}
		// Inserted again, so that it is the most recently used one.
		session.expires = this.#expiresIn( SESSION_IDLE_MS );
		this.#sessions.set( id, session );
		const { userId, passwordHash } = session;
		return { userId, passwordHash };
	}

	end( id: string | undefined ): void {
		this.#sessions.delete( id ?? '' );
	}

	/** Ends all sessions and one-time links of a user. */
	endOf( userId: string ): void {
		removeOf( this.#sessions, userId );
		removeOf( this.#links, userId );
	}
}
