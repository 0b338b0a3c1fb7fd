<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes;

use HeadlessDeploy\Changes\Row_Coverage;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;

final class RowCoverageTest extends Wp_Test_Case {
	private const START = 1_700_000_000_000;

	/**
	 * @param int $saved_after Seconds between the first row and the save.
	 */
	#[DataProvider( 'saves' )]
	public function test_a_row_without_all_of_its_changes_covers_the_posts_of_its_time( int $saved_after, bool $is_covered ): void {
		foreach ( array( 0, 100_500, 100_700, 200_000 ) as $after ) {
			$this->row( $after, 2 );
			$this->row( $after + 50_000, 0 );
		}
		$this->assertSame( $is_covered, Row_Coverage::since( self::START )->names( 'production', 7, self::START + $saved_after * 1_000 ) );
	}

	public static function saves(): array {
		return array(
			'more than a minute before the first row' => array( -61, false ),
			'a minute before the first row'           => array( -60, true ),
			'with the first row'                      => array( 0, true ),
			'in the second of the first row'          => array( 1, true ),
			'after the first row'                     => array( 2, false ),
			'more than a minute before the second'    => array( 40, false ),
			'a minute before the second row'          => array( 41, true ),
			'with the last row'                       => array( 201, true ),
			'after the last row'                      => array( 202, false ),
		);
	}

	public function test_a_row_that_names_all_of_its_changes_covers_no_other_post(): void {
		$this->row( 0, 0 );
		$this->row( 0, 5, 'refresh' );
		$this->assertFalse( Row_Coverage::since( self::START )->names( 'production', 7, self::START ) );
	}

	/**
	 * @param int $mark Seconds between the save and the time that the row names, null for none.
	 */
	#[TestWith( array( null, true ) )]
	#[TestWith( array( 0, true ) )]
	#[TestWith( array( -1, true ) )]
	#[TestWith( array( 45, false ) )]
	public function test_a_row_of_a_server_whose_clock_is_ahead_names_an_earlier_save( ?int $mark, bool $is_covered ): void {
		$this->row( 45_000, 0, 'build', null === $mark ? 0 : intdiv( self::START, 1_000 ) + $mark );
		$this->assertSame( $is_covered, Row_Coverage::since( self::START )->names( 'production', 1, self::START ) );
	}

	public function test_a_request_may_save_posts_for_ten_seconds_after_a_row(): void {
		$this->row( 900, 0 );
		$this->row( 60_000, 0 );
		$coverage = Row_Coverage::since( self::START );
		$is_after = static fn( int $seconds ): bool => $coverage->is_after_row( self::START + $seconds * 1_000 );
		$this->assertSame( array( false, true, true, false, false, true, true, false ), array_map( $is_after, array( -1, 0, 10, 11, 59, 60, 70, 71 ) ) );
	}

	/**
	 * @param int $after   Milliseconds after the start.
	 * @param int $unnamed Number of its changes that it does not name.
	 * @param int $mark    When the post was modified, in seconds since 1970, 0 for unknown.
	 */
	private function row( int $after, int $unnamed, string $lane = 'build', int $mark = 0 ): void {
		global $wpdb;
		$reason = array( 'event' => 'updated', 'type' => 'post', 'subtype' => 'post', 'id' => 1 ) + ( $mark > 0 ? array( 'mark' => $mark ) : array() );
		$wpdb->insert( $wpdb->headless_deploy_changes, array( 'blog_id' => get_current_blog_id(), 'environment_id' => 'production', 'lane' => $lane, 'action' => 'rebuild', 'changes' => $unnamed + 1, 'reasons' => wp_json_encode( array( $reason ) ), 'recorded_at' => self::START + $after ) );
	}
}
