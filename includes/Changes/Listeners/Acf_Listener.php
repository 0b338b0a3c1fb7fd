<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Network;

/**
 * Records option pages of Advanced Custom Fields that were saved with other values. It uses only the plugin's hook and
 * option names: each value is an option with the name of its page as prefix, `options_…` by default. Fields of posts
 * and terms are meta.
 */
final class Acf_Listener implements Listener {
	public const SOURCE = 'acf';

	private const DEFAULT_PAGE = 'options';

	/**
	 * IDs that the same hook passes for objects other than option pages.
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
	 * ACF stores the values at priority 10.
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
	 * @param mixed $page ID in ACF, for example `options`.
	 */
	private function on_begin( mixed $page ): void {
		if ( is_string( $page ) && 1 !== preg_match( self::NO_PAGE, $page ) ) {
			$this->open[ get_current_blog_id() ][ $page ] = true;
		}
	}

	/**
	 * Marks the page of an option. Options with the prefix `_` only name the field of a value.
	 */
	private function on_option( mixed $name ): void {
		if ( ! is_string( $name ) ) {
			return;
		}
		$blog_id  = get_current_blog_id();
		$pages    = array_map( strval( ... ), array_keys( ( $this->open[ $blog_id ] ?? array() ) + array( self::DEFAULT_PAGE => true ) ) );
		$matching = array_filter( $pages, static fn( string $page ): bool => str_starts_with( $name, $page . '_' ) );
		if ( array() !== $matching && ! Request_Type::is_anonymous_read() ) {
			// Options of the page "options_de" also have the prefix of the page "options".
			usort( $matching, static fn( string $a, string $b ): int => strlen( $b ) <=> strlen( $a ) );
			$this->changed[ $blog_id ][ $matching[0] ] = true;
		}
	}

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
		Network::on_sites(
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
	 * Returns the title of a page in ACF, else its ID; empty for the default page without a title.
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
