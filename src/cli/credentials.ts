/** The credentials that `login` saves, per host, in the user's configuration folder. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from './context.ts';
import { CliError, EXIT } from './exit-codes.ts';

export interface SavedLogin {
	user: string;
	password: string;
}

export interface SavedLogins {
	/** The address of the host that commands use if none is named; empty if there is none. */
	defaultHost: string;
	/** By the address of the host, so that a password is never sent to another one. */
	hosts: Record< string, SavedLogin >;
}

export function credentialsFile( { configFolder }: Context ): string {
	return path.join( configFolder, 'credentials.json' );
}

export function readLogins( context: Context ): SavedLogins {
	const file = credentialsFile( context );
	let text: string;
	try {
		text = readFileSync( file, 'utf8' );
	} catch {
		return { defaultHost: '', hosts: {} };
	}
	try {
		const { defaultHost, hosts } = JSON.parse( text ) as SavedLogins;
		return { defaultHost: String( defaultHost ), hosts: { ...hosts } };
	} catch {
		throw new CliError(
			EXIT.usage,
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
		mode: 0o600,
	} );
	renameSync( newFile, file );
}
