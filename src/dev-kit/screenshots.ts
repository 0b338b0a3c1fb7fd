/**
 * `npm run screenshots`: takes the screenshots in docs/screenshots, on a WordPress of its own, and those of the portal
 * and of the tab Hosting in .local/screenshots, which are not in the repository.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { prepareResources } from './checks/resources.ts';
import { describeError, KitError } from './kit-error.ts';
import { NODE, PROJECT } from './paths.ts';
import { makeProgress } from './progress.ts';

const FOLDER = path.join( PROJECT, 'docs', 'screenshots' );

/** The plugin directory shows `screenshot-1.png` and so on with the captions of readme.txt, in their order. */
const DIRECTORY = path.join( PROJECT, 'docs', 'wordpress-org' );
const DIRECTORY_PICTURES = [
	'overview-1440',
	'editor-live-1440',
	'activity-1440',
	'automation-1440',
	'connections-just-connected-1440',
	'activity-drawer-1440',
];

/** The screenshots are in the repository. */
const MAX_BYTES = 1_600_000;

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
			'Not all screenshots were taken.',
			'fix what the test reports, then run npm run screenshots again'
		);
	}
}

/** Copies the ones for the plugin directory. */
function copyToPluginDirectory(): void {
	fs.rmSync( DIRECTORY, { recursive: true, force: true } );
	fs.mkdirSync( DIRECTORY );
	DIRECTORY_PICTURES.forEach( ( name, index ) =>
		fs.copyFileSync(
			path.join( FOLDER, `${ name }.png` ),
			path.join( DIRECTORY, `screenshot-${ index + 1 }.png` )
		)
	);
}

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
	copyToPluginDirectory();
	if ( size() > MAX_BYTES ) {
		throw new KitError(
			`The screenshots have ${ size() } bytes. The limit is ${ MAX_BYTES }.`,
			'remove some of them, or use fewer colors'
		);
	}
	console.log(
		`✓ docs/screenshots (${ Math.ceil( size() / 1024 ) } KiB), .local/screenshots`
	);
} catch ( error ) {
	console.error( `✗ ${ describeError( error ) }` );
	process.exitCode = 1;
}
