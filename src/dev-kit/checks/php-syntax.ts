/**
 * `node php-syntax.ts PHP`: compiles each PHP file without running it. OPcache compiles all files in one process. `php
 * -l` needs one process per file, which takes 80 times as long.
 */
import fs from 'node:fs';
import path from 'node:path';
import { capture } from '../commands.ts';
import { kitFile, LOCAL, PROJECT } from '../paths.ts';
import { phpFiles } from '../php-files.ts';

const [ , , php = 'php' ] = process.argv;
const list = path.join( LOCAL, 'checks', 'php-files.txt' );
fs.writeFileSync( list, phpFiles().join( '\n' ) );
const { code, stdout, stderr } = await capture(
	php,
	[
		...[ '-d', 'display_errors=1' ],
		...[ '-d', 'opcache.enable_cli=1' ],
		// Compiles also the files that an earlier run has compiled.
		...[ '-d', 'opcache.file_cache_only=0' ],
		...[ '-d', 'opcache.file_cache=' ],
		kitFile( 'php-versions/compile.php' ),
		list,
	],
	{ cwd: PROJECT }
);
console.log( stdout + stderr );
// If the last line is missing, PHP has crashed, even with exit code 0.
process.exitCode = /^PHP .* files$/m.test( stdout ) ? code : 1;
