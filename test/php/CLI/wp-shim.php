<?php

declare( strict_types=1 );

// WP-CLI 2.4.1 is older than PHP 8: hide deprecations in its own folder.
set_error_handler(
	static fn( int $level, string $message, string $file = '' ): bool => 1 === preg_match( '#/wp-cli/vendor/#', $file ),
	E_DEPRECATED | E_USER_DEPRECATED,
);

require_once __DIR__ . '/wp-user-fetcher.php';

WP_CLI::add_command(
	'eval',
	static function ( array $arguments ): void {
		eval( $arguments[0] );
	},
);

WP_CLI::add_command(
	'plugin activate',
	static function ( array $arguments, array $options ): void {
		require_once ABSPATH . 'wp-admin/includes/plugin.php';
		$result = activate_plugin( $arguments[0], '', isset( $options['network'] ) );
		if ( is_wp_error( $result ) ) {
			WP_CLI::error( $result );
		}
	},
);
