<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Watched;

/**
 * The part of an option's value that visitors see. Plugins store bookkeeping in the same option.
 */
final class Visible_Value {
	/**
	 * Keys that matter of options that contain much else: languages, their addresses and menus, what Yoast SEO writes into the
	 * head of pages, and the prices of Easy Digital Downloads.
	 */
	private const KEYS = array(
		'wpseo'                  => array( 'enable_headless_rest_endpoints', 'enable_schema', 'enable_enhanced_slack_sharing', 'environment_type', 'baiduverify', 'googleverify', 'msverify', 'yandexverify', 'ahrefsverify' ),
		'polylang'               => array( 'default_lang', 'force_lang', 'domains', 'hide_default', 'rewrite', 'redirect_lang', 'post_types', 'taxonomies', 'nav_menus' ),
		'icl_sitepress_settings' => array( 'default_language', 'active_languages', 'language_negotiation_type', 'language_domains', 'urls', 'hidden_languages' ),
		'edd_settings'           => array( 'currency', 'currency_position', 'thousands_separator', 'decimal_separator', 'enable_taxes', 'prices_include_tax', 'display_tax_rate' ),
	);

	private const INACTIVE_SIDEBARS = array(
		'wp_inactive_widgets' => true,
		'array_version'       => true,
	);

	/**
	 * Tells whether two values are the same to visitors. WordPress compares strictly, but the page "5" is the page 5.
	 */
	public static function is_same( string $name, mixed $before, mixed $after ): bool {
		$before = self::of( $name, $before );
		$after  = self::of( $name, $after );
		return $before === $after || ( self::is_plain( $before ) && self::is_plain( $after ) && (string) $before === (string) $after );
	}

	/**
	 * @phpstan-assert-if-true scalar|null $value
	 */
	private static function is_plain( mixed $value ): bool {
		return null === $value || is_scalar( $value );
	}

	/**
	 * Returns the visible part; null for a value without any. A form that is saved unchanged stores empty values.
	 */
	private static function of( string $name, mixed $value ): mixed {
		if ( is_array( $value ) ) {
			$value = match ( true ) {
				isset( self::KEYS[ $name ] )        => array_intersect_key( $value, array_flip( self::KEYS[ $name ] ) ),
				'sidebars_widgets' === $name        => array_filter( array_diff_key( $value, self::INACTIVE_SIDEBARS ) ),
				str_starts_with( $name, 'widget_' ) => array_diff_key( $value, array( '_multiwidget' => true ) ),
				default                             => $value,
			};
		}
		return array() === $value || false === $value ? null : $value;
	}
}
