<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

/**
 * Tests the PHP extensions.
 */
final class Server_Check implements Check {
	private const INTEGER_BYTES = 8;

	public function __construct( private readonly Server_Facts $server ) {}

	public function run(): Result {
		$problems = $this->problems();
		$status   = Result::most_severe( array_column( $problems, 0 ) );
		if ( array() === $problems ) {
			return ( new Result( $status, __( 'PHP meets the requirements of Headless Deploy', 'headless-deploy' ) ) )
				->add_text( __( 'The cURL extension limits the duration and size of responses. The sodium extension encrypts tokens.', 'headless-deploy' ) );
		}
		$label = Result::CRITICAL === $status
			? __( 'PHP does not meet the requirements of Headless Deploy', 'headless-deploy' )
			: __( 'PHP lacks a recommended extension', 'headless-deploy' );
		return ( new Result( $status, $label ) )->add_list( array_column( $problems, 1 ) );
	}

	/**
	 * @return list<array{string, string}>
	 */
	private function problems(): array {
		$problems = array();
		if ( $this->server->integer_bytes < self::INTEGER_BYTES ) {
			$problems[] = array(
				Result::CRITICAL,
				__( 'This is a 32-bit version of PHP, which cannot store times in milliseconds. Ask the hosting service of this site for a 64-bit version.', 'headless-deploy' ),
			);
		}
		if ( ! $this->server->has_secretbox ) {
			$problems[] = array( Result::CRITICAL, __( 'Sodium is not available, so webhook URLs cannot be stored. Ask the hosting service of this site to enable the PHP sodium extension.', 'headless-deploy' ) );
		} elseif ( ! $this->server->has_sodium ) {
			$problems[] = array(
				Result::RECOMMENDED,
				__( 'The PHP sodium extension is missing. The sodium_compat library of WordPress works, but it is slower and less secure. Ask the hosting service of this site to enable the extension.', 'headless-deploy' ),
			);
		}
		if ( ! $this->server->has_curl ) {
			$problems[] = array( Result::CRITICAL, __( 'PHP’s cURL extension is missing, so nothing is deployed. Ask the administrator of this server to enable the extension.', 'headless-deploy' ) );
		}
		return $problems;
	}
}
