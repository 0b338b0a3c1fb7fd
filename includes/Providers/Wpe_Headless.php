<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use HeadlessDeploy\Action;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;
use WP_Error;

/**
 * Reads webhook URLs of the platform. The URLs of a webhook set differ only in their action and share a token, so one
 * of them is enough. Any host that serves this path implements the interface.
 */
final class Wpe_Headless implements Provider {
	/**
	 * The hosting service. HEADLESS_DEPLOY_LOCAL_HOSTS lists other hosts with the same interface.
	 */
	public const ORIGINS = array( 'https://js.wpengineapi.com', 'https://js.wpengineapi.com:443' );

	private const MIN_TOKEN_LENGTH = 16;
	private const MAX_TOKEN_LENGTH = 256;
	private const PATH             = '#^/wh/v1/accounts/(?<account>[^/]+)/apps/(?<app>[^/]+)/environments/(?<environment>[^/]+)/webhooks/webhook(?::|%3a)(?<action>[^/]+)/?$#i';
	private const NAME             = '/^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/';

	public function owns( Pasted_Url $address ): bool {
		return 1 === preg_match( '#^/wh/v1/#i', $address->path() );
	}

	public function read( Pasted_Url $address ): Webhook_Url|WP_Error {
		if ( 1 !== preg_match( self::PATH, $address->path(), $names ) || ! self::are_names( $names ) ) {
			return Errors::make( 'headless_deploy_url_not_a_webhook', host: $address->host );
		}
		$action = Action::tryFrom( rawurldecode( $names['action'] ) );
		if ( null === $action || Action::Refresh === $action ) {
			return Errors::make( 'headless_deploy_action_unknown', action: self::excerpt( rawurldecode( $names['action'] ) ) );
		}
		$token = self::token( $address->query() );
		return is_wp_error( $token ) ? $token : self::url( $address, $names, $action, $token );
	}

	/**
	 * @param array<string> $names Matches of the path.
	 */
	private static function url( Pasted_Url $address, array $names, Action $action, #[SensitiveParameter] string $token ): Webhook_Url {
		$base   = "{$address->origin()}/wh/v1/accounts/{$names['account']}/apps/{$names['app']}/environments/{$names['environment']}/webhooks/webhook:";
		$public = array();
		$secret = array();
		foreach ( Action::hosted() as $one ) {
			$public[ $one->value ] = $base . $one->value;
			$secret[ $one->value ] = $base . $one->value . '?token=' . $token;
		}
		$target = array(
			'host'        => $address->host . $address->port,
			'account'     => $names['account'],
			'app'         => $names['app'],
			'environment' => $names['environment'],
		);
		return new Webhook_Url(
			Providers::WPE_HEADLESS,
			$target,
			$action,
			Action::hosted(),
			$public,
			array_fill_keys( array_keys( $public ), Webhook_Url::mask( $token ) ),
			$secret,
			array( $token ),
		);
	}

	/**
	 * @param array<string> $names Matches of the path.
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
	 * Reads the token from a query. WordPress's text sanitizers would damage an encoded one.
	 */
	private static function token( #[SensitiveParameter] string $query ): string|WP_Error {
		preg_match_all( '/(?:^|&)token=([^&]*)/', Sensitive_Value::take( $query ), $found );
		if ( array() === array_filter( $found[1] ) ) {
			return Errors::make( 'headless_deploy_token_missing' );
		}
		// Two tokens are invalid, because it is unknown which one the host reads.
		$token  = rawurldecode( implode( '&', $found[1] ) );
		$length = strlen( $token );
		if ( str_starts_with( $token, '**' ) ) {
			return Errors::make( 'headless_deploy_token_masked' );
		}
		if ( $length < self::MIN_TOKEN_LENGTH || $length > self::MAX_TOKEN_LENGTH || 1 !== preg_match( '/^[A-Za-z0-9_-]+={0,2}$/D', $token ) ) {
			return Errors::make( 'headless_deploy_token_invalid', length: (string) $length );
		}
		return $token;
	}

	private static function excerpt( string $word ): string {
		return substr( (string) preg_replace( '/[^A-Za-z0-9._-]/', '?', $word ), 0, 32 );
	}
}
