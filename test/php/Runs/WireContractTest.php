<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Runs;

use HeadlessDeploy\Action;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;

/**
 * Compares real answers with test/contract/status.json and run.json, which the panel's tests read too.
 */
final class WireContractTest extends Rest_Queue_Test_Case {
	private const POST_ID  = 4711;
	private const MARIA_ID = 4712;
	private const NOON     = 1_795_262_400_000;

	public function test_the_answers_match_the_golden_status_and_runs(): void {
		$this->live_through_a_day();
		$status = $this->rest( 'GET', self::API . '/status' )->get_data();
		$runs   = $this->rest( 'GET', self::API . '/runs' )->get_data();
		$this->assertSame( $this->golden( 'status.json' ), $this->plain( $status ) );
		$this->assertSame( $this->golden( 'run.json' ), $this->plain( $runs ) );
	}

	private function live_through_a_day(): void {
		$this->log_in_as_maria();
		$this->connect( 'Staging', array( 'hold' => true, 'policy' => array( 'content' => 'purgeCache' ) ) );
		$this->clock->now = self::NOON;
		$this->start_plugin( $this->clock, $this->caller );
		$this->post( array( 'import_id' => self::POST_ID, 'post_title' => 'Hello “world” & all' ) );
		$this->clock->pass( 10_000 );
		$this->caller->refuse();
		$this->rest( 'POST', self::API . '/dispatch' );
		$this->clock->pass( 50_000 );
		$this->manual_run->start( 'production', Action::CleanRebuild, Cause::Manual, self::MARIA_ID );
		$this->clock->pass( 60_000 );
		wp_trash_post( self::POST_ID );
		$this->set_the_recurring_event();
	}

	private function log_in_as_maria(): void {
		global $wpdb;
		$id = $this->user( 'administrator' );
		$wpdb->update( $wpdb->users, array( 'ID' => self::MARIA_ID, 'display_name' => 'Maria Lindqvist' ), array( 'ID' => $id ) );
		$wpdb->update( $wpdb->usermeta, array( 'user_id' => self::MARIA_ID ), array( 'user_id' => $id ) );
		$wpdb->query( "DELETE FROM {$wpdb->headless_deploy_runs}" );
		wp_cache_flush();
		wp_set_current_user( self::MARIA_ID );
	}

	/**
	 * Makes the scheduler healthy, whatever the machine's time is.
	 */
	private function set_the_recurring_event(): void {
		wp_clear_scheduled_hook( 'headless_deploy_scheduler' );
		wp_schedule_event( intdiv( self::NOON, 1000 ) + 300, 'headless_deploy_five_minutes', 'headless_deploy_scheduler' );
	}

	private function golden( string $name ): mixed {
		$golden = json_decode( (string) file_get_contents( dirname( __DIR__, 2 ) . '/contract/' . $name ), true );
		unset( $golden['$comment'] );
		return $golden;
	}

	private function plain( mixed $answer ): mixed {
		return json_decode( (string) wp_json_encode( $answer ), true );
	}
}
