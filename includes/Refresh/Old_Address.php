<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use WP_MatchesMapRegex;

/**
 * The address of a post, as WordPress's rewrite rules read it: its type, slug and date. It says nothing about which posts
 * exist.
 */
final class Old_Address {
	/**
	 * Parts of an address that is not that of the post. WordPress redirects a feed of a post to the post.
	 */
	private const OTHER_PAGES = array( 'attachment', 'embed', 'paged' );

	private const DATE_PARTS = array(
		'year'     => 0,
		'monthnum' => 1,
		'day'      => 2,
	);

	/**
	 * @param string          $slug As WordPress stores it.
	 * @param array<int, int> $date Year, month and day, as far as the address has them, with the keys 0, 1 and 2.
	 */
	private function __construct(
		public readonly string $type,
		public readonly string $slug,
		private readonly array $date,
	) {}

	/**
	 * @param  string    $path Relative to the home of the site.
	 * @return self|null Null for an address that no post can have, or that WordPress does not remember. It stores no old
	 *                   addresses of types with a hierarchy, for example of pages.
	 */
	public static function of( string $path ): ?self {
		$vars = self::query_vars( trim( $path, '/' ) );
		if ( array() !== array_filter( array_intersect_key( $vars, array_flip( self::OTHER_PAGES ) ) ) ) {
			return null;
		}
		$type = self::type_of( $vars );
		$slug = sanitize_title_for_query( $vars['name'] ?? '' );
		return '' === $slug || ! is_post_type_viewable( $type ) || is_post_type_hierarchical( $type )
			? null
			: new self( $type, $slug, self::date_of( $vars ) );
	}

	/**
	 * Tells whether the address of a post with this date has the date of this address, or whether this address has none.
	 *
	 * @param string $date As WordPress stores it, for example `2026-11-21` or `2026-11-21 10:00:00`.
	 */
	public function is_of( string $date ): bool {
		$parts = array_map( intval( ... ), explode( '-', substr( $date, 0, 10 ) ) );
		return array_intersect_key( $parts, $this->date ) === $this->date;
	}

	/**
	 * Reads a path as `WP::parse_request()` does, without its queries and actions.
	 *
	 * @return array<string, string>
	 */
	private static function query_vars( string $path ): array {
		global $wp_rewrite;
		if ( '' === $path ) {
			return array();
		}
		/** @var mixed $rules Another plugin can store anything. */
		$rules = $wp_rewrite->wp_rewrite_rules();
		foreach ( array_filter( (array) $rules, is_string( ... ) ) as $pattern => $query ) {
			// With these rules, each address could be that of a page. WordPress asks the database.
			$is_of_page = $wp_rewrite->use_verbose_page_rules && str_contains( $query, 'pagename=$matches[' );
			if (
				! $is_of_page
				&& ( 1 === preg_match( "#^$pattern#", $path, $matches ) || 1 === preg_match( "#^$pattern#", urldecode( $path ), $matches ) )
			) {
				parse_str( WP_MatchesMapRegex::apply( (string) preg_replace( '!^.+\?!', '', $query ), $matches ), $vars );
				return self::with_name( array_filter( $vars, is_string( ... ) ) );
			}
		}
		return array();
	}

	/**
	 * Adds the name and the type of a post whose type has a query variable of its own.
	 *
	 * @param  array<array-key, string> $vars
	 * @return array<string, string>
	 */
	private static function with_name( array $vars ): array {
		$named = array();
		foreach ( $vars as $name => $value ) {
			$named[ (string) $name ] = $value;
		}
		foreach ( get_post_types( array(), 'objects' ) as $type ) {
			if ( is_string( $type->query_var ) && '' !== ( $named[ $type->query_var ] ?? '' ) ) {
				$named['post_type'] = $type->name;
				$named['name']      = $named[ $type->query_var ];
			}
		}
		return $named;
	}

	/**
	 * @param array<string, string> $vars
	 */
	private static function type_of( array $vars ): string {
		return $vars['post_type'] ?? ( isset( $vars['pagename'] ) ? 'page' : 'post' );
	}

	/**
	 * @param  array<string, string> $vars
	 * @return array<int, int>
	 */
	private static function date_of( array $vars ): array {
		$date = array();
		foreach ( self::DATE_PARTS as $name => $place ) {
			if ( '' !== ( $vars[ $name ] ?? '' ) ) {
				$date[ $place ] = (int) $vars[ $name ];
			}
		}
		return $date;
	}
}
