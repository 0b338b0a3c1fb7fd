import fs from 'node:fs';
import path from 'node:path';
import { LOCAL, PROJECT } from '../../src/dev-kit/paths.ts';
import type { TriedPlugin } from '../../src/dev-kit/docs/tried-plugins.ts';
import { writeWhole } from '../../src/dev-kit/files.ts';
import type { Plugin } from './plugins.ts';
import type { TrialResult } from './trial.ts';

/** Of the software that the trial ran on. */
export type Versions = Pick< TriedPlugin, 'wordpress' | 'php' >;

const SCENARIOS = path.join(
	PROJECT,
	'test',
	'neighbours',
	'site',
	'scenarios'
);

export function storedResult(
	{ slug, name, version }: Plugin,
	versions: Versions,
	trial: TrialResult
): TriedPlugin {
	return {
		name,
		version,
		...versions,
		date: new Date().toISOString().slice( 0, 10 ),
		hasScenario: fs.existsSync( path.join( SCENARIOS, `${ slug }.php` ) ),
		...trial,
	};
}

/** The file that keeps the results of all trials. */
export const RESULTS =
	process.env.HEADLESS_DEPLOY_NEIGHBOURS_RESULTS ||
	path.join( LOCAL, 'neighbours-results.json' );

export function readResults( file: string ): Record< string, TriedPlugin > {
	return fs.existsSync( file )
		? ( JSON.parse( fs.readFileSync( file, 'utf8' ) ) as Record<
				string,
				TriedPlugin
			> )
		: {};
}

/** Adds the result of a plugin; other plugins keep theirs. */
export function storeResult(
	file: string,
	{ slug }: Plugin,
	result: TriedPlugin
): void {
	const all = { ...readResults( file ), [ slug ]: result };
	const sorted = Object.fromEntries(
		Object.entries( all ).sort( ( [ one ], [ other ] ) =>
			one < other ? -1 : 1
		)
	);
	writeWhole( file, `${ JSON.stringify( sorted, null, '\t' ) }\n` );
}
