/**
 * Changes what one browser sees of the site, by a cookie: without an environment, with another URL, or from right to
 * left.
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
// The plugin reads its settings from the database, without the filters of options.
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
 * Sets what the browser of a page sees of the site, and leaves the page.
 *
 * @param override Empty for the site as it is.
 */
export async function overrideSite(
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
	// The request of a page that is left must not reach the overridden site: a copy tracks no runs.
	await page.goto( 'about:blank' );
	await page
		.context()
		.addCookies( [
			{ name: COOKIE, value: override, url: kit.wordpress.url },
		] );
}
