/**
 * Disks that take nothing more, in a mount namespace of the platform's own process.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { kill, platformArguments, startedUrl } from './child-platform.ts';
import {
	basic,
	json,
	makePlatform,
	makeZip,
	uploadForm,
} from './test-platform.ts';
import { temporaryFolder } from './temporary-folder.ts';

const canMount = spawnSync( 'unshare', [ '-rm', 'true' ] ).status === 0;

/**
 * Starts a platform whose data folder is mounted first.
 *
 * @param mount The command that mounts; "$0" is the data folder.
 */
function startOn( dataFolder: string, mount: string ) {
	const child = spawn(
		'unshare',
		[
			...[ '-rm', 'sh', '-c', `${ mount } && exec "$1" "$2" "$3"` ],
			...[ dataFolder, process.execPath ],
			...platformArguments( dataFolder ),
		],
		{ stdio: [ 'ignore', 'pipe', 'pipe' ] }
	);
	onTestFinished( () => kill( child ) );
	return child;
}

/** Starts a platform on a disk of 16 MiB. */
async function startOnSmallDisk() {
	const dataFolder = await temporaryFolder();
	const child = startOn( dataFolder, 'mount -t tmpfs -o size=16m none "$0"' );
	const url = await startedUrl( child );
	return {
		/** The disk as the platform sees it. */
		disk: path.join( `/proc/${ child.pid }/root`, dataFolder ),
		post: ( address: string, init: RequestInit = {} ) =>
			fetch( url + address, {
				method: 'POST',
				...init,
				headers: { authorization: basic(), ...init.headers },
			} ),
		get: ( address: string ) =>
			fetch( url + address, { headers: { authorization: basic() } } ),
	};
}

type SmallDisk = Awaited< ReturnType< typeof startOnSmallDisk > >;

const APPS = '/v1/accounts/acme/apps';
const APP = { region: 'regions/UK', uploadable: {} };

async function makeEnvironment( { post }: SmallDisk ): Promise< string > {
	await post( `${ APPS }?appId=shop`, json( APP ) );
	const answer = await post(
		`${ APPS }/shop/environments`,
		json( {
			displayName: 'Production',
			branch: 'uploadable',
			wpEnvironment: 'blog',
		} )
	);
	const { name } = ( await answer.json() ) as { name: string };
	return /environments\/([^/]+)/.exec( name )?.[ 1 ] ?? '';
}

/** Writes a file until nothing more fits. */
async function fill( file: string ): Promise< void > {
	const handle = await open( file, 'w' );
	for ( const size of [ 64 * 1024, 4096 ] ) {
		const chunk = Buffer.alloc( size );
		for (;;) {
			const isFull = await handle.write( chunk ).then(
				() => false,
				() => true
			);
			if ( isFull ) {
				break;
			}
		}
	}
	await handle.close();
}

describe.skipIf( ! canMount )( 'on a full disk', () => {
	test.each( [
		[ 'arriving', 20 ],
		[ 'unpacked', 12 ],
	] )(
		'an upload is rejected with a message while it is %s, and leaves no files',
		async ( _when, mebibytes ) => {
			const platform = await startOnSmallDisk();
			const id = await makeEnvironment( platform );
			const zip = await makeZip( [
				{ name: 'package.json', content: '{}' },
				{
					name: 'large',
					content: randomBytes( mebibytes * 1024 ** 2 ),
				},
			] );
			const uploadedFiles = async () =>
				( await readdir( platform.disk, { recursive: true } ) )
					.filter( ( name ) => ! /platform\.db|holder/.test( name ) )
					.toSorted();
			const before = await uploadedFiles();
			const response = await platform.post(
				`/fu${ APPS }/shop/environments/${ id }:upload`,
				{ body: uploadForm( zip ) }
			);
			expect( response.status ).toBe( 507 );
			expect( await response.json() ).toMatchObject( {
				message: expect.stringContaining( 'The disk is full.' ),
			} );
			expect( await uploadedFiles() ).toEqual( before );
		}
	);

	test( 'writes are rejected with a message, acknowledged ones stay, and all works again with free space', async () => {
		const platform = await startOnSmallDisk();
		const filler = path.join( platform.disk, 'filler' );
		await fill( filler );
		const kept: string[] = [];
		let refusal: Response | null = null;
		for ( let count = 0; count < 3000 && ! refusal; count++ ) {
			const name = `app-${ count }`;
			const response = await platform.post(
				`${ APPS }?appId=${ name }`,
				json( APP )
			);
			if ( response.ok ) {
				kept.push( name );
			} else {
				refusal = response;
			}
		}
		expect( refusal?.status ).toBe( 507 );
		expect( await refusal?.json() ).toMatchObject( {
			message: expect.stringContaining( 'disk is full' ),
		} );
		const namesNow = async () => {
			const answer = await platform.get( APPS );
			const { apps } = ( await answer.json() ) as {
				apps: { appId: string }[];
			};
			return apps.map( ( { appId } ) => appId ).toSorted();
		};
		expect( await namesNow() ).toEqual( kept.toSorted() );
		await rm( filler );
		const again = await platform.post( `${ APPS }?appId=z`, json( APP ) );
		expect( again.status ).toBe( 200 );
		expect( await namesNow() ).toEqual( [ ...kept, 'z' ].toSorted() );
	} );
} );

describe.skipIf( ! canMount )( 'on a read-only data folder', () => {
	async function startReadOnly( dataFolder: string ): Promise< string > {
		const child = startOn(
			dataFolder,
			'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"'
		);
		let output = '';
		child.stderr.on( 'data', ( chunk ) => ( output += chunk ) );
		await once( child, 'close' );
		return output;
	}

	test( 'the platform does not start, and gives the reason', async () => {
		const dataFolder = await temporaryFolder();
		expect( await startReadOnly( dataFolder ) ).toContain(
			`The data folder ${ dataFolder } cannot be used`
		);
	} );

	test( 'a read-only data folder that was in use before is not changed', async () => {
		const first = await makePlatform();
		await first.close();
		expect( await startReadOnly( first.dataFolder ) ).toMatch(
			/The data folder .* cannot be used: EROFS.* Choose a folder that this user may write/
		);
		const again = await makePlatform( { dataFolder: first.dataFolder } );
		expect( await again.services.catalog.accounts() ).toMatchObject( [
			{ name: 'acme' },
		] );
	} );
} );
