<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Changes\Watched\Tag;

/**
 * What a response depends on, as tags, and why it cannot be kept for long. Where the list would be too long for a header, a
 * tag that every change of a member has stands for the members.
 */
final class Group_List {
	/**
	 * Servers and proxies limit all headers of a response together, many of them to 8 kB.
	 */
	public const MAX_BYTES = 4_096;

	/**
	 * A visitor can choose a part of the route that the reason names.
	 */
	private const MAX_REASON_LENGTH = 200;

	/**
	 * Stand-in of each tag, empty for none.
	 *
	 * @var array<string, string>
	 */
	private array $tags = array();

	/**
	 * Number of tags that were added, also again.
	 */
	private int $additions = 0;

	private string $reason = '';

	/**
	 * @param string $stand_in A tag that every change with the first one has.
	 */
	public function add( string $tag, string $stand_in = '' ): void {
		++$this->additions;
		$this->tags[ $tag ] = $stand_in;
	}

	/**
	 * @param string $reason What it depends on that nothing watches, for developers, in English.
	 */
	public function shorten( string $reason ): void {
		++$this->additions;
		$this->reason = '' === $this->reason ? mb_substr( $reason, 0, self::MAX_REASON_LENGTH ) : $this->reason;
	}

	public function additions(): int {
		return $this->additions;
	}

	/**
	 * Returns why the response must not be kept for long; empty when everything that it depends on is watched.
	 */
	public function reason(): string {
		return $this->reason;
	}

	/**
	 * Returns the tags, so that the header `Cache-Groups` is short enough.
	 *
	 * @return list<string>
	 */
	public function tags(): array {
		foreach ( array_keys( $this->tags ) as $tag ) {
			if ( 1 !== preg_match( Tag::PATTERN, (string) $tag ) ) {
				unset( $this->tags[ $tag ] );
				$this->shorten( 'a name that is not a tag' );
			}
		}
		while ( $this->is_too_long() && $this->replace_most() );
		return $this->sorted();
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
		return strlen( self::header( $this->sorted() ) ) > self::MAX_BYTES;
	}

	/**
	 * Replaces the tags with the most frequent stand-in by it; without any, drops them, and the response lives shortly.
	 */
	private function replace_most(): bool {
		$counts = array_count_values( array_filter( $this->tags, static fn( string $stand_in ): bool => '' !== $stand_in ) );
		if ( array() === $counts ) {
			$this->tags = array();
			$this->shorten( 'too many tags' );
			return false;
		}
		arsort( $counts );
		$most       = (string) array_key_first( $counts );
		$this->tags = array_filter( $this->tags, static fn( string $stand_in ): bool => $stand_in !== $most );

		$this->tags[ $most ] = '';
		return true;
	}

	/**
	 * Returns the tags in order. Almost each response depends on settings of the whole site, so that this tag is written only
	 * where there is no other.
	 *
	 * @return list<string>
	 */
	private function sorted(): array {
		$tags = array_map(
			strval( ... ),
			array_keys( count( $this->tags ) > 1 ? array_diff_key( $this->tags, array( Tag::SITE => '' ) ) : $this->tags ),
		);
		sort( $tags, SORT_STRING );
		return $tags;
	}
}
