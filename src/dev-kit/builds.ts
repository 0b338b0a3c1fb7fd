/** Builds what browsers load, when its sources have changed. */
import path from 'node:path';
import { runLogged } from './commands.ts';
import { hashOf } from './files.ts';
import { runIfStale } from './stamps.ts';
import { withLock } from './lock.mjs';
import { LOCAL, PROJECT } from './paths.ts';
import type { Progress } from './progress.ts';
import { poFiles } from './translations/po.ts';

interface Build {
	title: string;
	/** The script of package.json. */
	script: string;
	sources: readonly string[];
	/** Records what was built. Deleted with the built files. */
	stamp: string;
}

const SHARED_SOURCES = [
	'src/shared',
	'src/ui',
	'src/hosting',
	'src/platform-client',
	'src/third-party',
	'package.json',
	'package-lock.json',
];

async function ensureBuild(
	build: Build,
	progress: Progress
): Promise< void > {
	const { title, script, sources, stamp } = build;
	const name = script.replace( ':', '-' );
	await withLock( path.join( LOCAL, `${ name }.lock` ), () =>
		runIfStale(
			path.join( PROJECT, stamp ),
			hashOf( PROJECT, [ ...SHARED_SOURCES, ...sources ] ),
			() =>
				progress.step( title, () =>
					runLogged(
						name,
						'npm',
						[ 'run', '--silent', script ],
						{ cwd: PROJECT },
						'fix the source, then start again'
					)
				)
		)
	);
}

/** Builds the scripts of wp-admin and compiles the translations. */
export function ensurePanelBuild( progress: Progress ): Promise< void > {
	return ensureBuild(
		{
			title: 'Building the panel',
			script: 'build',
			sources: [
				'src/live',
				'src/panel',
				'src/editor',
				'src/admin-bar',
				'src/build.config.cjs',
				...poFiles( PROJECT ),
			],
			stamp: 'build/.stamp',
		},
		progress
	);
}

/** Builds the portal, which the platform serves. */
export function ensurePortalBuild( progress: Progress ): Promise< void > {
	return ensureBuild(
		{
			title: 'Building the portal',
			script: 'build:portal',
			sources: [ 'src/portal' ],
			stamp: 'dist/portal/.stamp',
		},
		progress
	);
}
