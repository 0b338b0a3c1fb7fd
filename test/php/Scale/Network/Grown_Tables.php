<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale\Network;

use HeadlessDeploy\Queue\Schema;

/**
 * Tables of the plugin with a number of rows: as many runs of the main site, each with a change, and as many pending
 * changes of its environment Production, which are due.
 */
final class Grown_Tables {
	public const ENVIRONMENTS = 50;

	public function __construct( private readonly int $rows, private readonly int $now ) {}

	public function create(): void {
		$this->use();
		Schema::create();
		Large_Network::in_bulk( $this->fill( ... ) );
		Large_Network::query( 'ANALYZE TABLE ' . implode( ', ', Schema::tables() ) );
		Schema::register();
	}

	public function drop(): void {
		$this->use();
		Schema::drop();
		Schema::register();
	}

	/**
	 * Lets the plugin use these tables.
	 */
	public function use(): void {
		global $wpdb;
		$prefix            = $wpdb->base_prefix;
		$wpdb->base_prefix = "rows_{$this->rows}_";
		Schema::register();
		$wpdb->base_prefix = $prefix;
	}

	private function fill(): void {
		global $wpdb;
		$environment = "CONCAT('environment-', seq % " . self::ENVIRONMENTS . ')';
		$at          = "{$this->now} - ({$this->rows} - seq) * " . Large_Network::RUN_EVERY_MS;
		Large_Network::query(
			"INSERT INTO {$wpdb->headless_deploy_runs} (id, blog_id, environment_id, lane, action, cause, changes, status, attempts, http_status, service_message, excerpt, operation, tracked_status, next_check_at, created_at, finished_at)"
			. " SELECT seq, 1, $environment, 'build', 'rebuild', 'automatic', 1, IF(seq % 50 = 0, 'failed', 'accepted'), '[]', 200, '\"\"', '\"\"', '\"\"', 'live', -1, $at, $at + 300 FROM seq_1_to_{$this->rows}",
		);
		$reason = Large_Network::reason( 'seq % ' . Large_Network::POSTS, (string) $this->now );
		$all    = 2 * $this->rows;
		$sent   = "seq <= {$this->rows}";
		Large_Network::query(
			"INSERT INTO {$wpdb->headless_deploy_changes} (blog_id, environment_id, lane, action, recorded_at, changes, reasons, cause, user_id, run_id)"
			. " SELECT 1, IF($sent, $environment, 'production'), 'build', 'rebuild', IF($sent, $at - 1000, {$this->now} - 3600000), 1, $reason, 'automatic', 1, IF($sent, seq, 0) FROM seq_1_to_$all",
		);
	}
}
