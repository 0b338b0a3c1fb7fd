<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

/**
 * Looks whether HEADLESS_DEPLOY_ENVIRONMENTS says what can be done.
 */
final class Constant_Check implements Check {
	/**
	 * @param list<array{environment: string, field: string, message: string}> $problems What is wrong with the constant.
	 */
	public function __construct( private readonly array $problems ) {}

	public function id(): string {
		return 'headless_deploy_constant';
	}

	public function label(): string {
		return __( 'Environments in wp-config.php', 'headless-deploy' );
	}

	public function run(): Result {
		if ( array() === $this->problems ) {
			return ( new Result( Result::GOOD, __( 'The environments in wp-config.php are understood', 'headless-deploy' ) ) )
				->add_text( __( 'Every entry of HEADLESS_DEPLOY_ENVIRONMENTS can be used.', 'headless-deploy' ) );
		}
		return ( new Result( Result::CRITICAL, __( 'wp-config.php describes environments that cannot be used', 'headless-deploy' ) ) )
			->add_text( __( 'These parts of HEADLESS_DEPLOY_ENVIRONMENTS are left out until they are mended:', 'headless-deploy' ) )
			->add_list( array_map( self::message( ... ), $this->problems ) );
	}

	/**
	 * @param array{environment: string, field: string, message: string} $problem
	 */
	private static function message( array $problem ): string {
		return implode( ': ', array_filter( array( $problem['environment'], $problem['field'], $problem['message'] ) ) );
	}
}
