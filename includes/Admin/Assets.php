<?php
/**
 * Scripts of wp-admin.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Queue\Alarm;

/**
 * Brings the panel to its page, the editor's part to the block editor, and the alarm clock to every other page while
 * something waits to be sent.
 */
final class Assets {
	/**
	 * Takes what it enqueues.
	 *
	 * @param Build     $build The compiled scripts.
	 * @param Boot_Data $boot  What they know from the start.
	 */
	public function __construct(
		private readonly Build $build,
		private readonly Boot_Data $boot,
	) {}

	/**
	 * Enqueues the panel, or the alarm clock. Hooked to `admin_enqueue_scripts`.
	 *
	 * @param string $page What WordPress calls the page.
	 */
	public function enqueue( string $page ): void {
		if ( 'toplevel_page_' . Page::SLUG === $page ) {
			$this->add( 'admin', true );
			return;
		}
		// The block editor has the clock inside its own part.
		if ( ! get_current_screen()?->is_block_editor() && false !== wp_next_scheduled( Alarm::SINGLE_EVENT ) ) {
			$this->add( 'alarm', false );
		}
	}

	/**
	 * Enqueues the editor's part. Hooked to `enqueue_block_editor_assets`, which the site and widget editors fire too.
	 */
	public function enqueue_editor(): void {
		if ( 'post' === get_current_screen()?->base ) {
			$this->add( 'editor', false );
		}
	}

	/**
	 * Enqueues one entry and its data, for those who may see deployments.
	 *
	 * @param string $entry         Name of the entry.
	 * @param bool   $with_settings Whether it shows the connections.
	 */
	private function add( string $entry, bool $with_settings ): void {
		$handle = current_user_can( Capabilities::VIEW ) ? $this->build->enqueue( $entry ) : null;
		if ( null !== $handle ) {
			wp_add_inline_script( $handle, $this->boot->script( $with_settings ), 'before' );
		}
	}
}
