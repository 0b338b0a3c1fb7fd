<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Watched;

use HeadlessDeploy\Changes\General\Option_Names;

/**
 * The options of widespread plugins that visitors see. They are watched and offered while the plugin is active.
 */
final class Known_Plugins {
	/**
	 * Folders of each plugin, with and without its paid version, and its options.
	 */
	private const PLUGINS = array(
		'Yoast SEO' => array(
			'folders' => array( 'wordpress-seo', 'wordpress-seo-premium' ),
			'options' => array( 'wpseo', 'wpseo_titles', 'wpseo_social', 'wpseo_taxonomy_meta' ),
		),
		'Rank Math SEO' => array(
			'folders' => array( 'seo-by-rank-math' ),
			'options' => array( 'rank-math-options-titles', 'rank-math-options-general', 'rank_math_modules' ),
		),
		'SEOPress' => array(
			'folders' => array( 'wp-seopress' ),
			'options' => array( 'seopress_titles_option_name', 'seopress_social_option_name', 'seopress_advanced_option_name', 'seopress_toggle' ),
		),
		'The SEO Framework' => array(
			'folders' => array( 'autodescription' ),
			'options' => array( 'autodescription-site-settings' ),
		),
		'All in One SEO' => array(
			'folders' => array( 'all-in-one-seo-pack', 'all-in-one-seo-pack-pro' ),
			'options' => array( 'aioseo_options', 'aioseo_options_dynamic', 'aioseo_options_localized', 'aioseo_options_dynamic_localized' ),
		),
		self::WOOCOMMERCE => array(
			'folders' => array( 'woocommerce' ),
			'options' => array(
				'woocommerce_currency',
				'woocommerce_currency_pos',
				'woocommerce_price_thousand_sep',
				'woocommerce_price_decimal_sep',
				'woocommerce_price_num_decimals',
				'woocommerce_price_display_suffix',
				'woocommerce_tax_display_shop',
				'woocommerce_prices_include_tax',
				'woocommerce_calc_taxes',
				'woocommerce_stock_format',
				'woocommerce_manage_stock',
				'woocommerce_notify_low_stock_amount',
				'woocommerce_hide_out_of_stock_items',
				'woocommerce_default_catalog_orderby',
				'woocommerce_shop_page_id',
				'woocommerce_placeholder_image',
				'woocommerce_single_image_width',
				'woocommerce_thumbnail_image_width',
				'woocommerce_thumbnail_cropping',
				'woocommerce_thumbnail_cropping_custom_width',
				'woocommerce_thumbnail_cropping_custom_height',
				'default_product_cat',
				'woocommerce_permalinks',
				'woocommerce_weight_unit',
				'woocommerce_dimension_unit',
				'woocommerce_enable_reviews',
				'woocommerce_enable_review_rating',
			),
		),
		self::ELEMENTOR => array(
			'folders' => array( 'elementor' ),
			'options' => array(
				self::ELEMENTOR_KIT,
				'elementor_disable_color_schemes',
				'elementor_disable_typography_schemes',
				'elementor_google_font',
				'elementor_font_display',
				'elementor_css_print_method',
				'elementor_disabled_elements',
			),
		),
		'Polylang' => array(
			'folders' => array( 'polylang', 'polylang-pro' ),
			'options' => array( 'polylang' ),
		),
		'WPML' => array(
			'folders' => array( 'sitepress-multilingual-cms' ),
			'options' => array( 'icl_sitepress_settings' ),
		),
		'Easy Digital Downloads' => array(
			'folders' => array( 'easy-digital-downloads', 'easy-digital-downloads-pro' ),
			'options' => array( 'edd_settings' ),
		),
		'PublishPress Future' => array(
			'folders' => array( 'post-expirator', 'publishpress-future-pro' ),
			'options' => array(
				'expirationdateDisplayFooter',
				'expirationdateFooterContents',
				'expirationdateFooterStyle',
				'expirationdateDefaultDateFormat',
				'expirationdateDefaultTimeFormat',
			),
		),
		// Of plugins for sorting: which types and taxonomies have an order of their own.
		'Simple Custom Post Order' => array(
			'folders' => array( 'simple-custom-post-order' ),
			'options' => array( 'scporder_options' ),
		),
		'Post Types Order' => array(
			'folders' => array( 'post-types-order' ),
			'options' => array( 'cpto_options' ),
		),
		'Intuitive Custom Post Order' => array(
			'folders' => array( 'intuitive-custom-post-order' ),
			'options' => array( 'hicpo_options' ),
		),
		'Category Order' => array(
			'folders' => array( 'taxonomy-terms-order' ),
			'options' => array( 'tto_options' ),
		),
	);

	/**
	 * Options that these plugins read while a response is made and that change nothing of it.
	 */
	private const WITHOUT_EFFECT = array(
		'wpseo_tracking_only',
		'wpseo_llmstxt',
		'woocommerce_hooked_blocks_version',
		'woocommerce_analytics_enabled',
		'woocommerce_show_marketplace_suggestions',
		'woocommerce_feature_*',
		// Caches of the products that a response shows; their names end with the id of the product.
		'_transient_product-transient-version',
		'_transient_wc_product_children_*',
		'_transient_timeout_wc_product_children_*',
		'_transient_wc_var_prices_*',
		'_transient_timeout_wc_var_prices_*',
		'elementor_version',
		'_transient_elementor_remote_info_api_data_*',
		'_transient_timeout_elementor_remote_info_api_data_*',
		'elementor_element_cache_ttl',
		'elementor_unfiltered_files_upload',
		'expirationdateDefaultDateCustom',
		'edd_tokenizer_signing_key',
	);

	/**
	 * Option with the post whose meta are the global styles of Elementor.
	 */
	public const ELEMENTOR_KIT = 'elementor_active_kit';

	private const WOOCOMMERCE = 'WooCommerce';
	private const ELEMENTOR   = 'Elementor';

	/**
	 * Returns the options of the active plugins. It reads only autoloaded options.
	 *
	 * @return list<string>
	 */
	public static function options(): array {
		$network = is_multisite() ? get_site_option( 'active_sitewide_plugins' ) : array();
		$files   = array(
			...array_filter( (array) get_option( 'active_plugins' ), is_string( ... ) ),
			...array_keys( is_array( $network ) ? $network : array() ),
		);
		$folders = array_map( static fn( int|string $file ): string => strtok( (string) $file, '/' ) ?: '', $files );
		$options = array();
		foreach ( self::PLUGINS as $plugin ) {
			if ( array() !== array_intersect( $plugin['folders'], $folders ) ) {
				array_push( $options, ...$plugin['options'] );
			}
		}
		return $options;
	}

	public static function is_without_effect( string $option ): bool {
		return Option_Names::matches( $option, self::WITHOUT_EFFECT );
	}

	/**
	 * Returns the label of an option, also while its plugin is inactive; empty for an unknown option.
	 */
	public static function label( string $option ): string {
		foreach ( self::PLUGINS as $name => $plugin ) {
			if ( in_array( $option, $plugin['options'], true ) ) {
				return match ( $name ) {
					self::WOOCOMMERCE => __( 'WooCommerce: currency and catalog', 'headless-deploy' ),
					self::ELEMENTOR   => __( 'Elementor: global styles', 'headless-deploy' ),
					/* translators: %s: name of a plugin, for example Yoast SEO. */
					default => sprintf( __( '%s: settings', 'headless-deploy' ), $name ),
				};
			}
		}
		return '';
	}
}
