<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Network;

/**
 * Records that posts or terms were sorted by drag and drop. Plugins write the order by SQL and do not say which objects have
 * another place, so that all pages are renewed.
 */
final class Sorting_Listener implements Marking_Listener {
	/**
	 * Actions that plugins fire afterwards, with the source of the change: Simple Custom Post Order, Post Types Order, Simple
	 * Page Ordering, and Category Order and Taxonomy Terms Order.
	 */
	private const ACTIONS = array(
		'scp_update_menu_order'              => Content_Listener::SOURCE,
		'scp_update_menu_order_tags'         => Terms_Listener::SOURCE,
		'PTO/order_update_complete'          => Content_Listener::SOURCE,
		'simple_page_ordering_ordered_posts' => Content_Listener::SOURCE,
		'tto/update-order'                   => Terms_Listener::SOURCE,
	);

	/**
	 * Filter of Post Types Order after it has reset the order of a type.
	 */
	private const RESET = 'pto/order_reset';

	/**
	 * AJAX requests of plugins that fire no action: Intuitive Custom Post Order, Simple Page Ordering for its reset, and
	 * WooCommerce, which since 11.2 sorts slowly where a callback uses its action. Each with its nonce, so that no other request
	 * is taken for one.
	 */
	private const REQUESTS = array(
		'update-menu-order'            => array( 'hicpojs-ajax-nonce', 'nonce', Content_Listener::SOURCE ),
		'update-menu-order-tags'       => array( 'hicpojs-ajax-nonce', 'nonce', Terms_Listener::SOURCE ),
		'reset_simple_page_ordering'   => array( 'simple-page-ordering-nonce', '_wpnonce', Content_Listener::SOURCE ),
		'woocommerce_product_ordering' => array( 'product-ordering', 'security', Content_Listener::SOURCE ),
	);

	private const CAPABILITY = 'edit_posts';

	/**
	 * Sources of the current request, by site.
	 *
	 * @var array<int, array<string, true>>
	 */
	private array $sorted = array();

	public function __construct( private readonly Change_Recorder $changes ) {}

	public function hook(): void {
		foreach ( self::ACTIONS as $action => $source ) {
			add_action( $action, fn() => $this->mark( $source ), 10, 0 );
		}
		add_filter( self::RESET, $this->on_reset( ... ) );
		foreach ( self::REQUESTS as $request => list( $nonce, $field, $source ) ) {
			// The plugin's callback ends the request.
			add_action(
				"wp_ajax_$request",
				fn() => false !== check_ajax_referer( $nonce, $field, false ) && current_user_can( self::CAPABILITY ) ? $this->mark( $source ) : null,
				1,
				0,
			);
		}
	}

	private function on_reset( mixed $type ): mixed {
		$this->mark( Content_Listener::SOURCE );
		return $type;
	}

	private function mark( string $source ): void {
		$this->sorted[ get_current_blog_id() ][ $source ] = true;
	}

	public function record_marked(): void {
		$sorted       = $this->sorted;
		$this->sorted = array();
		Network::on_sites(
			$sorted,
			function ( array $sources ): void {
				foreach ( array_filter( array_keys( $sources ), $this->changes->is_source_used( ... ) ) as $source ) {
					$this->changes->record_unknown( $source, Terms_Listener::SOURCE === $source ? Change::TERM : Change::POST );
				}
			},
		);
	}
}
