<?php

declare( strict_types=1 );

/**
 * The ways in which Easy Digital Downloads saves: downloads with a price, discounts and orders in its own tables, and settings.
 */
return array(
	'prepare' => static function (): void {
		$id = (int) wp_insert_post( array( 'post_type' => 'download', 'post_title' => 'Song', 'post_status' => 'publish' ) );
		update_post_meta( $id, 'edd_price', '1.00' );
	},
	'add a download and change its price' => static function (): array {
		$id = (int) wp_insert_post( array( 'post_type' => 'download', 'post_title' => 'Book', 'post_status' => 'publish' ) );
		update_post_meta( $id, 'edd_price', '19.00' );
		update_option( 'neighbours_download', $id );
		return array( "published post $id" );
	},
	'change the price of a download' => static function (): array {
		$id = (int) get_option( 'neighbours_download' );
		update_post_meta( $id, 'edd_price', '25.00' );
		return array( "updated post $id" );
	},
	'sell a download' => static function (): array {
		$id    = (int) get_option( 'neighbours_download' );
		$order = edd_build_order(
			array(
				'user_info'    => array( 'id' => 1, 'email' => 'ada@example.test', 'first_name' => 'Ada', 'last_name' => 'L', 'discount' => 'none' ),
				'cart_details' => array( array( 'id' => $id, 'name' => 'Book', 'item_price' => 25, 'price' => 25, 'quantity' => 1, 'subtotal' => 25, 'tax' => 0, 'discount' => 0, 'fees' => array(), 'item_number' => array( 'id' => $id, 'options' => array() ) ) ),
				'downloads'    => array( array( 'id' => $id, 'quantity' => 1, 'options' => array() ) ),
				'price'        => 25,
				'user_email'   => 'ada@example.test',
				'purchase_key' => 'key',
				'currency'     => 'USD',
				'status'       => 'pending',
				'gateway'      => 'manual',
			),
		);
		edd_update_order_status( (int) $order, 'complete' );
		return array();
	},
	'add a discount' => static function (): array {
		edd_add_discount( array( 'name' => 'Summer', 'code' => 'SUMMER', 'amount' => 10, 'amount_type' => 'percent', 'status' => 'active' ) );
		return array();
	},
	'change the currency' => static function (): array {
		edd_update_option( 'currency', 'EUR' );
		return array( 'changed option edd_settings' );
	},
);
