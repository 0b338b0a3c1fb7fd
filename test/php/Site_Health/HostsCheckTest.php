<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Site_Health;

use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Site_Health\Connection_Checks;
use HeadlessDeploy\Site_Health\Health_Facts;
use HeadlessDeploy\Site_Health\Result;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use WP_REST_Request;

final class HostsCheckTest extends Health_Test_Case {
	public function test_probes_a_host_of_several_environments_once(): void {
		$this->connect( 'Staging' );
		$probe  = $this->probe();
		$result = $this->render( $this->check( $probe ) );
		$this->assertSame( array( 'https://hosting.example' ), $probe->asked );
		$this->assertSame( 'good', $result['status'] );
		$this->assertStringContainsString( '<li>https://hosting.example</li>', $result['description'] );
	}

	public function test_an_unreachable_host_is_critical_with_its_reason(): void {
		$result = $this->render( $this->check( $this->probe( 'headless_deploy_timeout' ) ) );
		$this->assertSame( 'critical', $result['status'] );
		$this->assertStringContainsString( 'https://hosting.example: The host did not respond within 5 seconds.', $result['description'] );
		$this->assertStringContainsString( 'tab=connections', $result['actions'] );
	}

	public function test_limits_the_time_of_all_probes(): void {
		$this->move_host( 'second', $this->connect( 'Second' )->id );
		$this->move_host( 'third', $this->connect( 'Third' )->id );
		$probe  = $this->probe( 'headless_deploy_timeout', 11_000 );
		$result = $this->render( $this->check( $probe ) );
		$this->assertCount( 2, $probe->asked );
		$this->assertStringContainsString( '<p>These hosts were not checked because the time limit was reached:</p><ul><li>https://third.example</li></ul>', $result['description'] );
	}

	public function test_a_copy_probes_no_host(): void {
		$this->make_copy();
		$probe = $this->probe();
		$this->assertSame( 'good', $this->render( $this->check( $probe ) )['status'] );
		$this->assertSame( array(), $probe->asked );
	}

	public function test_site_health_gets_the_result_from_the_route(): void {
		$this->mock_http( 'https://hosting.example/', $this->answer( 200 ) );
		// The name of the test's host is unknown, or it is not: either way this is an answer that the page can show.
		$test    = $this->plugin_tests( 'async' )['headless_deploy_hosts']['test'];
		$request = WP_REST_Request::from_url( (string) $test );
		$this->assertInstanceOf( WP_REST_Request::class, $request );
		$answer = rest_do_request( $request );
		$this->assertSame( 200, $answer->get_status() );
		$result = $this->well_formed( (array) $answer->get_data() );
		$this->assertSame( 'headless_deploy_hosts', $result['test'] );
		$this->assertStringNotContainsString( '/wh/v1', (string) wp_json_encode( $result, JSON_UNESCAPED_SLASHES ) );
	}

	public function test_refuses_managers_who_may_not_view_site_health(): void {
		add_filter( 'user_has_cap', static fn( array $all ): array => array( 'view_site_health_checks' => false ) + $all, 20 );
		$this->assertSame( 403, $this->rest( 'GET', self::API . '/site-health/hosts' )->get_status() );
	}

	private function check( object $probe ): Result {
		$facts = new Health_Facts( new Send_Policy( new Environments( new Encryption(), $this->clock ) ), $this->queue, new Run_Log(), $this->clock );
		return Connection_Checks::hosts( $facts, $probe->error_code( ... ), $this->clock );
	}

	private function move_host( string $host, string $id ): void {
		$stored                                = (array) get_option( 'headless_deploy_environments' );
		$stored['environments'][ $id ]['urls'] = str_replace( 'hosting.example', "$host.example", $stored['environments'][ $id ]['urls'] );
		update_option( 'headless_deploy_environments', $stored );
	}

	/**
	 * @return object{asked: list<string>} With an `error_code()` like Connection_Checks.
	 */
	private function probe( string $error_code = '', int $takes = 10 ): object {
		return new class ( $this->clock, $error_code, $takes ) {
			/**
			 * @var list<string>
			 */
			public array $asked = array();

			public function __construct( private readonly Manual_Clock $clock, private readonly string $error_code, private readonly int $takes ) {}

			public function error_code( string $origin ): string {
				$this->asked[] = $origin;
				$this->clock->pass( $this->takes );
				return $this->error_code;
			}
		};
	}
}
