<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Changes\Third_Party_Filter;

/**
 * Lists the meta keys whose changes are not recorded: those that change nothing on the front end, and in a cron request
 * all private keys that visitors do not see.
 */
final class Ignored_Meta {
	/**
	 * Internal keys of WordPress, and caches that it fills when a page is viewed. An asterisk at the end matches any
	 * ending.
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
		// WooCommerce updates the number of products of a category whenever a product is sold out.
		'product_count_*',
	);

	/**
	 * Matches all private keys: plugins store caches and statistics in them and update them by cron.
	 */
	private const PRIVATE_KEYS = '_*';

	/**
	 * Private keys that visitors see: the featured image, files, and WooCommerce sales that start or end.
	 */
	private const VISIBLE_PRIVATE_KEYS = array( '_thumbnail_id', '_wp_attached_file', '_wp_attachment_image_alt', '_wp_attachment_metadata', '_price', '_regular_price', '_sale_price', '_stock', '_stock_status' );

	/**
	 * The filtered list, once all plugins are loaded.
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
		$default_keys = wp_doing_cron() ? array( ...self::KEYS, self::PRIVATE_KEYS ) : self::KEYS;
		/**
		 * Filters the meta keys of posts and terms whose changes are ignored.
		 *
		 * @param list<string> $keys Keys; an asterisk at the end matches any characters, for example `_views_*`. In a cron
		 *                           request the list contains `_*`: all private keys except those of the featured image
		 *                           and of WooCommerce's prices and stock.
		 */
		$apply_filter = static fn(): mixed => apply_filters( 'headless_deploy_ignored_meta_keys', $default_keys );
		$filtered     = Third_Party_Filter::apply( 'headless_deploy_ignored_meta_keys', $apply_filter, $default_keys );
		$keys         = is_array( $filtered ) ? array_values( array_filter( $filtered, static fn( mixed $key ): bool => is_string( $key ) && '' !== trim( $key, '*' ) ) ) : $default_keys;
		if ( did_action( 'init' ) > 0 ) {
			$this->keys = $keys;
		}
		return $keys;
	}
}
