import {
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
	makeApp,
	makePlace,
	makePlatform,
	temporaryFolder,
	uploadAndWait,
	visit,
	wordApp,
} from '../reference-api/test-platform.ts';
import { runCommand } from './fake-context.ts';

function snapshot(
	action: string,
	file: string,
	data: string,
	...args: string[]
) {
	return runCommand( [ 'snapshot', action, file, '--data', data, ...args ] );
}

test( 'a snapshot of a platform that builds and writes is consistent, and starts elsewhere', async () => {
	const { platform, place } = await makePlace( {
		limits: { keptReleases: 0, keptSources: 0 },
	} );
	const words = [ 'one', 'two', 'three', 'four', 'five' ];
	await uploadAndWait( platform, place, await wordApp( 'zero' ) );
	let isBusy = true;
	const deploying = ( async () => {
		for ( const word of words ) {
			await uploadAndWait( platform, place, await wordApp( word ) );
		}
		isBusy = false;
	} )();
	const writing = ( async () => {
		for ( let count = 0; isBusy; count++ ) {
			await platform.services.catalog.createAccount( `a${ count }` );
		}
	} )();
	const folder = await temporaryFolder();
	const saved: string[] = [];
	while ( isBusy ) {
		const file = path.join( folder, `snapshot-${ saved.length }` );
		const { exitCode, stderr } = await snapshot(
			'save',
			file,
			platform.dataFolder
		);
		expect( { exitCode, stderr } ).toEqual( { exitCode: 0, stderr: '' } );
		saved.push( file );
	}
	await Promise.all( [ deploying, writing ] );
	expect( saved.length ).toBeGreaterThan( 2 );
	expect( readdirSync( folder ) ).toHaveLength( saved.length );
	for ( const file of [ saved[ 1 ], saved.at( -1 ) ].map( String ) ) {
		expect( statSync( file ).mode % 0o1000 ).toBe( 0o700 );
		const data = `${ file }-loaded`;
		const loaded = await snapshot( 'load', file, data, '--json' );
		expect( JSON.parse( loaded.stdout ) ).toMatchObject( {
			environments: 1,
		} );
		expect( statSync( data ).mode % 0o1000 ).toBe( 0o700 );
		const copy = await makePlatform( { dataFolder: data } );
		await Promise.all( [ copy.waitUntilIdle(), copy.waitUntilReady() ] );
		const page = await visit( copy, place );
		expect( page.status ).toBe( 200 );
		expect( [ 'zero', ...words ] ).toContain( await page.text() );
		const builds = await copy.services.builds.of( place.environmentId );
		expect( builds.map( ( { trigger } ) => trigger ) ).not.toContain(
			'rebuild'
		);
		await copy.close();
	}
} );

test( 'load refuses a folder that is in use or contains other files, and replaces data only with --force', async () => {
	const platform = await makePlatform();
	const folder = await temporaryFolder();
	const file = path.join( folder, 'saved' );
	await snapshot( 'save', file, platform.dataFolder );
	const again = await snapshot( 'save', file, platform.dataFolder );
	expect( again.exitCode ).toBe( 4 );
	expect( again.stderr ).toContain( 'saved exists.' );

	const inUse = await snapshot(
		'load',
		file,
		platform.dataFolder,
		'--force'
	);
	expect( inUse.exitCode ).toBe( 4 );
	expect( inUse.stderr ).toContain( `in use by process ${ process.pid }` );

	const other = path.join( folder, 'other' );
	mkdirSync( other );
	writeFileSync( path.join( other, 'thesis.txt' ), 'x' );
	const foreign = await snapshot( 'load', file, other, '--force' );
	expect( foreign.exitCode ).toBe( 4 );
	expect( readdirSync( other ) ).toEqual( [ 'thesis.txt' ] );

	await platform.services.catalog.createAccount( 'later' );
	await platform.close();
	const kept = await snapshot( 'load', file, platform.dataFolder );
	expect( kept.exitCode ).toBe( 4 );
	expect( kept.stderr ).toContain( '--force' );
	const replaced = await snapshot(
		'load',
		file,
		platform.dataFolder,
		'--force'
	);
	expect( replaced.exitCode ).toBe( 0 );
	expect(
		readdirSync( path.dirname( platform.dataFolder ) ).filter( ( name ) =>
			name.startsWith( `${ path.basename( platform.dataFolder ) }.` )
		)
	).toEqual( [] );
	const { services } = await makePlatform( {
		dataFolder: platform.dataFolder,
	} );
	const accounts = await services.catalog.accounts();
	expect( accounts.map( ( { name } ) => name ) ).toEqual( [ 'acme' ] );
} );

test( 'load refuses a folder inside of a project with the sentence of serve, and creates nothing', async () => {
	const platform = await makePlatform();
	const file = path.join( await temporaryFolder(), 'saved' );
	await snapshot( 'save', file, platform.dataFolder );
	const project = await temporaryFolder();
	writeFileSync( path.join( project, 'package.json' ), '{}' );
	const target = path.join( project, 'platform' );
	const sentence = await makePlatform( { dataFolder: target } ).catch(
		( { message } ) => String( message )
	);
	expect( sentence ).toContain( `is inside of the project ${ project }` );
	const { exitCode, stderr } = await snapshot( 'load', file, target );
	expect( exitCode ).toBe( 4 );
	expect( stderr ).toContain( sentence );
	expect( readdirSync( project ) ).toEqual( [ 'package.json' ] );
} );

