<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

/**
 * Holds one page of the front end that a run is expected to change, and what was seen of it.
 */
final class Tracked_Page {
	public const LIVE = 'live';
	public const GONE = 'gone';

	/**
	 * @param string $url    Its page on the front end.
	 * @param string $what   LIVE when the change is to be seen, GONE when the page is to be away.
	 * @param int    $wanted The mark must not be older than this, in seconds since 1970; 0 when the page is to be away.
	 * @param string $seen   What the last look without a mark saw: the status and a hash of the page, or empty.
	 * @param bool   $steady Whether two looks in a row saw the same.
	 */
	public function __construct(
		public readonly int $post,
		public readonly string $url,
		public readonly string $what,
		public readonly int $wanted,
		public readonly string $seen = '',
		public readonly bool $steady = false,
	) {}

	/**
	 * Returns the page after a look that proved nothing by a mark.
	 */
	public function after( string $seen ): self {
		return new self( $this->post, $this->url, $this->what, $this->wanted, $seen, $seen === $this->seen );
	}

	/**
	 * Returns the page as it is stored.
	 *
	 * @return array{post: int, url: string, what: string, wanted: int, seen: string, steady: bool}
	 */
	public function to_array(): array {
		return array(
			'post'   => $this->post,
			'url'    => $this->url,
			'what'   => $this->what,
			'wanted' => $this->wanted,
			'seen'   => $this->seen,
			'steady' => $this->steady,
		);
	}

	/**
	 * Reads a stored page, null when it is none.
	 */
	public static function from_array( mixed $stored ): ?self {
		if ( ! is_array( $stored ) || ! is_string( $stored['url'] ?? null ) || '' === $stored['url'] ) {
			return null;
		}
		return new self(
			(int) ( $stored['post'] ?? 0 ),
			$stored['url'],
			self::GONE === ( $stored['what'] ?? '' ) ? self::GONE : self::LIVE,
			(int) ( $stored['wanted'] ?? 0 ),
			is_string( $stored['seen'] ?? null ) ? $stored['seen'] : '',
			true === ( $stored['steady'] ?? false ),
		);
	}
}
