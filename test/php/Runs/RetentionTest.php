<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Runs;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Runs\Retention;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tests\Queue\Queue_Test_Case;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class RetentionTest extends Queue_Test_Case {
	private const DAY_MS = 86_400_000;

	public function test_deletes_runs_and_their_changes_after_90_days(): void {
		$this->add_changes( 2 );
		$this->start_manual_run();
		( new Retention() )->sweep( $this->clock->now + 90 * self::DAY_MS );
		$this->assertCount( 1, $this->runs() );
		( new Retention() )->sweep( $this->clock->now + 90 * self::DAY_MS + 1 );
		$this->assertSame( array(), $this->runs() );
		$this->assertSame( '0', $this->rows() );
	}

	public function test_keeps_only_the_newest_runs_of_an_environment(): void {
		for ( $number = 1; $number <= 5; $number++ ) {
			$this->start_manual_run();
		}
		$newest = array_slice( array_column( $this->runs(), 'id' ), -3 );
		( new Retention() )->sweep( $this->clock->now, 3 );
		$this->assertSame( $newest, array_column( $this->runs(), 'id' ) );
	}

	public function test_never_deletes_pending_and_refused_changes(): void {
		$this->add_changes( 5 );
		$this->caller->refuse();
		$this->start_manual_run();
		$this->add_changes( 1, Action::PurgeCache );
		( new Retention() )->sweep( $this->clock->now + 365 * self::DAY_MS );
		$this->assertSame( array( 'failed' ), $this->statuses() );
		$this->assertSame( 5, $this->lane()->undeployed );
	}

	public function test_never_deletes_an_unfinished_run(): void {
		$this->add_manual_run();
		$this->caller->during = function (): void {
			( new Retention() )->sweep( $this->clock->now + 365 * self::DAY_MS );
		};
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'accepted' ), $this->statuses() );
	}

	public function test_deletes_canceled_runs(): void {
		$this->add_changes( 2 );
		$this->dispatcher->cancel( $this->key(), 7 );
		( new Retention() )->sweep( $this->clock->now + 90 * self::DAY_MS + 1 );
		$this->assertSame( array( 'canceled' ), $this->statuses(), 'Its changes are not on the site yet.' );
		$this->add_manual_run();
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( 'canceled', 'accepted' ), $this->statuses() );
		( new Retention() )->sweep( $this->clock->now + 90 * self::DAY_MS + 1 );
		$this->assertSame( array( array(), '0' ), array( $this->runs(), $this->rows() ) );
	}

	public function test_deletes_the_runs_of_a_removed_environment(): void {
		$this->add_changes( 5 );
		$this->caller->refuse( 'headless_deploy_bad_request', 400 );
		$this->start_manual_run();
		$this->add_changes( 1, Action::PurgeCache );
		( new Environments( new Encryption(), $this->clock ) )->delete( 'production' );
		$this->dispatcher->end_environment( 'production' );
		( new Retention() )->sweep( $this->clock->now + 91 * self::DAY_MS );
		$this->assertSame( array( array(), '0' ), array( $this->runs(), $this->rows() ) );
	}

	private function rows(): string {
		global $wpdb;
		return (string) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->headless_deploy_changes}" );
	}
}
