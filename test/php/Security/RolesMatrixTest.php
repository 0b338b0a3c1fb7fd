<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

/**
 * Tests every route that the REST server lists with five roles. A route that is not in the table fails the test.
 */
#[Group( 'newest' )]
final class RolesMatrixTest extends Roles_Matrix_Test_Case {
	public function test_the_table_lists_exactly_the_registered_routes(): void {
		$registered = array();
		foreach ( rest_get_server()->get_routes( 'headless-deploy/v1' ) as $path => $handlers ) {
			foreach ( self::API === $path ? array() : $handlers as $handler ) {
				foreach ( array_keys( (array) ( $handler['methods'] ?? array() ) ) as $method ) {
					$path         = (string) preg_replace( '/\(\?P<(\w+)>[^)]*\)/', '{$1}', (string) $path );
					$registered[] = $method . ' ' . substr( $path, strlen( self::API ) );
				}
			}
		}
		sort( $registered );
		$named = array_keys( self::ROUTES );
		sort( $named );
		$this->assertSame( $named, $registered, 'Each route has its permissions in this table.' );
	}

	/**
	 * Every route, without a query and with one that contradicts the path.
	 */
	public static function routes(): iterable {
		foreach ( array_keys( self::ROUTES ) as $route ) {
			yield $route => array( $route, array() );
			// The host's routes refuse unknown parameters.
			if ( ! str_contains( $route, '{path}' ) ) {
				yield "$route, other ids in the query" => array( $route, array( 'id' => array( 'nowhere', array( 'x' ) ), 'lane' => 'cache' ) );
			}
		}
	}

	#[DataProvider( 'routes' )]
	public function test_a_route_admits_the_roles_with_its_capability( string $route, array $query ): void {
		list( $capability, $success ) = self::ROUTES[ $route ];
		$body                         = isset( self::ROUTES[ $route ][2] ) ? (string) wp_json_encode( self::ROUTES[ $route ][2] ) : '';
		foreach ( self::ROLES as $role ) {
			$this->add_changes();
			if ( str_ends_with( $route, '/undo' ) ) {
				$this->dispatcher->cancel( $this->key(), 1 );
			}
			$is_allowed = in_array( $role, self::ROLES_BY_CAPABILITY[ $capability ], true );
			$response   = $this->send( $route, $role, $body, $query );
			$this->assert_sound( $response, "$route as $role" );
			$this->assertSame( $is_allowed ? $success : self::refusal( $role ), $response->get_status(), "$route as $role: " . wp_json_encode( $response->get_data() ) );
			if ( ! $is_allowed ) {
				$this->assertSame( 'headless_deploy_forbidden', $response->get_data()['code'] );
				$this->assertStringNotContainsString( 'hosting.example', (string) wp_json_encode( $response->get_data() ) );
			}
		}
	}

	/**
	 * All other requests go through routes; `Admin\NoticesTest` shows who may dismiss a notice, and `SortingListenerTest` that a
	 * request of another plugin needs its nonce and `edit_posts` to be noticed.
	 */
	public function test_admin_ajax_and_admin_post_do_nothing_but_dismiss_notices_and_notice_sorting(): void {
		global $wp_filter;
		$this->stop_plugin();
		set_current_screen( 'dashboard' );
		$before = array_keys( $wp_filter );
		$this->start_plugin();
		set_current_screen( 'front' );
		$added   = preg_grep( '/^(wp_ajax|admin_post)_/', array_diff( array_keys( $wp_filter ), $before ) );
		$sorting = preg_grep( '/^wp_ajax_(?!headless_deploy)/', (array) $added );
		$this->assertSame( array( 'wp_ajax_update-menu-order', 'wp_ajax_update-menu-order-tags', 'wp_ajax_reset_simple_page_ordering', 'wp_ajax_woocommerce_product_ordering' ), array_values( (array) $sorting ) );
		$this->assertSame( array( 'admin_post_headless_deploy_dismiss' ), array_values( array_diff( (array) $added, (array) $sorting ) ) );
	}
}
