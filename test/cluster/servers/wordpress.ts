import fs from 'node:fs';
import path from 'node:path';
import { PROJECT } from '../../../src/dev-kit/paths.ts';
import {
	assembleWordpress,
	configureWordpress,
} from '../../../src/dev-kit/wordpress/files.ts';
import {
	installWordpress,
	PLUGIN_FILE,
} from '../../../src/dev-kit/wordpress/install.ts';
import { configureMariadb } from '../../concurrency/web-servers.ts';

/** Variable with the database of a web server. */
export const DATABASE_HOST = 'TEST_DATABASE_HOST';
/** Stands for the socket of Redis in the drop-in. */
const SOCKET = '{SOCKET}';

const FILES = path.join( PROJECT, 'test', 'cluster', 'servers' );

export interface WordpressSettings {
	php: string;
	/** Folder of an assembled WordPress, which is copied. */
	core: string;
	/** Folder to make. */
	folder: string;
	/** Address of the site. */
	url: string;
	/** An empty database. */
	databaseName: string;
	/** As in `DB_HOST`, for the installation. */
	databaseHost: string;
	/** Socket of Redis; null for no object cache. */
	redisSocket: string | null;
	/** Ports of loopback that the plugin may call. */
	localPorts: readonly number[];
}

/**
 * Installs WordPress with the plugin for several web servers. Each has its own database server, in the variable
 * `DATABASE_HOST`.
 *
 * @return Application password of the administrator.
 */
export async function installOnCluster(
	settings: WordpressSettings
): Promise< string > {
	const { core, folder, url } = settings;
	await assembleWordpress( {
		folder,
		core,
		sqlite: path.join(
			core,
			'wp-content/plugins/sqlite-database-integration'
		),
		plugin: PROJECT,
	} );
	configureWordpress( folder, {
		url,
		localHosts: settings.localPorts.map(
			( port ) => `127.0.0.1:${ port }`
		),
		secret: 'cluster',
	} );
	configureMariadb( folder, {
		DB_NAME: `'${ settings.databaseName }'`,
		DB_HOST: `getenv( '${ DATABASE_HOST }' )`,
	} );
	fs.copyFileSync(
		path.join( FILES, 'must-use-plugin.php' ),
		path.join( folder, 'wp-content', 'mu-plugins', 'test-cluster.php' )
	);
	const { applicationPassword } = await installWordpress(
		{ command: settings.php, minor: '', id: 0, extensions: [] },
		{ folder, url, password: 'password', plugin: PLUGIN_FILE },
		{ ...process.env, [ DATABASE_HOST ]: settings.databaseHost }
	);
	if ( settings.redisSocket ) {
		addObjectCache( folder, settings.redisSocket );
	}
	return applicationPassword;
}

function addObjectCache( folder: string, redisSocket: string ): void {
	const dropIn = fs
		.readFileSync( path.join( FILES, 'object-cache.php' ), 'utf8' )
		.replace( SOCKET, redisSocket );
	fs.writeFileSync(
		path.join( folder, 'wp-content', 'object-cache.php' ),
		dropIn
	);
}
