import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { TestContext } from 'vitest';
import { STATIC_CHECKS } from '../../../src/dev-kit/checks/static-checks.ts';
import { capture } from '../../../src/dev-kit/commands.ts';
import type { Output } from '../../../src/dev-kit/commands.ts';
import { kitFile, NODE, PROJECT } from '../../../src/dev-kit/paths.ts';
import {
	COMPILED_VERSIONS,
	installedPhpCompilers,
} from '../../../src/dev-kit/php-versions/downloads.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Compiles one file with PHP on WebAssembly. */
function compile(
	context: TestContext,
	versions: string,
	code: string
): Promise< Output > {
	const folder = installedPhpCompilers();
	if ( ! folder ) {
		context.skip( 'PHP 8.1 and 8.5 could not be downloaded' );
	}
	const file = path.join( temporaryFolder(), 'file.php' );
	fs.writeFileSync( file, `<?php\n${ code }\n` );
	return capture( NODE, [
		kitFile( 'php-versions/compile.ts' ),
		...[ folder!, versions, file ],
	] );
}

describe( 'the compiler of the oldest and the newest PHP', () => {
	it.for( [
		[
			'an arrow function that never returns',
			'fn(): never => throw new Exception();',
		],
		[ 'the type null', 'function f(): null { return null; }' ],
	] )(
		'rejects on PHP 8.1, with file and line, what needs PHP 8.2: %s',
		async ( [ , code ], context ) => {
			const { code: status, stdout } = await compile(
				context,
				'8.1',
				code!
			);
			expect( stdout ).toMatch( / in .*file\.php on line 2$/m );
			expect( status ).toBe( 1 );
		}
	);

	it( 'fails when only one of the versions rejects a file', async ( context ) => {
		const { code, stdout } = await compile(
			context,
			'8.1,8.5',
			'function f(): null { return null; }'
		);
		expect( stdout ).toMatch( /PHP 8\.5\.\d+: 1 files/ );
		expect( code ).toBe( 1 );
	} );

	it( 'fails on a deprecation that compiling reports', async ( context ) => {
		const code = 'function f( int $n = null ): void {}';
		expect( ( await compile( context, '8.1', code ) ).code ).toBe( 0 );
		expect( ( await compile( context, '8.5', code ) ).code ).toBe( 1 );
	} );

	it( 'compiles without running', async ( context ) => {
		const code = 'echo "ran"; exit( 3 );';
		const output = await compile( context, '8.1,8.5', code );
		expect( output.stdout ).not.toContain( 'ran' );
		expect( output.code ).toBe( 0 );
	} );
} );

test( 'the oldest PHP that is compiled with is the one that the plugin requires', () => {
	const plugin = fs.readFileSync(
		path.join( PROJECT, 'plugin.php' ),
		'utf8'
	);
	const [ , required ] = /Requires PHP:\s+(\S+)/.exec( plugin ) ?? [];
	expect( COMPILED_VERSIONS[ 0 ] ).toBe( required );
} );

describe( 'the check that compiles all files with them', () => {
	const check = STATIC_CHECKS.find(
		( { name } ) => name === 'php-syntax-versions'
	)!;
	const run = ( phpCompilers: string ) =>
		check.run(
			{ phpCompilers } as Parameters< typeof check.run >[ 0 ],
			''
		);

	it( 'the check belongs to npm test', () => {
		expect( check.onlyByName ).toBeUndefined();
		expect( run( '/php' ) ).toMatchObject( {
			args: [ kitFile( 'php-versions/compile.ts' ), '/php', '8.1,8.5' ],
			skipped: undefined,
		} );
	} );

	it( 'the check is skipped when they could not be downloaded', () => {
		expect( run( '' ).skipped ).toContain( 'could not be downloaded' );
	} );
} );
