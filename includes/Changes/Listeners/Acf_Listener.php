<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Site_Batches;

/**
 * Notices that an option page of Advanced Custom Fields was saved with other values. It needs nothing of that plugin
 * but its hook and the names of its rows: each value is an option that is called after its page, `options_…` by
 * default. Fields of posts and terms are meta, and count as such.
 */
final class Acf_Listener implements Listener {
	public const SOURCE = 'acf';

	private const DEFAULT_PAGE = 'options';

	/**
	 * What is saved by the same hook, and is no option page.
	 */
	private const NO_PAGE = '/^(?:\d+|(?:post|user|term|comment|block|widget|menu|menu_item|site|blog|attachment)_.*|)$/';

	/**
	 * @var array<int, array<string, true>>
	 */
	private array $open = array();

	/**
	 * @var array<int, array<string, true>>
	 */
	private array $changed = array();

	public function __construct( private readonly Change_Recorder $changes ) {}

	/**
	 * Adds its hooks: before and after the values are stored, which is done at priority 10.
	 */
	public function hook(): void {
		add_action( 'acf/save_post', $this->on_begin( ... ), 1, 1 );
		add_action( 'acf/save_post', $this->on_saved( ... ), 100, 1 );
		add_action( 'updated_option', $this->on_option( ... ), 10, 1 );
		add_action( 'added_option', $this->on_option( ... ), 10, 1 );
		add_action( 'deleted_option', $this->on_option( ... ), 10, 1 );
		add_action( 'shutdown', $this->on_end( ... ), self::END_PRIORITY );
	}

	/**
	 * @param mixed $page Its id in ACF's words, for example `options`.
	 */
	private function on_begin( mixed $page ): void {
		if ( is_string( $page ) && 1 !== preg_match( self::NO_PAGE, $page ) ) {
			$this->open[ get_current_blog_id() ][ $page ] = true;
		}
	}

	/**
	 * Marks the page that a row belongs to. Rows that begin with `_` say which field a value is of.
	 */
	private function on_option( mixed $name ): void {
		if ( ! is_string( $name ) ) {
			return;
		}
		$blog_id  = get_current_blog_id();
		$pages    = array_map( strval( ... ), array_keys( ( $this->open[ $blog_id ] ?? array() ) + array( self::DEFAULT_PAGE => true ) ) );
		$matching = array_filter( $pages, static fn( string $page ): bool => str_starts_with( $name, $page . '_' ) );
		if ( array() !== $matching && ! Request_Context::is_anonymous_read() ) {
			// The page "options_de" has rows that begin like those of "options".
			usort( $matching, static fn( string $a, string $b ): int => strlen( $b ) <=> strlen( $a ) );
			$this->changed[ $blog_id ][ $matching[0] ] = true;
		}
	}

	/**
	 * Notes a page that was saved, if any of its values changed.
	 */
	private function on_saved( mixed $page ): void {
		$blog_id = get_current_blog_id();
		if ( ! is_string( $page ) || ! isset( $this->open[ $blog_id ][ $page ] ) ) {
			return;
		}
		$is_changed = isset( $this->changed[ $blog_id ][ $page ] );
		unset( $this->open[ $blog_id ][ $page ], $this->changed[ $blog_id ][ $page ] );
		if ( $is_changed ) {
			$this->record( $page );
		}
	}

	private function on_end(): void {
		$changed       = array_filter( $this->changed );
		$this->changed = array();
		Site_Batches::visit(
			$changed,
			function ( array $pages ): void {
				array_map( $this->record( ... ), array_map( strval( ... ), array_keys( $pages ) ) );
			},
		);
	}

	private function record( string $page ): void {
		if ( $this->changes->is_source_used( self::SOURCE ) ) {
			$this->changes->record( self::SOURCE, Change::CHANGED, Change::ACF, 0, $page, $this->title( $page ) );
		}
	}

	/**
	 * Returns what a page is called: the title that ACF shows, else its id; empty where neither says anything.
	 */
	private function title( string $page ): string {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- compared with the names of pages that exist.
		$shown = is_string( $_GET['page'] ?? null ) ? $_GET['page'] : '';
		$known = function_exists( 'acf_get_options_pages' ) ? acf_get_options_pages() : array();
		foreach ( is_array( $known ) ? $known : array() as $slug => $one ) {
			$is_match = is_array( $one ) && ( $one['post_id'] ?? '' ) === $page && ( self::DEFAULT_PAGE !== $page || (string) $slug === $shown );
			if ( $is_match && is_string( $one['page_title'] ?? null ) ) {
				return $one['page_title'];
			}
		}
		return self::DEFAULT_PAGE === $page ? '' : $page;
	}
}
