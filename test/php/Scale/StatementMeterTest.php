<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale;

use HeadlessDeploy\Tests\Test_Database;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

/**
 * Shows that the tests of the large network can fail.
 */
#[Group( 'mariadb' )]
final class StatementMeterTest extends Wp_Test_Case {
	protected function setUp(): void {
		if ( Test_Database::is_sqlite() ) {
			$this->markTestSkipped( 'SQLite has no counters of rows.' );
		}
		parent::setUp();
	}

	/**
	 * @return array<string, array{string, string}>
	 */
	public static function costly_statements(): array {
		return array(
			'without an index'            => array( 'SELECT seq FROM seq_1_to_1000 WHERE seq + 0 = 7', 'It reads 1001 rows for 1' ),
			'a text in a temporary table' => array( "SELECT * FROM (SELECT REPEAT('x', 100000) AS long_text FROM seq_1_to_2 LIMIT 2) t FOR UPDATE", 'It writes 1 temporary table to disk' ),
		);
	}

	#[DataProvider( 'costly_statements' )]
	public function test_names_a_costly_statement( string $statement, string $problem ): void {
		global $wpdb;
		$cost = Statement_Meter::measure( static fn() => array( $wpdb->get_results( 'SELECT 1' ), $wpdb->get_results( $statement ), $wpdb->get_results( 'SELECT 1' ) ) );
		$this->assertCount( 3, $cost->statements );
		$this->assertSame( array( "$problem: $statement" ), $cost->problems() );
		$this->assertSame( array(), preg_grep( '/It reads/', $cost->problems( 1_001 ) ) );
	}

	public function test_a_row_with_a_total_answers_for_the_rows_that_it_counts(): void {
		global $wpdb;
		$cost = Statement_Meter::measure( static fn() => $wpdb->get_results( 'SELECT COUNT(seq + 0) AS total FROM seq_1_to_1000 WHERE seq + 0 > 0' ) );
		$this->assertSame( array( 1_000, array() ), array( $cost->statements[0]->answered(), $cost->problems() ) );
	}

	public function test_counts_the_rows_that_a_statement_writes_and_leaves_them_to_the_work(): void {
		global $wpdb;
		$written = null;
		$found   = null;
		$cost    = Statement_Meter::measure( static function () use ( $wpdb, &$written, &$found ): void {
			$written = $wpdb->query( "INSERT INTO {$wpdb->options} (option_name, option_value) SELECT CONCAT('option-', seq), '' FROM seq_1_to_500" );
			$wpdb->get_results( 'SELECT SQL_CALC_FOUND_ROWS seq FROM seq_1_to_9 LIMIT 2' );
			$found = $wpdb->get_var( 'SELECT FOUND_ROWS()' );
		} );
		$this->assertSame( array( 500, '9', 500 ), array( $written, $found, $cost->statements[0]->answered() ) );
	}
}
