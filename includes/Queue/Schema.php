<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;

/**
 * Makes, upgrades and removes the tables. dbDelta serves MariaDB, MySQL and the SQLite integration alike.
 */
final class Schema {
	public const VERSION = 5;

	/**
	 * Indexes of earlier versions, which no statement uses any more.
	 */
	private const OUTDATED = array(
		'changes' => array( 'pending' ),
		'lanes'   => array( 'by_timer' ),
		'runs'    => array( 'lane_state', 'finished' ),
	);

	/**
	 * Makes what is missing of the tables; what is there stays.
	 */
	public static function create(): void {
		require_once ABSPATH . 'wp-admin/includes/upgrade.php'; // @phpstan-ignore requireOnce.fileNotFound (WordPress is not part of the analysis.)
		dbDelta( self::statements() );
		foreach ( self::OUTDATED as $name => $indexes ) {
			self::drop_indexes( Tables::prefix() . $name, $indexes );
		}
	}

	/**
	 * Drops indexes where they exist; dbDelta only ever adds.
	 *
	 * @param list<string> $indexes
	 */
	private static function drop_indexes( string $table, array $indexes ): void {
		global $wpdb;
		$existing = array_column( Database::rows( "SHOW INDEX FROM $table" ), 'Key_name' );
		foreach ( array_intersect( $indexes, $existing ) as $index ) {
			$wpdb->query( "ALTER TABLE $table DROP INDEX $index" );
		}
	}

	/**
	 * Removes the tables with all that is in them.
	 */
	public static function drop(): void {
		global $wpdb;
		foreach ( Tables::all() as $table ) {
			$wpdb->query( "DROP TABLE IF EXISTS $table" );
		}
	}

	/**
	 * Deletes all rows of a site: the tables are the network's, so they outlive it.
	 */
	public static function forget_site( int $blog_id ): void {
		global $wpdb;
		foreach ( Tables::all() as $table ) {
			$wpdb->delete( $table, array( 'blog_id' => $blog_id ), array( '%d' ) );
		}
	}

	/**
	 * Returns the tables that are not there. With `lower_case_table_names` the server lists other letters than the prefix has.
	 *
	 * @phpstan-impure
	 * @throws Read_Failed  When the tables could not be listed: then none is known to be missing.
	 * @return list<string>
	 */
	public static function missing(): array {
		global $wpdb;
		$pattern = (string) $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( Tables::prefix() ) . '%' );
		$listed  = array_map( static fn( object $row ): string => strtolower( (string) array_values( (array) $row )[0] ), Database::rows( $pattern ) );
		return array_values( array_filter( Tables::all(), static fn( string $table ): bool => ! in_array( strtolower( $table ), $listed, true ) ) );
	}

	/**
	 * Returns the statements in the form that dbDelta reads: one column a line, two blanks after PRIMARY KEY.
	 *
	 * Each index serves a statement; test/php/Scale/ExplainTest.php reads which. `by_run`, `log` and `weeks` hold all columns
	 * that their statements read, so that 100,000 pending changes or 50,000 runs are summed up without reading the rows.
	 *
	 * Times are UTC milliseconds. Long texts are JSON in ASCII: no character set can refuse them, and wpdb need not
	 * look up a column's character set before it writes.
	 *
	 * @return list<string>
	 */
	private static function statements(): array {
		global $wpdb;
		$collate = $wpdb->get_charset_collate();
		return array(
			'CREATE TABLE ' . Tables::changes() . " (
	id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
	blog_id bigint(20) unsigned NOT NULL DEFAULT 1,
	environment_id varchar(64) NOT NULL,
	lane varchar(8) NOT NULL,
	action varchar(16) NOT NULL,
	recorded_at bigint(20) NOT NULL,
	changes int(10) unsigned NOT NULL DEFAULT 0,
	reasons longtext NOT NULL,
	manual tinyint(1) NOT NULL DEFAULT 0,
	cause varchar(16) NOT NULL,
	user_id bigint(20) unsigned NOT NULL DEFAULT 0,
	previous_run_id bigint(20) unsigned NOT NULL DEFAULT 0,
	run_id bigint(20) unsigned NOT NULL DEFAULT 0,
	PRIMARY KEY  (id),
	KEY by_run (run_id,blog_id,environment_id,lane,id,previous_run_id,recorded_at,changes,manual,action),
	KEY by_previous_run (previous_run_id),
	KEY by_time (blog_id,recorded_at),
	KEY by_cause (cause,blog_id,environment_id)
) $collate;",
			'CREATE TABLE ' . Tables::lanes() . " (
	blog_id bigint(20) unsigned NOT NULL DEFAULT 1,
	environment_id varchar(64) NOT NULL,
	lane varchar(8) NOT NULL,
	lease varchar(36) DEFAULT NULL,
	lease_until bigint(20) NOT NULL DEFAULT 0,
	PRIMARY KEY  (blog_id,environment_id,lane),
	KEY by_lease (lease)
) $collate;",
			'CREATE TABLE ' . Tables::schedules() . " (
	blog_id bigint(20) unsigned NOT NULL DEFAULT 1,
	schedule_id varchar(64) NOT NULL,
	next_run_at bigint(20) NOT NULL,
	lease varchar(36) DEFAULT NULL,
	lease_until bigint(20) NOT NULL DEFAULT 0,
	PRIMARY KEY  (blog_id,schedule_id),
	KEY by_next_run (next_run_at,lease_until,blog_id)
) $collate;",
			'CREATE TABLE ' . Tables::runs() . " (
	id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
	blog_id bigint(20) unsigned NOT NULL DEFAULT 1,
	environment_id varchar(64) NOT NULL,
	lane varchar(8) NOT NULL,
	action varchar(16) NOT NULL,
	cause varchar(16) NOT NULL,
	user_id bigint(20) unsigned NOT NULL DEFAULT 0,
	changes int(10) unsigned NOT NULL DEFAULT 0,
	status varchar(16) NOT NULL,
	not_before bigint(20) NOT NULL DEFAULT 0,
	attempts longtext NOT NULL,
	http_status smallint(5) unsigned NOT NULL DEFAULT 0,
	error_code varchar(64) NOT NULL DEFAULT '',
	service_message text NOT NULL,
	excerpt text NOT NULL,
	operation text NOT NULL,
	tracked_status varchar(16) NOT NULL DEFAULT '',
	tracked_at bigint(20) NOT NULL DEFAULT 0,
	next_check_at bigint(20) NOT NULL DEFAULT 0,
	tracking longtext,
	created_at bigint(20) NOT NULL,
	finished_at bigint(20) NOT NULL DEFAULT 0,
	PRIMARY KEY  (id),
	KEY by_status (status,blog_id,environment_id,lane,id),
	KEY by_environment (blog_id,environment_id,id),
	KEY by_time (created_at,blog_id,environment_id),
	KEY tracked (status,next_check_at,blog_id,finished_at),
	KEY weeks (blog_id,lane,status,created_at,environment_id,changes),
	KEY log (blog_id,id,environment_id,lane,status,action,tracked_status,cause,user_id,error_code,http_status,changes,created_at)
) $collate;",
		);
	}
}
