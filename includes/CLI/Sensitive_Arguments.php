<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use SensitiveParameter;

/**
 * Finds webhook URLs in the arguments before WP-CLI parses them and prints them in its own errors.
 */
final class Sensitive_Arguments {
	private const PUBLIC_OPTION = 'front-end-url';

	private const SECRET_OPTION = 'webhook-url';

	private const MAX_ARGS = array(
		'add'    => 3,
		'update' => 4,
	);

	/**
	 * Tells whether the arguments may contain a secret: any URL except the front end's, a front-end URL that looks like
	 * a webhook, or an extra positional argument, which may be a token.
	 *
	 * @param list<string>         $args       Positional arguments, including the name of the command.
	 * @param array<string, mixed> $assoc_args Named arguments.
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
		return __( 'Nothing was changed. Arguments must not contain a webhook URL: the shell history and other processes on this machine can read them. Regenerate the token at the host, then enter the new URL on standard input or at the prompt.', 'headless-deploy' );
	}

	private static function is_secret( string $name, #[SensitiveParameter] string $value ): bool {
		if ( self::PUBLIC_OPTION === $name ) {
			return 1 === preg_match( '#[?&](token|key)=|/webhooks/|/build_hooks/|/deploy_hooks/|/integrations/deploy/#i', $value );
		}
		return str_contains( $value, '://' );
	}
}
