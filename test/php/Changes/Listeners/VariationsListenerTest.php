<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

/**
 * Writes products as WooCommerce does.
 */
final class VariationsListenerTest extends Changes_Test_Case {
	private int $product;
	private int $variation;

	protected function setUp(): void {
		parent::setUp();
		register_post_type( 'product', array( 'public' => true ) );
		register_post_type( 'product_variation', array( 'public' => false ) );
		$this->product   = $this->post( array( 'post_type' => 'product', 'post_title' => 'Shirt' ) );
		$this->variation = $this->post( array( 'post_type' => 'product_variation', 'post_parent' => $this->product ) );
		update_post_meta( $this->variation, '_price', '10' );
		update_post_meta( $this->variation, '_stock', '3' );
		update_post_meta( $this->variation, '_stock_status', 'instock' );
	}

	protected function tearDown(): void {
		unregister_post_type( 'product' );
		unregister_post_type( 'product_variation' );
		parent::tearDown();
	}

	public function test_a_price_or_description_of_a_variation_is_a_change_of_its_product(): void {
		$this->watch_with_refresh( 'content' );
		update_post_meta( $this->variation, '_price', '12' );
		$expected = array( "updated {$this->product} kept=1 meta=_price" );
		$this->assertSame( array( $expected, $expected ), array( $this->changes_of( 'build' ), $this->changes_of( 'refresh' ) ) );
		$this->forget();
		update_post_meta( $this->variation, '_price', '12' );
		$this->assertSame( array(), $this->changes_of( 'refresh' ) );
	}

	public function test_new_hidden_and_deleted_variations_are_changes_of_their_product(): void {
		$this->watch( 'content' );
		$new = $this->post( array( 'post_type' => 'product_variation', 'post_parent' => $this->product ) );
		$this->assertSame( array( "updated {$this->product} kept=1" ), $this->changes_of( 'build' ) );
		$this->forget();
		wp_update_post( array( 'ID' => $new, 'post_status' => 'private' ) );
		$this->assertSame( array( "updated {$this->product} kept=1" ), $this->changes_of( 'build' ) );
		$this->forget();
		wp_delete_post( $new, true );
		$this->assertSame( array(), $this->changes_of( 'build' ), 'No visitor saw it any more.' );
		wp_delete_post( $this->variation, true );
		$this->assertSame( array( "updated {$this->product} kept=1" ), $this->changes_of( 'build' ) );
	}

	public function test_the_quantity_that_an_order_leaves_is_for_refreshes_only(): void {
		global $wpdb;
		$this->watch_with_refresh( 'content' );
		foreach ( array( $this->variation, $this->product ) as $id ) {
			$wpdb->update( $wpdb->postmeta, array( 'meta_value' => '2' ), array( 'post_id' => $id, 'meta_key' => '_stock' ) );
			do_action( 'woocommerce_updated_product_stock', $id );
			$this->assertSame( array( "updated {$this->product} kept=1" ), $this->changes_of( 'refresh' ) );
			$this->assertSame( array(), $this->changes_of( 'build' ) );
			$this->forget();
		}
		$product = new class ( $this->variation ) {
			public function __construct( private readonly int $id ) {}

			public function get_id(): int {
				return $this->id;
			}
		};
		foreach ( array( 'woocommerce_variation_set_stock', 'woocommerce_product_set_stock' ) as $hook ) {
			do_action( $hook, $product );
			$this->assertSame( array( "updated {$this->product} kept=1" ), $this->changes_of( 'refresh' ) );
			$this->forget();
		}
	}

	public function test_out_of_stock_counts_also_when_a_visitors_order_writes_it(): void {
		$this->watch( 'content' );
		unset( $GLOBALS['current_screen'] );
		wp_set_current_user( 0 );
		$_SERVER['REQUEST_METHOD'] = 'POST';
		update_post_meta( $this->variation, '_stock_status', 'outofstock' );
		do_action( 'woocommerce_updated_product_stock', $this->variation );
		$recorded                  = $this->changes_of( 'build' );
		$_SERVER['REQUEST_METHOD'] = 'GET';
		$this->assertSame( array( "updated {$this->product} kept=1 meta=_stock_status" ), $recorded );
	}

	/**
	 * WooCommerce 10.9.1 deletes the prices of a product and adds them again at the end of the request, after each save of a
	 * variation and each order of one.
	 */
	public function test_prices_that_are_written_again_are_no_change(): void {
		add_post_meta( $this->product, '_price', '10' );
		add_post_meta( $this->product, '_price', '14' );
		$this->watch_with_refresh( 'content' );
		$this->write_prices( '14', '10' );
		$this->assertSame( array(), $this->changes_of( 'refresh' ) );
		$this->write_prices( '10', '10', '14' );
		$this->assertSame( array( "updated {$this->product} kept=1 meta=_price" ), $this->changes_of( 'build' ), 'Another number.' );
		$this->forget();
		$this->write_prices( '10' );
		$this->assertSame( array( "updated {$this->product} kept=1 meta=_price" ), $this->changes_of( 'build' ) );
		$this->forget();
		$this->write_prices();
		$this->assertSame( array( "updated {$this->product} kept=1 meta=_price" ), $this->changes_of( 'build' ) );
	}

	public function test_prices_that_are_written_again_and_then_changed_are_a_change(): void {
		add_post_meta( $this->product, '_price', '10' );
		add_post_meta( $this->product, '_price', '14' );
		$this->watch( 'content' );
		get_post_meta( $this->product, '_price' );
		delete_post_meta( $this->product, '_price' );
		add_post_meta( $this->product, '_price', '10' );
		update_post_meta( $this->product, '_price', '14' );
		$this->assertSame( array( "updated {$this->product} kept=1 meta=_price" ), $this->changes_of( 'build' ) );
		$this->forget();
		get_post_meta( $this->product, '_price' );
		delete_post_meta( $this->product, '_price' );
		add_post_meta( $this->product, '_price', '14' );
		add_post_meta( $this->product, '_price', '16' );
		get_post_meta( $this->product, '_price' );
		delete_post_meta( $this->product, '_price', '14' );
		$this->assertSame( array( "updated {$this->product} kept=1 meta=_price" ), $this->changes_of( 'build' ) );
	}

	private function write_prices( string ...$prices ): void {
		get_post_meta( $this->product, '_price' );
		delete_post_meta( $this->product, '_price' );
		foreach ( $prices as $price ) {
			add_post_meta( $this->product, '_price', $price );
		}
	}

	public function test_variations_of_a_draft_are_no_change(): void {
		wp_update_post( array( 'ID' => $this->product, 'post_status' => 'draft' ) );
		$this->watch_with_refresh( 'content' );
		update_post_meta( $this->variation, '_price', '12' );
		do_action( 'woocommerce_updated_product_stock', $this->variation );
		do_action( 'woocommerce_updated_product_stock', 'x' );
		do_action( 'woocommerce_product_set_stock', null );
		$this->assertSame( array(), $this->changes_of( 'refresh' ) );
	}
}
