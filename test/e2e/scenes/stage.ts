/**
 * What a site looks like to one browser alone, so that nobody has to take it apart: with nothing connected, at another
 * address, from right to left. A cookie says which.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { BrowserKit } from '../kit.ts';

const COOKIE = 'stage';

const PLUGIN = `<?php
$stage = $_COOKIE['${ COOKIE }'] ?? '';
if ( 'nothing' === $stage ) {
	add_filter( 'pre_option_headless_deploy_environments', '__return_empty_array' );
	add_filter( 'pre_option_headless_deploy_routing', '__return_empty_array' );
}
if ( 'copy' === $stage ) {
	add_filter(
		'option_headless_deploy_environments',
		static function ( $stored ) {
			foreach ( $stored['environments'] as &$record ) {
				$record['fingerprints'] = array( hash( 'sha256', 'elsewhere' ) );
			}
			return $stored;
		}
	);
}
if ( 'rtl' === $stage ) {
	add_action( 'after_setup_theme', static function () { $GLOBALS['wp_locale']->text_direction = 'rtl'; }, 0 );
}
`;

/**
 * Changes what a page's browser sees of the site from now on. The page is empty then.
 *
 * @param page  The page.
 * @param kit   The kit.
 * @param stage Empty for the site as it is.
 */
export async function setStage(
	page: Page,
	kit: BrowserKit,
	stage: '' | 'nothing' | 'copy' | 'rtl'
): Promise< void > {
	fs.writeFileSync(
		path.join(
			...[ kit.folder, 'wordpress', 'wp-content', 'mu-plugins' ],
			'stage.php'
		),
		PLUGIN
	);
	// What a page sends when it is left must not find the other site: a copy follows no runs.
	await page.goto( 'about:blank' );
	await page
		.context()
		.addCookies( [
			{ name: COOKIE, value: stage, url: kit.wordpress.url },
		] );
}
