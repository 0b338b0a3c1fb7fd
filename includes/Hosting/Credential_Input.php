<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Pasted_Url;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;
use WP_Error;

/**
 * The submitted fields of the credentials; a field that is null stays as it is.
 */
final class Credential_Input {
	/**
	 * @var Sensitive_Value<string>
	 */
	private readonly Sensitive_Value $password;

	private function __construct(
		public readonly ?string $api_url,
		public readonly ?string $user,
		#[SensitiveParameter]
		?string $password,
	) {
		$this->password = Sensitive_Value::of( $password ?? '' );
	}

	/**
	 * @param array<string, string> $body Any of the fields `apiUrl`, `user` and `password`.
	 */
	public static function from_body( #[SensitiveParameter] array $body, Local_Hosts $local_hosts ): self|WP_Error {
		$fields   = Sensitive_Value::take( $body );
		$user     = isset( $fields['user'] ) ? trim( $fields['user'] ) : null;
		$password = isset( $fields['password'] ) ? trim( $fields['password'] ) : null;
		if ( '' === $user || ( null !== $user && 1 === preg_match( '/[:\x00-\x1f\x7f]/', $user ) ) ) {
			return Errors::make( 'headless_deploy_api_user_invalid' );
		}
		$has_control = 1 === preg_match( '/[\x00-\x1f\x7f]/', $password ?? '' );
		if ( '' === $password || $has_control || str_starts_with( $password ?? '', Webhook_Url::MASK ) ) {
			return Errors::make( 'headless_deploy_api_password_missing' );
		}
		$address = isset( $fields['apiUrl'] ) ? self::address( $fields['apiUrl'], $local_hosts ) : null;
		return is_wp_error( $address ) ? $address : new self( $address, $user, $password );
	}

	public function password(): string {
		return $this->password->reveal();
	}

	/**
	 * Removes the slash and the version at the end, which users often copy too.
	 */
	public static function without_version( string $address ): string {
		return (string) preg_replace( '#(?:/v1)?/*$#D', '', trim( $address ) );
	}

	private static function address( string $entered, Local_Hosts $local_hosts ): string|WP_Error {
		$parsed = Pasted_Url::parse( self::without_version( $entered ), $local_hosts );
		if ( is_wp_error( $parsed ) ) {
			$is_specific = in_array( $parsed->get_error_code(), array( 'headless_deploy_url_private', 'headless_deploy_url_not_https' ), true );
			return $is_specific ? $parsed : Errors::make( 'headless_deploy_api_url_invalid' );
		}
		return '' === $parsed->query() && ! str_contains( $entered, '#' )
			? self::without_version( $parsed->origin() . $parsed->path() )
			: Errors::make( 'headless_deploy_api_url_invalid' );
	}
}
