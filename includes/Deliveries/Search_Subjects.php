<?php
/**
 * What goes by a name.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Deliveries;

use HeadlessDeploy\Triggers\Change;
use stdClass;

/**
 * Finds posts, terms, menus and people by their names, each only for those who may know it: the door is the one that
 * also decides whose titles are shown.
 */
final class Search_Subjects {
	/**
	 * How many of a kind; more would make the search in the log long. Of posts the newest count.
	 */
	private const MOST = 50;

	/**
	 * Ids of users, once they were looked up.
	 *
	 * @var list<int>|null
	 */
	private ?array $users = null;

	/**
	 * Takes what was typed.
	 *
	 * @param string $words Not empty.
	 */
	public function __construct( private readonly string $words ) {}

	/**
	 * Returns the people of that name.
	 *
	 * @return list<int>
	 */
	public function users(): array {
		global $wpdb;
		$this->users ??= array_values( array_map( intval( ... ), $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->users WHERE display_name LIKE %s ORDER BY ID LIMIT %d", $this->pattern(), self::MOST ) ) ) );
		return $this->users;
	}

	/**
	 * Returns the posts, terms and menus of that name that the current user may know.
	 *
	 * @return array<string, int> Ids, by what `key()` makes of a reason about them.
	 */
	public function things(): array {
		$reasons  = array( ...$this->posts(), ...$this->terms() );
		$subjects = new Reason_Subjects();
		$subjects->prime( $reasons );
		$known = array();
		foreach ( $reasons as $reason ) {
			if ( Search::holds( $subjects->of( $reason )['title'], $this->words ) ) {
				$known[ self::key( $reason ) ] = $reason['id'];
			}
		}
		return $known;
	}

	/**
	 * Names what a reason is about. The first rows knew only posts.
	 *
	 * @param array<mixed> $reason As it was stored.
	 */
	public static function key( array $reason ): string {
		$type = is_string( $reason['type'] ?? null ) ? $reason['type'] : Change::POST;
		return $type . ' ' . Reason_Subjects::number( $reason['id'] ?? 0 );
	}

	/**
	 * Finds posts, whoever may read them.
	 *
	 * @return list<array{type: string, id: int, subtype: string}>
	 */
	private function posts(): array {
		global $wpdb;
		$rows = $wpdb->get_results(
			$wpdb->prepare( "SELECT ID, post_type FROM $wpdb->posts WHERE post_title LIKE %s AND post_status <> 'auto-draft' AND post_type <> 'revision' ORDER BY post_modified_gmt DESC, ID DESC LIMIT %d", $this->pattern(), self::MOST ),
		);
		return array_map( static fn( stdClass $row ): array => self::reason( Change::POST, (int) $row->ID, (string) $row->post_type ), array_values( (array) $rows ) );
	}

	/**
	 * Finds terms and menus.
	 *
	 * @return list<array{type: string, id: int, subtype: string}>
	 */
	private function terms(): array {
		global $wpdb;
		$rows = $wpdb->get_results(
			$wpdb->prepare( "SELECT t.term_id, tt.taxonomy FROM $wpdb->terms t JOIN $wpdb->term_taxonomy tt ON tt.term_id = t.term_id WHERE t.name LIKE %s ORDER BY t.term_id DESC LIMIT %d", $this->pattern(), self::MOST ),
		);
		return array_map( static fn( stdClass $row ): array => self::reason( 'nav_menu' === $row->taxonomy ? Change::MENU : Change::TERM, (int) $row->term_id, (string) $row->taxonomy ), array_values( (array) $rows ) );
	}

	/**
	 * Returns a reason about a thing, as far as looking it up needs it.
	 *
	 * @param string $type    Kind of thing.
	 * @param int    $id      Its id.
	 * @param string $subtype Its post type or taxonomy.
	 *
	 * @return array{type: string, id: int, subtype: string}
	 */
	private static function reason( string $type, int $id, string $subtype ): array {
		return array(
			'type'    => $type,
			'id'      => $id,
			'subtype' => $subtype,
		);
	}

	/**
	 * Returns the pattern of a name.
	 */
	private function pattern(): string {
		global $wpdb;
		return '%' . $wpdb->esc_like( $this->words ) . '%';
	}
}
