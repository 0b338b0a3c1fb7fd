import fs from 'node:fs';
import path from 'node:path';
import { makeWhole, writeWhole } from '../files.ts';
import { kitFile } from '../paths.ts';
import { wpConfig } from './config.ts';
import type { ConfigSettings } from './config.ts';

export interface Assembly {
	folder: string;
	/** Folder of a WordPress. */
	core: string;
	/** Folder of the SQLite integration. */
	sqlite: string;
	/** Folder of the plugin, to which WordPress gets a link; null for none. */
	plugin: string | null;
}

const SQLITE_PLUGIN = 'sqlite-database-integration';
const CONTENT_FOLDERS = [
	'plugins',
	'themes',
	'mu-plugins',
	'uploads',
	'languages',
	'upgrade',
	'database',
];

/**
 * Returns whether a file of a WordPress is copied: the configuration, plugins and uploads of a used one are not.
 *
 * @param name Path below the WordPress folder.
 */
export function belongsToCore( name: string ): boolean {
	const parts = name.split( path.sep );
	if ( parts[ 0 ] !== 'wp-content' ) {
		return ! [ 'wp-config.php', '.htaccess', '.git' ].includes(
			parts[ 0 ] ?? ''
		);
	}
	return (
		parts.length === 1 ||
		[ 'index.php', 'themes', 'languages' ].includes( parts[ 1 ] ?? '' )
	);
}

/** Copies WordPress, without wp-config.php, and adds SQLite and the plugin. Replaces what was there. */
export async function assembleWordpress( assembly: Assembly ): Promise< void > {
	await makeWhole( assembly.folder, async ( draft ) => {
		// Six times as fast as fs.promises.cp() with 3,500 files.
		fs.cpSync( assembly.core, draft, {
			recursive: true,
			dereference: true,
			filter: ( source ) =>
				belongsToCore( path.relative( assembly.core, source ) ),
		} );
		const content = path.join( draft, 'wp-content' );
		for ( const name of CONTENT_FOLDERS ) {
			fs.mkdirSync( path.join( content, name ), { recursive: true } );
		}
		for ( const name of [ '.', 'plugins', 'themes' ] ) {
			fs.writeFileSync(
				path.join( content, name, 'index.php' ),
				'<?php // Silence is golden.\n'
			);
		}
		addSqlite( content, assembly.sqlite );
		if ( assembly.plugin ) {
			fs.symlinkSync(
				assembly.plugin,
				path.join( content, 'plugins', 'headless-deploy' )
			);
		}
	} );
}

/** Adds the SQLite integration and its drop-in, which finds it by a relative path. */
function addSqlite( content: string, sqlite: string ): void {
	const plugin = path.join( content, 'plugins', SQLITE_PLUGIN );
	fs.cpSync( sqlite, plugin, { recursive: true } );
	const dropIn = fs
		.readFileSync( path.join( plugin, 'db.copy' ), 'utf8' )
		.replaceAll(
			"'{SQLITE_IMPLEMENTATION_FOLDER_PATH}'",
			`__DIR__ . '/plugins/${ SQLITE_PLUGIN }'`
		)
		.replaceAll( '{SQLITE_PLUGIN}', `${ SQLITE_PLUGIN }/load.php` );
	fs.writeFileSync( path.join( content, 'db.php' ), dropIn );
}

/** Writes what depends on the ports: wp-config.php, and the plugin that blocks requests to other machines. */
export function configureWordpress(
	folder: string,
	settings: ConfigSettings
): void {
	writeWhole(
		path.join( folder, 'wp-config.php' ),
		wpConfig( settings ),
		0o600
	);
	fs.copyFileSync(
		kitFile( 'wordpress/offline.php' ),
		path.join( folder, 'wp-content', 'mu-plugins', 'local-kit.php' )
	);
}
