/**
 * Makes the WordPress that PHPUnit runs on: installed once, its database copied by every run.
 */
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
 * Makes it; the plugin is not in it, PHPUnit's bootstrap loads it.
 *
 * @param what Where and from what.
 */
export async function makeTestWordpress(
	php: Php,
	what: TestWordpress
): Promise< void > {
	await assembleWordpress( { ...what, plugin: null } );
	configureWordpress( what.folder, {
		url: URL,
		localHosts: [],
		secret: 'tests',
	} );
	await installWordpress( php, {
		folder: what.folder,
		url: URL,
		password: 'password',
		plugin: '',
	} );
	const databases = path.join( what.folder, 'wp-content', 'database' );
	fs.renameSync(
		path.join( databases, '.ht.sqlite' ),
		path.join( databases, 'template.sqlite' )
	);
}
