<?php
/**
 * The three tables.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Makes, upgrades and removes the tables. dbDelta serves MariaDB, MySQL and the SQLite integration alike.
 */
final class Schema {
	public const VERSION = 2;

	/**
	 * Makes what is missing of the tables; what is there stays.
	 */
	public static function create(): void {
		require_once ABSPATH . 'wp-admin/includes/upgrade.php'; // @phpstan-ignore requireOnce.fileNotFound (WordPress is not part of the analysis.)
		dbDelta( self::statements() );
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
	 *
	 * @param int $blog_id Site.
	 */
	public static function forget_site( int $blog_id ): void {
		global $wpdb;
		foreach ( Tables::all() as $table ) {
			$wpdb->delete( $table, array( 'blog_id' => $blog_id ), array( '%d' ) );
		}
	}

	/**
	 * Returns the tables that are not there.
	 *
	 * @phpstan-impure
	 *
	 * @return list<string>
	 */
	public static function missing(): array {
		global $wpdb;
		$exists = static fn( string $table ): bool => $table === $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $table ) ) );
		return array_values( array_filter( Tables::all(), static fn( string $table ): bool => ! $exists( $table ) ) );
	}

	/**
	 * Returns the statements in the form that dbDelta reads: one column a line, two blanks after PRIMARY KEY.
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
	noted_at bigint(20) NOT NULL,
	changes int(10) unsigned NOT NULL DEFAULT 0,
	reasons longtext NOT NULL,
	pressed tinyint(1) NOT NULL DEFAULT 0,
	cause varchar(16) NOT NULL,
	user_id bigint(20) unsigned NOT NULL DEFAULT 0,
	failed bigint(20) unsigned NOT NULL DEFAULT 0,
	delivery_id bigint(20) unsigned NOT NULL DEFAULT 0,
	PRIMARY KEY  (id),
	KEY pending (delivery_id,blog_id,environment_id,lane),
	KEY failed (failed)
) $collate;",
			'CREATE TABLE ' . Tables::lanes() . " (
	blog_id bigint(20) unsigned NOT NULL DEFAULT 1,
	environment_id varchar(64) NOT NULL,
	lane varchar(8) NOT NULL,
	lease varchar(36) DEFAULT NULL,
	lease_until bigint(20) NOT NULL DEFAULT 0,
	PRIMARY KEY  (blog_id,environment_id,lane)
) $collate;",
			'CREATE TABLE ' . Tables::deliveries() . " (
	id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
	blog_id bigint(20) unsigned NOT NULL DEFAULT 1,
	environment_id varchar(64) NOT NULL,
	lane varchar(8) NOT NULL,
	action varchar(16) NOT NULL,
	cause varchar(16) NOT NULL,
	user_id bigint(20) unsigned NOT NULL DEFAULT 0,
	changes int(10) unsigned NOT NULL DEFAULT 0,
	state varchar(16) NOT NULL,
	not_before bigint(20) NOT NULL DEFAULT 0,
	attempts longtext NOT NULL,
	http_status smallint(5) unsigned NOT NULL DEFAULT 0,
	error_code varchar(64) NOT NULL DEFAULT '',
	service_message text NOT NULL,
	excerpt text NOT NULL,
	operation text NOT NULL,
	outcome varchar(16) NOT NULL DEFAULT 'unknown',
	outcome_at bigint(20) NOT NULL DEFAULT 0,
	look_at bigint(20) NOT NULL DEFAULT 0,
	trail longtext,
	created_at bigint(20) NOT NULL,
	finished_at bigint(20) NOT NULL DEFAULT 0,
	PRIMARY KEY  (id),
	KEY lane_state (blog_id,environment_id,lane,state),
	KEY finished (blog_id,finished_at)
) $collate;",
		);
	}
}
