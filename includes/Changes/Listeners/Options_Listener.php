<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Changes\Previous_State;
use HeadlessDeploy\Changes\Watched\Known_Plugins;
use HeadlessDeploy\Changes\Watched\Visible_Value;
use HeadlessDeploy\Changes\Watched\Watched_Options;
use HeadlessDeploy\Changes\Watched\Watched_Types;
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
		if ( self::KIT_SETTINGS === $key && is_numeric( $post_id ) && (int) $post_id === (int) get_option( Known_Plugins::ELEMENTOR_KIT ) ) {
			$this->record( Known_Plugins::ELEMENTOR_KIT );
		}
	}

	private function on_changed( mixed $name, mixed $before = null, mixed $after = null ): void {
		if ( ! is_string( $name ) || Visible_Value::is_same( $name, $before, $after ) ) {
			return;
		}
		if ( Watched_Options::STICKY === $name ) {
			$this->record_sticky( $before, $after );
		} else {
			$this->record( $name );
		}
	}

	/**
	 * Records the posts that became sticky or are no longer sticky: only their place in lists is another.
	 */
	private function record_sticky( mixed $before, mixed $after ): void {
		$before = is_array( $before ) ? array_map( intval( ... ), array_filter( $before, is_numeric( ... ) ) ) : array();
		$after  = is_array( $after ) ? array_map( intval( ... ), array_filter( $after, is_numeric( ... ) ) ) : array();
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
				$this->changes->record( self::SOURCE, Change::UPDATED, Change::POST, $id, $post->post_type, '', Previous_State::KEPT + array( 'sticky' => 1 ), ! $this->policy->counts_option( Watched_Options::STICKY ) );
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
