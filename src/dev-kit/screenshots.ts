/**
 * `npm run screenshots`, once Node 24 and the packages are there: photographs every screen into docs/screenshots, on a
 * WordPress of its own.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { prepareResources } from './checks/resources.ts';
import { describeError, KitError } from './kit-error.ts';
import { NODE, PROJECT } from './paths.ts';
import { makeProgress } from './progress.ts';

const FOLDER = path.join( PROJECT, 'docs', 'screenshots' );

/** Where the plugin directory takes `screenshot-1.png` and so on from: the captions of readme.txt, in their order. */
const STORE = path.join( PROJECT, 'docs', 'wordpress-org' );
const STORE_PICTURES = [
	'overview-1440',
	'editor-live-1440',
	'activity-1440',
	'automation-1440',
	'connections-just-connected-1440',
	'activity-drawer-1440',
];

/** They lie in the repository. */
const MAX_BYTES = 1_600_000;

/** Takes the pictures. */
async function takeScreenshots( chromium: string ): Promise< void > {
	const child = spawn(
		NODE,
		[
			path.join(
				PROJECT,
				'node_modules',
				'@playwright',
				'test',
				'cli.js'
			),
			'test',
			'--config',
			'test/e2e/screenshots.config.ts',
		],
		{
			cwd: PROJECT,
			stdio: 'inherit',
			env: { ...process.env, HEADLESS_DEPLOY_CHROMIUM: chromium },
		}
	);
	const code = await new Promise( ( resolve ) =>
		child.once( 'exit', resolve )
	);
	if ( code !== 0 ) {
		throw new KitError(
			'The pictures were not all taken.',
			'fix what the test reports, and run this again'
		);
	}
}

/** Puts the best ones where the plugin directory looks for them. */
function copyToStore(): void {
	fs.rmSync( STORE, { recursive: true, force: true } );
	fs.mkdirSync( STORE );
	STORE_PICTURES.forEach( ( name, index ) =>
		fs.copyFileSync(
			path.join( FOLDER, `${ name }.png` ),
			path.join( STORE, `screenshot-${ index + 1 }.png` )
		)
	);
}

/** Counts the bytes of all pictures. */
function size(): number {
	return fs
		.readdirSync( FOLDER )
		.map( ( name ) => fs.statSync( path.join( FOLDER, name ) ).size )
		.reduce( ( sum, bytes ) => sum + bytes, 0 );
}

try {
	const { chromium } = await prepareResources(
		new Set( [ 'php', 'panel', 'chromium' ] as const ),
		new Set(),
		makeProgress( console.log )
	);
	await takeScreenshots( chromium );
	copyToStore();
	if ( size() > MAX_BYTES ) {
		throw new KitError(
			`The pictures have ${ size() } bytes together.`,
			`leave some out, ${ MAX_BYTES } is the most`
		);
	}
	console.log( `✓ docs/screenshots (${ Math.ceil( size() / 1024 ) } KiB)` );
} catch ( error ) {
	console.error( `✗ ${ describeError( error ) }` );
	process.exitCode = 1;
}
