import path from 'node:path';
import { runLogged } from './commands.ts';
import { hashOf, runUnlessUpToDate } from './files.ts';
import { withLock } from './lock.mjs';
import { LOCAL, PROJECT } from './paths.ts';
import type { Progress } from './progress.ts';
import { poFiles } from './translations/po.ts';

const SOURCES = [
	'src/panel',
	'src/editor',
	'src/admin-bar',
	'src/shared',
	'src/build.config.cjs',
	'package.json',
	'package-lock.json',
];

/** Builds the scripts and compiles the translations when their sources have changed. */
export async function ensurePanelBuild( progress: Progress ): Promise< void > {
	await withLock( path.join( LOCAL, 'build.lock' ), () =>
		runUnlessUpToDate(
			path.join( PROJECT, 'build', '.stamp' ),
			hashOf( PROJECT, [ ...SOURCES, ...poFiles( PROJECT ) ] ),
			() =>
				progress.step( 'Building the panel', () =>
					runLogged(
						'build',
						'npm',
						[ 'run', '--silent', 'build' ],
						{ cwd: PROJECT },
						'fix the source, then start again'
					)
				)
		)
	);
}
