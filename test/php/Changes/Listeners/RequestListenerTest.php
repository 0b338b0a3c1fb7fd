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
	private array $told = array();

	protected function setUp(): void {
		parent::setUp();
		add_filter( 'doing_it_wrong_trigger_error', '__return_false' );
		add_action(
			'doing_it_wrong_run',
			function ( string $name, string $message ): void {
				$this->told[] = "$name: $message";
			},
			10,
			2,
		);
	}

	public function test_a_request_is_collected_like_any_change_and_sent_once(): void {
		$this->watch( 'request' );
		$this->assertTrue( headless_deploy_request( 'Import finished' ) );
		do_action( 'headless_deploy_request', 'Import finished' );
		$this->assertSame( array(), $this->caller->calls );
		$this->assertSame( array(), $this->http_log );
		$this->assertSame( 'Requested: Import finished', $this->noted()[0] );
		$this->clock->pass( 10_000 );
		do_action( Wake_Up::SINGLE_EVENT );
		$this->assertSame( array( 'production rebuild' ), $this->caller->calls );
		$this->assertSame( array(), $this->told );
	}

	public function test_a_request_without_a_reason_is_noted(): void {
		$this->watch( 'request' );
		do_action( 'headless_deploy_request' );
		$this->assertSame( array( 'Requested by another plugin' ), $this->noted() );
	}

	public function test_it_may_name_an_environment_and_an_action(): void {
		global $wpdb;
		$this->watch( 'request' );
		$this->connect( 'Staging' );
		$this->start_plugin( $this->clock, $this->caller );
		$this->assertTrue( headless_deploy_request( 'Prices', array( 'environment' => 'staging', 'action' => 'purgeCache' ) ) );
		$this->assertSame( array( 'staging cache purgeCache' ), $wpdb->get_col( "SELECT CONCAT(environment_id, ' ', lane, ' ', action) FROM {$wpdb->headless_deploy_changes}" ) );
	}

	public function test_an_environment_that_does_nothing_for_requests_does_nothing_whatever_is_asked(): void {
		$this->watch( 'content' );
		$this->assertFalse( headless_deploy_request( 'Prices', array( 'action' => 'cleanRebuild' ) ) );
		$this->assertSame( array(), $this->rows() );
		$this->assertSame( array(), $this->told );
	}

	public function test_while_nothing_is_connected_it_says_no(): void {
		$this->start_plugin( $this->clock, $this->caller );
		$this->assertFalse( headless_deploy_request( 'Prices' ) );
		$this->assertSame( array(), $this->told );
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
			'an unknown action'           => array( 'x', array( 'action' => 'Rebuild' ), 'rebuild, cleanRebuild or purgeCache' ),
			'an action that is no text'   => array( 'x', array( 'action' => 7 ), 'rebuild, cleanRebuild or purgeCache' ),
		);
	}

	#[DataProvider( 'mistakes' )]
	public function test_a_mistake_is_told_to_the_developer_and_breaks_nothing( mixed $reason, mixed $args, string $told ): void {
		$this->watch( 'request' );
		$this->assertFalse( headless_deploy_request( $reason, $args ) );
		$this->assertStringContainsString( $told, $this->told[0] ?? '' );
		$this->assertSame( array(), $this->rows() );
	}

	public function test_a_reason_is_one_short_line_of_text(): void {
		$this->watch( 'request' );
		headless_deploy_request( " Import\n\tfinished \u{202E} " . str_repeat( 'x', 500 ) );
		headless_deploy_request( "broken \xC3\x28" );
		$noted = $this->noted();
		$this->assertStringStartsWith( 'Requested: Import finished xxx', $noted[0] );
		$this->assertSame( 200 + strlen( 'Requested: ' ), strlen( $noted[0] ) );
		$this->assertStringContainsString( 'broken', $noted[1] );
	}
}
