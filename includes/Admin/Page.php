<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Capabilities;

/**
 * The panel's page in wp-admin. Each tab has its own URL.
 */
final class Page {
	public const SLUG = 'headless-deploy';

	/** WordPress's name of the page. */
	public const HOOK = 'toplevel_page_' . self::SLUG;

	/**
	 * The tabs with the capability for each; the first is the default.
	 */
	private const TABS = array(
		'overview'    => Capabilities::VIEW,
		'activity'    => Capabilities::VIEW,
		'automation'  => Capabilities::MANAGE,
		'connections' => Capabilities::MANAGE,
		'hosting'     => Capabilities::MANAGE,
	);

	private const MENU_POSITION = 30;

	public function __construct( private readonly Compiled_Scripts $build ) {}

	public function add(): void {
		add_menu_page(
			__( 'Headless Deploy', 'headless-deploy' ),
			__( 'Headless Deploy', 'headless-deploy' ),
			Capabilities::VIEW,
			self::SLUG,
			$this->render( ... ),
			'dashicons-cloud-upload',
			self::MENU_POSITION,
		);
	}

	/**
	 * Returns the URL of each tab.
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
	 * Returns the URL at which a new webhook URL is entered, as `replaceUrlOf()` does in the browser.
	 */
	public static function replace_url( string $id ): string {
		return add_query_arg( 'replace', rawurlencode( $id ), self::urls()['connections'] );
	}

	/**
	 * Labels the links to the pages.
	 */
	public static function open_label(): string {
		return __( 'Open Headless Deploy', 'headless-deploy' );
	}

	public static function replace_label(): string {
		return __( 'Replace the webhook URL', 'headless-deploy' );
	}

	public static function copy_label(): string {
		return __( 'Confirm whether this site is a copy', 'headless-deploy' );
	}

	public static function is_shown(): bool {
		return is_admin() && function_exists( 'get_current_screen' ) && self::HOOK === ( get_current_screen()->id ?? '' );
	}

	/**
	 * Returns the requested tab if the current user may see it, else the default.
	 */
	public static function current_tab(): string {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- the tab only selects what is shown.
		$wanted = isset( $_GET['tab'] ) && is_string( $_GET['tab'] ) ? sanitize_key( wp_unslash( $_GET['tab'] ) ) : '';
		return isset( self::TABS[ $wanted ] ) && current_user_can( self::TABS[ $wanted ] ) ? $wanted : 'overview';
	}

	public static function shows_settings( string $tab ): bool {
		return in_array( $tab, array( 'automation', 'connections' ), true );
	}

	/**
	 * Adds a link to the settings to the list of plugins. Hooked to `plugin_action_links_{plugin}`.
	 *
	 * @param  array<int|string, string> $links
	 * @return array<int|string, string>
	 */
	public function add_link( array $links ): array {
		if ( ! current_user_can( Capabilities::MANAGE ) ) {
			return $links;
		}
		$link = sprintf( '<a href="%1$s">%2$s</a>', esc_url( self::urls()['connections'] ), esc_html__( 'Settings', 'headless-deploy' ) );
		return array( 'headless-deploy' => $link ) + $links;
	}

	private function render(): void {
		if ( ! $this->build->exists( self::current_tab() ) ) {
			printf(
				'<div class="wrap"><h1>%1$s</h1><div class="notice notice-error inline"><p>%2$s</p></div></div>',
				esc_html__( 'Headless Deploy', 'headless-deploy' ),
				esc_html__( 'The plugin’s scripts have not been built. Run “npm run build” in the plugin’s folder, or install the zip file. Changes are still saved and deployed.', 'headless-deploy' ),
			);
			return;
		}
		echo '<div class="headless-deploy"><div class="headless-deploy-header">';
		printf( '<h1>%s</h1>', esc_html__( 'Headless Deploy', 'headless-deploy' ) );
		$this->render_tabs();
		echo '</div>';
		printf( '<div id="headless-deploy-root"><noscript><div class="headless-deploy-screen"><p>%s</p></div></noscript></div>', esc_html__( 'This screen requires JavaScript.', 'headless-deploy' ) );
		echo '</div>';
	}

	private function render_tabs(): void {
		$labels = array(
			'overview'    => __( 'Overview', 'headless-deploy' ),
			'activity'    => __( 'Activity', 'headless-deploy' ),
			'automation'  => __( 'Automation', 'headless-deploy' ),
			'connections' => __( 'Connections', 'headless-deploy' ),
			'hosting'     => __( 'Hosting', 'headless-deploy' ),
		);
		$urls    = self::urls();
		$current = self::current_tab();
		printf( '<nav class="headless-deploy-tabs" aria-label="%s">', esc_attr__( 'Headless Deploy', 'headless-deploy' ) );
		foreach ( $labels as $tab => $label ) {
			if ( current_user_can( self::TABS[ $tab ] ) ) {
				printf( '<a href="%1$s"%2$s>%3$s</a>', esc_url( $urls[ $tab ] ), $current === $tab ? ' aria-current="page"' : '', esc_html( $label ) );
			}
		}
		echo '</nav>';
	}
}
