/** The credentials that `login` saves, per host, in the user's configuration folder. */
import { randomUUID } from 'node:crypto';
import {
	chmodSync,
	mkdirSync,
	readFileSync,
	renameSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Context } from './context.ts';
import { usageError } from './exit-codes.ts';

export interface SavedLogins {
	/** The address of the host that commands use if none is named; empty if there is none. */
	defaultHost: string;
	/** By the address of the host, so that a password is never sent to another one. */
	hosts: Record< string, { user: string; password: string } >;
}

const OWNER_ONLY = 0o600;

export function credentialsFile( { configFolder }: Context ): string {
	return path.join( configFolder, 'credentials.json' );
}

/** Windows has no such permissions. */
function isOpenToOthers( file: string ): boolean {
	const { mode } = statSync( file );
	return process.platform !== 'win32' && mode % 0o100 !== 0;
}

export function readLogins( context: Context ): SavedLogins {
	const file = credentialsFile( context );
	let text: string;
	try {
		text = readFileSync( file, 'utf8' );
	} catch {
		return { defaultHost: '', hosts: {} };
	}
	if ( isOpenToOthers( file ) ) {
		chmodSync( file, OWNER_ONLY );
		context.warn(
			`Other users of this machine could read ${ file }. Now only your user can. If they may have read it, change your password.`
		);
	}
	try {
		const { defaultHost, hosts } = JSON.parse( text ) as SavedLogins;
		return { defaultHost: String( defaultHost ), hosts: { ...hosts } };
	} catch {
		throw usageError(
			`${ file } is not valid JSON. Delete it, then log in again with headless-deploy login.`
		);
	}
}

export function saveLogins( context: Context, logins: SavedLogins ): void {
	const file = credentialsFile( context );
	mkdirSync( path.dirname( file ), { recursive: true, mode: 0o700 } );
	// The mode of an existing file would stay, so the file is replaced.
	const newFile = `${ file }.${ randomUUID() }`;
	writeFileSync( newFile, `${ JSON.stringify( logins, null, '\t' ) }\n`, {
		mode: OWNER_ONLY,
	} );
	renameSync( newFile, file );
}
