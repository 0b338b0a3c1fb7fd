import fs from 'node:fs';
import path from 'node:path';
import { mustCapture } from '../../src/dev-kit/commands.ts';
import { makeProgress } from '../../src/dev-kit/progress.ts';
import { findPhp } from '../../src/dev-kit/requirements/php.ts';
import type { BrowserKit } from './kit.ts';

/** Runs PHP in the kit's WordPress. */
export async function runPhp(
	kit: Pick< BrowserKit, 'folder' >,
	code: string,
	input = ''
): Promise< string > {
	const php = await findPhp( makeProgress( () => {} ) );
	const load = path.join( kit.folder, 'wordpress', 'wp-load.php' );
	return mustCapture(
		php.command,
		[ '-r', `require '${ load }'; ${ code }` ],
		{ input }
	);
}

/** Makes WordPress run the code of another plugin while `work` runs. */
export async function withCode(
	kit: BrowserKit,
	code: string,
	work: () => Promise< void >
): Promise< void > {
	const folder = path.join( kit.folder, 'wordpress/wp-content/mu-plugins' );
	const file = path.join( folder, 'other-plugin.php' );
	fs.writeFileSync( file, `<?php ${ code }\n` );
	try {
		await work();
	} finally {
		fs.rmSync( file );
	}
}

/** Removes the plugin's settings while `work` runs. */
export async function withoutSettings(
	kit: BrowserKit,
	work: () => Promise< void >
): Promise< void > {
	const ownOptions = `$wpdb->options WHERE option_name LIKE 'headless\\_deploy\\_%'`;
	const settings = await runPhp(
		kit,
		`$rows = $wpdb->get_results( "SELECT option_name, option_value, autoload FROM ${ ownOptions }" );
		$wpdb->query( "DELETE FROM ${ ownOptions }" );
		echo wp_json_encode( $rows );`
	);
	try {
		await work();
	} finally {
		await runPhp(
			kit,
			`$wpdb->query( "DELETE FROM ${ ownOptions }" );
			foreach ( json_decode( stream_get_contents( STDIN ), true ) as $row ) {
				$wpdb->insert( $wpdb->options, $row );
			}`,
			settings
		);
	}
}
