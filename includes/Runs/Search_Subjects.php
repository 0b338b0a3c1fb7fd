<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Stored_Reason;

/**
 * Searches the posts, terms, menus, authors and users of changes by name. It finds only what the current user may read, by the rule
 * of `Reason_Subjects`.
 */
final class Search_Subjects {
	public function __construct( private readonly string $search_text ) {}

	/**
	 * @param  list<int>           $users   Users who started runs.
	 * @param  list<Stored_Reason> $reasons Their users are searched too.
	 * @return list<int>
	 */
	public function users( array $users, array $reasons ): array {
		global $wpdb;
		$list = implode( ', ', array_unique( array_filter( array( ...$users, ...array_column( $reasons, 'user' ) ) ) ) );
		$rows = '' === $list
			? array()
			: Queue_Reader::rows(
				$wpdb->prepare( "SELECT ID FROM $wpdb->users WHERE display_name LIKE %s", $this->pattern() ) . " AND ID IN ($list)",
			);
		return array_map( intval( ... ), array_column( $rows, 'ID' ) );
	}

	/**
	 * @param  list<Stored_Reason> $reasons
	 * @return array<string, true> By the `key()` of a reason about them.
	 */
	public function subject_keys( array $reasons ): array {
		global $wpdb;
		$ids = array( Change::POST => array(), Change::TERM => array(), Change::MENU => array(), Change::USER => array() );
		foreach ( $reasons as $reason ) {
			$id = Reason_Subjects::id( $reason );

			$ids[ self::type( $reason ) ][ $id ] = $id;
		}
		$named = array(
			...$this->reasons(
				"SELECT ID AS id, post_type AS subtype FROM $wpdb->posts WHERE post_title LIKE %s AND ID",
				$ids[ Change::POST ],
				Change::POST,
			),
			...$this->reasons(
				"SELECT t.term_id AS id, tt.taxonomy AS subtype FROM $wpdb->terms t
				JOIN $wpdb->term_taxonomy tt ON tt.term_id = t.term_id
				WHERE t.name LIKE %s AND t.term_id",
				$ids[ Change::TERM ] + $ids[ Change::MENU ],
				Change::TERM,
			),
			...$this->reasons(
				"SELECT ID AS id, '' AS subtype FROM $wpdb->users WHERE display_name LIKE %s AND ID",
				$ids[ Change::USER ],
				Change::USER,
			),
		);
		$subjects = new Reason_Subjects();
		$subjects->prime( $named );
		$keys = array();
		foreach ( $named as $reason ) {
			if ( Search::contains( $subjects->of( $reason )['title'], $this->search_text ) ) {
				$keys[ self::key( $reason ) ] = true;
			}
		}
		return $keys;
	}

	public static function key( Stored_Reason $reason ): string {
		return self::type( $reason ) . ' ' . Reason_Subjects::id( $reason );
	}

	/**
	 * Returns the type of the object whose name is searched. Comments are found by the title of their post.
	 */
	private static function type( Stored_Reason $reason ): string {
		return Change::COMMENT === $reason->type ? Change::POST : $reason->type;
	}

	/**
	 * Finds objects by name, whatever the current user may read.
	 *
	 * @param  array<int, int>     $ids
	 * @return list<Stored_Reason> Reasons about them, with the fields that `Reason_Subjects` needs.
	 */
	private function reasons( string $sql, array $ids, string $type ): array {
		global $wpdb;
		unset( $ids[0] );
		if ( array() === $ids ) {
			return array();
		}
		$found = $wpdb->prepare( $sql, $this->pattern() ); // phpcs:ignore WordPress.DB.PreparedSQL.NotPrepared -- A statement of this class.
		$rows  = Queue_Reader::rows( $found . ' IN (' . implode( ', ', $ids ) . ')' );
		return array_map(
			static fn( object $row ): Stored_Reason => new Stored_Reason(
				type: 'nav_menu' === $row->subtype ? Change::MENU : $type,
				subtype: (string) $row->subtype,
				id: (int) $row->id,
			),
			$rows,
		);
	}

	private function pattern(): string {
		global $wpdb;
		return '%' . $wpdb->esc_like( $this->search_text ) . '%';
	}
}
