/** The state that a start saves for the next one, in `state.json`. Only its owner can read the file. */
import { randomBytes, randomInt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../files.ts';
import type { Ports } from '../ports.ts';

const PASSWORD_LENGTH = 16;
/** Characters that are not mistaken for each other and that a double click selects. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const SECRET_BYTES = 32;

export interface StackState {
	ports: Ports | null;
	/** The keys and salts of WordPress are derived from it. */
	secret: string;
	adminPassword: string;
	/** Of the platform's API user. */
	apiPassword: string;
	/** Null until WordPress is installed. */
	applicationPassword: string | null;
	/** Signs the refresh requests of WordPress. */
	refreshSecret: string;
	/** The release of the live front end: a hash of its sources, its variables and the address of WordPress. */
	frontEnd: string | null;
}

function emptyState(): StackState {
	const password = (): string =>
		Array.from(
			{ length: PASSWORD_LENGTH },
			() => LETTERS[ randomInt( LETTERS.length ) ]
		).join( '' );
	return {
		ports: null,
		secret: randomBytes( SECRET_BYTES ).toString( 'hex' ),
		adminPassword: password(),
		apiPassword: password(),
		applicationPassword: null,
		refreshSecret: `whsec_${ randomBytes( SECRET_BYTES ).toString( 'base64' ) }`,
		frontEnd: null,
	};
}

/** A missing or broken file counts as an empty state. */
export function readState( folder: string ): StackState {
	try {
		const text = fs.readFileSync(
			path.join( folder, 'state.json' ),
			'utf8'
		);
		return {
			...emptyState(),
			...( JSON.parse( text ) as Partial< StackState > ),
		};
	} catch {
		return emptyState();
	}
}

export function saveState( folder: string, state: StackState ): void {
	writeWhole(
		path.join( folder, 'state.json' ),
		`${ JSON.stringify( state, null, '\t' ) }\n`,
		0o600
	);
}
