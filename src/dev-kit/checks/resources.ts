import path from 'node:path';
import { hashOf } from '../files.ts';
import { runIfStale } from '../stamps.ts';
import { ensurePanelBuild, ensurePortalBuild } from '../builds.ts';
import { KitError } from '../kit-error.ts';
import { LOCAL, PROJECT } from '../paths.ts';
import { makePluginZip, PLUGIN_ZIP } from '../plugin-zip.ts';
import {
	ensurePhpVersions,
	arePhpVersionsInstalled,
	findPhpCompilers,
} from '../php-versions/downloads.ts';
import { ensureDebianPhps } from '../php-versions/debian.ts';
import type { Progress } from '../progress.ts';
import { findChromium } from '../requirements/chromium.ts';
import { ensureComposerPackages } from '../requirements/composer-packages.ts';
import { findClusterPrograms } from '../requirements/cluster.ts';
import { findMariadb } from '../requirements/mariadb.ts';
import { findMysql } from '../requirements/mysql.ts';
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
import { startMariadb, startMysql } from './database-server.ts';
import { makeTestWordpress } from './test-wordpress.ts';

export type Requirement =
	| 'php'
	| 'composer'
	| 'wordpress'
	| 'oldest-wordpress'
	| 'panel'
	| 'chromium'
	| 'mariadb'
	| 'mysql'
	| 'wp-cli'
	| 'php-compilers'
	| 'php-versions'
	| 'cluster';

export interface Resources {
	php: string;
	chromium: string;
	/** Folder of the WordPress for PHPUnit. */
	testWordpress: string;
	/** The same with the oldest supported WordPress; empty when it cannot be downloaded. */
	oldestWordpress: string;
	/** Socket of a running MariaDB; null when it is not installed. */
	mariadbSocket: string | null;
	/** The same of MySQL; null where no Debian mirror is known. */
	mysqlSocket: string | null;
	/** The file of WP-CLI that PHP runs. */
	wpCli: string;
	/** Folder of the oldest and the newest PHP; empty when they cannot be downloaded. */
	phpCompilers: string;
	/** Whether the other versions of PHP are installed. */
	hasPhpVersions: boolean;
	/** Why no cluster of servers can be started; empty when one can. */
	noCluster: string;
}

/**
 * Prepares what the checks need. Package managers cannot run at the same time, so the steps that can call one run
 * first, one after the other.
 *
 * @param requested Large downloads that the user has requested.
 */
export async function prepareResources(
	requirements: ReadonlySet< Requirement >,
	requested: ReadonlySet< Requirement >,
	progress: Progress
): Promise< Resources > {
	const php = requirements.has( 'php' ) ? await findPhp( progress ) : null;
	const chromium = requirements.has( 'chromium' )
		? await findChromium( progress )
		: '';
	const mariadb = requirements.has( 'mariadb' )
		? await findMariadb( progress )
		: null;
	const mysql = requirements.has( 'mysql' )
		? await findMysql( progress )
		: null;
	if ( requirements.has( 'composer' ) ) {
		await ensureComposerPackages( progress );
	}
	const wpCli = requirements.has( 'wp-cli' )
		? await findWpCli( progress )
		: '';
	if (
		requirements.has( 'php-versions' ) &&
		requested.has( 'php-versions' )
	) {
		await ensurePhpVersions( progress );
		await ensureDebianPhps( progress );
	}
	const noCluster = requirements.has( 'cluster' )
		? await reasonWithout( () => findClusterPrograms( progress ) )
		: '';
	const phpCompilers = requirements.has( 'php-compilers' )
		? await emptyWithoutDownload( () => findPhpCompilers( progress ) )
		: '';
	const [ testWordpress, mariadbSocket, mysqlSocket ] = await Promise.all( [
		php && requirements.has( 'wordpress' )
			? testSite( php, 'wordpress', findWordpress, progress )
			: '',
		mariadb
			? progress.step( 'Starting MariaDB', () => startMariadb( mariadb ) )
			: null,
		mysql
			? progress.step( 'Starting MySQL', () => startMysql( mysql ) )
			: null,
		requirements.has( 'panel' ) ? packagePlugin( progress ) : null,
	] );
	const oldestWordpress =
		php && requirements.has( 'oldest-wordpress' )
			? await emptyWithoutDownload( () =>
					testSite(
						php,
						'oldest-wordpress',
						() => findRelease( progress, OLDEST_RELEASE ),
						progress
					)
				)
			: '';
	return {
		php: php?.command ?? '',
		chromium,
		testWordpress,
		oldestWordpress,
		mariadbSocket,
		mysqlSocket,
		wpCli,
		phpCompilers,
		hasPhpVersions: arePhpVersionsInstalled(),
		noCluster,
	};
}

/** Builds the panel and the portal, and packs the plugin, which the browser tests install. */
async function packagePlugin( progress: Progress ): Promise< void > {
	await ensurePanelBuild( progress );
	await ensurePortalBuild( progress );
	await makePluginZip( PROJECT, PLUGIN_ZIP );
}

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
	await runIfStale( `${ folder }.stamp`, siteHash( core, sqlite ), () =>
		progress.step(
			`Preparing WordPress ${ core.version } for PHPUnit`,
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

/** The check of what cannot be downloaded is skipped. */
async function emptyWithoutDownload(
	find: () => Promise< string >
): Promise< string > {
	try {
		return await find();
	} catch ( error ) {
		if ( error instanceof KitError ) {
			return '';
		}
		throw error;
	}
}

/** @return Why it was not found, and what a user can do; empty when it was found. */
async function reasonWithout(
	find: () => Promise< unknown >
): Promise< string > {
	try {
		await find();
		return '';
	} catch ( error ) {
		if ( error instanceof KitError ) {
			return `${ error.message } (${ error.nextStep })`;
		}
		throw error;
	}
}

function siteHash( core: WordpressCore, sqlite: string ): string {
	const kit = hashOf( PROJECT, [
		'src/dev-kit/wordpress',
		'src/dev-kit/checks/test-wordpress.ts',
	] );
	return `${ core.folder } ${ core.version } ${ sqlite } ${ kit }`;
}
