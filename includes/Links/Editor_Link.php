<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Links;

use HeadlessDeploy\Changes\Watched\Watched_Types;
use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Replaces the address of a post in the response from which the block editor shows it, so that “View”, “Copy” and the
 * permalink lead to the front end. The editor receives WordPress's own address too, for previews.
 *
 * No other response is changed: an address of the front end in a list, a search result, a feed or the link picker would get
 * into content.
 */
final class Editor_Link {
	/** WordPress's own address of the post, only in a response whose `link` was replaced. */
	public const FIELD = 'headless_deploy_wordpress_link';

	public function __construct( private readonly Front_End_Links $links ) {}

	/**
	 * Hooked to `rest_api_init`.
	 */
	public function hook(): void {
		foreach ( Watched_Types::selectable() as $type ) {
			add_filter( "rest_prepare_$type->name", $this->replace( ... ), 10, 3 );
		}
	}

	private function replace( WP_REST_Response $response, mixed $post, mixed $request ): WP_REST_Response {
		$data = $response->get_data();
		if (
			! $post instanceof WP_Post
			|| ! $request instanceof WP_REST_Request
			|| ! is_array( $data )
			|| ! is_string( $data['link'] ?? null )
		) {
			return $response;
		}
		$url = self::is_of_editor( $post, $request ) ? $this->links->url( $post ) : '';
		if ( '' !== $url ) {
			$response->set_data( array( 'link' => $url ) + $data + array( self::FIELD => $data['link'] ) );
		}
		return $response;
	}

	/**
	 * Tells whether the block editor requests the post that it edits, and nothing else.
	 */
	private static function is_of_editor( WP_Post $post, WP_REST_Request $request ): bool {
		$is_one_post = (int) ( $request->get_url_params()['id'] ?? 0 ) === $post->ID;
		return 'edit' === $request['context']
			&& $is_one_post
			&& ( self::is_preloaded( $post ) || ( self::is_signed_by_nonce() && self::is_from_editor( $post, $request ) ) );
	}

	/**
	 * Tells whether the page of the block editor is being printed, which contains the response.
	 */
	private static function is_preloaded( WP_Post $post ): bool {
		$screen = is_admin() && function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		// The controller of the REST API sets `$post`; the editor's page names its post here.
		return 'post' === $screen?->base && $screen->is_block_editor() && ( $GLOBALS['post_ID'] ?? 0 ) === $post->ID;
	}

	/**
	 * Tells whether the request has the cookie of a user and the nonce of a page of wp-admin. One with an application
	 * password has neither.
	 */
	private static function is_signed_by_nonce(): bool {
		$nonce = isset( $_SERVER['HTTP_X_WP_NONCE'] ) && is_string( $_SERVER['HTTP_X_WP_NONCE'] )
			? sanitize_text_field( wp_unslash( $_SERVER['HTTP_X_WP_NONCE'] ) )
			: '';
		return true === ( $GLOBALS['wp_rest_auth_cookie'] ?? null ) && is_user_logged_in() && false !== wp_verify_nonce( $nonce, 'wp_rest' );
	}

	/**
	 * Tells whether the page that sent the request edits this post. A new post has no id in the address of its page: there
	 * only a save tells that it is the edited one.
	 */
	private static function is_from_editor( WP_Post $post, WP_REST_Request $request ): bool {
		$page = wp_parse_url( (string) wp_get_raw_referer() );
		$file = basename( is_array( $page ) ? $page['path'] ?? '' : '' );
		wp_parse_str( is_array( $page ) ? $page['query'] ?? '' : '', $query );
		return match ( $file ) {
			'post.php'     => is_scalar( $query['post'] ?? null ) && (int) $query['post'] === $post->ID,
			'post-new.php' => ! in_array( $request->get_method(), array( 'GET', 'HEAD' ), true ),
			default        => false,
		};
	}
}
