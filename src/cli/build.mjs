/**
 * Makes `dist/` for the published package: compiled JavaScript, and the files beside it that are read as they are.
 *
 * Usage: node src/cli/build.mjs [folder]
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const ROOT = path.resolve( import.meta.dirname, '../..' );
const DIST = path.resolve( process.argv[ 2 ] ?? path.join( ROOT, 'dist' ) );
const ASSETS = 'reference-api/portal/assets';

const { resolve } = createRequire( import.meta.url );

rmSync( DIST, { recursive: true, force: true } );
try {
	execFileSync(
		process.execPath,
		[
			resolve( 'typescript/bin/tsc' ),
			'--project',
			path.join( ROOT, 'tsconfig.build.json' ),
			'--outDir',
			DIST,
		],
		{ stdio: 'inherit' }
	);
} catch {
	// The compiler has said what is wrong.
	process.exit( 1 );
}
cpSync( path.join( ROOT, 'src', ASSETS ), path.join( DIST, ASSETS ), {
	recursive: true,
} );
chmodSync( path.join( DIST, 'cli/main.js' ), 0o755 );
