<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Changes\Change;
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
	private const SHARED_TYPES = array( 'wp_template', 'wp_template_part', 'wp_block', 'wp_navigation' );

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
	 * Taxonomies of each changed term.
	 *
	 * @var array<int, array<string, true>>
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
		$has_id  = $id > 0 && in_array( $type, array( Change::POST, Change::TERM ), true );

		$is_shown     = Change::OPTION === $type && Watched_Options::is_shown( is_string( $reason['name'] ?? null ) ? $reason['name'] : '' );
		$this->is_all = $this->is_all || ( ! $has_id && ! $is_shown ) || isset( $reason['all'] ) || in_array( $subtype, self::SHARED_TYPES, true );
		if ( $has_id && Change::POST === $type ) {
			$this->posts[ $id ] ??= new Changed_Post( $id );
			$this->posts[ $id ]->add( $reason );
		} elseif ( $has_id ) {
			$this->terms[ $id ][ $subtype ] = true;
			$this->gone_archives[]          = is_string( $reason['path'] ?? null ) ? $reason['path'] : '';
		} else {
			$this->tags[] = self::tag( $type, $id, is_string( $reason['name'] ?? null ) ? $reason['name'] : '' );
		}
	}

	/**
	 * Returns the tag of a menu or an option, empty for anything else. Names of options may contain characters that a
	 * list of tags cannot.
	 */
	private static function tag( string $type, int $id, string $name ): string {
		return match ( true ) {
			Change::MENU === $type && $id > 0                                               => "menu-$id",
			Change::OPTION === $type && 1 === preg_match( '/\A[A-Za-z0-9_.:-]+\z/', $name ) => "option-$name",
			default                                                                         => '',
		};
	}
}
