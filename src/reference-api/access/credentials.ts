import { createHmac, randomBytes } from 'node:crypto';
import { HostingError } from '../model/hosting.ts';
import { decoyHash, verifyPassword } from './passwords.ts';
import type { PasswordCost } from './passwords.ts';
import { Semaphore } from '../lib/semaphore.ts';

/** Each check takes memory and a thread, of which Node has four. */
const MAX_CHECKS_AT_ONCE = 2;
const MAX_CHECKS_WAITING = 100;
const MAX_REMEMBERED = 1000;
const RETRY_SECONDS = 2;

/** A cache of limited size that drops its oldest entries. */
class BoundedCache {
	readonly #entries = new Map< string, string >();

	has( key: string, value: string ): boolean {
		return this.#entries.get( key ) === value;
	}

	add( key: string, value: string ): void {
		const oldest = this.#entries.keys().next();
		if ( this.#entries.size >= MAX_REMEMBERED && ! oldest.done ) {
			this.#entries.delete( oldest.value );
		}
		this.#entries.set( key, value );
	}
}

/**
 * Checks passwords, and caches successful checks in memory because hashing is slow.
 *
 * An entry is a keyed hash of user and password with the stored hash that it was checked against, so it becomes invalid
 * when the password changes or the user is deleted. Failed checks have a cache of their own, so that they cannot evict
 * successful ones.
 */
export class Credentials {
	readonly #key = randomBytes( 32 );
	readonly #decoy: string;
	readonly #accepted = new BoundedCache();
	readonly #refused = new BoundedCache();
	readonly #checking = new Map< string, Promise< boolean > >();
	readonly #semaphore = new Semaphore(
		MAX_CHECKS_AT_ONCE,
		MAX_CHECKS_WAITING
	);
	readonly #verify: typeof verifyPassword;

	constructor( cost?: PasswordCost, verify = verifyPassword ) {
		this.#decoy = decoyHash( cost );
		this.#verify = verify;
	}

	#keyOf( user: string, password: string ): string {
		return createHmac( 'sha256', this.#key )
			.update( `${ user }\0${ password }` )
			.digest( 'base64' );
	}

	remember( user: string, password: string, stored: string ): void {
		this.#accepted.add( this.#keyOf( user, password ), stored );
	}

	/**
	 * @param stored The hash of the user's password, or null when there is no such user.
	 * @throws HostingError 429 when too many checks are waiting.
	 */
	async verify(
		user: string,
		password: string,
		stored: string | null
	): Promise< boolean > {
		const hash = stored ?? this.#decoy;
		const key = this.#keyOf( user, password );
		if ( this.#accepted.has( key, hash ) ) {
			return true;
		}
		if ( this.#refused.has( key, hash ) ) {
			return false;
		}
		const job = `${ key } ${ hash }`;
		const running = this.#checking.get( job );
		if ( running ) {
			return running;
		}
		const check = this.#check( key, password, hash );
		this.#checking.set( job, check );
		try {
			return await check;
		} finally {
			this.#checking.delete( job );
		}
	}

	async #check(
		key: string,
		password: string,
		hash: string
	): Promise< boolean > {
		if ( this.#semaphore.isFull ) {
			throw new HostingError(
				429,
				'Too many sign-in attempts at the same time. Try again in a few seconds.',
				{ headers: { 'retry-after': String( RETRY_SECONDS ) } }
			);
		}
		const isValid = await this.#semaphore.run( () =>
			this.#verify( password, hash )
		);
		( isValid ? this.#accepted : this.#refused ).add( key, hash );
		return isValid;
	}
}
