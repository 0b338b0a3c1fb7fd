/**
 * Passwords as scrypt hashes. A hash contains its parameters, so the cost can be raised later without resetting
 * passwords.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** The cost of a hash. Its memory is 128 × 2^logCost × blockSize bytes. */
export interface PasswordCost {
	logCost: number;
	blockSize: number;
	parallel: number;
}

/** 32 MiB and about 80 ms. */
export const PASSWORD_COST: PasswordCost = {
	logCost: 15,
	blockSize: 8,
	parallel: 1,
};

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MADE_PASSWORD_BYTES = 18;
/** The platform creates no hash with a higher cost, which could exhaust the memory. */
const MAX_LOG_COST = 18;
const MAX_FACTOR = 16;

const STORED =
	/^scrypt\$(\d{1,2}),(\d{1,2}),(\d{1,2})\$([\w-]{8,64})\$([\w-]{43})$/;

interface StoredHash {
	cost: PasswordCost;
	salt: Buffer;
	hash: Buffer;
}

function derive(
	password: string,
	salt: Buffer,
	{ logCost, blockSize, parallel }: PasswordCost
): Promise< Buffer > {
	const N = 2 ** logCost;
	const options = {
		N,
		r: blockSize,
		p: parallel,
		// OpenSSL counts a little more than the 128 × N × r of the algorithm.
		maxmem: 128 * blockSize * ( N + parallel + 2 ) + 64 * 1024,
	};
	return new Promise( ( resolve, reject ) => {
		// Unicode has several forms of the same characters; only one of them is hashed.
		const text = password.normalize( 'NFC' );
		scrypt( text, salt, HASH_BYTES, options, ( error, hash ) =>
			error ? reject( error ) : resolve( hash )
		);
	} );
}

function write( { cost, salt, hash }: StoredHash ): string {
	const { logCost, blockSize, parallel } = cost;
	return [
		'scrypt',
		`${ logCost },${ blockSize },${ parallel }`,
		salt.toString( 'base64url' ),
		hash.toString( 'base64url' ),
	].join( '$' );
}

function read( stored: string ): StoredHash | null {
	const [ , log, block, parallelism, salt, hash ] =
		STORED.exec( stored ) ?? [];
	if ( salt === undefined || hash === undefined ) {
		return null;
	}
	const cost = {
		logCost: Number( log ),
		blockSize: Number( block ),
		parallel: Number( parallelism ),
	};
	const isSane =
		cost.logCost >= 1 &&
		cost.logCost <= MAX_LOG_COST &&
		[ cost.blockSize, cost.parallel ].every(
			( factor ) => factor >= 1 && factor <= MAX_FACTOR
		);
	return isSane
		? {
				cost,
				salt: Buffer.from( salt, 'base64url' ),
				hash: Buffer.from( hash, 'base64url' ),
			}
		: null;
}

/**
 * Hashes a password with a new salt.
 *
 * @return `scrypt$logCost,blockSize,parallel$salt$hash`, the last two in base64url.
 */
export async function hashPassword(
	password: string,
	cost: PasswordCost = PASSWORD_COST
): Promise< string > {
	const salt = randomBytes( SALT_BYTES );
	return write( { cost, salt, hash: await derive( password, salt, cost ) } );
}

/** Returns a hash that no password matches. Checking it for an unknown user takes as long as for a known one. */
export function decoyHash( cost: PasswordCost = PASSWORD_COST ): string {
	return write( {
		cost,
		salt: randomBytes( SALT_BYTES ),
		hash: randomBytes( HASH_BYTES ),
	} );
}

/**
 * Returns whether a password is the one that was hashed.
 *
 * @param stored The hash; an invalid one matches no password.
 */
export async function verifyPassword(
	password: string,
	stored: string
): Promise< boolean > {
	const parsed = read( stored );
	if ( ! parsed ) {
		return false;
	}
	const hash = await derive( password, parsed.salt, parsed.cost );
	return timingSafeEqual( hash, parsed.hash );
}

/** Creates a password of 24 characters. */
export function generatePassword(): string {
	return randomBytes( MADE_PASSWORD_BYTES ).toString( 'base64url' );
}
