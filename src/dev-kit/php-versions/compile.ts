/**
 * `node compile.ts FOLDER VERSIONS [FILE…]`: compiles PHP files without running them, with each of these versions of
 * PHP, for example `8.1,8.5`. Without files it compiles all of the project.
 */
import fs from 'node:fs';
import path from 'node:path';
import { kitFile, PROJECT } from '../paths.ts';
import { phpFiles } from '../php-files.ts';
import { packageOf } from './downloads.ts';
import { environment, load, runCli } from './wasm.ts';
import type { Php, Universal } from './wasm.ts';

interface Build {
	getPHPLoaderModule: () => Promise< unknown >;
}

const COMPILE = kitFile( 'php-versions/compile.php' );
const LIST = '/files.txt';

const [ , , folder = '', versions = '', ...named ] = process.argv;
const files = named.length > 0 ? named : phpFiles();

async function startPhp( version: string ): Promise< Php > {
	const { PHP, loadPHPRuntime } = await load< Universal >(
		folder,
		'universal'
	);
	const build = await load< Build >( folder, packageOf( version ) );
	return new PHP(
		await loadPHPRuntime( await build.getPHPLoaderModule(), {
			processId: process.pid,
			ENV: environment(),
			// By default the end of PHP ends this process.
			quit: ( _status: number, error: unknown ) => {
				throw error;
			},
		} )
	);
}

/** Only the package with all versions can read the files of this computer, so each is copied into PHP's memory. */
function copyFiles( php: Php ): void {
	for ( const file of [ COMPILE, ...files ] ) {
		const target = path.resolve( PROJECT, file );
		php.mkdirTree( path.dirname( target ) );
		php.writeFile( target, fs.readFileSync( target ) );
	}
	php.writeFile( LIST, Buffer.from( files.join( '\n' ) ) );
	php.chdir( PROJECT );
}

/** Prints the errors. */
async function compiles( version: string ): Promise< boolean > {
	const php = await startPhp( version );
	copyFiles( php );
	let output = '';
	const collect = ( text: string ): void => {
		output += text;
	};
	const status = await runCli(
		php,
		[
			...[ '-d', 'display_errors=1' ],
			...[ '-d', 'log_errors=0' ],
			...[ '-d', 'opcache.enable=1' ],
			...[ '-d', 'opcache.enable_cli=1' ],
			...[ COMPILE, LIST ],
		],
		collect,
		collect
	);
	console.log( `With PHP ${ version }:\n${ output.trim() }` );
	// If the last line is missing, PHP has crashed, even with exit status 0.
	return status === 0 && /^PHP .* files$/m.test( output );
}

let areAllRight = true;
for ( const version of versions.split( ',' ) ) {
	areAllRight = ( await compiles( version ) ) && areAllRight;
}
// The runtime keeps the process running.
process.exit( areAllRight ? 0 : 1 );
