<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;

/**
 * Reads what a refresh tells the front end of the current site.
 */
final class Refresh_Reader {
	public function __construct( private readonly Facts_Reader $facts = new Facts_Reader() ) {}

	/**
	 * @throws Read_Failed
	 */
	public function of_run( int $run_id ): Refresh_Content {
		global $wpdb;
		return $this->of_rows( Database::rows( (string) $wpdb->prepare(
			"SELECT changes, manual, reasons FROM {$wpdb->headless_deploy_changes} WHERE run_id = %d LIMIT %d",
			$run_id,
			Recorded_Changes::MAX_ROWS + 1,
		) ) );
	}

	/**
	 * Returns the id of the newest row of a run, 0 when it has none.
	 *
	 * @throws Read_Failed
	 */
	public function sequence_of_run( int $run_id ): int {
		global $wpdb;
		return (int) Database::value( (string) $wpdb->prepare( "SELECT MAX(id) FROM {$wpdb->headless_deploy_changes} WHERE run_id = %d", $run_id ) );
	}

	/**
	 * @param  list<object&\stdClass> $rows `changes`, `manual` and `reasons` of each.
	 * @throws Read_Failed
	 */
	public function of_rows( array $rows ): Refresh_Content {
		$recorded = Recorded_Changes::of_rows( $rows );
		return $recorded->is_all || self::is_switched() ? Refresh_Content::all( $recorded->tags ) : Change_Tags::of( $recorded, $this->facts->of( $recorded ) );
	}

	/**
	 * Tells whether another site of the network sends for this one. Then the post types, taxonomies and permalinks of that
	 * site's plugins and theme are not known.
	 */
	private static function is_switched(): bool {
		return is_multisite() && ms_is_switched();
	}
}
