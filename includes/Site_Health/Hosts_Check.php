<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Errors;

/**
 * Tests whether this server can connect to the webhook hosts, without calling a webhook. It makes HTTP requests, so it
 * runs asynchronously after the page has loaded.
 */
final class Hosts_Check implements Check {
	public const ID = 'headless_deploy_hosts';

	private const TIME_LIMIT_MS = 20_000;

	/**
	 * @param Closure(string): string $error_code As `Host_Probe::error_code()`.
	 */
	public function __construct(
		private readonly Health_Facts $facts,
		private readonly Closure $error_code,
		private readonly Clock $clock,
	) {}

	public function run(): Result {
		$origins = $this->origins();
		if ( array() === $origins ) {
			return ( new Result( Result::GOOD, __( 'No connection to a webhook host is needed', 'headless-deploy' ) ) )
				->add_text( __( 'No environment is connected, or this site does not deploy changes.', 'headless-deploy' ) );
		}
		list( $reached, $unreached, $skipped ) = $this->probe( $origins );
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
	 * @param  list<string>                                    $origins Scheme, host and optional port of each.
	 * @return array{list<string>, list<string>, list<string>} Reachable; unreachable, with the reason; not tested.
	 */
	private function probe( array $origins ): array {
		$end       = $this->clock->monotonic_ms() + self::TIME_LIMIT_MS;
		$reached   = array();
		$unreached = array();
		$skipped   = array();
		foreach ( $origins as $origin ) {
			if ( $this->clock->monotonic_ms() >= $end ) {
				$skipped[] = $origin;
				continue;
			}
			$error_code = ( $this->error_code )( $origin );
			if ( '' === $error_code ) {
				$reached[] = $origin;
			} else {
				/* translators: 1: name of an environment or a host, 2: its status or problem, for example “Rebuild in 10 s”. */
				$unreached[] = sprintf( __( '%1$s: %2$s', 'headless-deploy' ), $origin, self::message( $error_code ) );
			}
		}
		return array( $reached, $unreached, $skipped );
	}

	/**
	 * Returns the hosts of the webhooks of this site, each once; none when this site does not deploy.
	 *
	 * @return list<string>
	 */
	private function origins(): array {
		$origins = array();
		foreach ( $this->facts->permissions() as $permission ) {
			foreach ( ! $permission->is_blocked() ? $permission->environment->webhook_urls : array() as $url ) {
				$parts = wp_parse_url( $url );
				if ( is_array( $parts ) && isset( $parts['scheme'], $parts['host'] ) ) {
					$origins[] = $parts['scheme'] . '://' . $parts['host'] . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
				}
			}
		}
		return array_values( array_unique( $origins ) );
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
}
