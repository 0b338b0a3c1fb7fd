<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;

/**
 * Answers what changed on the current site since a sequence. A sequence is the id of a row in the table of changes. The
 * answer is `all` when the rows do not name every change.
 */
final class Change_Feed {
	/**
	 * Two requests that save at the same time may commit their rows in another order than that of the ids: a front end may
	 * have received the higher one first.
	 */
	private const OVERLAP_MS = 60_000;

	public function __construct(
		private readonly Refresh_Reader $reader = new Refresh_Reader(),
		private readonly Pruned_Changes $pruned = new Pruned_Changes(),
	) {}

	/**
	 * @param  int|null                    $since Null asks for the current sequence.
	 * @throws Read_Failed
	 * @return array{int, Refresh_Content} The current sequence, and what changed.
	 */
	public function since( string $environment_id, ?int $since ): array {
		global $wpdb;
		// Read first: a row that is added after this is told again next time.
		$newest = (int) Database::value( Database::from_primary( "SELECT MAX(id) AS newest FROM {$wpdb->headless_deploy_changes}" ) );
		$rows   = null === $since || $since > $newest ? null : $this->rows( $environment_id, $since );
		return array(
			$newest,
			match ( $rows ) {
				null    => Refresh_Content::all(),
				array() => Refresh_Content::some( array(), array(), array() ),
				default => $this->reader->of_rows( $rows ),
			},
		);
	}

	/**
	 * Reads the rows after a sequence, and those shortly before it.
	 *
	 * @throws Read_Failed
	 * @return list<object&\stdClass>|null Null when some of them no longer exist.
	 */
	private function rows( string $environment_id, int $since ): ?array {
		global $wpdb;
		$at = Database::value( Database::from_primary( (string) $wpdb->prepare(
			"SELECT recorded_at FROM {$wpdb->headless_deploy_changes} WHERE id = %d",
			$since,
		) ) );
		$rows = null === $at ? null : array(
			...$this->matching( $environment_id, (string) $wpdb->prepare( 'id > %d', $since ) ),
			...$this->matching(
				$environment_id,
				(string) $wpdb->prepare(
					'recorded_at BETWEEN %d AND %d AND id <= %d',
					(int) $at - self::OVERLAP_MS,
					(int) $at + self::OVERLAP_MS,
					$since,
				),
			),
		);
		// Read last: rows that were deleted since then are missing above.
		return $since < $this->pruned->highest() ? null : $rows;
	}

	/**
	 * @param  string                 $condition SQL condition of the rows.
	 * @throws Read_Failed
	 * @return list<object&\stdClass> As `Change_Rows::of()` returns them.
	 */
	private function matching( string $environment_id, string $condition ): array {
		global $wpdb;
		// Manual runs have another cause. The index `by_cause` serves this condition.
		$of_environment = (string) $wpdb->prepare( "cause = 'automatic' AND blog_id = %d AND environment_id = %s", get_current_blog_id(), $environment_id );
		return Change_Rows::of( "$of_environment AND $condition" );
	}
}
