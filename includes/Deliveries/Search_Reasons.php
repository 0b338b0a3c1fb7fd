<?php
/**
 * Finding deliveries by their changes.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Deliveries;

use HeadlessDeploy\Queue\Tables;
use HeadlessDeploy\Triggers\Change;
use HeadlessDeploy\Triggers\General\Option_Names;
use stdClass;

/**
 * Finds deliveries whose changes hold the words: the database finds rows that may, each is read again to be sure.
 */
final class Search_Reasons {
	private const ROWS_AT_ONCE = 500;

	/**
	 * Words like “updated” are in nearly every row: then the newest rows are enough.
	 */
	private const MOST_ROWS = 10_000;

	private const EVENTS = array( Change::PUBLISHED, Change::UPDATED, Change::UNPUBLISHED, Change::TRASHED, Change::DELETED, Change::CREATED, Change::CHANGED );

	/**
	 * Kinds that have a sentence without a name.
	 */
	private const TYPES = array( Change::LOCATIONS, Change::STYLES, Change::THEME, Change::ACF, Change::REQUEST );

	/**
	 * Takes what is looked for.
	 *
	 * @param string          $words    Not empty.
	 * @param Search_Subjects $subjects Finds what goes by that name.
	 */
	public function __construct(
		private readonly string $words,
		private readonly Search_Subjects $subjects,
	) {}

	/**
	 * Returns the deliveries.
	 *
	 * @return list<int>
	 */
	public function deliveries(): array {
		$known = array(
			'things'   => $this->subjects->things(),
			'users'    => array_flip( $this->subjects->users() ),
			'events'   => array_flip( $this->worded( self::EVENTS, static fn( string $event ): string => Reason_Words::sentence( $event, Change::POST, '', '' ) ) ),
			'types'    => array_flip( $this->worded( self::TYPES, static fn( string $type ): string => Reason_Words::sentence( '', $type, '', '' ) ) ),
			'subtypes' => array_flip( $this->kinds() ),
		);
		$before = PHP_INT_MAX;
		$found  = array();
		$likes  = $this->likes( $known );
		for ( $read = 0; $read < self::MOST_ROWS; $read += self::ROWS_AT_ONCE ) {
			$rows = $this->rows( $likes, $before );
			foreach ( $rows as $row ) {
				$before = (int) $row->id;
				if ( $this->row_matches( (string) $row->reasons, $known ) ) {
					$found[ (int) $row->delivery_id ] = true;
					$found[ (int) $row->failed ]      = true;
				}
			}
			if ( count( $rows ) < self::ROWS_AT_ONCE ) {
				break;
			}
		}
		unset( $found[0] );
		return array_keys( $found );
	}

	/**
	 * Returns those whose words hold what is looked for.
	 *
	 * @param list<string>             $all Some stored words.
	 * @param callable(string): string $say Puts one into words for people.
	 *
	 * @return list<string>
	 */
	private function worded( array $all, callable $say ): array {
		return array_values( array_filter( $all, fn( string $one ): bool => Search::holds( $say( $one ), $this->words ) ) );
	}

	/**
	 * Returns the post types and taxonomies that are called so.
	 *
	 * @return list<string>
	 */
	private function kinds(): array {
		$kinds = array();
		foreach ( array( ...array_values( get_post_types( array(), 'objects' ) ), ...array_values( get_taxonomies( array(), 'objects' ) ) ) as $kind ) {
			if ( Search::holds( (string) $kind->labels->singular_name, $this->words ) ) {
				$kinds[] = $kind->name;
			}
		}
		return $kinds;
	}

	/**
	 * Returns the patterns of rows that may match.
	 *
	 * @param array{things: array<string, int>, users: array<int, int>, events: array<string, int>, types: array<string, int>, subtypes: array<string, int>} $known What is looked for.
	 */
	private function likes( array $known ): string {
		global $wpdb;
		$likes = array_map(
			static fn( string $pattern ): string => (string) $wpdb->prepare( 'reasons LIKE %s', $pattern ),
			array( '%"name":"' . Search::loose_pattern( $this->words ), '%"type":"option"%' ),
		);
		$keys = array(
			'"id":'      => array_unique( $known['things'] ),
			'"user":'    => array_keys( $known['users'] ),
			'"event":'   => self::quoted( $known['events'] ),
			'"type":'    => self::quoted( $known['types'] ),
			'"subtype":' => self::quoted( $known['subtypes'] ),
		);
		$words = array();
		foreach ( array_filter( $keys ) as $key => $values ) {
			$words[] = $key . '(' . implode( '|', $values ) . ')[,}]';
		}
		// One pattern for all of them: each one more would read a long log once more.
		return implode( ' OR ', array() === $words ? $likes : array( ...$likes, (string) $wpdb->prepare( 'reasons REGEXP %s', implode( '|', $words ) ) ) );
	}

	/**
	 * Writes words as they stand in JSON, for a pattern.
	 *
	 * @param array<string, int> $words The words are the keys.
	 *
	 * @return list<string>
	 */
	private static function quoted( array $words ): array {
		return array_map( static fn( int|string $word ): string => '"' . preg_quote( (string) $word ) . '"', array_keys( $words ) );
	}

	/**
	 * Reads rows that may match, newest first.
	 *
	 * @param string $likes  Patterns.
	 * @param int    $before Only rows below this id.
	 *
	 * @return list<stdClass>
	 */
	private function rows( string $likes, int $before ): array {
		global $wpdb;
		$rows = $wpdb->get_results(
			$wpdb->prepare( 'SELECT id, delivery_id, failed, reasons FROM ' . Tables::changes() . ' WHERE blog_id = %d AND ( delivery_id > 0 OR failed > 0 ) AND id < %d AND ( ', get_current_blog_id(), $before )
			. $likes . $wpdb->prepare( ' ) ORDER BY id DESC LIMIT %d', self::ROWS_AT_ONCE ),
		);
		return array_values( (array) $rows );
	}

	/**
	 * Tells whether one of a row's reasons holds the words.
	 *
	 * @param string                                                                                                                                         $json  As it was stored.
	 * @param array{things: array<string, int>, users: array<int, int>, events: array<string, int>, types: array<string, int>, subtypes: array<string, int>} $known What is looked for.
	 */
	private function row_matches( string $json, array $known ): bool {
		$stored = json_decode( $json, true );
		foreach ( is_array( $stored ) ? $stored : array() as $reason ) {
			if ( ! is_array( $reason ) ) {
				continue;
			}
			$word = static fn( string $key ): string => is_string( $reason[ $key ] ?? null ) ? $reason[ $key ] : '';
			if (
				isset( $known['things'][ Search_Subjects::key( $reason ) ] )
				|| isset( $known['users'][ Reason_Subjects::number( $reason['user'] ?? 0 ) ] )
				|| isset( $known['events'][ $word( 'event' ) ] )
				|| isset( $known['types'][ $word( 'type' ) ] )
				|| isset( $known['subtypes'][ $word( 'subtype' ) ] )
				|| Search::holds( $word( 'name' ), $this->words )
				|| ( Change::OPTION === $word( 'type' ) && Search::holds( Option_Names::label( $word( 'name' ) ), $this->words ) )
			) {
				return true;
			}
		}
		return false;
	}
}
