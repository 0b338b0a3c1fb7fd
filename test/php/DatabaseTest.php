<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class DatabaseTest extends Wp_Test_Case {
	/**
	 * `npm test -- --only mysql` runs it on MySQL, which has no `MD5()` any more.
	 */
	public function test_the_hash_of_a_column_is_that_of_its_value(): void {
		global $wpdb;
		update_option( 'test', 'Zoë' );
		$hash = Database::value( 'SELECT ' . Database::hash_sql( 'option_value' ) . " FROM $wpdb->options WHERE option_name = 'test'" );
		$this->assertSame( Database::hash( 'Zoë' ), $hash );
	}

	public function test_reads_rows_and_empty_results(): void {
		$this->assertSame( '1', Database::value( 'SELECT 1 AS one' ) );
		$this->assertSame( array(), Database::rows( 'SELECT 1 AS one WHERE 1 = 0' ) );
		$this->assertNull( Database::row( 'SELECT 1 AS one WHERE 1 = 0' ) );
		$this->assertNull( Database::value( 'SELECT 1 AS one WHERE 1 = 0' ) );
	}

	public function test_a_statement_that_the_database_refuses_is_no_empty_result(): void {
		$this->expectException( Read_Failed::class );
		Database::rows( 'SELECT nothing FROM a_table_that_is_not_there' );
	}

	public function test_a_database_that_does_not_answer_is_no_empty_result(): void {
		$refuse = static fn(): string => '';
		add_filter( 'query', $refuse );
		try {
			$this->expectException( Read_Failed::class );
			Database::rows( 'SELECT 1 AS one' );
		} finally {
			remove_filter( 'query', $refuse );
		}
	}

	public function test_a_failed_read_prints_nothing_and_keeps_the_error_settings(): void {
		global $wpdb;
		$was_shown = $wpdb->show_errors();
		$this->expectOutputString( '' );
		try {
			Database::rows( 'SELECT nothing FROM a_table_that_is_not_there' );
		} catch ( Read_Failed ) {
			$this->assertTrue( $wpdb->show_errors );
		} finally {
			$wpdb->show_errors( $was_shown );
		}
	}
}
