<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

/**
 * A page of the front end that a run is expected to change.
 */
final class Tracked_Page {
	public const LIVE = 'live';
	public const GONE = 'gone';

	/**
	 * @param int    $post        Id of the post.
	 * @param string $page_status LIVE if the change must be visible, GONE if the page must not exist.
	 * @param int    $oldest_mark Oldest mark that proves the change, in seconds since 1970; 0 for GONE.
	 * @param string $seen        Status and hash of the last response without a mark, or empty.
	 * @param bool   $is_steady   Whether the last two responses were the same.
	 */
	public function __construct(
		public readonly int $post,
		public readonly string $url,
		public readonly string $page_status,
		public readonly int $oldest_mark,
		public readonly string $seen = '',
		public readonly bool $is_steady = false,
	) {}

	public function with_response( string $seen ): self {
		return new self( $this->post, $this->url, $this->page_status, $this->oldest_mark, $seen, $seen === $this->seen );
	}

	/**
	 * Tells whether a page that must be visible was missing, or a page that must be gone was not. Caches keep both for a while,
	 * so it proves nothing alone.
	 */
	public function is_contrary(): bool {
		return 1 === preg_match( self::GONE === $this->page_status ? '/^2/' : '/^4(04|10) /', $this->seen );
	}

	/**
	 * @return array{post: int, url: string, pageStatus: string, oldestMark: int, seen: string, steady: bool}
	 */
	public function to_array(): array {
		return array(
			'post'       => $this->post,
			'url'        => $this->url,
			'pageStatus' => $this->page_status,
			'oldestMark' => $this->oldest_mark,
			'seen'       => $this->seen,
			'steady'     => $this->is_steady,
		);
	}

	/**
	 * Returns what is stored and sent of a page that proved a result.
	 *
	 * @return array{url: string, pageStatus: string, post: int}
	 */
	public function proof(): array {
		return array(
			'url'        => $this->url,
			'pageStatus' => $this->page_status,
			'post'       => $this->post,
		);
	}

	/**
	 * @return self|null Null when the stored value is invalid.
	 */
	public static function from_array( mixed $stored ): ?self {
		if ( ! is_array( $stored ) || ! is_string( $stored['url'] ?? null ) || '' === $stored['url'] ) {
			return null;
		}
		return new self(
			(int) ( $stored['post'] ?? 0 ),
			$stored['url'],
			self::GONE === ( $stored['pageStatus'] ?? '' ) ? self::GONE : self::LIVE,
			(int) ( $stored['oldestMark'] ?? 0 ),
			is_string( $stored['seen'] ?? null ) ? $stored['seen'] : '',
			true === ( $stored['steady'] ?? false ),
		);
	}
}
