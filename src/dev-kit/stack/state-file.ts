/**
 * What a start remembers for the next one, in `state.json` (readable by its owner alone).
 */
import { randomBytes, randomInt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../files.ts';
import type { Ports } from '../ports.ts';

const PASSWORD_LENGTH = 16;
/** What can be read aloud, typed, and selected by a double click. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const SECRET_BYTES = 32;

export interface StackState {
	ports: Ports | null;
	/** WordPress's keys and salts are made from it. */
	secret: string;
	adminPassword: string;
	/** Of the platform's API user. */
	apiPassword: string;
	/** Null until WordPress is installed. */
	applicationPassword: string | null;
	/** Names the sources and the WordPress address that the live front end was made from. */
	frontEnd: string | null;
}

/** A state that remembers nothing, with new passwords. */
function freshState(): StackState {
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
		frontEnd: null,
	};
}

/** Reads the state; a missing or broken file counts as none. */
export function readState( folder: string ): StackState {
	try {
		const text = fs.readFileSync(
			path.join( folder, 'state.json' ),
			'utf8'
		);
		return {
			...freshState(),
			...( JSON.parse( text ) as Partial< StackState > ),
		};
	} catch {
		return freshState();
	}
}

/** Keeps the state. */
export function saveState( folder: string, state: StackState ): void {
	writeWhole(
		path.join( folder, 'state.json' ),
		`${ JSON.stringify( state, null, '\t' ) }\n`,
		0o600
	);
}
