<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes;

use HeadlessDeploy\Tests\Queue\Queue_Test_Case;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class CronDispatchTest extends Queue_Test_Case {
	public function test_sends_the_changes_of_cron_at_the_end_of_the_request(): void {
		$this->start_plugin( $this->clock, $this->caller );
		add_filter( 'wp_doing_cron', '__return_true' );
		$this->post();
		$this->assertSame( array(), $this->caller->calls );
		do_action( 'shutdown' );
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_changes_of_other_requests_keep_their_quiet_period(): void {
		$this->start_plugin( $this->clock, $this->caller );
		add_filter( 'wp_doing_cron', '__return_true' );
		$this->add_changes();
		do_action( 'shutdown' );
		$this->assertSame( array(), $this->caller->calls );
	}

	public function test_does_not_send_held_changes(): void {
		$other = $this->connect( 'Staging', array( 'hold' => true ) );
		$this->start_plugin( $this->clock, $this->caller );
		add_filter( 'wp_doing_cron', '__return_true' );
		$this->post();
		do_action( 'shutdown' );
		$this->assertSame( array( 'production rebuild' ), $this->caller->calls );
		$this->assertSame( 'staging', $other->id );
	}
}
