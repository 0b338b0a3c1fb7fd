<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Secrets\Webhook;
use Throwable;
use WP_Error;

/**
 * The tests that make HTTP requests.
 */
final class Connection_Checks {
	private const TIME_LIMIT_MS = 20_000;
	private const PROBE_MS      = 5_000;
	private const FEED_SECONDS  = 5;
	private const FEED_BYTES    = 65_536;

	private const OWN_ANSWER = 'headless_deploy_signature_invalid';

	/**
	 * Tests whether this server can connect to the webhook hosts, without calling a webhook.
	 *
	 * @param Closure(string): string $error_code As `error_code()`.
	 */
	public static function hosts( Health_Facts $facts, Closure $error_code, Clock $clock ): Result {
		$origins = self::origins( $facts );
		if ( array() === $origins ) {
			return ( new Result( Result::GOOD, __( 'No connection to a webhook host is needed', 'headless-deploy' ) ) )
				->add_text( __( 'No environment is connected, or this site does not deploy changes.', 'headless-deploy' ) );
		}
		list( $reached, $unreached, $skipped ) = self::probe( $origins, $error_code, $clock );
		if ( array() === $unreached ) {
			$result = ( new Result( Result::GOOD, __( 'The webhook hosts are reachable', 'headless-deploy' ) ) )
				->add_text( __( 'No webhook was called. These hosts are reachable, and their TLS certificates are valid:', 'headless-deploy' ) )
				->add_list( $reached );
		} else {
			$result = ( new Result( Result::CRITICAL, __( 'A webhook host is not reachable', 'headless-deploy' ) ) )
				->add_text( __( 'Runs fail until this server can connect to:', 'headless-deploy' ) )
				->add_list( $unreached )
				->add_link( __( 'View connections', 'headless-deploy' ), 'connections' );
		}
		if ( array() !== $skipped ) {
			$result->add_text( __( 'These hosts were not checked because the time limit was reached:', 'headless-deploy' ) )->add_list( $skipped );
		}
		return $result;
	}

	/**
	 * Tests one host after another until the time limit.
	 *
	 * @param  list<string>                                    $origins    Scheme, host and optional port of each.
	 * @param  Closure(string): string                         $error_code
	 * @return array{list<string>, list<string>, list<string>} Reachable; unreachable, with the reason; not tested.
	 */
	private static function probe( array $origins, Closure $error_code, Clock $clock ): array {
		$end       = $clock->monotonic_ms() + self::TIME_LIMIT_MS;
		$reached   = array();
		$unreached = array();
		$skipped   = array();
		foreach ( $origins as $origin ) {
			if ( $clock->monotonic_ms() >= $end ) {
				$skipped[] = $origin;
				continue;
			}
			$code = $error_code( $origin );
			if ( '' === $code ) {
				$reached[] = $origin;
			} else {
				/* translators: 1: name of an environment or a host, 2: its status or problem, for example “Rebuild in 10 s”. */
				$unreached[] = sprintf( __( '%1$s: %2$s', 'headless-deploy' ), $origin, self::message( $code ) );
			}
		}
		return array( $reached, $unreached, $skipped );
	}

	/**
	 * Returns the hosts of the webhooks of this site, each once; none when this site does not deploy.
	 *
	 * @return list<string>
	 */
	private static function origins( Health_Facts $facts ): array {
		$origins = array();
		foreach ( $facts->permissions() as $permission ) {
			foreach ( ! $permission->is_blocked() ? $permission->environment->urls : array() as $url ) {
				$parts = wp_parse_url( $url );
				if ( is_array( $parts ) && isset( $parts['scheme'], $parts['host'] ) ) {
					$origins[] = $parts['scheme'] . '://' . $parts['host'] . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
				}
			}
		}
		return array_values( array_unique( $origins ) );
	}

	/**
	 * Sends a HEAD request to the root of a host. Any response proves DNS, connection and certificate. The webhook itself is not
	 * called, because some services trigger on GET.
	 *
	 * @param  string $origin Scheme, host and optional port, for example `https://hosting.example`.
	 * @return string Error code of an unreachable host, empty for a reachable one.
	 */
	public static function error_code( Calls $calls, string $origin ): string {
		try {
			$answer = $calls->send( new Webhook( "$origin/", "$origin/", array() ), $calls->start( self::PROBE_MS ), 'HEAD', '*/*' );
		} catch ( Throwable ) {
			// A callback of another plugin failed.
			return 'headless_deploy_call_failed';
		}
		return 0 === $answer->status ? $answer->response->error_code : '';
	}

