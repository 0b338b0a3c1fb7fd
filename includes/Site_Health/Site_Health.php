<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Rest;

/**
 * Adds the plugin's tests to Tools → Site Health, for users who can manage deployments, and to WordPress's weekly
 * check. Tests that only read run with the page; tests that make HTTP requests run after it.
 */
final class Site_Health {
	public function __construct(
		private readonly Tests $tests,
		private readonly bool $has_environments,
		private readonly bool $has_refresh,
	) {}

	/**
	 * Hooked to `site_status_tests`.
	 *
	 * @param  array{direct?: array<string, mixed>, async?: array<string, mixed>} $tests
	 * @return array{direct?: array<string, mixed>, async?: array<string, mixed>}
	 */
	public function add_tests( array $tests ): array {
		if ( ! current_user_can( Capabilities::MANAGE ) && ! wp_doing_cron() ) {
			return $tests;
		}
		foreach ( $this->tests->for_every_site() + ( $this->has_environments ? $this->tests->for_connections() : array() ) as $id => list( $label, $check ) ) {
			$tests['direct'][ $id ] = array(
				'label' => $label,
				'test'  => static fn(): array => self::run( $id, $label, $check ),
			);
		}
		if ( $this->has_environments ) {
			$tests['async'][ Hosts_Check::ID ] = self::async_test( Hosts_Check::ID, __( 'Connection to webhook hosts', 'headless-deploy' ), Async_Controller::HOSTS, $this->tests->hosts() );
		}
		if ( $this->has_refresh ) {
			$tests['async'][ Feed_Check::ID ] = self::async_test( Feed_Check::ID, __( 'Change feed for front ends', 'headless-deploy' ), Async_Controller::FEED, $this->tests->feed() );
		}
		return $tests;
	}

	/**
	 * @return array<string, mixed> As WordPress expects it.
	 */
	private static function async_test( string $id, string $label, string $route, Check $check ): array {
		return array(
			'label'             => $label,
			'test'              => rest_url( Rest::ROUTE_NAMESPACE . $route ),
			'has_rest'          => true,
			'async_direct_test' => static fn(): array => self::run( $id, $label, $check ),
		);
	}

	/**
	 * Hooked to `debug_information`.
	 *
	 * @param  array<string, mixed> $sections
	 * @return array<string, mixed>
	 */
	public function add_information( array $sections ): array {
		if ( ! current_user_can( Capabilities::MANAGE ) ) {
			return $sections;
		}
		try {
			return $sections + array( 'headless-deploy' => $this->tests->information()->section() );
		} catch ( Read_Failed ) {
			return $sections;
		}
	}

	/**
	 * Runs a test. If the database cannot be read, the result says so.
	 *
	 * @return array<string, mixed>
	 */
	private static function run( string $id, string $label, Check $check ): array {
		try {
			return $check->run()->to_array( $id );
		} catch ( Read_Failed ) {
			$failed = new Result( Result::CRITICAL, __( 'Headless Deploy could not read the database', 'headless-deploy' ) );
			return $failed->add_text( $label . ': ' . Entry_Point::error()->get_error_message() )->to_array( $id );
		}
	}
}
