<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use HeadlessDeploy\Action;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;
use WP_Error;

/**
 * Reads the webhook URLs of the platform. The three of a webhook set differ in their action alone and share one token,
 * so one of them is enough to know all. Whoever serves the path serves the interface, whatever the host is called.
 */
final class Wpe_Headless implements Provider {
	/**
	 * Where the service itself is. Others that serve its interface are named by the operator.
	 */
	public const ORIGINS = array( 'https://js.wpengineapi.com', 'https://js.wpengineapi.com:443' );

	private const SHORTEST_TOKEN = 16;
	private const LONGEST_TOKEN  = 256;
	private const PATH           = '#^/wh/v1/accounts/(?<account>[^/]+)/apps/(?<app>[^/]+)/environments/(?<environment>[^/]+)/webhooks/webhook(?::|%3a)(?<action>[^/]+)/?$#i';
	private const NAME           = '/^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/';

	/**
	 * {@inheritDoc}
	 */
	public function owns( Pasted_Url $address ): bool {
		return 1 === preg_match( '#^/wh/v1/#i', $address->path() );
	}

	/**
	 * {@inheritDoc}
	 */
	public function read( Pasted_Url $address ): Webhook_Url|WP_Error {
		if ( 1 !== preg_match( self::PATH, $address->path(), $names ) || ! self::are_names( $names ) ) {
			return Errors::make( 'headless_deploy_url_not_a_webhook', array( 'host' => $address->host ) );
		}
		$action = Action::tryFrom( rawurldecode( $names['action'] ) );
		if ( null === $action ) {
			return Errors::make( 'headless_deploy_action_unknown', array( 'action' => self::excerpt( rawurldecode( $names['action'] ) ) ) );
		}
		$token = self::token( $address->query() );
		return is_wp_error( $token ) ? $token : self::url( $address, $names, $action, $token );
	}

	/**
	 * Makes the three addresses of one.
	 *
	 * @param array<string> $names  The matches of the path.
	 * @param Action        $action The action of this very address.
	 */
	private static function url( Pasted_Url $address, array $names, Action $action, #[SensitiveParameter] string $token ): Webhook_Url {
		$base   = "{$address->origin()}/wh/v1/accounts/{$names['account']}/apps/{$names['app']}/environments/{$names['environment']}/webhooks/webhook:";
		$public = array();
		$secret = array();
		foreach ( Action::cases() as $one ) {
			$public[ $one->value ] = $base . $one->value;
			$secret[ $one->value ] = $base . $one->value . '?token=' . $token;
		}
		$target = array(
			'host'        => $address->host . $address->port,
			'account'     => $names['account'],
			'app'         => $names['app'],
			'environment' => $names['environment'],
		);
		return new Webhook_Url( Providers::WPE_HEADLESS, $target, $action, Action::cases(), $public, array_fill_keys( array_keys( $public ), Webhook_Url::mask( $token ) ), $secret, array( $token ) );
	}

	/**
	 * Tells whether account, app and environment are written as the platform writes names.
	 *
	 * @param array<string> $names The matches of the path.
	 */
	private static function are_names( array $names ): bool {
		foreach ( array( 'account', 'app', 'environment' ) as $part ) {
			if ( 1 !== preg_match( self::NAME, $names[ $part ] ) ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Reads the token from a query string. WordPress's own text sanitizers would damage an escaped one.
	 *
	 * @param string $query What stands behind the question mark.
	 */
	private static function token( #[SensitiveParameter] string $query ): string|WP_Error {
		preg_match_all( '/(?:^|&)token=([^&]*)/', Sensitive_Value::take( $query ), $found );
		if ( array() === array_filter( $found[1] ) ) {
			return Errors::make( 'headless_deploy_token_missing' );
		}
		// Of two tokens nobody knows which one the host reads; together they are no token.
		$token  = rawurldecode( implode( '&', $found[1] ) );
		$length = strlen( $token );
		if ( str_starts_with( $token, '**' ) ) {
			return Errors::make( 'headless_deploy_token_masked' );
		}
		if ( $length < self::SHORTEST_TOKEN || $length > self::LONGEST_TOKEN || 1 !== preg_match( '/^[A-Za-z0-9_-]+={0,2}$/D', $token ) ) {
			return Errors::make( 'headless_deploy_token_invalid', array( 'length' => (string) $length ) );
		}
		return $token;
	}

	/**
	 * Shortens a word of the pasted address for a message.
	 *
	 * @param string $word An action that nobody knows.
	 */
	private static function excerpt( string $word ): string {
		return substr( (string) preg_replace( '/[^A-Za-z0-9._-]/', '?', $word ), 0, 32 );
	}
}
