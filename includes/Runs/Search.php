<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Queue\Tables;

/**
 * Finds what the current user could read on an entry: titles and kinds of what changed, names of people, why it failed,
 * the operation, and what the host said. It is for users who may manage, and looks at the newest runs and changes of the
 * site alone, so that its cost does not grow with the log.
 */
final class Search {
	public const LONGEST   = 100;
	public const MOST_RUNS = 2_000;

	/**
	 * What was found, kept while it is asked for: a page, its total, the pieces of an export.
	 */
	private ?string $condition = null;

	/**
	 * Since when entries were searched, in milliseconds; null for all of them.
	 */
	private ?int $since = null;

	/**
	 * @param int $most_runs    How many of the newest runs are searched.
	 * @param int $most_changes How many of the newest rows of changes are searched.
	 */
	public function __construct(
		private readonly string $words,
		private readonly int $most_runs = self::MOST_RUNS,
		private readonly int $most_changes = Search_Reasons::MAX_ROWS,
	) {}

	/**
	 * Reads what was typed; null where that is nothing.
	 */
	public static function of( mixed $typed ): ?self {
		$words = is_string( $typed ) ? trim( $typed ) : '';
		return '' === $words ? null : new self( $words );
	}

	/**
	 * Describes the argument of a route.
	 *
	 * @return array<string, mixed>
	 */
	public static function arg(): array {
		return array(
			'type'      => 'string',
			'maxLength' => self::LONGEST,
		);
	}

	/**
	 * Returns the condition that an entry passes, ready to run.
	 */
	public function condition(): string {
		$this->condition ??= $this->find();
		return $this->condition;
	}

	/**
	 * Returns since when entries were searched, in milliseconds; null when all of them were.
	 */
	public function since(): ?int {
		$this->condition();
		return $this->since;
	}

	/**
	 * Tells whether a text holds the words, whatever their case.
	 */
	public static function contains( string $text, string $words ): bool {
		return false !== mb_stripos( $text, $words );
	}

	/**
	 * Looks everywhere.
	 */
	private function find(): string {
		$last    = $this->last_searched_run();
		$after   = (int) ( $last->id ?? 0 );
		$reasons = new Search_Reasons( $this->words, $this->most_changes );
		$runs    = array( ...$reasons->runs( $this->users( $after ) ), ...$this->by_host_text( $after ) );
		$since   = array_filter( array( null === $last ? null : (int) $last->created_at, $reasons->since() ) );
		$parts   = array_filter(
			array(
				self::one_of( 'id', $runs ),
				self::one_of( 'user_id', $reasons->users() ),
				$this->by_failure( $after ),
			),
		);

		$this->since = array() === $since ? null : max( $since );
		return array() === $parts ? '1 = 0' : "id > $after AND ( " . implode( ' OR ', $parts ) . ' )';
	}

	/**
	 * Finds the newest of the runs that are too old to be searched; null when all are searched.
	 *
	 * @return (object&\stdClass)|null
	 */
	private function last_searched_run(): ?object {
		global $wpdb;
		$sql = 'SELECT id, created_at FROM ' . Tables::runs() . ' WHERE blog_id >= %d AND blog_id <= %d ORDER BY blog_id DESC, id DESC LIMIT 1 OFFSET %d';
		return Run_Log::read( (string) $wpdb->prepare( $sql, get_current_blog_id(), get_current_blog_id(), $this->most_runs ) )[0] ?? null;
	}

	/**
	 * Returns the condition of being one of some numbers; empty for none.
	 *
	 * @param list<int> $numbers
	 */
	private static function one_of( string $column, array $numbers ): string {
		return array() === $numbers ? '' : "$column IN (" . implode( ', ', array_unique( $numbers ) ) . ')';
	}

	/**
	 * Returns the users who started runs.
	 *
	 * @param  int       $after Only runs above this id.
	 * @return list<int>
	 */
	private function users( int $after ): array {
		global $wpdb;
		$sql = 'SELECT DISTINCT user_id FROM ' . Tables::runs() . ' WHERE blog_id = %d AND id > %d';
		return array_map( intval( ... ), array_column( Run_Log::read( (string) $wpdb->prepare( $sql, get_current_blog_id(), $after ) ), 'user_id' ) );
	}

	/**
	 * Returns the condition of having failed for a reason whose message holds the words: messages are made from codes.
	 *
	 * @param int $after Only runs above this id.
	 */
	private function by_failure( int $after ): string {
		global $wpdb;
		$sql   = 'SELECT DISTINCT error_code, http_status FROM ' . Tables::runs() . " WHERE blog_id = %d AND id > %d AND error_code <> ''";
		$parts = array();
		foreach ( Run_Log::read( (string) $wpdb->prepare( $sql, get_current_blog_id(), $after ) ) as $row ) {
			if ( self::contains( Errors::message( (string) $row->error_code, array( 'status' => (string) $row->http_status ) ), $this->words ) ) {
				$parts[] = $wpdb->prepare( '( error_code = %s AND http_status = %d )', $row->error_code, $row->http_status );
			}
		}
		return implode( ' OR ', $parts );
	}

	/**
	 * Returns the entries whose operation holds the words, or what the host said. Both are stored as JSON, which escapes
	 * most signs: the pattern finds at least what holds the words, and each is looked at again.
	 *
	 * @param  int       $after Only runs above this id.
	 * @return list<int>
	 */
	private function by_host_text( int $after ): array {
		global $wpdb;
		$pattern = '%' . preg_replace( '/[^A-Za-z0-9 ]+/', '%', $this->words ) . '%';
		$sql     = 'SELECT id, operation, service_message FROM ' . Tables::runs() . ' WHERE blog_id = %d AND id > %d AND ( operation LIKE %s OR service_message LIKE %s )';
		$ids     = array();
		foreach ( Run_Log::read( (string) $wpdb->prepare( $sql, get_current_blog_id(), $after, $pattern, $pattern ) ) as $row ) {
			foreach ( array( $row->operation, $row->service_message ) as $json ) {
				$text = json_decode( (string) $json, true );
				if ( is_string( $text ) && self::contains( $text, $this->words ) ) {
					$ids[] = (int) $row->id;
				}
			}
		}
		return $ids;
	}
}
