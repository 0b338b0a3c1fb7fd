<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Untyped;
use WP_Error;

/**
 * An environment as the host names it.
 *
 * @phpstan-import-type Target from Webhook_Url
 */
final class Hosted_Environment {
	public function __construct(
		public readonly string $account,
		public readonly string $app,
		public readonly string $environment,
	) {}

	/**
	 * In PHP, `$` also matches before a line break at the end.
	 *
	 * @return array<string, Json_Schema> The fields of a body that name an environment.
	 */
	public static function fields(): array {
		return array_fill_keys(
			array( 'account', 'app', 'environment' ),
			Json_Schema::text()->with( pattern: '^' . Hosting_Operation::SEGMENT . '$(?!\n)' ),
		);
	}

	/**
	 * @param array<string, mixed> $body Valid fields.
	 */
	public static function from_body( array $body ): self|WP_Error {
		if ( ! isset( $body['account'], $body['app'], $body['environment'] ) ) {
			return Errors::make( 'headless_deploy_hosting_environment_missing' );
		}
		return new self( ...array_map( Untyped::text( ... ), array( $body['account'], $body['app'], $body['environment'] ) ) );
	}

	/**
	 * @param Target $target What a webhook was recognized as.
	 */
	public static function of_target( array $target ): self {
		return new self( ...array_map( rawurlencode( ... ), array( $target['account'], $target['app'], $target['environment'] ) ) );
	}

	/**
	 * Returns the path below a version, for example `v1/`.
	 */
	public function path(): string {
		return "accounts/$this->account/apps/$this->app/environments/$this->environment";
	}

	/**
	 * @param Target $target What a webhook was recognized as.
	 */
	public function is_target( array $target, Credentials $credentials ): bool {
		return $credentials->is_for( $target )
			&& array( $this->account, $this->app, $this->environment ) === array( $target['account'], $target['app'], $target['environment'] );
	}
}
