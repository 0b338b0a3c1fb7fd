<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;

/**
 * Names, creates, upgrades and drops the tables. They are network-wide, so no statement has to visit the sites of a network
 * one after another.
 */
final class Schema {
	public const VERSION = 10;

	private const PREFIX = 'headless_deploy_';
	private const TABLES = array( 'changes', 'lanes', 'runs', 'schedules' );

	/**
	 * Indexes of earlier versions, by table. `dbDelta()` cannot change an index, so another one has another name.
	 */
	private const UNUSED_INDEXES = array(
		'changes' => array( 'by_run' ),
		'runs'    => array( 'tracked' ),
	);

	/**
	 * Makes the tables properties of wpdb, for example `{$wpdb->headless_deploy_runs}`. The plugin calls it before anything else.
	 * They are not in `wpdb::$global_tables`, because `dbDelta()` creates those only on the main site.
	 */
	public static function register(): void {
		global $wpdb;
		foreach ( self::TABLES as $table ) {
			$wpdb->{ self::PREFIX . $table } = $wpdb->base_prefix . self::PREFIX . $table;
		}
	}

	/**
	 * @return list<string> With the prefix of the database.
	 */
	public static function tables(): array {
		global $wpdb;
		return array_map( static fn( string $table ): string => $wpdb->{ self::PREFIX . $table }, self::TABLES );
	}

	public static function create(): void {
		// @phpstan-ignore requireOnce.fileNotFound (WordPress is not part of the analysis.)
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		dbDelta( self::statements() );
		self::drop_unused_indexes();
	}

	public static function drop(): void {
		global $wpdb;
		foreach ( self::tables() as $table ) {
			Database::write( (string) $wpdb->prepare( 'DROP TABLE IF EXISTS %i', $table ) );
		}
	}

	/**
	 * @throws Read_Failed
	 */
	private static function drop_unused_indexes(): void {
		global $wpdb;
		foreach ( self::UNUSED_INDEXES as $name => $unused ) {
			$table = $wpdb->{ self::PREFIX . $name };
			$found = array_column( Database::rows( (string) $wpdb->prepare( 'SHOW INDEX FROM %i', $table ) ), 'Key_name' );
			foreach ( array_intersect( $unused, $found ) as $index ) {
				Database::write( (string) $wpdb->prepare( 'ALTER TABLE %i DROP INDEX %i', $table, $index ) );
			}
		}
	}

	public static function forget_site( int $blog_id ): void {
		global $wpdb;
		foreach ( self::tables() as $table ) {
			Database::write( (string) $wpdb->prepare( 'DELETE FROM %i WHERE blog_id = %d', $table, $blog_id ) );
		}
	}

