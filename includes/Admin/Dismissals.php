<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Errors;

/**
 * Stores for each user which notices they dismissed, by the signature of the problem. A new problem has another
 * signature and is shown.
 */
final class Dismissals {
	public const ACTION = 'headless_deploy_dismiss';
	public const META   = 'headless_deploy_dismissed';

	/** The kinds of `Problems` and `Database_Problems`. */
	private const KINDS = array( 'copy', 'token', 'key', 'constant', 'scheduler', 'failed', 'writes', 'tables' );

	public static function has( string $kind, string $signature ): bool {
		return ( self::dismissed_signatures()[ $kind ] ?? '' ) === $signature;
	}

	public static function url( string $kind, string $signature ): string {
		$query = array(
			'action'    => self::ACTION,
			'kind'      => $kind,
			'signature' => $signature,
			'_wpnonce'  => wp_create_nonce( self::ACTION ),
		);
		return add_query_arg( $query, admin_url( 'admin-post.php' ) );
	}

	/**
	 * Dismisses a notice and goes back. Hooked to `admin_post_headless_deploy_dismiss`.
	 */
	public static function handle_request(): void {
		check_admin_referer( self::ACTION );
		if ( ! current_user_can( Capabilities::VIEW ) ) {
			wp_die( esc_html( Errors::entry( 'headless_deploy_forbidden' )->message ), '', array( 'response' => 403 ) );
		}
		$kind      = isset( $_GET['kind'] ) && is_string( $_GET['kind'] ) ? sanitize_key( wp_unslash( $_GET['kind'] ) ) : '';
		$signature = isset( $_GET['signature'] ) && is_string( $_GET['signature'] ) ? sanitize_key( wp_unslash( $_GET['signature'] ) ) : '';
		self::remember( $kind, $signature );
		$back = wp_get_referer();
		wp_safe_redirect( false === $back ? admin_url() : $back );
		exit;
	}

	/**
	 * Dismisses a notice for the current user on the current site. Invalid values are ignored.
	 */
	public static function remember( string $kind, string $signature ): void {
		if ( in_array( $kind, self::KINDS, true ) && 1 === preg_match( '/^[0-9a-f]{32}$/D', $signature ) ) {
			update_user_option( get_current_user_id(), self::META, array( $kind => $signature ) + self::dismissed_signatures() );
		}
	}

	/**
	 * Removes the dismissed notices of all users on a site that is deleted, or from which the plugin is removed.
	 */
	public static function forget_site( int $blog_id ): void {
		global $wpdb;
		delete_metadata( 'user', 0, $wpdb->get_blog_prefix( $blog_id ) . self::META, '', true );
	}

	/**
	 * Hooked to `wp_privacy_personal_data_erasers`.
	 *
	 * @param  array<string, array<string, mixed>> $erasers
	 * @return array<string, array<string, mixed>>
	 */
	public static function add_eraser( array $erasers ): array {
		$erasers['headless-deploy-notices'] = array(
			'eraser_friendly_name' => __( 'Headless Deploy: dismissed notices', 'headless-deploy' ),
			'callback'             => self::erase( ... ),
		);
		return $erasers;
	}

	/**
	 * @return array{items_removed: bool, items_retained: bool, messages: list<string>, done: bool}
	 */
	public static function erase( string $email ): array {
		$user = get_user_by( 'email', $email );
		return array(
			'items_removed'  => false !== $user && delete_user_option( $user->ID, self::META ),
			'items_retained' => false,
			'messages'       => array(),
			'done'           => true,
		);
	}

	/**
	 * Returns the signatures that the current user dismissed, by kind.
	 *
	 * @return array<string, string>
	 */
	private static function dismissed_signatures(): array {
		$stored = get_user_option( self::META );
		return is_array( $stored ) ? array_filter( $stored, is_string( ... ) ) : array();
	}
}
