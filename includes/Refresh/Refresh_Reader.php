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
	 * Reads the changes of a run, and those that the front end missed: a stronger action replaced their refresh, which it
	 * did not accept.
	 *
	 * @param  int|null    $since The sequence that the front end accepted last, null for none.
	 * @throws Read_Failed
	 */
	public function of_run( int $run_id, string $environment_id = '', ?int $since = null ): Refresh_Content {
		global $wpdb;
		$rows = Change_Rows::of( (string) $wpdb->prepare( 'run_id = %d', $run_id ) );
		if ( array() === $rows || null === $since ) {
			return $this->of_rows( $rows );
		}
		$missed = Change_Rows::of( (string) $wpdb->prepare(
			"cause = 'automatic' AND blog_id = %d AND environment_id = %s AND id > %d AND action = 'refresh' AND lane <> 'refresh'",
			get_current_blog_id(),
			$environment_id,
			$since,
		) );
		return $this->of_rows( array( ...$rows, ...$missed ) );
	}

	/**
	 * Returns the id of the newest row of a run, 0 when it has none.
	 *
	 * @throws Read_Failed
	 */
	public function sequence_of_run( int $run_id ): int {
		global $wpdb;
		return (int) Database::value( Database::from_primary( (string) $wpdb->prepare(
			"SELECT MAX(id) AS newest FROM {$wpdb->headless_deploy_changes} WHERE run_id = %d",
			$run_id,
		) ) );
	}

	/**
	 * @param  list<object&\stdClass> $rows `changes`, `manual` and `reasons` of each.
	 * @throws Read_Failed
	 */
	public function of_rows( array $rows ): Refresh_Content {
		$recorded = Recorded_Changes::of_rows( $rows );
		return $recorded->is_all || self::is_switched()
			? Refresh_Content::all( $recorded->tags )
			: Change_Tags::of( $recorded, $this->facts->of( $recorded ) );
	}

	/**
	 * Tells whether another site of the network sends for this one. Then the post types, taxonomies and permalinks of that
	 * site's plugins and theme are not known.
	 */
	private static function is_switched(): bool {
		return is_multisite() && ms_is_switched();
	}
}
