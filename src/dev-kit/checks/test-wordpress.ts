import fs from 'node:fs';
import path from 'node:path';
import type { Php } from '../requirements/php.ts';
import { assembleWordpress, configureWordpress } from '../wordpress/files.ts';
import { installWordpress } from '../wordpress/install.ts';

const URL = 'http://example.test';

export interface TestWordpress {
	folder: string;
	core: string;
	sqlite: string;
}

/**
 * Makes the WordPress for PHPUnit. Each run copies its database. The plugin is not in it; the bootstrap file of the
 * tests loads it.
 */
export async function makeTestWordpress(
	php: Php,
	settings: TestWordpress
): Promise< void > {
	await assembleWordpress( { ...settings, plugin: null } );
	configureWordpress( settings.folder, {
		url: URL,
		localHosts: [],
		secret: 'tests',
	} );
	await installWordpress( php, {
		folder: settings.folder,
		url: URL,
		password: 'password',
		plugin: '',
	} );
	const databases = path.join( settings.folder, 'wp-content', 'database' );
	fs.renameSync(
		path.join( databases, '.ht.sqlite' ),
		path.join( databases, 'template.sqlite' )
	);
}
