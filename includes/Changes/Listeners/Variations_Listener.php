<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Previous_State;
use HeadlessDeploy\Network;
use WP_Post;

/**
 * Records changes of the variations of WooCommerce as changes of their product, which shows them. WooCommerce writes the
 * quantity in stock by SQL, also for products without variations: orders of visitors are for refreshes only. Its status, in or
 * out of stock, is meta and counts.
 *
 * @phpstan-import-type Details from Change
 */
final class Variations_Listener implements Marking_Listener {
	public const TYPE = 'product_variation';

	private readonly Post_Evaluation $evaluation;

	/**
	 * Products and variations whose quantity was written, by site.
	 *
	 * @var array<int, array<int, true>>
	 */
	private array $stocked = array();

	public function __construct(
		private readonly Change_Recorder $changes,
		private readonly Modified_Posts $modified,
		private readonly Content_Listener $content,
	) {
		$this->evaluation = new Post_Evaluation( static fn( string $type ): bool => self::TYPE === $type );
	}

	public function hook(): void {
		add_action( 'wp_after_insert_post', $this->on_saved( ... ), 10, 4 );
		add_action( 'deleted_post', $this->on_deleted( ... ), 10, 2 );
		add_action( 'woocommerce_updated_product_stock', $this->on_stock( ... ), 10, 1 );
		add_action( 'woocommerce_product_set_stock', $this->on_stock_of_object( ... ), 10, 1 );
		add_action( 'woocommerce_variation_set_stock', $this->on_stock_of_object( ... ), 10, 1 );
	}

	private function on_saved( mixed $post_id, mixed $after = null, mixed $update = false, mixed $before = null ): void {
		if ( ! $after instanceof WP_Post || self::TYPE !== $after->post_type || ! $this->changes->is_source_used( Content_Listener::SOURCE ) ) {
			return;
		}
		$before = $before instanceof WP_Post ? $before : null;
		if ( null !== $this->evaluation->event( $before, $after, $this->modified->take( $after->ID ) ) ) {
			$this->record( $after );
			// A variation can move to another product.
			if ( null !== $before && $before->post_parent !== $after->post_parent ) {
				$this->record( $before );
			}
		}
	}

	private function on_deleted( mixed $post_id, mixed $post = null ): void {
		if (
			$post instanceof WP_Post
			&& self::TYPE === $post->post_type
			&& $this->evaluation->is_public( $post )
			&& $this->changes->is_source_used( Content_Listener::SOURCE )
		) {
			$this->record( $post );
		}
	}

	private function on_stock( mixed $post_id ): void {
		if ( is_numeric( $post_id ) && $this->changes->is_source_used( Content_Listener::SOURCE ) ) {
			$this->stocked[ get_current_blog_id() ][ (int) $post_id ] = true;
		}
	}

	/**
	 * @param mixed $product An object of WooCommerce.
	 */
	private function on_stock_of_object( mixed $product ): void {
		if ( is_object( $product ) && is_callable( array( $product, 'get_id' ) ) ) {
			$this->on_stock( $product->get_id() );
		}
	}

	public function record_marked(): void {
		$stocked       = $this->stocked;
		$this->stocked = array();
		Network::on_sites( $stocked, $this->record_stocked( ... ) );
	}

	/**
	 * @param array<int, true> $products Products and variations of the current site.
	 */
	private function record_stocked( array $products ): void {
		if ( ! Marked_Objects::load_posts( array_keys( $products ) ) ) {
			$this->changes->record_unknown( Content_Listener::SOURCE, Change::POST, true );
			return;
		}
		foreach ( array_keys( $products ) as $id ) {
			$post = get_post( $id );
			if ( $post instanceof WP_Post && self::TYPE === $post->post_type ) {
				$this->record( $post, array(), true );
			} elseif ( $post instanceof WP_Post && Post_Evaluation::is_visible( $post ) ) {
				$this->content->record_modified( Change::UPDATED, $id, $post->post_type, Previous_State::KEPT, true );
			}
		}
	}

	/**
	 * Records the public product of a variation.
	 *
	 * @param Details $details
	 */
	public function record( WP_Post $variation, array $details = array(), bool $is_uncounted = false ): void {
		$product = $variation->post_parent > 0 ? get_post( $variation->post_parent ) : null;
		if ( $product instanceof WP_Post && Post_Evaluation::is_visible( $product ) ) {
			$this->content->record_modified( Change::UPDATED, $product->ID, $product->post_type, $details + Previous_State::KEPT, $is_uncounted );
		}
	}
}
