<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use stdClass;

final class RequestListenerTest extends Changes_Test_Case {
	/**
	 * @var list<string>
	 */
	private array $notices = array();

	protected function setUp(): void {
		parent::setUp();
		add_filter( 'doing_it_wrong_trigger_error', '__return_false' );
		add_action(
			'doing_it_wrong_run',
			function ( string $name, string $message ): void {
				$this->notices[] = "$name: $message";
			},
			10,
			2,
		);
	}

	public function test_collects_requests_like_changes_and_sends_once(): void {
		$this->watch( 'request' );
		$this->assertTrue( headless_deploy_request( 'Import finished' ) );
		do_action( 'headless_deploy_request', 'Import finished' );
		$this->assertSame( array(), $this->caller->calls );
		$this->assertSame( array(), $this->http_log );
		$this->assertSame( 'Requested: Import finished', $this->recorded()[0] );
		$this->clock->pass( 10_000 );
		do_action( Wake_Up::SINGLE_EVENT );
		$this->assertSame( array( 'production rebuild' ), $this->caller->calls );
		$this->assertSame( array(), $this->notices );
	}

	public function test_accepts_an_environment_and_an_action(): void {
		global $wpdb;
		$this->watch( 'request' );
		$this->connect( 'Staging' );
		$this->start_plugin( $this->clock, $this->caller );
		$this->assertTrue( headless_deploy_request( 'Prices', array( 'environment' => 'staging', 'action' => 'purgeCache' ) ) );
		$this->assertSame( array( 'staging cache purgeCache' ), $wpdb->get_col( "SELECT CONCAT(environment_id, ' ', lane, ' ', action) FROM {$wpdb->headless_deploy_changes}" ) );
	}

	public function test_respects_an_environment_that_ignores_requests(): void {
		$this->watch( 'content' );
		$this->assertFalse( headless_deploy_request( 'Prices', array( 'action' => 'cleanRebuild' ) ) );
		$this->assertSame( array(), $this->rows() );
		$this->assertSame( array(), $this->notices );
	}

	public function test_returns_false_without_environments(): void {
		$this->start_plugin( $this->clock, $this->caller );
		$this->assertFalse( headless_deploy_request( 'Prices' ) );
		$this->assertSame( array(), $this->notices );
	}

	public static function mistakes(): array {
		return array(
			'a reason that is no text'    => array( array( 'x' ), array(), 'The reason must be a string' ),
			'an object as the reason'     => array( new stdClass(), array(), 'The reason must be a string' ),
			'arguments that are no array' => array( 'x', 'production', 'the arguments an array' ),
			'an unknown argument'         => array( 'x', array( 'enviroment' => 'production' ), 'There is no argument &quot;enviroment&quot;' ),
			'a list'                      => array( 'x', array( 'production' ), 'There is no argument &quot;0&quot;' ),
			'an unknown environment'      => array( 'x', array( 'environment' => 'staging' ), 'There are: production.' ),
			'an environment of no text'   => array( 'x', array( 'environment' => array() ), 'There is no such environment.' ),
			'an unknown action'           => array( 'x', array( 'action' => 'Rebuild' ), 'rebuild, cleanRebuild, purgeCache or refresh' ),
			'an action that is no text'   => array( 'x', array( 'action' => 7 ), 'rebuild, cleanRebuild, purgeCache or refresh' ),
		);
	}

	#[DataProvider( 'mistakes' )]
	public function test_reports_wrong_arguments_to_the_developer( mixed $reason, mixed $args, string $expected ): void {
		$this->watch( 'request' );
		$this->assertFalse( headless_deploy_request( $reason, $args ) );
		$this->assertStringContainsString( $expected, $this->notices[0] ?? '' );
		$this->assertSame( array(), $this->rows() );
	}

	public function test_stores_the_reason_as_one_short_line_of_text(): void {
		$this->watch( 'request' );
		headless_deploy_request( " Import\n\tfinished \u{202E} " . str_repeat( 'x', 500 ) );
		headless_deploy_request( "broken \xC3\x28" );
		$recorded = $this->recorded();
		$this->assertStringStartsWith( 'Requested: Import finished xxx', $recorded[0] );
		$this->assertSame( 200 + strlen( 'Requested: ' ), strlen( $recorded[0] ) );
		$this->assertStringContainsString( 'broken', $recorded[1] );
	}
}