test( 'load refuses another version and what is no snapshot; save needs a data folder', async () => {
	const platform = await makePlatform();
	const folder = await temporaryFolder();
	const file = path.join( folder, 'saved' );
	await snapshot( 'save', file, platform.dataFolder );
	const description = path.join( file, 'snapshot.json' );
	const text = readFileSync( description, 'utf8' );
	const target = path.join( folder, 'data' );
	for ( const [ changed, message ] of [
		[ text.replace( '"version": 1', '"version": 2' ), 'another version' ],
		[
			text.replace( /"schemaVersion": \d+/, '"schemaVersion": 1' ),
			'another version',
		],
		[ '{}', 'is not a snapshot' ],
	] as const ) {
		writeFileSync( description, changed );
		const { exitCode, stderr } = await snapshot( 'load', file, target );
		expect( exitCode ).toBe( 4 );
		expect( stderr ).toContain( message );
		expect( existsSync( target ) ).toBe( false );
	}
	const none = await snapshot( 'save', path.join( folder, 'none' ), folder );
	expect( none.exitCode ).toBe( 4 );
	expect( none.stderr ).toContain( 'is not a data folder' );
} );

test( 'a snapshot keeps links and executable files of a release', async () => {
	const { platform, place } = await makePlace();
	const build = `
		import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
		writeFileSync( 'tool.sh', '' );
		chmodSync( 'tool.sh', 0o755 );
		symlinkSync( 'tool.sh', 'link.sh' );
	`;
	await uploadAndWait(
		platform,
		place,
		await makeApp( `response.end( 'ok' );`, build )
	);
	const folder = await temporaryFolder();
	await snapshot( 'save', path.join( folder, 'saved' ), platform.dataFolder );
	const releases = path.join(
		folder,
		'saved/data/environments',
		place.environmentId,
		'releases'
	);
	const [ release = '' ] = readdirSync( releases );
	const files = path.join( releases, release );
	const tool =
		readdirSync( files, { recursive: true } )
			.map( String )
			.find( ( name ) => name.endsWith( 'link.sh' ) ) ?? '';
	expect( statSync( path.join( files, tool ) ).mode % 0o1000 ).toBe( 0o755 );
} );

test.each( [
	[ 'environments', 'environments' ],
	[ 'a log', 'environments/e1/logs/application.log' ],
	[ 'the database', 'platform.db' ],
] )(
	'load refuses a snapshot in which %s is a link out of it',
	async ( _what, name ) => {
		const platform = await makePlatform();
		const folder = await temporaryFolder();
		const file = path.join( folder, 'saved' );
		await snapshot( 'save', file, platform.dataFolder );
		const outside = path.join( folder, 'outside' );
		mkdirSync( outside );
		const link = path.join( file, 'data', name );
		rmSync( link, { recursive: true, force: true } );
		mkdirSync( path.dirname( link ), { recursive: true } );
		symlinkSync( outside, link );
		const target = path.join( folder, 'data' );
		const { exitCode, stderr } = await snapshot( 'load', file, target );
		expect( exitCode ).toBe( 4 );
		expect( stderr ).toContain( `${ link } is a symbolic link.` );
		expect( existsSync( target ) ).toBe( false );
		expect( readdirSync( folder ).sort() ).toEqual( [
			'outside',
			'saved',
		] );
	}
);

test( 'a snapshot holds the data of "serve" in the current folder, also before it was moved from an earlier place', async () => {
	const folder = await temporaryFolder();
	const place = { folder, dataFolder: path.join( folder, 'state', 'data' ) };
	const save = ( name: string ) =>
		runCommand( [ 'snapshot', 'save', name, '--json' ], place );
	expect( ( await save( 'none' ) ).stderr ).toContain( place.dataFolder );
	const old = await makePlace( {
		dataFolder: path.join( folder, '.headless-deploy' ),
	} );
	await old.platform.close();
	expect( JSON.parse( ( await save( 'old' ) ).stdout ) ).toMatchObject( {
		environments: 1,
	} );
	writeFileSync( path.join( folder, 'package.json' ), '{}' );
	const state = path.join( await temporaryFolder(), 'state', 'data' );
	const loaded = await runCommand( [ 'snapshot', 'load', 'old' ], {
		folder,
		dataFolder: state,
	} );
	expect( loaded ).toMatchObject( { exitCode: 0, stderr: '' } );
	expect( existsSync( state ) ).toBe( true );
	rmSync( path.join( folder, 'package.json' ) );
	await ( await makePlatform( { dataFolder: place.dataFolder } ) ).close();
	expect( JSON.parse( ( await save( 'new' ) ).stdout ) ).toMatchObject( {
		environments: 0,
	} );
} );
