/**
 * `node php-syntax.ts PHP`: asks PHP whether it can read each file of the project; `php -l` takes one file a call.
 */
import os from 'node:os';
import path from 'node:path';
import { capture } from '../commands.ts';
import { listFiles } from '../files.ts';
import { PROJECT } from '../paths.ts';

const FOLDERS = [ 'includes', 'src', 'test' ];
const TOP = [ 'plugin.php', 'uninstall.php' ];

const [ , , php = 'php' ] = process.argv;
const files = [
	...TOP,
	...FOLDERS.flatMap( ( folder ) =>
		listFiles( path.join( PROJECT, folder ), [ 'node_modules' ] )
			.filter( ( name ) => name.endsWith( '.php' ) )
			.map( ( name ) => `${ folder }/${ name }` )
	),
];

/** Takes file after file until none is left. */
async function worker(): Promise< void > {
	for ( let file = files.pop(); file; file = files.pop() ) {
		const { code, stdout, stderr } = await capture(
			php,
			[ '-l', '-d', 'display_errors=1', file ],
			{ cwd: PROJECT }
		);
		if ( code !== 0 ) {
			console.error( `${ file }: ${ stdout }${ stderr }` );
			process.exitCode = 1;
		}
	}
}

console.log( `${ files.length } files` );
await Promise.all(
	Array.from( { length: os.availableParallelism() }, worker )
);
