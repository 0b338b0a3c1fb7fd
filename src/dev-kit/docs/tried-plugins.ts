import fs from 'node:fs';
import path from 'node:path';
import { PROJECT } from '../paths.ts';
import type { Row } from './tables.ts';

/** The result of one plugin, as the check `neighbours` stores it. */
export interface TriedPlugin {
	name: string;
	version: string;
	/** Versions of WordPress and PHP. */
	wordpress: string;
	php: string;
	/** The day of the trial. */
	date: string;
	/** Whether test/neighbours/site/scenarios has work of this plugin’s own. */
	hasScenario: boolean;
	/** What is wrong, empty if nothing is. */
	findings: string[];
	requests: number;
	/** The saves that were compared with what was recorded. */
	steps: number;
	/** The changes that the activation and the first visits recorded. */
	recordedAtFirst: number;
	/** Different errors of PHP without Headless Deploy among the callers. */
	otherErrors: number;
	/** SQL statements of Headless Deploy for one publish. */
	statements: number;
}

/** The results that docs/compatibility.md shows, by the folder of the plugin. */
const RESULTS = path.join( PROJECT, 'test', 'neighbours', 'results.json' );

export function triedPlugins(): Row[] {
	const results = JSON.parse( fs.readFileSync( RESULTS, 'utf8' ) ) as Record<
		string,
		TriedPlugin
	>;
	return Object.values( results )
		.sort( ( one, other ) => ( one.name < other.name ? -1 : 1 ) )
		.map( ( result ) => [
			result.name.replaceAll( '|', '\\|' ),
			result.version,
			result.wordpress,
			result.hasScenario ? 'general and its own' : 'general',
			String( result.requests ),
			String( result.steps ),
			String( result.statements ),
			result.findings.length === 0
				? 'passed'
				: result.findings.join( '; ' ).replaceAll( '|', '\\|' ),
		] );
}
