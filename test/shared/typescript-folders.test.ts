/** The dependency order of the TypeScript folders. A new dependency must be added to this table. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';

/** The folders that each folder uses. Folders without dependencies come first, entry points last. */
const ALLOWED_DEPENDENCIES: Record< string, readonly string[] > = {
	shared: [],
	'front-end': [],
	'platform-client': [ 'shared' ],
	'reference-api/model': [ 'shared' ],
	'reference-api/lib': [ 'reference-api/model' ],
	'reference-api/store': [
		'shared',
		'reference-api/model',
		'reference-api/lib',
	],
	'reference-api/access': [
		'reference-api/model',
		'reference-api/lib',
		'reference-api/store',
	],
	'reference-api/usage': [
		'reference-api/model',
		'reference-api/lib',
		'reference-api/store',
	],
	'reference-api/faults': [
		'shared',
		'reference-api/model',
		'reference-api/lib',
		'reference-api/store',
	],
	'reference-api/builds': [
		'shared',
		'reference-api/model',
		'reference-api/lib',
		'reference-api/store',
		'reference-api/usage',
	],
	'reference-api/edge': [
		'reference-api/model',
		'reference-api/lib',
		'reference-api/store',
		'reference-api/builds',
	],
	'reference-api/webhooks': [
		'shared',
		'reference-api/model',
		'reference-api/store',
		'reference-api/builds',
		'reference-api/edge',
	],
	'reference-api/apps': [
		'reference-api/model',
		'reference-api/lib',
		'reference-api/store',
		'reference-api/builds',
		'reference-api/edge',
	],
	'reference-api/services': [
		'reference-api/lib',
		'reference-api/store',
		'reference-api/access',
		'reference-api/usage',
		'reference-api/builds',
		'reference-api/edge',
		'reference-api/webhooks',
		'reference-api/apps',
	],
	'reference-api/http': [
		'shared',
		'reference-api/model',
		'reference-api/lib',
		'reference-api/store',
		'reference-api/access',
		'reference-api/usage',
		'reference-api/faults',
		'reference-api/builds',
		'reference-api/apps',
		'reference-api/services',
	],
	'reference-api': [
		'shared',
		'reference-api/model',
		'reference-api/lib',
		'reference-api/store',
		'reference-api/faults',
		'reference-api/builds',
		'reference-api/services',
		'reference-api/http',
	],
	ui: [ 'shared' ],
	live: [ 'shared', 'ui' ],
	hosting: [ 'shared', 'platform-client', 'ui' ],
	portal: [ 'shared', 'platform-client', 'ui', 'hosting' ],
	panel: [ 'shared', 'platform-client', 'ui', 'live', 'hosting' ],
	'admin-bar': [ 'shared', 'ui', 'live' ],
	editor: [ 'shared', 'ui', 'live' ],
	'dev-kit': [
		'shared',
		'front-end',
		'reference-api/lib',
		'reference-api/store',
		'reference-api',
	],
	cli: [
		'shared',
		'platform-client',
		'reference-api/model',
		'reference-api/lib',
		'reference-api/store',
		'reference-api/builds',
		'reference-api',
	],
};

/** The folder of a file as the table names it; null outside of it. */
function folderOf( file: string ): string | null {
	const [ source, folder = '', ...rest ] = file.split( '/' );
	if ( source !== 'src' || rest.length === 0 ) {
		return null;
	}
	return folder === 'reference-api' && rest.length > 1
		? `${ folder }/${ rest[ 0 ] }`
		: folder;
}

/** The files that a file imports, types included. */
function importsOf( file: string ): string[] {
	const code = readFileSync( path.resolve( PROJECT, file ), 'utf8' );
	return [ ...code.matchAll( /(?:from|import\()\s*'(\.[^']+)'/g ) ].map(
		( [ , target = '' ] ) =>
			path.posix.join( path.posix.dirname( file ), target )
	);
}

const imports = new Map(
	globSync( 'src/**/*.{ts,tsx}', { cwd: PROJECT } ).map( ( file ) => [
		file,
		importsOf( file ),
	] )
);

/** Dependencies of the code, as “folder → folder”. */
function dependencies(): Set< string > {
	const pairs = new Set< string >();
	for ( const [ file, targets ] of imports ) {
		const folder = folderOf( file );
		for ( const other of targets.map( folderOf ) ) {
			if ( folder && other && other !== folder ) {
				pairs.add( `${ folder } → ${ other }` );
			}
		}
	}
	return pairs;
}

const found = dependencies();
const allowed = Object.entries( ALLOWED_DEPENDENCIES ).flatMap(
	( [ folder, others ] ) =>
		others.map( ( other ) => `${ folder } → ${ other }` )
);

test( 'no folder uses one that the table does not allow', () => {
	expect(
		[ ...found ].filter(
			( dependency ) => ! allowed.includes( dependency )
		)
	).toEqual( [] );
} );

test( 'no file imports itself through other files', () => {
	const rest = new Map( imports );
	let previousSize;
	do {
		previousSize = rest.size;
		for ( const [ file, targets ] of rest ) {
			if ( ! targets.some( ( target ) => rest.has( target ) ) ) {
				rest.delete( file );
			}
		}
	} while ( rest.size < previousSize );
	expect( [ ...rest.keys() ] ).toEqual( [] );
} );

test( 'every dependency of the table exists in the code', () => {
	expect(
		allowed.filter( ( dependency ) => ! found.has( dependency ) )
	).toEqual( [] );
} );

test( 'no folder uses one that comes after it', () => {
	const order = Object.keys( ALLOWED_DEPENDENCIES );
	const upwards = Object.entries( ALLOWED_DEPENDENCIES ).flatMap(
		( [ folder, others ] ) =>
			others
				.filter(
					( other ) =>
						order.indexOf( other ) >= order.indexOf( folder )
				)
				.map( ( other ) => `${ folder } → ${ other }` )
	);
	expect( upwards ).toEqual( [] );
} );

test( 'the kit of components knows no client, no router and no store', () => {
	const kit = globSync( 'src/ui/**/*.{ts,tsx}', { cwd: PROJECT } );
	const packages = kit.flatMap( ( file ) => [
		...readFileSync( path.resolve( PROJECT, file ), 'utf8' ).matchAll(
			/(?:from|import\()\s*'([^.'][^']*)'/g
		),
	] );
	expect(
		[ ...new Set( packages.map( ( [ , name ] ) => name ) ) ].sort()
	).toEqual( [
		'@wordpress/a11y',
		'@wordpress/components',
		'@wordpress/element',
		'@wordpress/i18n',
		'@wordpress/icons',
		'react',
	] );
} );
