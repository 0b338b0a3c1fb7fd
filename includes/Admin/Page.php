<?php
/**
 * The admin page.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Capabilities;

/**
 * Puts the panel into wp-admin: one page, whose tabs have their own addresses.
 */
final class Page {
	public const SLUG = 'headless-deploy';

	/**
	 * The tabs, and what it takes to see one; the first is shown where none is named.
	 */
	private const TABS = array(
		'overview'    => Capabilities::VIEW,
		'connections' => Capabilities::MANAGE,
	);

	private const BELOW_COMMENTS = 30;

	/**
	 * Takes what it shows.
	 *
	 * @param Build $build The compiled scripts.
	 */
	public function __construct( private readonly Build $build ) {}

	/**
	 * Adds the menu item. Hooked to `admin_menu`.
	 */
	public function add(): void {
		add_menu_page(
			__( 'Headless Deploy', 'headless-deploy' ),
			__( 'Headless Deploy', 'headless-deploy' ),
			Capabilities::VIEW,
			self::SLUG,
			$this->render( ... ),
			'dashicons-cloud-upload',
			self::BELOW_COMMENTS,
		);
	}

	/**
	 * Returns the address of each tab.
	 *
	 * @return array<string, string>
	 */
	public static function urls(): array {
		$urls = array();
		foreach ( array_keys( self::TABS ) as $tab ) {
			$query        = 'overview' === $tab ? '' : "&tab=$tab";
			$urls[ $tab ] = admin_url( 'admin.php?page=' . self::SLUG . $query );
		}
		return $urls;
	}

	/**
	 * Returns the tab that the address names, if the current user may see it, else the first.
	 */
	public static function current_tab(): string {
		$wanted = isset( $_GET['tab'] ) && is_string( $_GET['tab'] ) ? sanitize_key( $_GET['tab'] ) : '';
		return isset( self::TABS[ $wanted ] ) && current_user_can( self::TABS[ $wanted ] ) ? $wanted : 'overview';
	}

	/**
	 * Adds the way to the settings to the list of plugins. Hooked to `plugin_action_links_{plugin}`.
	 *
	 * @param array<int|string, string> $links Links so far.
	 *
	 * @return array<int|string, string>
	 */
	public function add_link( array $links ): array {
		if ( ! current_user_can( Capabilities::MANAGE ) ) {
			return $links;
		}
		$link = sprintf( '<a href="%1$s">%2$s</a>', esc_url( self::urls()['connections'] ), esc_html__( 'Settings', 'headless-deploy' ) );
		return array( 'headless-deploy' => $link ) + $links;
	}

	/**
	 * Prints the place where the panel appears.
	 */
	private function render(): void {
		if ( ! $this->build->exists( 'admin' ) ) {
			printf(
				'<div class="wrap"><h1>%1$s</h1><div class="notice notice-error inline"><p>%2$s</p></div></div>',
				esc_html__( 'Headless Deploy', 'headless-deploy' ),
				esc_html__( 'The panel has not been built yet, because the plugin runs from its sources. Run “npm run build” in its folder, or install the plugin’s zip file. Changes are noted and sent meanwhile.', 'headless-deploy' ),
			);
			return;
		}
		printf( '<div id="headless-deploy-root"><noscript><div class="wrap"><p>%s</p></div></noscript></div>', esc_html__( 'The panel needs JavaScript.', 'headless-deploy' ) );
	}
}
