<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale\Network;

use HeadlessDeploy\Tests\Queue\Fake_Caller;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Scale\Work_Cost;
use HeadlessDeploy\Tests\Wp_Test_Case;

/**
 * Runs the plugin on the main site of the large network, as its super admin.
 */
abstract class Large_Network_Test_Case extends Wp_Test_Case {
	protected Manual_Clock $clock;
	protected Fake_Caller $caller;

	public static function setUpBeforeClass(): void {
		parent::setUpBeforeClass();
		Large_Network::ensure();
	}

	protected function setUp(): void {
		parent::setUp();
		$this->clock  = new Manual_Clock( Large_Network::ensure() );
		$this->caller = new Fake_Caller();
		$this->restart();
		wp_set_current_user( 1 );
		$this->mock_http( Hosting_Answers::URL, fn( array $args, string $url ): array => $this->answer( 200, Hosting_Answers::json( $args['method'], $url ) ) );
		$this->mock_http( 'https://www.example.test', $this->answer( 200, '{}' ) );
		$this->mock_http( rest_url(), $this->answer( 401, '{"code":"headless_deploy_signature_missing"}' ) );
	}

	/**
	 * Starts the plugin for the next request.
	 */
	protected function restart(): void {
		$this->start_plugin( $this->clock, $this->caller, $this->clock->pass( ... ) );
	}

	/**
	 * Notes what some work costs, and fails when a statement costs too much (see `Work_Cost::problems()`).
	 *
	 * @param int $reads Rows that one statement may read although it answers with few or none of them.
	 */
	protected function assert_cost( string $name, Work_Cost $cost, int $reads = 0 ): void {
		Cost_Report::add( $name, $cost );
		$this->assertSame( array(), $cost->problems( $reads ) );
	}
}
