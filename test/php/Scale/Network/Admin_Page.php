<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale\Network;

use HeadlessDeploy\Admin\Page;
use HeadlessDeploy\Queue\Change_Count;
use PHPUnit\Framework\Assert;
use WP_Admin_Bar;

/**
 * What the plugin adds to a page of wp-admin or of the site.
 */
final class Admin_Page {
	/**
	 * A page reads the newest pending changes of each kind in one statement, which passes some of them on.
	 */
	public const READS_OF_PENDING = 10 * Change_Count::MAX;

	private const FRONT_END_HOOKS = array( 'wp_enqueue_scripts', 'admin_bar_menu' );
	private const ADMIN_HOOKS     = array( 'admin_menu', 'wp_dashboard_setup', 'admin_enqueue_scripts', 'enqueue_block_editor_assets', 'admin_bar_menu', 'admin_notices', Page::HOOK );
	private const POSTS_PER_PAGE  = 20;

	/**
	 * Removes what WordPress adds to the page, before the plugin is started.
	 *
	 * @param string $screen WordPress's name of the screen; `front` for the site.
	 */
	public static function prepare( string $screen ): void {
		require_once ABSPATH . 'wp-includes/class-wp-admin-bar.php';
		require_once ABSPATH . 'wp-admin/includes/dashboard.php';
		array_map( remove_all_actions( ... ), self::hooks( $screen ) );
		$GLOBALS['wp_scripts']    = null;
		$GLOBALS['wp_styles']     = null;
		$GLOBALS['wp_meta_boxes'] = array();
		set_current_screen( $screen );
		if ( 'post' === $screen ) {
			get_current_screen()?->is_block_editor( true );
		}
	}

	public static function view( string $screen ): void {
		ob_start();
		foreach ( self::hooks( $screen ) as $hook ) {
			do_action( $hook, 'admin_bar_menu' === $hook ? new WP_Admin_Bar() : $screen );
		}
		do_meta_boxes( 'dashboard', 'side', '' );
		if ( 'edit-post' === $screen ) {
			self::list_posts();
		}
		ob_end_clean();
	}

	private static function list_posts(): void {
		$columns = array_keys( apply_filters( 'manage_posts_columns', array(), 'post' ) );
		Assert::assertCount( 1, $columns );
		foreach ( get_posts( array( 'numberposts' => self::POSTS_PER_PAGE ) ) as $post ) {
			do_action( 'manage_posts_custom_column', $columns[0], $post->ID );
		}
	}

	/**
	 * @return list<string>
	 */
	private static function hooks( string $screen ): array {
		return 'front' === $screen ? self::FRONT_END_HOOKS : self::ADMIN_HOOKS;
	}
}
