import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { chooseNode } from '../../../src/reference-api/builds/node-version.ts';
import type { Machine } from '../../../src/reference-api/builds/node-version.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const OWN = { version: '24.11.0', folder: '/own/bin' };

/**
 * Puts a Node.js that only tells its version into a folder.
 *
 * @param tools What else is there.
 */
async function putNode(
	folder: string,
	version: string,
	tools: readonly string[] = [ 'npm' ]
) {
	await mkdir( folder, { recursive: true } );
	for ( const name of [ 'node', ...tools ] ) {
		const file = path.join( folder, name );
		await writeFile( file, `#!/bin/sh\necho v${ version }\n` );
		await chmod( file, 0o755 );
	}
}

async function makeMachine(
	platformEnv: NodeJS.ProcessEnv = {}
): Promise< Machine > {
	const home = await temporaryFolder();
	return { own: OWN, home, platformEnv, systemFolders: [] };
}

test( 'when package.json asks for none', async () => {
	expect( await chooseNode( '', await makeMachine() ) ).toEqual( {
		...OWN,
		label: 'Node 24.11.0 (package.json has no engines.node)',
		warning: '',
	} );
} );

test.each( [ '>=22', '24.x', '^24.0.0', '20 || 24', '*' ] )(
	'when it satisfies %s',
	async ( range ) => {
		expect( await chooseNode( range, await makeMachine() ) ).toEqual( {
			...OWN,
			label: `Node 24.11.0 (engines.node: ${ range })`,
			warning: '',
		} );
	}
);

test( 'the platform’s own Node.js is used with a warning when no version on the machine satisfies the range', async () => {
	const machine = await makeMachine();
	const folder = path.join( machine.home, '.nvm/versions/node' );
	await putNode( path.join( folder, 'v22.1.0/bin' ), '22.1.0' );
	const choice = await chooseNode( '18.x', machine );
	expect( choice ).toMatchObject( OWN );
	expect( choice.warning ).toBe(
		'Node 24.11.0 does not match the project (engines.node: 18.x), and neither does another version on this machine (it has 22.1.0 too). Install one, for example by nvm or fnm, or change engines.node in package.json.'
	);
} );

test( 'the platform’s own Node.js is used with a warning when the range is invalid', async () => {
	const choice = await chooseNode( 'lts/*', await makeMachine() );
	expect( choice ).toMatchObject( OWN );
	expect( choice.warning ).toContain(
		'engines.node “lts/*” is not a range of versions'
	);
} );

test.each( [
	[ 'nvm', '.nvm/versions/node/v20.19.0/bin' ],
	[ 'fnm', '.local/share/fnm/node-versions/v20.19.0/installation/bin' ],
	[ 'volta', '.volta/tools/image/node/20.19.0/bin' ],
	[ 'asdf', '.asdf/installs/nodejs/20.19.0/bin' ],
	[ 'mise', '.local/share/mise/installs/node/20.19.0/bin' ],
	[ 'n', 'n/n/versions/node/20.19.0/bin' ],
] )(
	'another Node.js of the machine is used from %s',
	async ( _manager, place ) => {
		const machine = await makeMachine();
		const folder = path.join( machine.home, place );
		await putNode( folder, '20.19.0' );
		expect( await chooseNode( '20.x', machine ) ).toEqual( {
			version: '20.19.0',
			folder,
			label: `Node 20.19.0 of ${ folder } (engines.node: 20.x)`,
			warning: '',
		} );
	}
);

test( 'another Node.js is used from the folder in the manager’s variable', async () => {
	const elsewhere = await temporaryFolder();
	const folder = path.join( elsewhere, 'versions/node/v20.1.0/bin' );
	await putNode( folder, '20.1.0' );
	const machine = await makeMachine( { NVM_DIR: elsewhere } );
	expect( await chooseNode( '20', machine ) ).toMatchObject( { folder } );
} );

test( 'another Node.js is used from PATH and the system’s folders after its version was read', async () => {
	const named = await temporaryFolder();
	const system = await temporaryFolder();
	await putNode( named, '18.20.1' );
	await putNode( system, '20.3.0' );
	const machine = {
		...( await makeMachine( { PATH: named } ) ),
		systemFolders: [ system ],
	};
	expect( await chooseNode( '18', machine ) ).toMatchObject( {
		version: '18.20.1',
		folder: named,
	} );
	expect( await chooseNode( '20', machine ) ).toMatchObject( {
		version: '20.3.0',
		folder: system,
	} );
} );

test( 'the newest that fits', async () => {
	const machine = await makeMachine();
	const folder = path.join( machine.home, '.nvm/versions/node' );
	for ( const version of [ '20.9.0', '20.19.0', '20.10.0', '22.0.0' ] ) {
		await putNode( path.join( folder, `v${ version }/bin` ), version );
	}
	expect( await chooseNode( '20', machine ) ).toMatchObject( {
		version: '20.19.0',
	} );
} );

test( 'another Node.js of the machine is used only with its own npm', async () => {
	const machine = await makeMachine();
	const folder = path.join( machine.home, '.nvm/versions/node' );
	await putNode( path.join( folder, 'v20.9.0/bin' ), '20.9.0' );
	await putNode( path.join( folder, 'v20.19.0/bin' ), '20.19.0', [] );
	expect( await chooseNode( '20', machine ) ).toMatchObject( {
		version: '20.9.0',
	} );
} );

test( 'a Node.js that does not start is overlooked', async () => {
	const broken = await temporaryFolder();
	await writeFile( path.join( broken, 'node' ), 'not a program' );
	await chmod( path.join( broken, 'node' ), 0o755 );
	const machine = await makeMachine( { PATH: broken } );
	expect( await chooseNode( '18', machine ) ).toMatchObject( OWN );
} );
