import { HostingError, PLATFORM_ROLES, ROLES } from '../model/hosting.ts';
import type { PlatformRole, Role } from '../model/hosting.ts';
import { quote } from '../lib/names.ts';

export const MIN_PASSWORD_CHARACTERS = 8;
export const MAX_PASSWORD_CHARACTERS = 1000;
export const MAX_ID_CHARACTERS = 100;
export const MAX_NAME_CHARACTERS = 100;

/** Control characters, unpaired surrogates, and characters that change the text direction. */
const UNPRINTABLE =
	/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Returns what is wrong with the id of a user, or an empty string. */
export function userIdProblem( id: string ): string {
	const isValid =
		id.length > 0 &&
		id.length <= MAX_ID_CHARACTERS &&
		id === id.trim() &&
		! id.includes( ':' ) &&
		! UNPRINTABLE.test( id );
	return isValid
		? ''
		: `${ quote( id ) } cannot be the ID of an API user: use 1 to ${ MAX_ID_CHARACTERS } printable characters without a colon.`;
}

/**
 * Rejects a user id that HTTP Basic cannot transmit.
 *
 * @throws HostingError 400.
 */
export function checkUserId( id: string ): void {
	const problem = userIdProblem( id );
	if ( problem ) {
		throw new HostingError( 400, problem, { field: 'id' } );
	}
}

/**
 * Checks a display name: printable, limited in length, possibly empty.
 *
 * @throws HostingError 400.
 */
export function checkUserName( name: string ): void {
	if ( name.length > MAX_NAME_CHARACTERS || UNPRINTABLE.test( name ) ) {
		throw new HostingError(
			400,
			`Invalid name ${ quote( name ) }. Use at most ${ MAX_NAME_CHARACTERS } printable characters, or none.`,
			{ field: 'name' }
		);
	}
}

export function isRole( role: string ): role is Role {
	return ROLES.some( ( other ) => other === role );
}

/**
 * Rejects a text that is not a role.
 *
 * @throws HostingError 400.
 */
export function checkRole( role: string ): asserts role is Role {
	if ( ! isRole( role ) ) {
		throw new HostingError(
			400,
			`Invalid role ${ quote( role ) }. Use read (read-only) or write (may change data).`
		);
	}
}

/**
 * Rejects a text that is not a role on the whole platform.
 *
 * @throws HostingError 400.
 */
export function checkPlatformRole(
	role: string
): asserts role is PlatformRole {
	if ( ! PLATFORM_ROLES.some( ( other ) => other === role ) ) {
		throw new HostingError(
			400,
			`Invalid role ${ quote( role ) }. Use none (only the listed accounts), read (read-only) or write (may change data).`
		);
	}
}

/**
 * Rejects a password that is too short or too long. The message does not contain it.
 *
 * @throws HostingError 400.
 */
export function checkPassword( password: string ): void {
	const { length } = password;
	if (
		length < MIN_PASSWORD_CHARACTERS ||
		length > MAX_PASSWORD_CHARACTERS
	) {
		throw new HostingError(
			400,
			`This password has ${ length } characters; from ${ MIN_PASSWORD_CHARACTERS } to ${ MAX_PASSWORD_CHARACTERS } are allowed. Omit it to generate one.`,
			{ field: 'password' }
		);
	}
}
