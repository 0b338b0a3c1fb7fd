/** Brings what the chosen checks need, each thing once. */
import path from 'node:path';
import { hashOf } from '../files.ts';
import { ensurePanelBuild } from '../panel-build.ts';
import { KitError } from '../kit-error.ts';
import { LOCAL, PROJECT } from '../paths.ts';
import { makePluginZip, PLUGIN_ZIP } from '../plugin-zip.ts';
import {
	ensurePhpVersions,
	phpVersionsAreAtHand,
} from '../php-versions/downloads.ts';
import type { Progress } from '../progress.ts';
import { findChromium } from '../requirements/chromium.ts';
import { ensureComposerPackages } from '../requirements/composer-packages.ts';
import { findMariadb } from '../requirements/mariadb.ts';
import { findPhp } from '../requirements/php.ts';
import type { Php } from '../requirements/php.ts';
import { findSqliteIntegration } from '../requirements/sqlite-integration.ts';
import {
	findRelease,
	findWordpress,
	OLDEST_RELEASE,
} from '../requirements/wordpress.ts';
import type { WordpressCore } from '../requirements/wordpress.ts';
import { findWpCli } from '../requirements/wp-cli.ts';
import { runUnlessUpToDate } from '../stamp-file.ts';
import { startMariadb } from './mariadb-server.ts';
import { makeTestWordpress } from './test-wordpress.ts';

/** What a check may need. */
export type Requirement =
	| 'php'
	| 'composer'
	| 'wordpress'
	| 'oldest-wordpress'
	| 'panel'
	| 'chromium'
	| 'mariadb'
	| 'wp-cli'
	| 'php-versions';

/** What the checks are given. */
export interface Resources {
	php: string;
	chromium: string;
	/** Folder of a WordPress for PHPUnit. */
	testWordpress: string;
	/** The same with the oldest WordPress that is supported; empty where it cannot be had. */
	oldestWordpress: string;
	/** Socket of a running MariaDB; null where there is none. */
	mariadbSocket: string | null;
	/** The file of WP-CLI that PHP runs. */
	wpCli: string;
	/** Whether the other PHPs are at hand. */
	hasPhpVersions: boolean;
}

/**
 * Brings what is needed. Package managers do not like company, so what may call one runs first and in turn.
 *
 * @param requirements What the checks need.
 * @param asked        Large resources that are fetched because a named check needs them.
 * @param progress     Where to say so.
 */
export async function prepareResources(
	requirements: ReadonlySet< Requirement >,
	asked: ReadonlySet< Requirement >,
	progress: Progress
): Promise< Resources > {
	const php = requirements.has( 'php' ) ? await findPhp( progress ) : null;
	const chromium = requirements.has( 'chromium' )
		? await findChromium( progress )
		: '';
	const mariadb = requirements.has( 'mariadb' )
		? await findMariadb( progress )
		: null;
	if ( requirements.has( 'composer' ) ) {
		await ensureComposerPackages( progress );
	}
	const wpCli = requirements.has( 'wp-cli' )
		? await findWpCli( progress )
		: '';
	if ( requirements.has( 'php-versions' ) && asked.has( 'php-versions' ) ) {
		await ensurePhpVersions( progress );
	}
	const [ testWordpress, mariadbSocket ] = await Promise.all( [
		php && requirements.has( 'wordpress' )
			? testSite( php, 'wordpress', findWordpress, progress )
			: '',
		mariadb
			? progress.step( 'Starting MariaDB', () => startMariadb( mariadb ) )
			: null,
		requirements.has( 'panel' ) ? packagePlugin( progress ) : null,
	] );
	const oldestWordpress =
		php && requirements.has( 'oldest-wordpress' )
			? await oldestTestSite( php, progress )
			: '';
	return {
		php: php?.command ?? '',
		chromium,
		testWordpress,
		oldestWordpress,
		mariadbSocket,
		wpCli,
		hasPhpVersions: phpVersionsAreAtHand(),
	};
}

/**
 * Builds the panel and packs the plugin, which the browser tests install.
 *
 * @param progress Where to say so.
 */
async function packagePlugin( progress: Progress ): Promise< void > {
	await ensurePanelBuild( progress );
	await makePluginZip( PROJECT, PLUGIN_ZIP );
}

/**
 * Makes a WordPress that PHPUnit runs on, unless it was made from the same.
 *
 * @param find     Finds the WordPress to make it from.
 * @param progress Where to say so.
 */
async function testSite(
	php: Php,
	name: string,
	find: ( progress: Progress ) => Promise< WordpressCore >,
	progress: Progress
): Promise< string > {
	const [ core, sqlite ] = await Promise.all( [
		find( progress ),
		findSqliteIntegration( progress ),
	] );
	const folder = path.join( LOCAL, 'test', name );
	await runUnlessUpToDate(
		`${ folder }.stamp`,
		siteHash( core, sqlite ),
		() =>
			progress.step(
				`Making a WordPress ${ core.version } for PHPUnit`,
				() =>
					makeTestWordpress( php, {
						folder,
						core: core.folder,
						sqlite,
					} )
			)
	);
	return folder;
}

/**
 * Makes one of the oldest WordPress; where it cannot be had, that check is skipped and says so.
 *
 * @param progress Where to say so.
 */
async function oldestTestSite(
	php: Php,
	progress: Progress
): Promise< string > {
	try {
		return await testSite(
			php,
			'oldest-wordpress',
			( to ) => findRelease( to, OLDEST_RELEASE ),
			progress
		);
	} catch ( error ) {
		if ( error instanceof KitError ) {
			return '';
		}
		throw error;
	}
}

/** Names what the test WordPress is made from. */
function siteHash( core: WordpressCore, sqlite: string ): string {
	const kit = hashOf( PROJECT, [
		'src/dev-kit/wordpress',
		'src/dev-kit/checks/test-wordpress.ts',
	] );
	return `${ core.folder } ${ core.version } ${ sqlite } ${ kit }`;
}
