/** The dependency order of the plugin's folders. A new dependency is added to this table on purpose. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import { phpFiles } from '../../src/dev-kit/php-files.ts';

/** The folders that each folder uses. Folders without dependencies come first, entry points last. */
const USES: Record< string, readonly string[] > = {
	Errors: [],
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

/** Files in the root of `includes/` that put the folders together. */
const COMPOSITION = [
	'Cron_Events',
	'Installation',
	'Network_Repair',
	'Plugin',
	'Services',
];

/** What each file uses: folders of `includes/` by their name, classes of its root by the name of the class. */
const uses = phpFiles()
	.filter( ( file ) => file.startsWith( 'includes/' ) )
	.map( ( file ) => {
		const code = readFileSync( path.resolve( PROJECT, file ), 'utf8' );
		const [ , folder, name = '' ] =
			/^includes\/(?:(\w+)\/)?(?:.*\/)?(\w+)\.php$/.exec( file ) ?? [];
		return {
			folder,
			name,
			folders: [
				...code.matchAll( /^(?!\s*\*).*?HeadlessDeploy\\(\w+)\\/gm ),
			].map( ( [ , other = '' ] ) => other ),
			classes: [
				...code.matchAll( /^use HeadlessDeploy\\(\w+);/gm ),
			].map( ( [ , other = '' ] ) => other ),
		};
	} );

/** Dependencies of the code, as “folder → folder”. */
const found = new Set(
	uses.flatMap( ( { folder, folders } ) =>
		folder === undefined
			? []
			: folders
					.filter( ( other ) => other !== folder )
					.map( ( other ) => `${ folder } → ${ other }` )
	)
);
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

test( 'only the files of the root that put the folders together use folders other than that of their name', () => {
	expect(
		uses
			.filter(
				( { folder, folders, name } ) =>
					folder === undefined &&
					folders.some( ( other ) => other !== name )
			)
			.map( ( { name } ) => name )
			.sort()
	).toEqual( COMPOSITION );
} );

test( 'no folder uses a file that puts the folders together', () => {
	const upwards = uses.flatMap( ( { folder, classes } ) =>
		folder === undefined
			? []
			: classes
					.filter( ( other ) => COMPOSITION.includes( other ) )
					.map( ( other ) => `${ folder } → ${ other }` )
	);
	expect( upwards ).toEqual( [] );
} );

test.each( [ 'includes', 'src' ] )(
	'the map of the README has each folder of %s/',
	( parent ) => {
		const readme = readFileSync(
			path.join( PROJECT, 'README.md' ),
			'utf8'
		);
		const [ , map = '' ] = readme.split( '## Map of the code' );
		const folders = readdirSync( path.join( PROJECT, parent ), {
			withFileTypes: true,
		} )
			.filter( ( entry ) => entry.isDirectory() )
			.map( ( { name } ) => name );
		expect(
			folders.filter(
				( name ) =>
					! new RegExp( `^  (\\S+ )*${ name }/`, 'm' ).test( map )
			)
		).toEqual( [] );
	}
);
