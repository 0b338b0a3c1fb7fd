<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Capabilities;

/**
 * Enqueues the scripts and styles: the panel on its page, the editor script in the block editor, and on every page
 * what the admin bar, the widget and the command palette need.
 */
final class Assets {
	/** The admin bar's entry beside the panel and the editor. On other pages `Compiled_Scripts::SITE_BAR` needs no shared script. */
	private const ADMIN_BAR = 'admin-bar';

	public function __construct(
		private readonly Compiled_Scripts $build,
		private readonly Boot_Data $boot,
		private readonly Current_Status $status,
	) {}

	/**
	 * Hooked to `admin_enqueue_scripts`.
	 *
	 * @param string $hook_suffix Of the page.
	 */
	public function enqueue( string $hook_suffix ): void {
		if ( Page::HOOK === $hook_suffix ) {
			$tab = Page::current_tab();
			$this->add( $tab, Page::shows_settings( $tab ) );
			$this->add( self::ADMIN_BAR, false );
			return;
		}
		$screen = get_current_screen();
		// In the block editor `enqueue_editor()` adds the scripts.
		if ( ! $screen?->is_block_editor() && Classic_Box::is_on( $screen ) && null !== $this->status->get() ) {
			$this->add( 'classic', false );
			$this->add( self::ADMIN_BAR, false );
			return;
		}
		if ( ! $screen?->is_block_editor() && ! is_network_admin() && ! is_user_admin() && null !== $this->status->get() ) {
			$this->add( Compiled_Scripts::SITE_BAR, false );
		}
	}

	public function enqueue_front(): void {
		if ( is_admin_bar_showing() && null !== $this->status->get() ) {
			$this->add( Compiled_Scripts::SITE_BAR, false );
		}
	}

	/**
	 * Enqueues the editor script for posts and the site editor. Hooked to `enqueue_block_editor_assets`, which the
	 * widget editor and the Customizer fire too.
	 */
	public function enqueue_editor(): void {
		if ( in_array( get_current_screen()?->base, array( 'post', 'site-editor' ), true ) ) {
			$this->add( 'editor', false );
			$this->add( self::ADMIN_BAR, false );
		}
	}

	/**
	 * Enqueues one entry. The data belong to the shared script and are printed once per page: the first entry decides
	 * whether they contain the settings.
	 */
	private function add( string $entry, bool $includes_settings ): void {
		$handle = current_user_can( Capabilities::VIEW ) ? $this->build->enqueue( $entry ) : null;
		if ( null === $handle ) {
			return;
		}
		$data_handle = Compiled_Scripts::SITE_BAR === $entry ? $handle : Compiled_Scripts::SHARED;
		if ( false === wp_scripts()->get_data( $data_handle, 'before' ) ) {
			wp_add_inline_script(
				$data_handle,
				$this->boot->script( $includes_settings, in_array( $entry, array( 'editor', 'classic' ), true ) ),
				'before',
			);
		}
		if ( in_array( $entry, array( self::ADMIN_BAR, Compiled_Scripts::SITE_BAR ), true ) && $this->has_palette() ) {
			wp_scripts()->registered[ $handle ]->deps[] = 'wp-commands';
		}
	}

	/**
	 * Tells whether this page has the command palette: since 6.9 all of wp-admin, before only the editors. Its script
	 * is registered everywhere, but must not be loaded only for this plugin.
	 */
	private function has_palette(): bool {
		return is_admin()
			&& wp_script_is( 'wp-commands', 'registered' )
			&& ( function_exists( 'wp_enqueue_command_palette_assets' ) || true === get_current_screen()?->is_block_editor() );
	}
}
