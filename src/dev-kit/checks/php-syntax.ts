/**
 * `node php-syntax.ts PHP`: asks PHP whether it can read each file of the project; `php -l` takes one file a call.
 */
import os from 'node:os';
import { capture } from '../commands.ts';
import { PROJECT } from '../paths.ts';
import { phpFiles } from '../php-files.ts';

const [ , , php = 'php' ] = process.argv;
const files = phpFiles();

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
