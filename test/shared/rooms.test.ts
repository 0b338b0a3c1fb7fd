/**
 * The plugin's rooms and the arrows between them: data walks one way. A new arrow belongs into this table, with a thought.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../src/local/paths.ts';
import { phpFiles } from '../../src/local/php-files.ts';

/** Which rooms each room knows; the ground floor stands first, doors last. */
const KNOWS: Record< string, readonly string[] > = {
	Environments: [],
	Webhooks: [ 'Environments' ],
	Queue: [ 'Environments', 'Webhooks' ],
	Triggers: [ 'Environments', 'Queue' ],
	Hosting: [ 'Environments', 'Webhooks' ],
	Outcomes: [ 'Environments', 'Webhooks', 'Queue', 'Triggers', 'Hosting' ],
	Deliveries: [ 'Environments', 'Queue', 'Triggers', 'Outcomes' ],
	Status: [ 'Environments', 'Queue', 'Outcomes', 'Deliveries' ],
	Privacy: [ 'Environments', 'Hosting', 'Queue', 'Triggers', 'Deliveries' ],
	Admin: [ 'Environments', 'Queue', 'Status' ],
	Site_Health: [
		'Environments',
		'Webhooks',
		'Queue',
		'Hosting',
		'Outcomes',
		'Deliveries',
		'Status',
		'Admin',
	],
	Abilities: [ 'Environments', 'Queue', 'Status' ],
	CLI: [
		'Environments',
		'Webhooks',
		'Queue',
		'Triggers',
		'Deliveries',
		'Status',
	],
};

/** The arrows that the code draws, as “room → room”. */
function arrows(): Set< string > {
	const found = new Set< string >();
	for ( const file of phpFiles() ) {
		const room = /(?:^|\/)includes\/(\w+)\//.exec( file )?.[ 1 ];
		if ( room === undefined ) {
			continue;
		}
		const code = readFileSync( path.resolve( PROJECT, file ), 'utf8' );
		for ( const [ , other ] of code.matchAll(
			/HeadlessDeploy\\(\w+)\\/g
		) ) {
			if ( other !== undefined && other !== room ) {
				found.add( `${ room } → ${ other }` );
			}
		}
	}
	return found;
}

const drawn = arrows();
const allowed = Object.entries( KNOWS ).flatMap( ( [ room, others ] ) =>
	others.map( ( other ) => `${ room } → ${ other }` )
);

test( 'no room knows one that it should not', () => {
	expect(
		[ ...drawn ].filter( ( arrow ) => ! allowed.includes( arrow ) )
	).toEqual( [] );
} );

test( 'every arrow of the table is drawn', () => {
	expect( allowed.filter( ( arrow ) => ! drawn.has( arrow ) ) ).toEqual( [] );
} );

test( 'no room is known by one below it', () => {
	const floors = Object.keys( KNOWS );
	const upwards = Object.entries( KNOWS ).flatMap( ( [ room, others ] ) =>
		others.filter(
			( other ) => floors.indexOf( other ) >= floors.indexOf( room )
		)
	);
	expect( upwards ).toEqual( [] );
} );
