<?php
/**
 * Tests of the tables.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use HeadlessDeploy\Environments\Action;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Queue\Tables;
use WP_Error;

/**
 * Proves that lost tables cost nobody more than a second try. On SQLite alone: on MariaDB a statement that makes or
 * drops a table ends the transaction that every test is wrapped in.
 */
final class SchemaTest extends Rest_Queue_Test_Case {
	public function test_lost_tables_are_made_again_and_the_second_press_works(): void {
		global $wpdb;
		$wpdb->suppress_errors( true );
		Schema::drop();
		$refusal = $this->press->press( 'production', Action::Rebuild, 'manual', 7 );
		$this->assertInstanceOf( WP_Error::class, $refusal );
		$this->assertSame( 'headless_deploy_queue_unwritable', $refusal->get_error_code() );
		$this->assertIsInt( $this->press->press( 'production', Action::Rebuild, 'manual', 7 ) );
		$wpdb->suppress_errors( false );
	}

	public function test_a_publish_finds_the_lost_tables_made_again_and_is_noted(): void {
		Schema::drop();
		$this->post();
		do_action( 'shutdown' );
		$this->assertSame( 1, $this->lane()->changes );
	}

	public function test_the_status_survives_lost_tables(): void {
		global $wpdb;
		Schema::drop();
		$this->log_in( 'administrator' );
		$wpdb->suppress_errors( true );
		$response = $this->rest( 'GET', self::API . '/status' );
		$wpdb->suppress_errors( false );
		$this->assertSame( array( 200, 'upToDate' ), array( $response->get_status(), $response->get_data()['environments'][0]['state'] ) );
	}

	public function test_making_the_tables_twice_leaves_what_is_in_them(): void {
		$this->note( 3 );
		Schema::create();
		$this->assertSame( array(), Schema::missing() );
		$this->assertSame( 3, $this->lane()->changes );
	}

	public function test_the_reads_of_the_queue_have_their_index(): void {
		global $wpdb;
		$names = array();
		foreach ( array( Tables::changes(), Tables::deliveries() ) as $table ) {
			foreach ( (array) $wpdb->get_results( "SHOW INDEX FROM $table" ) as $index ) {
				$names[ $index->Key_name ][ (int) $index->Seq_in_index ] = $index->Column_name;
			}
		}
		$this->assertSame( array( 'delivery_id', 'blog_id', 'environment_id', 'lane' ), array_values( $names['pending'] ) );
		$this->assertSame( array( 'blog_id', 'environment_id', 'lane', 'state' ), array_values( $names['lane_state'] ) );
	}
}
