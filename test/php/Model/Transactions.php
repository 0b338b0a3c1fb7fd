<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * Rows that a transaction has inserted and not committed: they have their ids, and no other process sees them. So rows
 * are committed in another order than that of their ids.
 */
final class Transactions {
	/**
	 * A longer one is rolled back: the change feed relies on a minute.
	 */
	private const MAX_MS = 50_000;

	public function __construct( private readonly World $world ) {}

	/**
	 * Creates the table of hidden rows, once for each database connection.
	 */
	public static function create(): void {
		global $wpdb;
		Replica::copy_table( $wpdb->headless_deploy_changes, self::table() );
	}

	/**
	 * Hides rows until the process continues.
	 */
	public function commit_later( Process $process, int $first_id, int $rows ): void {
		global $wpdb;
		$is_mine = 'id BETWEEN ' . $first_id . ' AND ' . ( $first_id + $rows - 1 );
		$started = array( $this->world->clock->monotonic, $this->world->clock_jumps );
		$this->move( $wpdb->headless_deploy_changes, self::table(), $is_mine );
		$process->stop();
		$this->world->running = $process;
		if ( $this->world->clock->monotonic - $started[0] > self::MAX_MS || $this->world->clock_jumps !== $started[1] ) {
			$this->world->log->cover( 'a transaction that is rolled back' );
			return;
		}
		$this->world->log->cover( 'a late commit' );
		$this->move( self::table(), $wpdb->headless_deploy_changes, $is_mine );
	}

	private function move( string $from, string $to, string $condition ): void {
		$this->world->database->run( "INSERT INTO $to SELECT * FROM $from WHERE $condition" );
		$this->world->database->run( "DELETE FROM $from WHERE $condition" );
	}

	private static function table(): string {
		global $wpdb;
		return "{$wpdb->headless_deploy_changes}_hidden";
	}
}
