<?php
/**
 * Finding entries of the log by words.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Deliveries;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Queue\Tables;

/**
 * Finds what the current user could read on an entry: titles and kinds of what changed, names of people, why it failed,
 * the operation; what the host said for those alone who see it. Nobody finds an entry by words that are not shown to them.
 */
final class Search {
	public const LONGEST = 100;

	/**
	 * What was found, kept while it is asked for: a page, its total, the pieces of an export.
	 */
	private ?string $condition = null;

	/**
	 * Takes what was typed.
	 *
	 * @param string $words Not empty.
	 */
	public function __construct( private readonly string $words ) {}

	/**
	 * Reads what was typed; null where that is nothing.
	 *
	 * @param mixed $typed From a request.
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
	 * Tells whether a text holds the words, whatever their case.
	 *
	 * @param string $text  Any text.
	 * @param string $words The words.
	 */
	public static function holds( string $text, string $words ): bool {
		return false !== mb_stripos( $text, $words );
	}

	/**
	 * Returns a pattern for stored JSON that finds at least what holds the words: JSON escapes all but letters, digits and
	 * blanks in its own way, and knows no case of other alphabets. What it finds is to be looked at again.
	 *
	 * @param string $words The words.
	 */
	public static function loose_pattern( string $words ): string {
		return '%' . preg_replace( '/[^A-Za-z0-9 ]+/', '%', $words ) . '%';
	}

	/**
	 * Looks everywhere.
	 */
	private function find(): string {
		$subjects = new Search_Subjects( $this->words );
		$ids      = array( ...( new Search_Reasons( $this->words, $subjects ) )->deliveries(), ...$this->by_what_was_said() );
		$parts    = array_filter(
			array(
				self::one_of( 'id', $ids ),
				self::one_of( 'user_id', $subjects->users() ),
				$this->by_failure(),
			),
		);
		return array() === $parts ? '1 = 0' : '( ' . implode( ' OR ', $parts ) . ' )';
	}

	/**
	 * Returns the condition of being one of some numbers; empty for none.
	 *
	 * @param string    $column  Column.
	 * @param list<int> $numbers Numbers.
	 */
	private static function one_of( string $column, array $numbers ): string {
		return array() === $numbers ? '' : "$column IN (" . implode( ', ', array_unique( $numbers ) ) . ')';
	}

	/**
	 * Returns the condition of having failed for a reason whose message holds the words: messages are made from codes.
	 */
	private function by_failure(): string {
		global $wpdb;
		$rows  = $wpdb->get_results( $wpdb->prepare( 'SELECT DISTINCT error_code, http_status FROM ' . Tables::deliveries() . " WHERE blog_id = %d AND error_code <> ''", get_current_blog_id() ) );
		$parts = array();
		foreach ( (array) $rows as $row ) {
			if ( self::holds( Errors::message( (string) $row->error_code, array( 'status' => (string) $row->http_status ) ), $this->words ) ) {
				$parts[] = $wpdb->prepare( '( error_code = %s AND http_status = %d )', $row->error_code, $row->http_status );
			}
		}
		return implode( ' OR ', $parts );
	}

	/**
	 * Returns the entries whose operation holds the words, or, for those who see it, what the host said.
	 *
	 * @return list<int>
	 */
	private function by_what_was_said(): array {
		global $wpdb;
		$columns = current_user_can( Capabilities::MANAGE ) ? array( 'operation', 'service_message' ) : array( 'operation' );
		$likes   = array_map( fn( string $column ): string => (string) $wpdb->prepare( '%i LIKE %s', $column, self::loose_pattern( $this->words ) ), $columns );
		$rows    = $wpdb->get_results( $wpdb->prepare( 'SELECT id, ' . implode( ', ', $columns ) . ' FROM ' . Tables::deliveries() . ' WHERE blog_id = %d AND ', get_current_blog_id() ) . '( ' . implode( ' OR ', $likes ) . ' )' );
		$ids     = array();
		foreach ( (array) $rows as $row ) {
			foreach ( $columns as $column ) {
				$text = json_decode( (string) $row->$column, true );
				if ( is_string( $text ) && self::holds( $text, $this->words ) ) {
					$ids[] = (int) $row->id;
				}
			}
		}
		return $ids;
	}
}
