<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class SortingListenerTest extends Changes_Test_Case {
	/**
	 * @param list<string> $expected
	 */
	#[DataProvider( 'actions' )]
	public function test_records_all_pages_when_a_plugin_has_sorted( string $action, array $expected ): void {
		$this->watch_with_refresh( 'content', 'terms' );
		do_action( $action );
		$this->assertSame( array( 'changed 0 all=1' ), $this->changes_of( 'refresh' ) );
		$this->assertSame( array( 'changed 0 all=1' ), $this->changes_of( 'build' ) );
		$this->assertSame( $expected, array_values( array_unique( $this->recorded() ) ) );
	}

	public static function actions(): array {
		return array(
			'Simple Custom Post Order'           => array( 'scp_update_menu_order', array( 'Content changed' ) ),
			'Simple Custom Post Order, of terms' => array( 'scp_update_menu_order_tags', array( 'Term changed' ) ),
			'Post Types Order'                   => array( 'PTO/order_update_complete', array( 'Content changed' ) ),
			'Post Types Order, reset'            => array( 'pto/order_reset', array( 'Content changed' ) ),
			'Simple Page Ordering'               => array( 'simple_page_ordering_ordered_posts', array( 'Content changed' ) ),
			'Category Order'                     => array( 'tto/update-order', array( 'Term changed' ) ),
		);
	}

	public function test_keeps_the_value_of_the_filter_of_a_reset(): void {
		$this->assertSame( 'page', apply_filters( 'pto/order_reset', 'page' ) );
	}

	#[DataProvider( 'requests' )]
	public function test_records_a_request_that_sorts_only_with_its_nonce_and_from_users_who_can_write( string $request, string $nonce, string $field ): void {
		$this->watch( 'content', 'terms' );
		do_action( "wp_ajax_$request" );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
		$administrator = get_current_user_id();
		wp_set_current_user( $this->user( 'subscriber' ) );
		$_REQUEST[ $field ] = wp_create_nonce( $nonce );
		do_action( "wp_ajax_$request" );
		$this->assertSame( array(), $this->changes_of( 'build' ) );
		wp_set_current_user( $administrator );
		$_REQUEST[ $field ] = wp_create_nonce( $nonce );
		do_action( "wp_ajax_$request" );
		unset( $_REQUEST[ $field ] );
		$this->assertSame( array( 'changed 0 all=1' ), $this->changes_of( 'build' ) );
	}

	public static function requests(): array {
		return array(
			'Intuitive Custom Post Order'           => array( 'update-menu-order', 'hicpojs-ajax-nonce', 'nonce' ),
			'Intuitive Custom Post Order, of terms' => array( 'update-menu-order-tags', 'hicpojs-ajax-nonce', 'nonce' ),
			'Simple Page Ordering, reset'           => array( 'reset_simple_page_ordering', 'simple-page-ordering-nonce', '_wpnonce' ),
			'WooCommerce'                           => array( 'woocommerce_product_ordering', 'product-ordering', 'security' ),
		);
	}
}
