<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

/**
 * Tests whether HEADLESS_DEPLOY_ENVIRONMENTS is valid.
 */
final class Constant_Check implements Check {
	/**
	 * @param list<array{environment: string, field: string, message: string}> $problems Problems of the constant.
	 */
	public function __construct( private readonly array $problems ) {}

	public function run(): Result {
		if ( array() === $this->problems ) {
			return ( new Result( Result::GOOD, __( 'The environments in wp-config.php are valid', 'headless-deploy' ) ) )
				->add_text( __( 'All entries in HEADLESS_DEPLOY_ENVIRONMENTS are valid.', 'headless-deploy' ) );
		}
		return ( new Result( Result::CRITICAL, __( 'wp-config.php defines invalid environments', 'headless-deploy' ) ) )
			->add_text( __( 'These entries in HEADLESS_DEPLOY_ENVIRONMENTS are ignored. Fix them in wp-config.php:', 'headless-deploy' ) )
			->add_list( array_map( self::message( ... ), $this->problems ) );
	}

	/**
	 * @param array{environment: string, field: string, message: string} $problem
	 */
	private static function message( array $problem ): string {
		return implode( ': ', array_filter( array( $problem['environment'], $problem['field'], $problem['message'] ) ) );
	}
}
