<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Queue\Queue_Reader;

/**
 * Searches what the current user can read of a run: titles and types of changed content, names of users, the error, the
 * operation and the host's response. Only users who may manage can search. It reads only the newest runs and changes of the
 * site, so that its cost does not grow with the log.
 */
final class Search {
	public const MAX_LENGTH = 100;
	public const MAX_RUNS   = 2_000;

	/**
	 * The condition is used several times: for a page, its total, the batches of an export.
	 */
	private ?string $condition = null;

	/**
	 * Since when runs were searched, in milliseconds; null for all.
	 */
	private ?int $since = null;

	public function __construct(
		private readonly string $search_text,
		private readonly int $max_runs = self::MAX_RUNS,
		private readonly int $max_changes = Search_Reasons::MAX_ROWS,
	) {}

	public static function of( mixed $typed ): ?self {
		$search_text = is_string( $typed ) ? trim( $typed ) : '';
		return '' === $search_text ? null : new self( $search_text );
	}

	public function condition(): string {
		$this->condition ??= $this->find();
		return $this->condition;
	}

	public function since(): ?int {
		$this->condition();
		return $this->since;
	}

	public static function contains( string $text, string $search_text ): bool {
		return false !== mb_stripos( $text, $search_text );
	}

	private function find(): string {
		$last    = $this->last_searched_run();
		$after   = (int) ( $last->id ?? 0 );
		$reasons = ( new Search_Reasons( $this->search_text, $this->max_changes ) )->find( $this->users( $after ) );
		$runs    = array( ...$reasons['runs'], ...$this->by_host_text( $after ) );
		$since   = array_filter( array( null === $last ? null : (int) $last->created_at, $reasons['since'] ) );
		$parts   = array_filter(
			array(
				self::one_of( 'id', $runs ),
				self::one_of( 'user_id', $reasons['users'] ),
				$this->by_failure( $after ),
			),
		);

		$this->since = array() === $since ? null : max( $since );
		return array() === $parts ? '1 = 0' : "id > $after AND ( " . implode( ' OR ', $parts ) . ' )';
	}

	/**
	 * Returns the newest run that is not searched; null if all are searched.
	 *
	 * @return (object&\stdClass)|null
	 */
	private function last_searched_run(): ?object {
		global $wpdb;
		return Queue_Reader::rows( (string) $wpdb->prepare(
			"SELECT id, created_at FROM {$wpdb->headless_deploy_runs} WHERE blog_id >= %d AND blog_id <= %d ORDER BY blog_id DESC, id DESC LIMIT 1 OFFSET %d",
			get_current_blog_id(),
			get_current_blog_id(),
			$this->max_runs,
		) )[0] ?? null;
	}

	/**
	 * Returns an SQL condition, empty for no numbers.
	 *
	 * @param list<int> $numbers
	 */
	private static function one_of( string $column, array $numbers ): string {
		return array() === $numbers ? '' : "$column IN (" . implode( ', ', array_unique( $numbers ) ) . ')';
	}

	/**
	 * @param  int       $after Only runs above this id.
	 * @return list<int>
	 */
	private function users( int $after ): array {
		global $wpdb;
		$rows = Queue_Reader::rows( (string) $wpdb->prepare(
			"SELECT DISTINCT user_id FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d AND id > %d",
			get_current_blog_id(),
			$after,
		) );
		return array_map( intval( ... ), array_column( $rows, 'user_id' ) );
	}

	/**
	 * Finds runs by their error message, which is made from the code.
	 *
	 * @param int $after Only runs above this id.
	 */
	private function by_failure( int $after ): string {
		global $wpdb;
		$parts = array();
		$sql   = $wpdb->prepare(
			"SELECT DISTINCT error_code, http_status FROM {$wpdb->headless_deploy_runs} WHERE blog_id = %d AND id > %d AND error_code <> ''",
			get_current_blog_id(),
			$after,
		);
		foreach ( Queue_Reader::rows( (string) $sql ) as $row ) {
			if ( self::contains(
				Errors::message( (string) $row->error_code, array( 'status' => (string) $row->http_status ) ),
				$this->search_text,
			) ) {
				$parts[] = $wpdb->prepare( '( error_code = %s AND http_status = %d )', $row->error_code, $row->http_status );
			}
		}
		return implode( ' OR ', $parts );
	}

	/**
	 * Finds runs by their operation or the host's message. Both are stored as JSON, which escapes most characters: the
	 * pattern finds at least all matches, and each is checked again.
	 *
	 * @param  int       $after Only runs above this id.
	 * @return list<int>
	 */
	private function by_host_text( int $after ): array {
		global $wpdb;
		$pattern = '%' . preg_replace( '/[^A-Za-z0-9 ]+/', '%', $this->search_text ) . '%';
		$ids     = array();
		$sql     = $wpdb->prepare(
			"SELECT id, operation, service_message FROM {$wpdb->headless_deploy_runs}
			WHERE blog_id = %d AND id > %d AND ( operation LIKE %s OR service_message LIKE %s )",
			get_current_blog_id(),
			$after,
			$pattern,
			$pattern,
		);
		foreach ( Queue_Reader::rows( (string) $sql ) as $row ) {
			foreach ( array( $row->operation, $row->service_message ) as $json ) {
				$text = json_decode( (string) $json, true );
				if ( is_string( $text ) && self::contains( $text, $this->search_text ) ) {
					$ids[] = (int) $row->id;
				}
			}
		}
		return $ids;
	}
}
