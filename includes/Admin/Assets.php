<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Capabilities;

/**
 * Brings the panel to its page, the editor's part to the block editor, and to every page what the admin bar, the widget
 * and the command palette need, with the alarm clock in it.
 */
final class Assets {
	/** What goes with the panel and the editor; elsewhere `Compiled_Scripts::SITE_BAR` does the same without the shared script. */
	private const ADMIN_BAR = 'admin-bar';

	/**
	 * @param Boot_Data      $boot   What they know from the start.
	 * @param Current_Status $status Knows whether there is anything to show.
	 */
	public function __construct(
		private readonly Compiled_Scripts $build,
		private readonly Boot_Data $boot,
		private readonly Current_Status $status,
	) {}

	/**
	 * Enqueues the tab's screen, or what all other pages have. Hooked to `admin_enqueue_scripts`.
	 *
	 * @param string $page What WordPress calls the page.
	 */
	public function enqueue( string $page ): void {
		if ( Page::HOOK === $page ) {
			$tab = Page::current_tab();
			$this->add( $tab, Page::shows_settings( $tab ) );
			$this->add( self::ADMIN_BAR, false );
			return;
		}
		$screen = get_current_screen();
		// The block editor gets all of it with its own part.
		if ( ! $screen?->is_block_editor() && Classic_Box::is_on( $screen ) && null !== $this->status->get() ) {
			$this->add( 'classic', false );
			$this->add( self::ADMIN_BAR, false );
			return;
		}
		if ( ! $screen?->is_block_editor() && ! is_network_admin() && ! is_user_admin() && null !== $this->status->get() ) {
			$this->add( Compiled_Scripts::SITE_BAR, false );
		}
	}

	/**
	 * Enqueues what the admin bar needs on the site itself. Hooked to `wp_enqueue_scripts`.
	 */
	public function enqueue_front(): void {
		if ( is_admin_bar_showing() && null !== $this->status->get() ) {
			$this->add( Compiled_Scripts::SITE_BAR, false );
		}
	}

	/**
	 * Enqueues the editor's part for posts and for the site. Hooked to `enqueue_block_editor_assets`, which the widget
	 * editor and the Customizer fire too.
	 */
	public function enqueue_editor(): void {
		if ( in_array( get_current_screen()?->base, array( 'post', 'site-editor' ), true ) ) {
			$this->add( 'editor', false );
			$this->add( self::ADMIN_BAR, false );
		}
	}

	/**
	 * Enqueues one entry, for those who may see deployments. The data belong to the shared script and are said once,
	 * however many entries a page has: the first one decides whether the connections are among them.
	 *
	 * @param string $entry         Name of the entry.
	 * @param bool   $with_settings Whether it shows what is set.
	 */
	private function add( string $entry, bool $with_settings ): void {
		$handle = current_user_can( Capabilities::VIEW ) ? $this->build->enqueue( $entry ) : null;
		if ( null === $handle ) {
			return;
		}
		$told = Compiled_Scripts::SITE_BAR === $entry ? $handle : Compiled_Scripts::SHARED;
		if ( false === wp_scripts()->get_data( $told, 'before' ) ) {
			wp_add_inline_script( $told, $this->boot->script( $with_settings ), 'before' );
		}
		if ( in_array( $entry, array( self::ADMIN_BAR, Compiled_Scripts::SITE_BAR ), true ) && $this->has_palette() ) {
			wp_scripts()->registered[ $handle ]->deps[] = 'wp-commands';
		}
	}

	/**
	 * Tells whether this page has the command palette: since 6.9 all of wp-admin, before that the editors. The script is
	 * registered everywhere, and must not be loaded for us alone.
	 */
	private function has_palette(): bool {
		return is_admin()
			&& wp_script_is( 'wp-commands', 'registered' )
			&& ( function_exists( 'wp_enqueue_command_palette_assets' ) || true === get_current_screen()?->is_block_editor() );
	}
}
