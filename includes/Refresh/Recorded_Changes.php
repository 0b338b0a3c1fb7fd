<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Listeners\Files_Listener;
use HeadlessDeploy\Changes\Watched\Tag;
use HeadlessDeploy\Changes\Watched\Watched_Options;
use HeadlessDeploy\Queue\Stored_Reason;

/**
 * The changes in rows of the table of changes, by object. Reads nothing: see `Facts_Reader` for what WordPress knows now.
 */
final class Recorded_Changes {
	public const MAX_ROWS = 1_000;

	/**
	 * Each has at least one tag and path, so that more would exceed the limits of `Refresh_Content`.
	 */
	private const MAX_OBJECTS = 1_000;

	/**
	 * Types of posts that any page may contain.
	 */
	private const SHARED_TYPES = array( 'wp_template', 'wp_template_part' );

	/**
	 * Whether any page may have changed.
	 */
	public bool $is_all = false;

	/**
	 * Tags of objects that are neither a post with a page nor a term.
	 *
	 * @var list<string>
	 */
	public array $tags = array();

	/**
	 * @var array<int, Changed_Post>
	 */
	public array $posts = array();

	/**
	 * @var array<int, Changed_Term>
	 */
	public array $terms = array();

	/**
	 * Paths of deleted archives.
	 *
	 * @var list<string>
	 */
	public array $gone_archives = array();

	/**
	 * @param list<object&\stdClass> $rows `changes`, `manual` and `reasons` of each.
	 */
	public static function of_rows( array $rows ): self {
		$recorded = new self();
		// A run whose rows no longer exist may have covered anything.
		$recorded->is_all = array() === $rows || count( $rows ) > self::MAX_ROWS;
		foreach ( $recorded->is_all ? array() : $rows as $row ) {
			$recorded->add_row( $row );
		}
		$recorded->is_all = $recorded->is_all || count( $recorded->posts ) + count( $recorded->terms ) > self::MAX_OBJECTS;
		return $recorded;
	}

	/**
	 * Adds the reasons of a row. A manual run renews all pages.
	 *
	 * @param object&\stdClass $row
	 */
	private function add_row( object $row ): void {
		$reasons = Stored_Reason::list_of( (string) $row->reasons );
		// A row has room for the newest reasons only.
		$this->is_all = $this->is_all || 1 === (int) $row->manual || (int) $row->changes > count( $reasons );
		array_map( $this->add( ... ), $reasons );
	}

	private function add( Stored_Reason $reason ): void {
		$this->is_all = $this->is_all || $reason->all || in_array( $reason->subtype, self::SHARED_TYPES, true );
		if ( $reason->id > 0 && Change::POST === $reason->type ) {
			$this->add_to_post( $reason->id, $reason );
		} elseif ( $reason->id > 0 && Change::TERM === $reason->type ) {
			$this->terms[ $reason->id ] ??= new Changed_Term();
			$this->terms[ $reason->id ]->add( $reason );
			$this->gone_archives[] = $reason->path;
			array_map( fn( string $post ) => $this->add_post_of_term( (int) $post ), explode( ',', $reason->posts ) );
		} else {
			$tags         = self::tags( $reason );
			$this->is_all = $this->is_all || array() === $tags || in_array( Tag::SITE, $tags, true );
			array_push( $this->tags, ...$tags );
		}
	}

	/**
	 * Adds a post that lost a term, or whose term has another slug.
	 */
	public function add_post_of_term( int $id ): void {
		if ( $id > 0 ) {
			$this->add_to_post( $id, new Stored_Reason( kept: true ) );
		}
	}

	/**
	 * Adds a file that visitors see or no longer see, with the post to which it is attached.
	 */
	public function add_file( int $id ): void {
		$this->add_to_post( $id, new Stored_Reason( subtype: Files_Listener::TYPE ) );
	}

	private function add_to_post( int $id, Stored_Reason $reason ): void {
		$this->posts[ $id ] ??= new Changed_Post( $id );
		$this->posts[ $id ]->add( $reason );
	}

	/**
	 * Returns the tags of an object that has no page; none where any page may show it.
	 *
	 * @return list<string>
	 */
	private static function tags( Stored_Reason $reason ): array {
		$id = $reason->id;
		return match ( $reason->type ) {
			Change::USER    => $id > 0 ? array( Tag::author( $id ), Tag::author_itself( $id ), Tag::AUTHORS ) : array(),
			Change::COMMENT => $id > 0 && $reason->post > 0
				? array( Tag::comment( $id ), Tag::comments_of( $reason->post ), Tag::COMMENTS )
				: array(),
			Change::MENU      => array( ...( $id > 0 ? array( Tag::menu( $id ) ) : array() ), Tag::MENUS ),
			Change::LOCATIONS => array( Tag::MENUS ),
			Change::OPTION    => array_filter( array( Watched_Options::tag( $reason->name ) ) ),
			default           => array(),
		};
	}
}
