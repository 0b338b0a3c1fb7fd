<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Errors;

/**
 * Looks whether this server reaches the hosts of the webhooks, without calling one. It calls out, so it runs by itself
 * after the page is there.
 */
final class Hosts_Check implements Check {
	public const ID = 'headless_deploy_hosts';

	/**
	 * No further host is asked after this time.
	 */
	private const TIME_LIMIT_MS = 20_000;

	public function __construct(
		private readonly Health_Facts $facts,
		private readonly Probe $probe,
		private readonly Clock $clock,
	) {}

	public function id(): string {
		return self::ID;
	}

	public function label(): string {
		return __( 'Reaching the hosts of webhooks', 'headless-deploy' );
	}

	public function run(): Result {
		$origins = $this->origins();
		if ( array() === $origins ) {
			return ( new Result( Result::GOOD, __( 'No host has to be reached from here', 'headless-deploy' ) ) )
				->add_text( __( 'Nothing is connected, or nothing may be sent from this site.', 'headless-deploy' ) );
		}
		list( $reached, $unreached, $skipped ) = $this->probe( $origins );
		if ( array() === $unreached ) {
			$result = ( new Result( Result::GOOD, __( 'The hosts of your webhooks can be reached', 'headless-deploy' ) ) )
				->add_text( __( 'Name, connection and certificate are in order. No webhook was called for this:', 'headless-deploy' ) )
				->add_list( $reached );
		} else {
			$result = ( new Result( Result::CRITICAL, __( 'A host of your webhooks cannot be reached', 'headless-deploy' ) ) )
				->add_text( __( 'Deployments fail until this server reaches it:', 'headless-deploy' ) )
				->add_list( $unreached )
				->add_link( __( 'See the connections', 'headless-deploy' ), 'connections' );
		}
		if ( array() !== $skipped ) {
			$result->add_text( __( 'There was no time to ask these:', 'headless-deploy' ) )->add_list( $skipped );
		}
		return $result;
	}

	/**
	 * Asks one host after the other while there is time.
	 *
	 * @param  list<string>                                    $origins Scheme, host and perhaps port of each.
	 * @return array{list<string>, list<string>, list<string>} Those that were reached; those that were not, with the reason; those that nobody asked.
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
			$error_code = $this->probe->error_code( $origin );
			if ( '' === $error_code ) {
				$reached[] = $origin;
			} else {
				/* translators: 1: address of a host. 2: what is wrong and what to do. */
				$unreached[] = sprintf( __( '%1$s: %2$s', 'headless-deploy' ), $origin, self::message( $error_code ) );
			}
		}
		return array( $reached, $unreached, $skipped );
	}

	/**
	 * Returns where the webhooks of this site lie, each host once. A site that is silent asks nobody.
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
	 * Words what is wrong. A few of the words about calls do not fit, since nothing was sent.
	 *
	 * @param string $code A code of Errors.
	 */
	private static function message( string $code ): string {
		return match ( $code ) {
			'headless_deploy_timeout'           => __( 'It did not answer within 5 seconds. Is a firewall in the way? Ask your host to permit outgoing connections to it.', 'headless-deploy' ),
			'headless_deploy_connection_failed' => __( 'The connection failed. Is the host down, or a firewall in the way? Ask your host to permit outgoing connections to it.', 'headless-deploy' ),
			'headless_deploy_tls_failed'        => __( 'Its certificate is not valid, so nothing would be sent to it. Check this server’s clock and certificates, or ask the hosting service.', 'headless-deploy' ),
			default                             => Errors::message( $code ),
		};
	}
}
