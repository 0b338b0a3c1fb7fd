<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Listeners\Files_Listener;
use HeadlessDeploy\Changes\Previous_State;
use HeadlessDeploy\Changes\Watched\Tag;
use HeadlessDeploy\Changes\Watched\Watched_Options;

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
		$reasons = json_decode( (string) $row->reasons, true );
		$reasons = is_array( $reasons ) ? $reasons : array();
		// A row has room for the newest reasons only.
		$this->is_all = $this->is_all || 1 === (int) $row->manual || (int) $row->changes > count( $reasons );
		foreach ( $reasons as $reason ) {
			if ( is_array( $reason ) ) {
				$this->add( $reason );
			}
		}
	}

	/**
	 * @param array<mixed> $reason As it was stored.
	 */
	private function add( array $reason ): void {
		$type    = is_string( $reason['type'] ?? null ) ? $reason['type'] : '';
		$subtype = is_string( $reason['subtype'] ?? null ) ? $reason['subtype'] : '';
		$id      = is_int( $reason['id'] ?? null ) ? $reason['id'] : 0;

		$this->is_all = $this->is_all || isset( $reason['all'] ) || in_array( $subtype, self::SHARED_TYPES, true );
		if ( $id > 0 && Change::POST === $type ) {
			$this->posts[ $id ] ??= new Changed_Post( $id );
			$this->posts[ $id ]->add( $reason );
		} elseif ( $id > 0 && Change::TERM === $type ) {
			$this->terms[ $id ] ??= new Changed_Term();
			$this->terms[ $id ]->add( $reason );
			$this->gone_archives[] = is_string( $reason['path'] ?? null ) ? $reason['path'] : '';
			array_map(
				fn( string $post ) => $this->add_post_of_term( (int) $post ),
				explode( ',', is_string( $reason['posts'] ?? null ) ? $reason['posts'] : '' ),
			);
		} else {
			$tags         = self::tags( $type, $id, $reason );
			$this->is_all = $this->is_all || array() === $tags || in_array( Tag::SITE, $tags, true );
			array_push( $this->tags, ...$tags );
		}
	}

	/**
	 * Adds a post that lost a term, or whose term has another slug.
	 */
	public function add_post_of_term( int $id ): void {
		if ( $id > 0 ) {
			$this->posts[ $id ] ??= new Changed_Post( $id );
			$this->posts[ $id ]->add( Previous_State::KEPT );
		}
	}

	/**
	 * Adds a file that visitors see or no longer see, with the post to which it is attached.
	 */
	public function add_file( int $id ): void {
		$this->posts[ $id ] ??= new Changed_Post( $id );
		$this->posts[ $id ]->add( array( 'subtype' => Files_Listener::TYPE ) );
	}

	/**
	 * Returns the tags of an object that has no page; none where any page may show it.
	 *
	 * @param  array<mixed> $reason As it was stored.
	 * @return list<string>
	 */
	private static function tags( string $type, int $id, array $reason ): array {
		$post = is_int( $reason['post'] ?? null ) ? $reason['post'] : 0;
		$name = is_string( $reason['name'] ?? null ) ? $reason['name'] : '';
		return match ( true ) {
			Change::USER === $type && $id > 0                 => array( Tag::author( $id ), Tag::author_itself( $id ), Tag::AUTHORS ),
			Change::COMMENT === $type && $id > 0 && $post > 0 => array( Tag::comment( $id ), Tag::comments_of( $post ), Tag::COMMENTS ),
			Change::MENU === $type && $id > 0                 => array( Tag::menu( $id ), Tag::MENUS ),
			Change::MENU === $type, Change::LOCATIONS === $type => array( Tag::MENUS ),
			Change::OPTION === $type => array_filter( array( Watched_Options::tag( $name ) ) ),
			default                  => array(),
		};
	}
}
