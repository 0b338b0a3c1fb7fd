<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Tests\Test_Database;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Group;

#[CoversNothing]
#[Group( 'newest' )]
#[Group( 'processes' )]
final class CachingDriverTest extends Model_Test_Case {
	private const TEXTS = array(
		'',
		"it's \"quoted\" and `ticked`",
		"two '' quotes, one at the end'",
		'C:\\temp\\new \\\\ \\u00e9 \\\'',
		"tab\t line\n return\r",
		'100 % of _this_ \\% and %s',
		"zq0qz 'zq1qz' :p0 ?1",
		'910000000',
		'2026-11-21 06:00:00',
		'[{"event":"update","name":"It\'s \\"new\\""}]',
	);

	/**
	 * Skips where there is no SQLite.
	 */
	protected function setUp(): void {
		parent::setUp();
		if ( ! $this->database instanceof Hooked_Sqlite ) {
			$this->markTestSkipped( 'There is no translation cache on ' . ( Test_Database::is_sqlite() ? 'this database.' : 'MariaDB.' ) );
		}
	}

	public function test_a_schedule_has_the_same_log_without_the_cache(): void {
		foreach ( array( 7, 21, 55 ) as $seed ) {
			$with = array( (string) $this->play( $seed ), $this->snapshot() );
			$this->set_caching( false );
			$without = array( (string) $this->play( $seed ), $this->snapshot() );
			$this->set_caching( true );
			$this->assertSame( $without, $with, "Seed $seed" );
		}
	}

	public function test_reads_a_text_as_it_was_written(): void {
		foreach ( self::TEXTS as $text ) {
			$rows = array();
			foreach ( array( true, true, false ) as $is_enabled ) {
				$this->set_caching( $is_enabled );
				$rows[] = $this->write_and_read( $text );
			}
			$this->assertSame( array( $rows[2], $rows[2] ), array( $rows[0], $rows[1] ), $text );
			$this->assertSame( $text, (string) $rows[0][3] );
		}
	}

	/**
	 * @return list<mixed> What wpdb answers.
	 */
	private function write_and_read( string $text ): array {
		global $wpdb;
		$changes  = $wpdb->headless_deploy_changes;
		$inserted = $wpdb->insert( $changes, array( 'environment_id' => 'x', 'lane' => 'build', 'action' => 'rebuild', 'recorded_at' => 1_800_000_000_123, 'reasons' => $text, 'cause' => 'automatic' ) );
		$id       = $wpdb->insert_id;
		$this->assertGreaterThan( 0, $id );
		$answers = array(
			$inserted,
			$wpdb->query( $wpdb->prepare( "UPDATE $changes SET changes = %d, reasons = %s WHERE id = %d", 3, $text, $id ) ),
			$wpdb->query( $wpdb->prepare( "UPDATE $changes SET changes = 4 WHERE id = %d AND lane = %s", $id, 'cache' ) ),
			$wpdb->get_var( $wpdb->prepare( "SELECT reasons FROM $changes WHERE id = %d", $id ) ),
			$wpdb->get_results( $wpdb->prepare( "SELECT lane, changes, recorded_at, MAX(CASE WHEN manual = 1 THEN id END) AS none FROM $changes WHERE id = %d AND reasons = %s GROUP BY lane, changes, recorded_at", $id, $text ), ARRAY_A ),
			$wpdb->query( $wpdb->prepare( "DELETE FROM $changes WHERE id = %d", $id ) ),
			$wpdb->get_var( "SELECT COUNT(*) FROM $changes" ),
		);
		return $answers;
	}

	private function set_caching( bool $is_enabled ): void {
		$this->assertInstanceOf( Hooked_Sqlite::class, $this->database );
		$this->database->set_caching( $is_enabled );
	}

	/**
	 * Returns the queue without what differs each time: ids.
	 */
	private function snapshot(): string {
		$snapshot = new Snapshot( $this->database );
		$rows     = array_map( static fn( array $row ): array => array( 'failed' => $row['failed'] > 0, 'run' => $row['run'] > 0 ) + $row, $snapshot->rows );
		return (string) wp_json_encode( array( array_values( $rows ), array_values( $snapshot->runs ) ), JSON_PRETTY_PRINT );
	}
}
