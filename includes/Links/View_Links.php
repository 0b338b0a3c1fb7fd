<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Links;

use WP_Admin_Bar;
use WP_HTML_Tag_Processor;
use WP_Post;

/**
 * Lets “View” in the list of posts and in the admin bar lead to the front end, with a second link to the page in
 * WordPress. Previews stay in WordPress: they have another action and another entry.
 */
final class View_Links {
	public function __construct( private readonly Front_End_Links $links ) {}

	/**
	 * Hooked to `post_row_actions` and `page_row_actions`.
	 *
	 * @param  array<string, string> $actions HTML of the links below a title.
	 * @return array<string, string>
	 */
	public function replace_row_action( array $actions, mixed $post ): array {
		$url  = $post instanceof WP_Post && isset( $actions['view'] ) ? $this->links->url( $post ) : '';
		$link = new WP_HTML_Tag_Processor( $actions['view'] ?? '' );
		if ( '' === $url || ! $link->next_tag( array( 'tag_name' => 'a' ) ) ) {
			return $actions;
		}
		$link->set_attribute( 'href', esc_url( $url ) );
		$replaced = array();
		foreach ( $actions as $name => $html ) {
			$replaced[ $name ] = 'view' === $name ? $link->get_updated_html() : $html;
			if ( 'view' === $name ) {
				$replaced['headless_deploy_view_in_wordpress'] = sprintf(
					'<a href="%1$s" aria-label="%2$s">%3$s</a>',
					esc_url( (string) get_permalink( $post ) ),
					/* translators: %s: title of a post. */
					esc_attr( sprintf( __( 'View “%s” in WordPress', 'headless-deploy' ), _draft_or_post_title( $post ) ) ),
					esc_html( self::wordpress_label() ),
				);
			}
		}
		return $replaced;
	}

	/**
	 * Changes the entry of the editors. Hooked to `admin_bar_menu` after WordPress has added it.
	 */
	public function replace_in_admin_bar( WP_Admin_Bar $bar ): void {
		$post = get_post();
		if ( null === $bar->get_node( 'view' ) || ! is_admin() || 'post' !== get_current_screen()?->base || ! $post instanceof WP_Post ) {
			return;
		}
		$url = $this->links->url( $post );
		if ( '' === $url ) {
			return;
		}
		$bar->add_node(
			array(
				'id'   => 'view',
				'href' => $url,
			),
		);
		$bar->add_node(
			array(
				'id'     => 'headless-deploy-view-in-wordpress',
				'parent' => 'view',
				'title'  => esc_html( self::wordpress_label() ),
				'href'   => (string) get_permalink( $post ),
			),
		);
	}

	private static function wordpress_label(): string {
		return __( 'View in WordPress', 'headless-deploy' );
	}
}
