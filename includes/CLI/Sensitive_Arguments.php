<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use SensitiveParameter;

/**
 * Looks for webhook URLs among the arguments before WP-CLI does, which would repeat them in its own error.
 */
final class Sensitive_Arguments {
	private const PUBLIC_OPTION = 'front-end-url';

	private const SECRET_OPTION = 'webhook-url';

	private const MAX_ARGS = array(
		'add'    => 3,
		'update' => 4,
	);

	/**
	 * Tells whether a secret is among the arguments of one of our commands. Any address counts that is not where
	 * visitors see the site, and that too when it looks like a webhook's; and any word too many where a token may be
	 * meant.
	 *
	 * @param list<string>         $args       Arguments without a name, the command's own words included.
	 * @param array<string, mixed> $assoc_args Arguments with a name.
	 */
	public static function contain( #[SensitiveParameter] array $args, #[SensitiveParameter] array $assoc_args ): bool {
		$most = 'environments' === ( $args[1] ?? '' ) ? self::MAX_ARGS[ $args[2] ?? '' ] ?? PHP_INT_MAX : PHP_INT_MAX;
		if ( count( $args ) > $most || str_contains( implode( ' ', $args ), '://' ) ) {
			return true;
		}
		foreach ( $assoc_args as $name => $value ) {
			$is_named = self::SECRET_OPTION === $name && is_string( $value );
			if ( $is_named || ( is_string( $value ) && self::is_secret( (string) $name, $value ) ) ) {
				return true;
			}
		}
		return false;
	}

	public static function message(): string {
		return __( 'A webhook URL was given as an argument. It is in the history of this shell now, and every process on this machine could read it: have the host make a new token, then give the new URL on standard input, or type it when it is asked for. Nothing was done.', 'headless-deploy' );
	}

	private static function is_secret( string $name, #[SensitiveParameter] string $value ): bool {
		if ( self::PUBLIC_OPTION === $name ) {
			return 1 === preg_match( '#[?&](token|key)=|/webhooks/|/build_hooks/|/deploy_hooks/|/integrations/deploy/#i', $value );
		}
		return str_contains( $value, '://' );
	}
}
