<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Network;
use WP_Post;
use WP_Term;

/**
 * Records changes of menus. WordPress saves a menu item by item. Items only mark their menu, so that a menu is one
 * change, and a save without a difference is none.
 */
final class Menus_Listener implements Marking_Listener {
	public const SOURCE = 'menus';

	private const TAXONOMY   = 'nav_menu';
	private const ITEM       = 'nav_menu_item';
	private const NAVIGATION = 'wp_navigation';

	private const IGNORED_FIELDS = array( 'post_date', 'post_date_gmt' );

	private const UNKNOWN = 0;

	/**
	 * Changed menus by site; recorded when all items are saved.
	 *
	 * @var array<int, array<int, true>>
	 */
	private array $changed = array();

	/**
	 * @var array<int, array<int, int>>
	 */
	private array $menu_of = array();

	private readonly Post_Evaluation $evaluation;

	public function __construct(
		private readonly Change_Recorder $changes,
		private readonly Modified_Posts $posts,
		private readonly Modified_Terms $terms,
	) {
		$this->evaluation = new Post_Evaluation(
			static fn( string $type ): bool => in_array( $type, array( self::ITEM, self::NAVIGATION ), true ),
			self::IGNORED_FIELDS,
		);
	}

	public function hook(): void {
		add_action( 'wp_after_insert_post', $this->on_saved( ... ), 10, 4 );
		add_action( 'before_delete_post', $this->on_deletion( ... ), 10, 2 );
		add_action( 'deleted_post', $this->on_deleted( ... ), 10, 2 );
		add_action( 'wp_update_nav_menu_item', $this->on_item( ... ), 10, 2 );
		add_action( 'wp_create_nav_menu', $this->on_created( ... ), 10, 1 );
		add_action( 'wp_update_nav_menu', $this->on_menu( ... ), 10, 1 );
		add_action( 'delete_term', $this->on_menu_deleted( ... ), 10, 4 );
		// Theme_Listener leaves menu locations to this listener.
		add_action( 'updated_option', $this->on_option( ... ), 10, 3 );
		add_action( 'added_option', fn( mixed $name, mixed $value = null ) => $this->on_option( $name, array(), $value ), 10, 2 );
	}

	private function on_saved( mixed $id, mixed $after = null, mixed $update = null, mixed $before = null ): void {
		if (
			! $after instanceof WP_Post
			|| ! in_array( $after->post_type, array( self::ITEM, self::NAVIGATION ), true )
			|| ! $this->changes->is_source_used( self::SOURCE )
		) {
			return;
		}
		$post_id = $after->ID;
		$is_item = self::ITEM === $after->post_type;
		$before  = $before instanceof WP_Post ? $before : null;
		$event   = $this->evaluation->event( $before, $after, $this->posts->take( $post_id ) );
		// WordPress creates a navigation menu when a theme without one is first viewed (WP_Navigation_Fallback).
		if ( ! $is_item && null === $before && Request_Type::is_read() ) {
			return;
		}
		if ( null !== $event && $is_item ) {
			$this->mark( $this->menu_of[ get_current_blog_id() ][ $post_id ] ?? self::UNKNOWN );
		} elseif ( null !== $event ) {
			$this->changes->record( self::SOURCE, Change::CHANGED, Change::POST, $post_id, self::NAVIGATION );
		}
	}

	/**
	 * Reads the menu of an item that WordPress deletes with the post or term to which it leads. No later hook names the menu.
	 */
	private function on_deletion( mixed $post_id, mixed $post = null ): void {
		$is_with_object = doing_action( 'delete_post' ) || doing_action( 'delete_attachment' ) || doing_action( 'delete_term' );
		if ( $is_with_object && $post instanceof WP_Post && self::ITEM === $post->post_type && $this->changes->is_source_used( self::SOURCE ) ) {
			$menus = wp_get_object_terms( $post->ID, self::TAXONOMY, array( 'fields' => 'ids' ) );
			if ( is_array( $menus ) && is_int( $menus[0] ?? null ) ) {
				$this->menu_of[ get_current_blog_id() ][ $post->ID ] = $menus[0];
			}
		}
	}

