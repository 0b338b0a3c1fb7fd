/**
 * What a story needs of WordPress that no person does at once: time that passes, and code of others.
 */
import fs from 'node:fs';
import path from 'node:path';
import { mustCapture } from '../../src/dev-kit/commands.ts';
import { makeProgress } from '../../src/dev-kit/progress.ts';
import { findPhp } from '../../src/dev-kit/requirements/php.ts';
import type { BrowserKit } from './kit.ts';

/** Runs PHP in the kit's WordPress. */
export async function runPhp(
	kit: BrowserKit,
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

/**
 * Lets an event of cron ring now, and all of its kind: its time is moved, and the kit's own cron does the rest.
 */
export async function ringNow(
	kit: BrowserKit,
	hook: string
): Promise< void > {
	await runPhp(
		kit,
		`foreach ( _get_cron_array() as $at => $hooks ) {
			foreach ( $hooks['${ hook }'] ?? array() as $event ) {
				wp_unschedule_event( $at, '${ hook }', $event['args'] );
				wp_schedule_single_event( time() - 1, '${ hook }', $event['args'] );
			}
		}`
	);
}

/**
 * Lets WordPress run code of somebody else, as long as something is done.
 *
 * @param code The body of a PHP file.
 */
export async function withCode(
	kit: BrowserKit,
	code: string,
	work: () => Promise< void >
): Promise< void > {
	const folder = path.join( kit.folder, 'wordpress/wp-content/mu-plugins' );
	const file = path.join( folder, 'story.php' );
	fs.writeFileSync( file, `<?php ${ code }\n` );
	try {
		await work();
	} finally {
		fs.rmSync( file );
	}
}

/**
 * Makes WordPress one that never had the plugin's settings, as long as something is done.
 */
export async function withoutSettings(
	kit: BrowserKit,
	work: () => Promise< void >
): Promise< void > {
	const ours = `$wpdb->options WHERE option_name LIKE 'headless\\_deploy\\_%'`;
	const settings = await runPhp(
		kit,
		`$rows = $wpdb->get_results( "SELECT option_name, option_value, autoload FROM ${ ours }" );
		$wpdb->query( "DELETE FROM ${ ours }" );
		echo wp_json_encode( $rows );`
	);
	try {
		await work();
	} finally {
		await runPhp(
			kit,
			`$wpdb->query( "DELETE FROM ${ ours }" );
			foreach ( json_decode( stream_get_contents( STDIN ), true ) as $row ) {
				$wpdb->insert( $wpdb->options, $row );
			}`,
			settings
		);
	}
}
