<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Changes\Watched\Tag;

/**
 * The objects that a response contains, as tags. Where their list would be too long for a header, the tag of a whole list
 * stands for its members: every change of a member has both.
 */
final class Group_List {
	/**
	 * Servers and proxies limit all headers of a response together, many of them to 8 kB.
	 */
	public const MAX_BYTES = 4_096;

	/**
	 * @var array<string, true>
	 */
	private array $lists = array();

	/**
	 * Slugs of posts, by type and id.
	 *
	 * @var array<string, array<int, string>>
	 */
	private array $posts = array();

	/**
	 * @var array<string, array<int, true>>
	 */
	private array $terms = array();

	/**
	 * Types of the posts that a taxonomy is for, by taxonomy.
	 *
	 * @var array<string, list<string>>
	 */
	private array $types_of_terms = array();

	/**
	 * @var array<int, true>
	 */
	private array $authors = array();

	public function add_post( string $type, int $id, string $slug ): void {
		$this->posts[ $type ][ $id ] = $slug;
	}

	/**
	 * Adds a post of which only the terms are part of the response. Its type is not known.
	 */
	public function add_post_of_terms( int $id ): void {
		$this->lists[ "post-$id" ] = true;
	}

	public function add_list( string ...$types ): void {
		foreach ( $types as $type ) {
			$this->lists[ "$type-list" ] = true;
		}
	}

	/**
	 * @param list<string> $types Types of the posts that can have the term.
	 */
	public function add_term( string $taxonomy, int $id, array $types ): void {
		$this->terms[ $taxonomy ][ $id ]   = true;
		$this->types_of_terms[ $taxonomy ] = $types;
	}

	public function add_term_list( string $taxonomy ): void {
		$this->lists[ "term-list-$taxonomy" ] = true;
	}

	public function add_author( int $id ): void {
		$this->authors[ $id ] = true;
	}

	/**
	 * @return array<int, string> Slugs by id.
	 */
	public function posts_of( string $type ): array {
		return $this->posts[ $type ] ?? array();
	}

	/**
	 * Returns the tags, so that the header `Cache-Groups` is short enough.
	 *
	 * @return list<string>
	 */
	public function tags(): array {
		foreach ( array_keys( $this->posts ) as $type ) {
			if ( ! $this->is_too_long() ) {
				break;
			}
			$this->add_list( (string) $type );
			unset( $this->posts[ $type ] );
		}
		foreach ( array_keys( $this->terms ) as $taxonomy ) {
			if ( ! $this->is_too_long() ) {
				break;
			}
			$this->add_term_list( (string) $taxonomy );
			// A change of a post has the tags of its terms, not the list of all terms.
			$this->add_list( ...$this->types_of_terms[ $taxonomy ] );
			unset( $this->terms[ $taxonomy ] );
		}
		return $this->all_tags();
	}

	/**
	 * Writes a list of strings (RFC 9651), as `Cache-Groups` (RFC 9875) requires.
	 *
	 * @param list<string> $tags
	 */
	public static function header( array $tags ): string {
		return implode( ', ', array_map( static fn( string $tag ): string => "\"$tag\"", $tags ) );
	}

	private function is_too_long(): bool {
		return strlen( self::header( $this->all_tags() ) ) > self::MAX_BYTES;
	}

	/**
	 * @return list<string>
	 */
	private function all_tags(): array {
		$tags = array_map( strval( ... ), array_keys( $this->lists ) );
		foreach ( $this->posts as $ids ) {
			array_push( $tags, ...array_map( static fn( int $id ): string => "post-$id", array_keys( $ids ) ) );
		}
		foreach ( $this->terms as $ids ) {
			array_push( $tags, ...array_map( static fn( int $id ): string => "term-$id", array_keys( $ids ) ) );
		}
		array_push( $tags, ...array_map( static fn( int $id ): string => "author-$id", array_keys( $this->authors ) ) );
		$tags = array_values( array_filter( array_unique( $tags ), static fn( string $tag ): bool => 1 === preg_match( Tag::PATTERN, $tag ) ) );
		sort( $tags, SORT_STRING );
		return $tags;
	}
}
