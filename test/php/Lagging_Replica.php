<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use PHPUnit\Framework\Attributes\AfterClass;
use PHPUnit\Framework\Attributes\BeforeClass;

/**
 * A proxy between WordPress and the database that sends each SELECT without FOR UPDATE to a replica that is behind: it
 * answers with the content as it was (see ProxySQL's rules for a read/write split).
 */
trait Lagging_Replica {
	/**
	 * Creates the copies before the tests, because CREATE TABLE commits the transaction of a test.
	 */
	#[BeforeClass]
	public static function create_copies(): void {
		if ( Test_Database::is_sqlite() ) {
			return;
		}
		array_map( self::create_copy( ... ), self::copied_tables() );
	}

	#[AfterClass]
	public static function drop_copies(): void {
		foreach ( Test_Database::is_sqlite() ? array() : self::copied_tables() as $table ) {
			$GLOBALS['wpdb']->query( "DROP TABLE {$table}_behind" );
		}
	}

	/**
	 * Freezes what reads without a lock return.
	 */
	private function lag(): void {
		global $wpdb;
		$tables = self::copied_tables();
		foreach ( $tables as $table ) {
			// SQLite begins each test with a new database.
			if ( Test_Database::is_sqlite() ) {
				self::create_copy( $table );
			}
			$wpdb->query( "INSERT INTO {$table}_behind SELECT * FROM $table" );
		}
		wp_cache_flush();
		$copies = array_combine( $tables, array_map( static fn( string $table ): string => "{$table}_behind", $tables ) );
		add_filter( 'query', static fn( string $query ): string => 1 === preg_match( '/^\s*\(?\s*SELECT/i', $query ) && 1 !== preg_match( '/FOR UPDATE\s*$/i', $query ) ? strtr( $query, $copies ) : $query );
	}

	/**
	 * @return list<string>
	 */
	private static function copied_tables(): array {
		global $wpdb;
		return array( $wpdb->posts, $wpdb->postmeta, $wpdb->terms, $wpdb->term_taxonomy, $wpdb->term_relationships );
	}

	private static function create_copy( string $table ): void {
		global $wpdb;
		$create = (string) $wpdb->get_var( "SHOW CREATE TABLE $table", 1 );
		$wpdb->query( (string) preg_replace( "/`?$table`?/", "{$table}_behind", $create, 1 ) );
	}
}
