<?php

declare( strict_types=1 );

/**
 * The ways in which WooCommerce saves: products with their own objects, orders, coupons and settings.
 */
return array(
	'prepare' => static function (): void {
		$product = new WC_Product_Simple();
		$product->set_name( 'Socks' );
		$product->set_regular_price( '8' );
		$product->set_status( 'publish' );
		$product->save();
		wc_create_order()->add_product( $product, 1 );
	},
	'add and change a product' => static function (): array {
		$product = new WC_Product_Simple();
		$product->set_name( 'Shirt' );
		$product->set_regular_price( '20' );
		$product->set_manage_stock( true );
		$product->set_stock_quantity( 5 );
		$product->set_status( 'publish' );
		$id = $product->save();
		return array( "published post $id" );
	},
	'change the price of a product' => static function (): array {
		$id      = (int) current( wc_get_products( array( 'limit' => 1, 'return' => 'ids', 'type' => 'simple', 'stock_quantity' => 5 ) ) );
		$product = wc_get_product( $id );
		$product->set_sale_price( '15' );
		$product->save();
		return array( "updated post $id" );
	},
	'save a product without a change' => static function (): array {
		wc_get_product( (int) current( wc_get_products( array( 'limit' => 1, 'return' => 'ids', 'type' => 'simple' ) ) ) )->save();
		return array();
	},
	'sell one of five' => static function (): array {
		$id    = (int) current( wc_get_products( array( 'limit' => 1, 'return' => 'ids', 'type' => 'simple', 'stock_quantity' => 5 ) ) );
		$order = wc_create_order();
		$order->add_product( wc_get_product( $id ), 1 );
		$order->calculate_totals();
		$order->update_status( 'completed' );
		return array();
	},
	'sell out' => static function (): array {
		$id    = (int) current( wc_get_products( array( 'limit' => 1, 'return' => 'ids', 'type' => 'simple', 'stock_quantity' => 4 ) ) );
		$order = wc_create_order();
		$order->add_product( wc_get_product( $id ), 4 );
		$order->calculate_totals();
		$order->update_status( 'completed' );
		return array( "updated post $id" );
	},
	'add a variable product' => static function (): array {
		$product = new WC_Product_Variable();
		$product->set_name( 'Cap' );
		$product->set_status( 'publish' );
		$id        = $product->save();
		$variation = new WC_Product_Variation();
		$variation->set_parent_id( $id );
		$variation->set_regular_price( '9' );
		$variation->save();
		return array( "published post $id" );
	},
	'change the price of a variation' => static function (): array {
		$variation = wc_get_product( (int) current( wc_get_products( array( 'limit' => 1, 'return' => 'ids', 'type' => 'variation' ) ) ) );
		$variation->set_regular_price( '12' );
		$variation->save();
		return array( 'updated post ' . $variation->get_parent_id() );
	},
	'add a coupon' => static function (): array {
		$coupon = new WC_Coupon();
		$coupon->set_code( 'summer' );
		$coupon->set_amount( 10 );
		$coupon->save();
		return array();
	},
	'change the currency' => static function (): array {
		update_option( 'woocommerce_currency', 'CHF' );
		return array( 'changed option woocommerce_currency' );
	},
);
