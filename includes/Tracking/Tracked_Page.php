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
	 * @param int    $post   Id of the post.
	 * @param string $what   LIVE if the change must be visible, GONE if the page must not exist.
	 * @param int    $wanted Oldest mark that proves the change, in seconds since 1970; 0 for GONE.
	 * @param string $seen   Status and hash of the last response without a mark, or empty.
	 * @param bool   $steady Whether the last two responses were the same.
	 */
	public function __construct(
		public readonly int $post,
		public readonly string $url,
		public readonly string $what,
		public readonly int $wanted,
		public readonly string $seen = '',
		public readonly bool $steady = false,
	) {}

	public function after( string $seen ): self {
		return new self( $this->post, $this->url, $this->what, $this->wanted, $seen, $seen === $this->seen );
	}

	/**
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
	 * @return self|null Null when the stored value is invalid.
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