	/**
	 * Returns the message of an error. Some messages for runs do not fit, because nothing was sent.
	 *
	 * @param string $code A code of Errors.
	 */
	private static function message( string $code ): string {
		return match ( $code ) {
			'headless_deploy_timeout'           => __( 'The host did not respond within 5 seconds. Ask the hosting service of this site to allow outgoing connections to the host.', 'headless-deploy' ),
			'headless_deploy_connection_failed' => __( 'The connection failed: the host is down, or a firewall blocks it. Ask the hosting service of this site to allow outgoing connections to the host.', 'headless-deploy' ),
			'headless_deploy_tls_failed'        => __( 'The TLS certificate is not valid, so runs fail. Check this server’s clock and CA certificates, or contact the hosting service of the front end.', 'headless-deploy' ),
			default                             => Errors::message( $code ),
		};
	}

	/**
	 * Asks the change feed as a front end does: over HTTP, and without a login. A plugin that closes the REST API to guests, or
	 * a firewall, would refuse the front end too. The request is not signed, so the feed itself refuses it.
	 */
	public static function change_feed( Health_Facts $facts ): Result {
		$uses_refresh = static fn( Send_Permission $one ): bool => ! $one->is_blocked() && true === $one->environment->refresh?->is_usable();
		$environments = array_keys( array_filter( $facts->permissions(), $uses_refresh ) );
		if ( array() === $environments ) {
			return ( new Result( Result::GOOD, __( 'No front end uses the change feed', 'headless-deploy' ) ) )
				->add_text( __( 'No environment of this site has a refresh URL.', 'headless-deploy' ) );
		}
		$answer = self::request_feed( (string) $environments[0] );
		return is_wp_error( $answer ) ? self::untested_feed( $answer ) : self::feed_result( ...$answer );
	}

	private static function feed_result( int $status, string $body ): Result {
		$json    = json_decode( $body, true );
		$code    = is_array( $json ) && is_string( $json['code'] ?? null ) ? $json['code'] : '';
		$message = is_array( $json ) && is_string( $json['message'] ?? null ) ? wp_strip_all_tags( $json['message'] ) : '';
		return match ( true ) {
			self::OWN_ANSWER === $code => ( new Result( Result::GOOD, __( 'Front ends can read the change feed', 'headless-deploy' ) ) )
				->add_text( __( 'A request without a login reached the change feed, which checks the signature of each request itself.', 'headless-deploy' ) ),
			'' !== $code => self::closed_feed(
				/* translators: 1: HTTP status. 2: message of another plugin. */
				sprintf( __( 'WordPress answered a request without a login with HTTP %1$d: %2$s', 'headless-deploy' ), $status, $message ),
				__( 'Another plugin closes the REST API to visitors who are not logged in. Allow the route headless-deploy/v1/changes for them in the settings of that plugin.', 'headless-deploy' ),
			),
			default => self::closed_feed(
				/* translators: %d: HTTP status. */
				sprintf( __( 'The answer to a request without a login was not from WordPress (HTTP %d).', 'headless-deploy' ), $status ),
				/* translators: %s: address of the change feed. */
				sprintf( __( 'A firewall or another service in front of WordPress answered. Allow requests to %s there.', 'headless-deploy' ), self::feed_url() ),
			),
		};
	}

	private static function closed_feed( string $fact, string $remedy ): Result {
		return ( new Result( Result::RECOMMENDED, __( 'Front ends cannot read the change feed', 'headless-deploy' ) ) )
			->add_text( $fact, __( 'A front end that was not running asks the change feed what it has missed. Until it gets an answer, its pages are cached for 10 seconds only.', 'headless-deploy' ), $remedy );
	}

	private static function untested_feed( WP_Error $error ): Result {
		return ( new Result( Result::RECOMMENDED, __( 'The change feed could not be tested', 'headless-deploy' ) ) )
			->add_text( sprintf(
				/* translators: 1: address of the change feed. 2: what went wrong. */
				__( 'WordPress could not request %1$s: %2$s', 'headless-deploy' ),
				self::feed_url(),
				$error->get_error_message(),
			) );
	}

	/**
	 * Requests the change feed of this site like a guest: without cookies, and without a signature.
	 *
	 * @return array{int, string}|WP_Error The HTTP status and the body.
	 */
	private static function request_feed( string $environment_id ): array|WP_Error {
		/** This filter is documented in wp-includes/class-wp-http-streams.php */
		// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- WordPress's own filter, as its loopback test uses it.
		$verifies = apply_filters( 'https_local_ssl_verify', false );
		$response = wp_remote_get(
			add_query_arg( 'environment', $environment_id, self::feed_url() ),
			array(
				'timeout'             => self::FEED_SECONDS,
				'redirection'         => 0,
				'cookies'             => array(),
				'sslverify'           => (bool) $verifies,
				'limit_response_size' => self::FEED_BYTES,
			),
		);
		return is_wp_error( $response )
			? $response
			: array( (int) wp_remote_retrieve_response_code( $response ), wp_remote_retrieve_body( $response ) );
	}

	private static function feed_url(): string {
		return rest_url( Rest::ROUTE_NAMESPACE . '/changes' );
	}
}
