/**
 * What a site looks like to one browser alone, so that nobody has to take it apart: with nothing connected, at another
 * address, from right to left. A cookie says which.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { BrowserKit } from '../kit.ts';

const COOKIE = 'override';

const PLUGIN = `<?php
$override = $_COOKIE['${ COOKIE }'] ?? '';
if ( 'nothing' === $override ) {
	add_filter( 'pre_option_headless_deploy_environments', '__return_empty_array' );
	add_filter( 'pre_option_headless_deploy_routing', '__return_empty_array' );
}
// The plugin reads its settings from the database, past the filters of options.
if ( in_array( $override, array( 'nothing', 'copy' ), true ) ) {
	add_filter(
		'query',
		static function ( $query ) use ( $override ) {
			if ( ! str_starts_with( ltrim( $query ), 'SELECT' ) || ! str_contains( $query, "'headless_deploy_environments'" ) ) {
				return $query;
			}
			if ( 'nothing' === $override ) {
				return str_replace( array( "'headless_deploy_environments'", "'headless_deploy_routing'" ), "'headless_deploy_absent'", $query );
			}
			$here = hash( 'sha256', (string) wp_parse_url( WP_HOME, PHP_URL_HOST ) );
			return str_replace( 'option_value FROM', "REPLACE(option_value, '$here', '" . hash( 'sha256', 'elsewhere' ) . "') AS option_value FROM", $query );
		}
	);
}
if ( 'rtl' === $override ) {
	add_action( 'after_setup_theme', static function () { $GLOBALS['wp_locale']->text_direction = 'rtl'; }, 0 );
}
`;

/**
 * Changes what a page's browser sees of the site from now on. The page is empty then.
 *
 * @param override Empty for the site as it is.
 */
export async function setStage(
	page: Page,
	kit: BrowserKit,
	override: '' | 'nothing' | 'copy' | 'rtl'
): Promise< void > {
	fs.writeFileSync(
		path.join(
			...[ kit.folder, 'wordpress', 'wp-content', 'mu-plugins' ],
			'site-override.php'
		),
		PLUGIN
	);
	// What a page sends when it is left must not find the other site: a copy follows no runs.
	await page.goto( 'about:blank' );
	await page
		.context()
		.addCookies( [
			{ name: COOKIE, value: override, url: kit.wordpress.url },
		] );
}
