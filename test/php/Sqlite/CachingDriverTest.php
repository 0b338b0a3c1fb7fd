<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Sqlite;

use HeadlessDeploy\Tests\Test_Database;
use HeadlessDeploy\Tests\Wp_Test_Case;

final class CachingDriverTest extends Wp_Test_Case {
	protected function setUp(): void {
		parent::setUp();
		if ( ! Test_Database::is_sqlite() ) {
			$this->markTestSkipped( 'There is no translation cache on MariaDB.' );
		}
	}

	public function test_reports_an_error_each_time_and_keeps_the_rows(): void {
		global $wpdb;
		$this->post();
		for ( $time = 1; $time <= 2; $time++ ) {
			$this->with_hidden_errors( static fn() => $wpdb->query( "SELECT nothing FROM $wpdb->posts WHERE ID = $time" ) );
			$this->assertStringContainsString( 'nothing', $wpdb->last_error );
			$this->assertSame( '1', (string) $wpdb->get_var( "SELECT COUNT(*) FROM $wpdb->posts WHERE post_title = 'Hello'" ) );
		}
	}

	public function test_sorts_by_the_position_of_a_column(): void {
		global $wpdb;
		foreach ( array( 'b', 'c', 'a' ) as $title ) {
			$this->post( array( 'post_title' => $title ) );
		}
		$this->assertSame( array( 'a', 'b', 'c' ), $wpdb->get_col( "SELECT post_title FROM $wpdb->posts WHERE post_title IN ('a', 'b', 'c') ORDER BY 1" ) );
	}

	public function test_reads_a_table_that_was_created_again_with_other_columns(): void {
		global $wpdb;
		foreach ( array( array( 'a', 'b' ), array( 'b', 'a' ) ) as list( $first, $second ) ) {
			$wpdb->query( "CREATE TABLE {$wpdb->prefix}columns ($first INT NOT NULL, $second INT NOT NULL)" );
			$wpdb->query( "INSERT INTO {$wpdb->prefix}columns VALUES (1, 2)" );
			$this->assertSame( array( $first => '1', $second => '2' ), $wpdb->get_row( "SELECT * FROM {$wpdb->prefix}columns", ARRAY_A ) );
			$wpdb->query( "DROP TABLE {$wpdb->prefix}columns" );
		}
	}
}
