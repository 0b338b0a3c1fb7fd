<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use Closure;
use HeadlessDeploy\Environments\Send_Permission;
use WP_Error;

/**
 * Asks the change feed as a front end does: over HTTP, and without a login. A plugin that closes the REST API to guests, or
 * a firewall, would refuse the front end too. The request is not signed, so the feed itself refuses it.
 */
final class Feed_Check implements Check {
	public const ID = 'headless_deploy_change_feed';

	private const OWN_ANSWER = 'headless_deploy_signature_invalid';

	/**
	 * @param Closure(string): (array{int, string}|WP_Error) $ask Requests the feed of an environment; returns the HTTP status and the
	 *                                                            body.
	 */
	public function __construct(
		private readonly Health_Facts $facts,
		private readonly Closure $ask,
	) {}

	public function run(): Result {
		$uses_refresh = static fn( Send_Permission $one ): bool => ! $one->is_blocked() && true === $one->environment->refresh?->is_usable();
		$environments = array_keys( array_filter( $this->facts->permissions(), $uses_refresh ) );
		if ( array() === $environments ) {
			return ( new Result( Result::GOOD, __( 'No front end uses the change feed', 'headless-deploy' ) ) )
				->add_text( __( 'No environment of this site has a refresh URL.', 'headless-deploy' ) );
		}
		$answer = ( $this->ask )( (string) $environments[0] );
		return is_wp_error( $answer ) ? $this->unreachable( $answer ) : $this->of_answer( ...$answer );
	}

	private function of_answer( int $status, string $body ): Result {
		$json    = json_decode( $body, true );
		$code    = is_array( $json ) && is_string( $json['code'] ?? null ) ? $json['code'] : '';
		$message = is_array( $json ) && is_string( $json['message'] ?? null ) ? wp_strip_all_tags( $json['message'] ) : '';
		return match ( true ) {
			self::OWN_ANSWER === $code => ( new Result( Result::GOOD, __( 'Front ends can read the change feed', 'headless-deploy' ) ) )
				->add_text( __( 'A request without a login reached the change feed, which checks the signature of each request itself.', 'headless-deploy' ) ),
			'' !== $code => $this->closed(
				/* translators: 1: HTTP status. 2: message of another plugin. */
				sprintf( __( 'WordPress answered a request without a login with HTTP %1$d: %2$s', 'headless-deploy' ), $status, $message ),
				__( 'Another plugin closes the REST API to visitors who are not logged in. Allow the route headless-deploy/v1/changes for them in the settings of that plugin.', 'headless-deploy' ),
			),
			default => $this->closed(
				/* translators: %d: HTTP status. */
				sprintf( __( 'The answer to a request without a login was not from WordPress (HTTP %d).', 'headless-deploy' ), $status ),
				/* translators: %s: address of the change feed. */
				sprintf( __( 'A firewall or another service in front of WordPress answered. Allow requests to %s there.', 'headless-deploy' ), self::address() ),
			),
		};
	}

	private function closed( string $fact, string $remedy ): Result {
		return ( new Result( Result::RECOMMENDED, __( 'Front ends cannot read the change feed', 'headless-deploy' ) ) )
			->add_text( $fact, __( 'A front end that was not running asks the change feed what it has missed. Until it gets an answer, its pages are cached for 10 seconds only.', 'headless-deploy' ), $remedy );
	}

	private function unreachable( WP_Error $error ): Result {
		return ( new Result( Result::RECOMMENDED, __( 'The change feed could not be tested', 'headless-deploy' ) ) )
			/* translators: 1: address of the change feed. 2: what went wrong. */
			->add_text( sprintf( __( 'WordPress could not request %1$s: %2$s', 'headless-deploy' ), self::address(), $error->get_error_message() ) );
	}

	private static function address(): string {
		return rest_url( Feed_Request::ROUTE );
	}
}
