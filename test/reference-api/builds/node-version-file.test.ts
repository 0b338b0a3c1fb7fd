import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { versionFileWarning } from '../../../src/reference-api/builds/node-version-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function warningOf( files: Record< string, string > ) {
	const top = await temporaryFolder();
	const folder = path.join( top, 'apps/web' );
	await mkdir( folder, { recursive: true } );
	for ( const [ name, content ] of Object.entries( files ) ) {
		await writeFile( path.join( top, name ), content );
	}
	return versionFileWarning( [ folder, top ], '24.11.0' );
}

test.each( [
	[ '.nvmrc', 'v20\n', '20' ],
	[ '.node-version', '20.19.0', '20.19.0' ],
	[ '.nvmrc', '# for CI\n\nlts/iron # named\n', 'lts/iron' ],
	[ 'apps/web/.nvmrc', '20', '20' ],
] )(
	'a version file that is not followed is named in a warning: %s %j',
	async ( name, content, version ) => {
		const warning = await warningOf( { [ name ]: content } );
		expect( warning ).toContain(
			`${ path.basename( name ) } names Node “`
		);
		expect( warning ).toContain( version );
		expect( warning ).toContain(
			'which is ignored: Node 24.11.0 is used. The platform follows engines.node in package.json.'
		);
	}
);

test.each( [ 'v24', '24.11.0', '>=22', '' ] )(
	'a version file with %j causes no warning',
	async ( content ) => {
		expect( await warningOf( { '.nvmrc': content } ) ).toBe( '' );
	}
);

test( 'the version file of the project counts, not that of its workspace', async () => {
	expect(
		await warningOf( { '.nvmrc': '20', 'apps/web/.nvmrc': '24' } )
	).toBe( '' );
} );

test( 'no warning is printed without a version file, or with a folder in its place', async () => {
	const folder = await temporaryFolder();
	await mkdir( path.join( folder, '.nvmrc' ) );
	expect( await versionFileWarning( [ folder ], '24.11.0' ) ).toBe( '' );
} );

test( 'a version file cannot imitate a line of the log', async () => {
	const warning = await warningOf( {
		'.nvmrc': '20\r==> Live\u001b[31m',
	} );
	expect( warning ).not.toMatch( /[\r\n\u001b]/ );
} );
