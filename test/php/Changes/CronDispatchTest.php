<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes;

use HeadlessDeploy\Tests\Queue\Queue_Test_Case;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class CronDispatchTest extends Queue_Test_Case {
	public function test_what_cron_has_noted_is_sent_at_its_end(): void {
		$this->start_plugin( $this->clock, $this->caller );
		add_filter( 'wp_doing_cron', '__return_true' );
		$this->post();
		$this->assertSame( array(), $this->caller->calls );
		do_action( 'shutdown' );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_changes_of_others_keep_their_quiet_period(): void {
		$this->start_plugin( $this->clock, $this->caller );
		add_filter( 'wp_doing_cron', '__return_true' );
		$this->add_changes();
		do_action( 'shutdown' );
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_a_held_environment_stays_held(): void {
		$other = $this->connect( 'Staging', array( 'hold' => true ) );
		$this->start_plugin( $this->clock, $this->caller );
		add_filter( 'wp_doing_cron', '__return_true' );
		$this->post();
		do_action( 'shutdown' );
		$this->assertSame( array( 'production rebuild' ), $this->caller->calls );
		$this->assertSame( 'staging', $other->id );
	}

	public function test_a_request_of_a_person_sends_nothing_at_its_end(): void {
		$this->start_plugin( $this->clock, $this->caller );
		$this->post();
		do_action( 'shutdown' );
		$this->assertSame( array(), $this->caller->calls );
	}
}
