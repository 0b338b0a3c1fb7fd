<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

/**
 * Looks at what PHP brings.
 */
final class Server_Check implements Check {
	private const INTEGER_BYTES = 8;

	public function __construct( private readonly Server_Facts $server ) {}

	public function id(): string {
		return 'headless_deploy_server';
	}

	public function label(): string {
		return __( 'What Headless Deploy needs of PHP', 'headless-deploy' );
	}

	public function run(): Result {
		$found  = $this->found();
		$status = Result::most_severe( array_column( $found, 0 ) );
		if ( array() === $found ) {
			return ( new Result( $status, __( 'PHP has what deployments need', 'headless-deploy' ) ) )
				->add_text( __( 'The cURL extension bounds the time and the size of answers, sodium encrypts the tokens.', 'headless-deploy' ) );
		}
		$label = Result::CRITICAL === $status
			? __( 'PHP lacks what deployments need', 'headless-deploy' )
			: __( 'PHP lacks what makes deployments reliable', 'headless-deploy' );
		return ( new Result( $status, $label ) )->add_list( array_column( $found, 1 ) );
	}

	/**
	 * @return list<array{string, string}>
	 */
	private function found(): array {
		$found = array();
		if ( $this->server->integer_bytes < self::INTEGER_BYTES ) {
			$found[] = array( Result::CRITICAL, __( 'This is a 32-bit PHP, whose numbers are too short for times in milliseconds. Ask your host for a 64-bit PHP.', 'headless-deploy' ) );
		}
		if ( ! $this->server->has_secretbox ) {
			$found[] = array( Result::CRITICAL, __( 'Sodium is missing, so no webhook URL can be stored. Ask your host to switch on PHP’s sodium extension.', 'headless-deploy' ) );
		} elseif ( ! $this->server->has_sodium ) {
			$found[] = array( Result::RECOMMENDED, __( 'PHP’s sodium extension is missing. WordPress’s own stand-in works, but it is slow and less hardened. Ask your host to switch the extension on.', 'headless-deploy' ) );
		}
		if ( ! $this->server->has_curl ) {
			$found[] = array( Result::CRITICAL, __( 'PHP’s cURL extension is missing, so nothing is deployed. Ask the administrator of this server to enable the extension.', 'headless-deploy' ) );
		}
		return $found;
	}
}