	/**
	 * Returns the tables that do not exist. With `lower_case_table_names` the server may list the names in other letters.
	 *
	 * @phpstan-impure
	 * @throws Read_Failed  When the tables could not be listed: then none is known to be missing.
	 * @return list<string>
	 */
	public static function missing(): array {
		global $wpdb;
		$statement = (string) $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $wpdb->base_prefix . self::PREFIX ) . '%' );
		$listed    = array_map( strtolower( ... ), array_map( strval( ... ), Database::column( $statement ) ) );
		return array_values(
			array_filter( self::tables(), static fn( string $table ): bool => ! in_array( strtolower( $table ), $listed, true ) ),
		);
	}

	/**
	 * Returns the statements in the format of `dbDelta()`: one column per line, two spaces after PRIMARY KEY.
	 *
	 * Each index serves a statement (see test/php/Scale/ExplainTest.php). `by_kind` and `log` cover their statements,
	 * so 100,000 pending changes or 50,000 runs are summed up from the index alone.
	 *
	 * `postponed` is 1 when the sender of a run made no call and gave the run back.
	 *
	 * `host_build` is the hash of a build's name, so that an observed build is recorded once; NULL for other runs.
	 *
	 * Times are UTC milliseconds. Long texts are JSON in ASCII, which no character set refuses, and for which wpdb does not
	 * look up the character set of the column.
	 *
	 * @return list<string>
	 */
	private static function statements(): array {
		global $wpdb;
		$collate = $wpdb->get_charset_collate();
		return array(
			"CREATE TABLE {$wpdb->headless_deploy_changes} (
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
	KEY by_lane (run_id,blog_id,environment_id,lane,id),
	KEY by_kind (run_id,blog_id,environment_id,lane,manual,previous_run_id,id,recorded_at,changes,action),
	KEY by_previous_run (previous_run_id),
	KEY by_time (blog_id,recorded_at),
	KEY by_cause (cause,blog_id,environment_id)
) $collate;",
			"CREATE TABLE {$wpdb->headless_deploy_lanes} (
	blog_id bigint(20) unsigned NOT NULL DEFAULT 1,
	environment_id varchar(64) NOT NULL,
	lane varchar(8) NOT NULL,
	lease varchar(36) DEFAULT NULL,
	lease_until bigint(20) NOT NULL DEFAULT 0,
	lease_until_web bigint(20) NOT NULL DEFAULT 0,
	sequence bigint(20) unsigned NOT NULL DEFAULT 0,
	PRIMARY KEY  (blog_id,environment_id,lane),
	KEY by_lease (lease)
) $collate;",
			"CREATE TABLE {$wpdb->headless_deploy_schedules} (
	blog_id bigint(20) unsigned NOT NULL DEFAULT 1,
	schedule_id varchar(64) NOT NULL,
	next_run_at bigint(20) NOT NULL,
	lease varchar(36) DEFAULT NULL,
	lease_until bigint(20) NOT NULL DEFAULT 0,
	lease_until_web bigint(20) NOT NULL DEFAULT 0,
	PRIMARY KEY  (blog_id,schedule_id),
	KEY by_next_run (next_run_at,lease_until,blog_id)
) $collate;",
			"CREATE TABLE {$wpdb->headless_deploy_runs} (
	id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
	blog_id bigint(20) unsigned NOT NULL DEFAULT 1,
	environment_id varchar(64) NOT NULL,
	lane varchar(8) NOT NULL,
	action varchar(16) NOT NULL,
	cause varchar(16) NOT NULL,
	user_id bigint(20) unsigned NOT NULL DEFAULT 0,
	changes int(10) unsigned NOT NULL DEFAULT 0,
	status varchar(16) NOT NULL,
	postponed tinyint(1) NOT NULL DEFAULT 0,
	not_before bigint(20) NOT NULL DEFAULT 0,
	attempts longtext NOT NULL,
	http_status smallint(5) unsigned NOT NULL DEFAULT 0,
	error_code varchar(64) NOT NULL DEFAULT '',
	replaced_by varchar(16) NOT NULL DEFAULT '',
	service_message text NOT NULL,
	excerpt text NOT NULL,
	operation text NOT NULL,
	tracked_status varchar(16) NOT NULL DEFAULT '',
	tracked_at bigint(20) NOT NULL DEFAULT 0,
	next_check_at bigint(20) NOT NULL DEFAULT 0,
	tracking longtext,
	host_build varchar(32) DEFAULT NULL,
	created_at bigint(20) NOT NULL,
	finished_at bigint(20) NOT NULL DEFAULT 0,
	PRIMARY KEY  (id),
	UNIQUE KEY by_host_build (blog_id,environment_id,host_build),
	KEY by_status (status,blog_id,environment_id,lane,id),
	KEY by_environment (blog_id,environment_id,id),
	KEY by_time (created_at,blog_id,environment_id),
	KEY by_check (status,next_check_at,finished_at,blog_id),
	KEY by_site_check (blog_id,status,next_check_at,finished_at),
	KEY log (blog_id,id,environment_id,lane,status,action,tracked_status,cause,user_id,error_code,http_status,changes,created_at)
) $collate;",
		);
	}
}
