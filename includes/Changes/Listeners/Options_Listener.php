<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Changes\Previous_State;
use HeadlessDeploy\Changes\Watched\Known_Plugins;
use HeadlessDeploy\Changes\Watched\Watched_Options;
use HeadlessDeploy\Changes\Watched\Watched_Types;
use HeadlessDeploy\Untyped;
use WP_Post;

/**
 * Records changes of the chosen options, for example the site title. Other options are ignored: WordPress and plugins
 * write them constantly.
 */
final class Options_Listener implements Listener {
	public const SOURCE = 'options';

	/**
	 * Actions of WooCommerce after a change of what it keeps in tables of its own, with the option that turns it on or has its
	 * address: tax rates, which prices contain, and the names of attributes.
	 */
	private const TABLES = array(
		'woocommerce_tax_rate_added'    => 'woocommerce_calc_taxes',
		'woocommerce_tax_rate_updated'  => 'woocommerce_calc_taxes',
		'woocommerce_tax_rate_deleted'  => 'woocommerce_calc_taxes',
		'woocommerce_attribute_updated' => 'woocommerce_permalinks',
		'woocommerce_attribute_deleted' => 'woocommerce_permalinks',
	);

	private const KIT_SETTINGS = '_elementor_page_settings';

	/**
	 * Keys that matter of options that contain much else, for example bookkeeping: languages, their addresses and menus, what
	 * Yoast SEO writes into the head of pages, and the prices of Easy Digital Downloads.
	 */
	private const VISIBLE_KEYS = array(
		'wpseo' => array(
			'enable_headless_rest_endpoints',
			'enable_schema',
			'enable_enhanced_slack_sharing',
			'environment_type',
			'baiduverify',
			'googleverify',
			'msverify',
			'yandexverify',
			'ahrefsverify',
		),
		'polylang' => array(
			'default_lang',
			'force_lang',
			'domains',
			'hide_default',
			'rewrite',
			'redirect_lang',
			'post_types',
			'taxonomies',
			'nav_menus',
		),
		'icl_sitepress_settings' => array(
			'default_language',
			'active_languages',
			'language_negotiation_type',
			'language_domains',
			'urls',
			'hidden_languages',
		),
		'edd_settings' => array(
			'currency',
			'currency_position',
			'thousands_separator',
			'decimal_separator',
			'enable_taxes',
			'prices_include_tax',
			'display_tax_rate',
		),
	);

	private const INACTIVE_SIDEBARS = array(
		'wp_inactive_widgets' => true,
		'array_version'       => true,
	);

	public function __construct(
		private readonly Policy $policy,
		private readonly Change_Recorder $changes,
	) {}

	public function hook(): void {
		add_action( 'updated_option', $this->on_changed( ... ), 10, 3 );
		add_action( 'added_option', fn( mixed $name, mixed $value = null ) => $this->on_changed( $name, null, self::given( $value ) ), 10, 2 );
		add_action( 'delete_option', $this->on_deletion( ... ), 10, 1 );
		add_action( 'deleted_option', $this->on_deleted( ... ), 10, 1 );
		foreach ( self::TABLES as $action => $name ) {
			add_action( $action, fn() => $this->record( $name ), 10, 0 );
		}
		add_action( 'updated_post_meta', $this->on_meta( ... ), 10, 3 );
		add_action( 'added_post_meta', $this->on_meta( ... ), 10, 3 );
	}

	/**
	 * Returns the first value of an option; null for an empty one. A form that is saved unchanged stores empty values.
	 */
	private static function given( mixed $value ): mixed {
		// phpcs:ignore Universal.Operators.StrictComparisons -- '', '0', 0, false, null and array() are all empty values.
		return empty( $value ) ? null : $value;
	}

	private function on_deletion( mixed $name ): void {
		if ( Watched_Options::STICKY === $name ) {
			$this->on_changed( $name, get_option( $name ), null );
		}
	}

	private function on_deleted( mixed $name ): void {
		if ( is_string( $name ) && Watched_Options::STICKY !== $name ) {
			$this->record( $name );
		}
	}

