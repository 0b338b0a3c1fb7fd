<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Json_Schema;

/**
 * A page of the front end that a run is expected to change.
 *
 * @phpstan-type Stored array{post: int, url: string, pageStatus: string, oldestMark: int, seen: string, steady: bool}
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
	 * @return array<string, mixed> As it is stored.
	 */
	public function to_array(): array {
		return array_combine( array_keys( self::stored()->properties() ), get_object_vars( $this ) );
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
	 * Returns the schema of what is stored. Its members are the parameters of the constructor, in their order.
	 */
	public static function stored(): Json_Schema {
		return Json_Schema::partial(
			post: Json_Schema::integer(),
			url: Json_Schema::text()->with( minLength: 1 ),
			pageStatus: Json_Schema::text()->with( enum: array( self::LIVE, self::GONE ), default: self::LIVE ),
			oldestMark: Json_Schema::integer(),
			seen: Json_Schema::text(),
			steady: Json_Schema::boolean(),
		)->with( required: array( 'url' ) );
	}

	/**
	 * @param Stored $stored As the schema describes it.
	 */
	public static function from_stored( array $stored ): self {
		return new self( ...array_values( $stored ) );
	}
}