	private function on_deleted( mixed $post_id, mixed $post = null ): void {
		if ( ! $post instanceof WP_Post || ! $this->evaluation->is_public( $post ) || ! $this->changes->is_source_used( self::SOURCE ) ) {
			return;
		}
		$this->posts->take( $post->ID );
		if ( self::ITEM === $post->post_type ) {
			$this->mark( $this->menu_of[ get_current_blog_id() ][ $post->ID ] ?? self::UNKNOWN );
		} else {
			$this->changes->record( self::SOURCE, Change::DELETED, Change::POST, $post->ID, self::NAVIGATION, $post->post_title );
		}
	}

	/**
	 * Stores the menu of an item. An item that was saved just before has marked the unknown menu.
	 */
	private function on_item( mixed $menu_id, mixed $item_id = null ): void {
		if ( ! is_numeric( $menu_id ) || ! is_numeric( $item_id ) || ! $this->changes->is_source_used( self::SOURCE ) ) {
			return;
		}
		$blog_id = get_current_blog_id();

		$this->menu_of[ $blog_id ][ (int) $item_id ] = (int) $menu_id;
		$is_modified                                 = $this->posts->take( (int) $item_id ) && 'publish' === get_post_status( (int) $item_id );
		if ( $is_modified || isset( $this->changed[ $blog_id ][ self::UNKNOWN ] ) ) {
			unset( $this->changed[ $blog_id ][ self::UNKNOWN ] );
			$this->mark( (int) $menu_id );
		}
	}

	/**
	 * An empty menu is only in the list of menus.
	 */
	private function on_created( mixed $menu_id ): void {
		if ( is_numeric( $menu_id ) && $this->changes->is_source_used( self::SOURCE ) ) {
			$this->changes->record( self::SOURCE, Change::CHANGED, Change::MENU, (int) $menu_id, self::TAXONOMY, is_for_refresh_only: true );
		}
	}

	/**
	 * Records a saved menu if it changed. Items that were removed from it are those of this request without a known
	 * menu.
	 */
	private function on_menu( mixed $menu_id ): void {
		if ( ! is_numeric( $menu_id ) || ! $this->changes->is_source_used( self::SOURCE ) ) {
			return;
		}
		$menu_id = (int) $menu_id;
		$marked  = $this->changed[ get_current_blog_id() ] ?? array();
		$is_new  = isset( $marked[ $menu_id ] ) || isset( $marked[ self::UNKNOWN ] );
		unset( $this->changed[ get_current_blog_id() ][ $menu_id ], $this->changed[ get_current_blog_id() ][ self::UNKNOWN ] );
		if ( $this->terms->take( $menu_id ) || $is_new ) {
			$this->record( $menu_id );
		}
	}

	/**
	 * Records a deleted menu. Its items were deleted just before.
	 */
	private function on_menu_deleted( mixed $menu_id, mixed $tt_id = null, mixed $taxonomy = null, mixed $menu = null ): void {
		if ( self::TAXONOMY !== $taxonomy || ! is_numeric( $menu_id ) || ! $this->changes->is_source_used( self::SOURCE ) ) {
			return;
		}
		$this->terms->take( (int) $menu_id );
		unset( $this->changed[ get_current_blog_id() ][ (int) $menu_id ], $this->changed[ get_current_blog_id() ][ self::UNKNOWN ] );
		$this->changes->record(
			self::SOURCE,
			Change::DELETED,
			Change::MENU,
			(int) $menu_id,
			self::TAXONOMY,
			$menu instanceof WP_Term ? $menu->name : '',
		);
	}

	private function on_option( mixed $name, mixed $before = null, mixed $after = null ): void {
		if (
			! Theme_Listener::is_active_theme( $name )
			|| Request_Type::is_anonymous_read()
			|| ! $this->changes->is_source_used( self::SOURCE )
		) {
			return;
		}
		if ( in_array( Theme_Listener::LOCATIONS, Theme_Listener::changed_settings( $before, $after ), true ) ) {
			$this->changes->record( self::SOURCE, Change::CHANGED, Change::LOCATIONS );
		}
	}

	public function record_marked(): void {
		$changed       = array_filter( $this->changed );
		$this->changed = array();
		Network::on_sites(
			$changed,
			function ( array $menus ): void {
				array_map( $this->record( ... ), array_keys( $menus ) );
			},
		);
	}

	private function mark( int $menu_id ): void {
		$this->changed[ get_current_blog_id() ][ $menu_id ] = true;
	}

	private function record( int $menu_id ): void {
		$this->changes->record( self::SOURCE, Change::CHANGED, Change::MENU, $menu_id, self::TAXONOMY );
	}
}