	/**
	 * Records the global styles of Elementor, which all its pages show. They are meta of the post that its option names.
	 */
	private function on_meta( mixed $meta_id, mixed $post_id = 0, mixed $key = '' ): void {
		if (
			self::KIT_SETTINGS === $key
			&& is_numeric( $post_id )
			&& (int) $post_id === Untyped::number( get_option( Known_Plugins::ELEMENTOR_KIT ) )
		) {
			$this->record( Known_Plugins::ELEMENTOR_KIT );
		}
	}

	private function on_changed( mixed $name, mixed $before = null, mixed $after = null ): void {
		if ( ! is_string( $name ) || self::is_same( $name, $before, $after ) ) {
			return;
		}
		if ( Watched_Options::STICKY === $name ) {
			$this->record_sticky( $before, $after );
		} else {
			$this->record( $name );
		}
	}

	/**
	 * Tells whether two values are the same to visitors. WordPress compares strictly, but the page "5" is the page 5.
	 */
	private static function is_same( string $name, mixed $before, mixed $after ): bool {
		$before = self::visible( $name, $before );
		$after  = self::visible( $name, $after );
		return $before === $after || ( self::is_plain( $before ) && self::is_plain( $after ) && (string) $before === (string) $after );
	}

	/**
	 * @phpstan-assert-if-true scalar|null $value
	 */
	private static function is_plain( mixed $value ): bool {
		return null === $value || is_scalar( $value );
	}

	/**
	 * Returns the part that visitors see; null for a value without any. A form that is saved unchanged stores empty values.
	 */
	private static function visible( string $name, mixed $value ): mixed {
		if ( is_array( $value ) ) {
			$value = match ( true ) {
				isset( self::VISIBLE_KEYS[ $name ] ) => array_intersect_key( $value, array_flip( self::VISIBLE_KEYS[ $name ] ) ),
				'sidebars_widgets' === $name         => array_filter( array_diff_key( $value, self::INACTIVE_SIDEBARS ) ),
				str_starts_with( $name, 'widget_' )  => array_diff_key( $value, array( '_multiwidget' => true ) ),
				default                              => $value,
			};
		}
		return array() === $value || false === $value ? null : $value;
	}

	/**
	 * Records the posts that became sticky or are no longer sticky: only their place in lists is another.
	 */
	private function record_sticky( mixed $before, mixed $after ): void {
		$before = is_array( $before ) ? Untyped::numbers( $before ) : array();
		$after  = is_array( $after ) ? Untyped::numbers( $after ) : array();
		$ids    = array_values( array_filter( array_unique( array( ...array_diff( $before, $after ), ...array_diff( $after, $before ) ) ) ) );
		if ( array() === $ids || ! $this->is_recorded( Watched_Options::STICKY ) ) {
			return;
		}
		if ( ! Marked_Objects::load_posts( $ids ) ) {
			$this->record( Watched_Options::STICKY );
			return;
		}
		foreach ( $ids as $id ) {
			$post = false === wp_cache_get( $id, 'posts' ) ? null : get_post( $id );
			if ( $post instanceof WP_Post && Post_Evaluation::is_visible( $post ) && Watched_Types::has( $post->post_type ) ) {
				$this->changes->record(
					self::SOURCE,
					Change::UPDATED,
					Change::POST,
					$id,
					$post->post_type,
					'',
					Previous_State::KEPT + array( 'sticky' => true ),
					! $this->policy->counts_option( Watched_Options::STICKY ),
				);
			}
		}
	}

	private function record( string $name ): void {
		if ( $this->is_recorded( $name ) ) {
			$this->changes->record( self::SOURCE, Change::CHANGED, Change::OPTION, 0, '', $name, array(), ! $this->policy->counts_option( $name ) );
		}
	}

	private function is_recorded( string $name ): bool {
		return $this->policy->watches_option( $name ) && ! Request_Type::is_anonymous_read() && $this->changes->is_source_used( self::SOURCE );
	}
}
