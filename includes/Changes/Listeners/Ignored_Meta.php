<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Changes\Third_Party_Filter;

/**
 * Knows the meta keys that change nothing on the front end. All others count.
 */
final class Ignored_Meta {
	/**
	 * Bookkeeping of core, and what it has fetched while somebody read. A star at the end stands for anything.
	 */
	private const KEYS = array(
		'_edit_lock',
		'_edit_last',
		'_encloseme',
		'_pingme',
		'_wp_old_slug',
		'_wp_old_date',
		'_wp_trash_meta_*',
		'_wp_desired_post_slug',
		'_oembed_*',
		// WooCommerce counts the products of a category whenever one is sold out.
		'product_count_*',
	);

	/**
	 * Stands for all keys that begin with `_`: plugins keep caches and statistics there, and refresh them by cron.
	 */
	private const PRIVATE_KEYS = '_*';

	/**
	 * Keys that begin so, and that visitors see: the featured image, and a sale of WooCommerce that begins or ends.
	 */
	private const VISIBLE_PRIVATE_KEYS = array( '_thumbnail_id', '_price', '_regular_price', '_sale_price', '_stock', '_stock_status' );

	/**
	 * The keys that count for nothing, once all plugins are loaded.
	 *
	 * @var list<string>|null
	 */
	private ?array $keys = null;

	public function __construct( private readonly Policy $policy ) {}

	public function has( mixed $key ): bool {
		if ( ! is_string( $key ) ) {
			return false;
		}
		foreach ( array( ...$this->keys(), ...$this->policy->ignored_meta() ) as $ignored ) {
			if ( self::PRIVATE_KEYS === $ignored && in_array( $key, self::VISIBLE_PRIVATE_KEYS, true ) ) {
				continue;
			}
			$is_same = str_ends_with( $ignored, '*' ) ? str_starts_with( $key, substr( $ignored, 0, -1 ) ) : $key === $ignored;
			if ( $is_same ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * @return list<string>
	 */
	private function keys(): array {
		if ( null !== $this->keys ) {
			return $this->keys;
		}
		$usual = wp_doing_cron() ? array( ...self::KEYS, self::PRIVATE_KEYS ) : self::KEYS;
		/**
		 * Lists the meta keys of posts and terms whose changes ask for nothing.
		 *
		 * @param list<string> $keys Keys; a star at the end stands for anything, for example `_views_*`. In a cron request `_*` is among them: all keys that begin with `_`, but for those of the featured image and of WooCommerce's prices and stock.
		 */
		$ask      = static fn(): mixed => apply_filters( 'headless_deploy_ignored_meta_keys', $usual );
		$filtered = Third_Party_Filter::apply( 'headless_deploy_ignored_meta_keys', $ask, $usual );
		$keys     = is_array( $filtered ) ? array_values( array_filter( $filtered, static fn( mixed $key ): bool => is_string( $key ) && '' !== trim( $key, '*' ) ) ) : $usual;
		if ( did_action( 'init' ) > 0 ) {
			$this->keys = $keys;
		}
		return $keys;
	}
}
