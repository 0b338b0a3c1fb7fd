/** The dependency order of the plugin's folders. A new dependency is added to this table on purpose. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { phpFiles } from '../../src/dev-kit/php-files.ts';

/** The folders that each folder uses. Folders without dependencies come first, entry points last. */
const USES: Record< string, readonly string[] > = {
	Providers: [],
	Secrets: [ 'Providers' ],
	Environments: [ 'Providers', 'Secrets' ],
	Http: [ 'Providers', 'Secrets', 'Environments' ],
	Schedules: [ 'Environments' ],
	Queue: [ 'Environments', 'Http', 'Schedules' ],
	Changes: [ 'Environments', 'Queue' ],
	Refresh: [
		'Changes',
		'Secrets',
		'Providers',
		'Environments',
		'Http',
		'Queue',
	],
	Hosting: [ 'Secrets', 'Providers', 'Environments', 'Http' ],
	Tracking: [
		'Providers',
		'Environments',
		'Http',
		'Queue',
		'Changes',
		'Hosting',
	],
	Runs: [
		'Environments',
		'Queue',
		'Schedules',
		'Changes',
		'Refresh',
		'Tracking',
	],
	Notifications: [
		'Providers',
		'Secrets',
		'Environments',
		'Http',
		'Queue',
		'Changes',
		'Tracking',
		'Runs',
	],
	Status: [ 'Environments', 'Queue', 'Tracking', 'Runs' ],
	Privacy: [
		'Environments',
		'Queue',
		'Schedules',
		'Hosting',
		'Runs',
		'Notifications',
	],
	Admin: [ 'Environments', 'Queue', 'Status', 'Changes' ],
	Links: [ 'Environments', 'Queue', 'Changes', 'Admin' ],
	Site_Health: [
		'Providers',
		'Secrets',
		'Environments',
		'Http',
		'Queue',
		'Hosting',
		'Tracking',
		'Runs',
		'Notifications',
		'Status',
		'Admin',
	],
	Abilities: [ 'Environments', 'Queue', 'Runs', 'Status' ],
	CLI: [
		'Environments',
		'Http',
		'Queue',
		'Schedules',
		'Refresh',
		'Runs',
		'Notifications',
		'Status',
		'Providers',
	],
};

/** Dependencies of the code, as “folder → folder”. */
function dependencies(): Set< string > {
	const pairs = new Set< string >();
	for ( const file of phpFiles() ) {
		const folder = /(?:^|\/)includes\/(\w+)\//.exec( file )?.[ 1 ];
		if ( folder === undefined ) {
			continue;
		}
		const code = readFileSync( path.resolve( PROJECT, file ), 'utf8' );
		for ( const [ , other ] of code.matchAll(
			/HeadlessDeploy\\(\w+)\\/g
		) ) {
			if ( other !== undefined && other !== folder ) {
				pairs.add( `${ folder } → ${ other }` );
			}
		}
	}
	return pairs;
}

const found = dependencies();
const allowed = Object.entries( USES ).flatMap( ( [ folder, others ] ) =>
	others.map( ( other ) => `${ folder } → ${ other }` )
);

test( 'no folder uses one that the table does not allow', () => {
	expect(
		[ ...found ].filter(
			( dependency ) => ! allowed.includes( dependency )
		)
	).toEqual( [] );
} );

test( 'every dependency of the table exists in the code', () => {
	expect(
		allowed.filter( ( dependency ) => ! found.has( dependency ) )
	).toEqual( [] );
} );

test( 'no folder uses one that comes after it', () => {
	const order = Object.keys( USES );
	const upwards = Object.entries( USES ).flatMap( ( [ folder, others ] ) =>
		others.filter(
			( other ) => order.indexOf( other ) >= order.indexOf( folder )
		)
	);
	expect( upwards ).toEqual( [] );
} );
