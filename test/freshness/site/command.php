<?php
/**
 * A command of WP-CLI that makes a change: `wp freshness <kind> <seed>`.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Freshness;

use WP_CLI;

WP_CLI::add_command(
	'freshness',
	static function ( array $arguments ): void {
		require_once __DIR__ . '/changes.php';
		require_once ABSPATH . 'wp-admin/includes/admin.php';
		Changes::call( $arguments[0], (int) $arguments[1] );
	},
);
