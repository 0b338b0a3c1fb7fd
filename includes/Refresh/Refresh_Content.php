<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Changes\Watched\Tag;

/**
 * What a refresh tells the front end: the tags and paths of everything that changed, or that any page may have changed.
 */
final class Refresh_Content {
	public const MAX_TAGS  = 5_000;
	public const MAX_PATHS = 2_000;

	/**
	 * @param bool         $is_all  Whether any page may have changed: then tags and paths are only examples.
	 * @param list<string> $tags    For example `post-123`.
	 * @param list<string> $changed Paths of pages that changed or are new.
	 * @param list<string> $gone    Paths that no longer have a page.
	 */
	private function __construct(
		public readonly bool $is_all,
		public readonly array $tags,
		public readonly array $changed,
		public readonly array $gone,
	) {}

	/**
	 * @param list<string> $tags
	 */
	public static function all( array $tags = array() ): self {
		return new self( true, self::sorted( $tags ), array(), array() );
	}

	/**
	 * Becomes `all` where there are too many tags or paths, or one that a header cannot contain. A path that has a page is not gone.
	 *
	 * @param list<string> $tags
	 * @param list<string> $changed
	 * @param list<string> $gone
	 */
	public static function some( array $tags, array $changed, array $gone ): self {
		$tags        = self::sorted( $tags );
		$changed     = self::sorted( $changed );
		$gone        = self::sorted( array_diff( $gone, $changed ) );
		$has_odd_tag = array() !== preg_grep( Tag::PATTERN, $tags, PREG_GREP_INVERT );
		if ( $has_odd_tag || count( $tags ) > self::MAX_TAGS || count( $changed ) + count( $gone ) > self::MAX_PATHS ) {
			return self::all();
		}
		return new self( false, $tags, $changed, $gone );
	}

	/**
	 * @return array{scope: string, tags: list<string>, paths: array{changed: list<string>, gone: list<string>}}
	 */
	public function to_array(): array {
		return array(
			'scope' => $this->is_all ? 'all' : 'some',
			'tags'  => $this->tags,
			'paths' => array(
				'changed' => $this->changed,
				'gone'    => $this->gone,
			),
		);
	}

	/**
	 * @param  array<string> $texts
	 * @return list<string>  Each once and none empty, so that the same content always makes the same request.
	 */
	private static function sorted( array $texts ): array {
		$texts = array_values( array_unique( array_filter( $texts, static fn( string $text ): bool => '' !== $text ) ) );
		sort( $texts, SORT_STRING );
		return $texts;
	}
}
