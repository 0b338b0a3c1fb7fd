<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Changes\Third_Party_Filter;

/**
 * Decides what a change of a meta key starts. Ignored are keys that change nothing on the front end, and in a cron request all
 * private keys that visitors do not see. A key that is registered for the REST API is visible.
 */
final class Ignored_Meta {
	/**
	 * Internal keys of WordPress, and caches that it fills when a page is viewed. An asterisk at the end matches any
	 * ending.
	 */
	private const INTERNAL = array(
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
	 * What plugins keep for themselves.
	 */
	private const BOOKKEEPING = array(
		// Scores of Yoast SEO, which only its editor shows.
		'_yoast_wpseo_linkdex',
		'_yoast_wpseo_content_score',
		'_yoast_wpseo_inclusive_language_score',
		// Scores and indexes of Rank Math SEO and SEOPress.
		'rank_math_seo_score',
		'rank_math_contentai_score',
		'rank_math_internal_links_processed',
		'rank_math_analytic_object_id',
		'_seopress_analysis_data*',
		'_seopress_content_analysis_api*',
		// Sales of Easy Digital Downloads.
		'_edd_download_earnings',
		'_edd_download_sales',
		'_edd_download_gross_earnings',
		'_edd_download_gross_sales',
		// PublishPress Future notices with it that its other fields changed.
		'pp_future_metadata_hash',
		'_pp_future_metadata_hash',
		// Duplicate Post connects a post with its copies.
		'_dp_*',
		// Elementor writes it when it first shows a page after an update.
		'_elementor_migrations_state*',
		// Its caches of each page, all of which it deletes when a global style changes.
		'_elementor_css',
		'_elementor_page_assets',
		'_elementor_element_cache',
		'_elementor_global_class_usage_indexed*',
	);

	/**
	 * What real-time collaboration keeps on a post that is only opened. It is registered for the REST API, through which
	 * editors exchange it.
	 */
	private const COLLABORATION = array( '_crdt_document', 'vip_rtc_*', '_vip_rtc_*' );

	/**
	 * What bbPress counts and remembers of a forum and a topic with each reply of a visitor. They are for refreshes only.
	 */
	private const OF_VISITORS = array( '_bbp_last_*', '_bbp_reply_count*', '_bbp_topic_count*', '_bbp_total_*', '_bbp_voice_count' );

	/**
	 * Counts unless it has the value that WordPress adds at the first save.
	 */
	public const TEMPLATE = '_wp_page_template';

	/**
	 * Matches all private keys: plugins store caches and statistics in them and update them by cron.
	 */
	private const PRIVATE_KEYS = '_*';

	/**
	 * Private keys that visitors see: the featured image, files, and WooCommerce sales that start or end.
	 */
	private const VISIBLE_PRIVATE_KEYS = array(
		'_thumbnail_id',
		'_wp_attached_file',
		'_wp_attachment_image_alt',
		'_wp_attachment_metadata',
		'_price',
		'_regular_price',
		'_sale_price',
		'_stock',
		'_stock_status',
	);

	/**
	 * The filtered list, once all plugins are loaded.
	 *
	 * @var list<string>|null
	 */
	private ?array $keys = null;

	public function __construct( private readonly Policy $policy ) {}

	/**
	 * Returns the keys that are ignored by default and can be counted again.
	 *
	 * @return list<string>
	 */
	public static function defaults(): array {
		return array( ...self::BOOKKEEPING, ...self::COLLABORATION, ...self::OF_VISITORS, self::TEMPLATE );
	}

	public function has( mixed $key ): bool {
		return Meta_Weight::Ignored === $this->weight( $key );
	}

	public function weight( mixed $key ): Meta_Weight {
		if ( ! is_string( $key ) ) {
			return Meta_Weight::Counted;
		}
		if ( null !== self::match( $key, $this->policy->ignored_meta() ) ) {
			return $this->refused( $key );
		}
		if ( null !== self::match( $key, self::OF_VISITORS ) && ! $this->is_counted( $key ) ) {
			return Meta_Weight::For_Refresh_Only;
		}
		$pattern = $this->is_counted( $key ) ? null : self::match( $key, $this->keys() );
		return match ( true ) {
			null === $pattern                                                                                => Meta_Weight::Counted,
			in_array( $pattern, array( ...self::INTERNAL, ...self::BOOKKEEPING, self::PRIVATE_KEYS ), true ) => self::is_shown( $key )
				? Meta_Weight::Counted
				: Meta_Weight::Ignored,
			default => $this->refused( $key ),
		};
	}

	/**
	 * Tells whether a key is ignored only because cron wrote it.
	 */
	public function is_ignored_by_cron( string $key ): bool {
		return wp_doing_cron()
			&& $this->has( $key )
			&& self::PRIVATE_KEYS === self::match( $key, $this->keys() )
			&& null === self::match( $key, $this->policy->ignored_meta() );
	}

	/**
	 * Tells whether a user chose that a key counts.
	 */
	public function is_counted( string $key ): bool {
		return null !== self::match( $key, $this->policy->counted_meta() );
	}

	/**
	 * Tells whether visitors see a key although it is private.
	 */
	public static function is_visible_private( string $key ): bool {
		return in_array( $key, self::VISIBLE_PRIVATE_KEYS, true );
	}

	private function refused( string $key ): Meta_Weight {
		return self::is_shown( $key ) ? Meta_Weight::For_Refresh_Only : Meta_Weight::Ignored;
	}

	/**
	 * Tells whether a key is registered for the REST API, for any type of object.
	 */
	private static function is_shown( string $key ): bool {
		global $wp_meta_keys;
		/** @var array<string, array<string, array<string, array<string, mixed>>>> $types WordPress keeps them by type and subtype. */
		$types = is_array( $wp_meta_keys ) ? $wp_meta_keys : array();
		$found = array_map( static fn( array $subtypes ): array => array_column( $subtypes, $key ), array_values( $types ) );
		foreach ( array_merge( ...$found ) as $registered ) {
			if ( false !== ( $registered['show_in_rest'] ?? false ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns the first pattern that matches a key, null for none.
	 *
	 * @param list<string> $patterns
	 */
	private static function match( string $key, array $patterns ): ?string {
		foreach ( $patterns as $pattern ) {
			if ( self::PRIVATE_KEYS === $pattern && self::is_visible_private( $key ) ) {
				continue;
			}
			if ( str_ends_with( $pattern, '*' ) ? str_starts_with( $key, substr( $pattern, 0, -1 ) ) : $key === $pattern ) {
				return $pattern;
			}
		}
		return null;
	}

	/**
	 * @return list<string>
	 */
	private function keys(): array {
		if ( null !== $this->keys ) {
			return $this->keys;
		}
		$default_keys = array(
			...self::INTERNAL,
			...self::BOOKKEEPING,
			...self::COLLABORATION,
			...( wp_doing_cron() ? array( self::PRIVATE_KEYS ) : array() ),
		);
		/**
		 * Filters the meta keys of posts and terms whose changes are ignored.
		 *
		 * @param list<string> $keys Keys; an asterisk at the end matches any characters, for example `_views_*`. In a cron
		 *                           request the list contains `_*`: all private keys except those of the featured image,
		 *                           of files, and of WooCommerce's prices and stock.
		 */
		$apply_filter = static fn(): mixed => apply_filters( 'headless_deploy_ignored_meta_keys', $default_keys );
		$filtered     = Third_Party_Filter::apply( 'headless_deploy_ignored_meta_keys', $apply_filter, $default_keys );
		$keys         = is_array( $filtered )
			? array_values( array_filter( $filtered, static fn( mixed $key ): bool => is_string( $key ) && '' !== trim( $key, '*' ) ) )
			: $default_keys;
		if ( did_action( 'init' ) > 0 ) {
			$this->keys = $keys;
		}
		return $keys;
	}
}
