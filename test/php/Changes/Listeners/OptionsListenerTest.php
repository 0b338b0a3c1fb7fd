<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use PHPUnit\Framework\Attributes\TestWith;

final class OptionsListenerTest extends Changes_Test_Case {
	public function test_records_the_site_title_with_its_label(): void {
		$this->watch( 'options' );
		update_option( 'blogname', 'Other' );
		$this->assertSame( array( 'Site title changed' ), $this->recorded() );
	}

	public function test_ignores_the_same_value_of_another_type(): void {
		update_option( 'page_on_front', '5' );
		$this->watch( 'options' );
		update_option( 'blogname', get_option( 'blogname' ) );
		update_option( 'page_on_front', 5 );
		// Whether core takes these for a change depends on what the database reports.
		do_action( 'updated_option', 'page_on_front', '5', 5 );
		do_action( 'updated_option', 'site_icon', '', false );
		do_action( 'shutdown' );
		$this->assertSame( array(), $this->rows() );
		delete_option( 'WPLANG' );
		$this->forget();
		update_option( 'WPLANG', '' );
		$this->assertSame( array(), $this->recorded(), 'A form that is saved unchanged stores empty values.' );
	}

	public function test_records_an_option_that_is_added_or_deleted(): void {
		$this->watch( 'options' );
		update_option( 'site_logo', 7 );
		$this->assertSame( array( 'Site logo changed' ), $this->recorded() );
		$this->forget();
		delete_option( 'site_logo' );
		$this->assertSame( array( 'Site logo changed' ), $this->recorded() );
	}

	public function test_records_the_posts_that_become_sticky_and_those_that_are_no_longer_sticky(): void {
		$first  = $this->post( array( 'post_title' => 'First' ) );
		$second = $this->post( array( 'post_title' => 'Second' ) );
		$draft  = $this->post( array( 'post_status' => 'draft' ) );
		stick_post( $first );
		$this->watch_with_refresh( 'options' );
		update_option( 'sticky_posts', array( $second, $draft ) );
		$this->assertSame( array( "updated $first kept=1 sticky=1", "updated $second kept=1 sticky=1" ), $this->changes_of( 'refresh' ) );
		$this->assertSame( array( "updated $first kept=1 sticky=1", "updated $second kept=1 sticky=1" ), $this->changes_of( 'build' ) );
		$this->forget();
		update_option( 'sticky_posts', array( (string) $draft, (string) $second ) );
		$this->assertSame( array(), $this->recorded() );
		delete_option( 'sticky_posts' );
		$this->assertSame( array( "updated $second kept=1 sticky=1" ), $this->changes_of( 'build' ) );
	}

	public function test_records_widgets_that_visitors_see(): void {
		$this->watch( 'options' );
		update_option( 'widget_headlines', array( '_multiwidget' => 1 ) );
		$this->assertSame( array(), $this->recorded(), 'A plugin registers a widget.' );
		update_option( 'widget_headlines', array( 2 => array( 'title' => 'News' ), '_multiwidget' => 1 ) );
		$this->assertSame( array( 'Widgets changed' ), $this->recorded() );
		$this->forget();
		$sidebars = get_option( 'sidebars_widgets' );
		update_option( 'sidebars_widgets', array( 'wp_inactive_widgets' => array( 'headlines-9' ), 'footer' => array() ) + (array) $sidebars );
		$this->assertSame( array(), $this->recorded(), 'Inactive widgets.' );
		update_option( 'sidebars_widgets', array( 'footer' => array( 'headlines-2' ), 'array_version' => 3 ) );
		$this->assertSame( array( 'Widgets changed' ), $this->recorded() );
	}

	public function test_records_the_settings_of_an_active_plugin_that_visitors_see(): void {
		$this->watch( 'options' );
		update_option( 'wpseo_titles', array( 'separator' => 'sc-dash' ) );
		$this->assertSame( array(), $this->recorded() );
		update_option( 'active_plugins', array( 'wordpress-seo/wp-seo.php', 'polylang-pro/polylang.php' ) );
		update_option( 'wpseo_titles', array( 'separator' => 'sc-pipe' ) );
		$this->assertSame( array( 'Yoast SEO: settings changed' ), $this->recorded() );
		$this->forget();
		update_option( 'polylang', array( 'force_lang' => 1, 'first_activation' => 5 ) );
		$this->assertSame( array( 'Polylang: settings changed' ), $this->recorded() );
		$this->forget();
		update_option( 'polylang', array( 'force_lang' => 1, 'first_activation' => 6 ) );
		$this->assertSame( array(), $this->recorded(), 'Bookkeeping in the same option.' );
	}

	/**
	 * Yoast SEO 28.3 keeps the codes of webmaster tools beside its bookkeeping, and the titles of terms in an option.
	 */
	public function test_records_what_yoast_writes_into_the_head_of_pages(): void {
		$this->watch( 'options' );
		update_option( 'active_plugins', array( 'wordpress-seo/wp-seo.php' ) );
		update_option( 'wpseo', array( 'version' => '28.2', 'googleverify' => '', 'indexing_reason' => '' ) );
		$this->forget();
		update_option( 'wpseo', array( 'version' => '28.3', 'googleverify' => '', 'indexing_reason' => 'first_install' ) );
		$this->assertSame( array(), $this->recorded(), 'Bookkeeping.' );
		update_option( 'wpseo', array( 'version' => '28.3', 'googleverify' => 'code', 'indexing_reason' => '' ) );
		$this->assertSame( array( 'Yoast SEO: settings changed' ), $this->recorded() );
		$this->forget();
		update_option( 'wpseo_taxonomy_meta', array( 'category' => array( 1 => array( 'wpseo_title' => 'News' ) ) ) );
		$this->assertSame( array( 'Yoast SEO: settings changed' ), $this->recorded() );
	}

	/**
	 * Elementor 4.2.3 writes them as meta of the post that the option names, and all its pages show them.
	 */
	public function test_the_global_styles_of_elementor_are_a_change_of_all_pages(): void {
		$this->watch( 'options' );
		update_option( 'active_plugins', array( 'elementor/elementor.php' ) );
		$kit   = $this->post();
		$other = $this->post();
		update_option( 'elementor_active_kit', $kit );
		$this->forget();
		update_post_meta( $other, '_elementor_page_settings', array( 'system_colors' => array( '#fff' ) ) );
		$this->assertSame( array(), $this->recorded() );
		update_post_meta( $kit, '_elementor_page_settings', array( 'system_colors' => array( '#fff' ) ) );
		$this->assertSame( array( 'Elementor: global styles changed' ), $this->recorded() );
		$this->forget();
		update_post_meta( $kit, '_elementor_page_settings', array( 'system_colors' => array( '#f00' ) ) );
		$this->assertSame( array( 'Elementor: global styles changed' ), $this->recorded() );
	}

	/**
	 * Polylang 3.8.5 keeps the menu of each language in its option.
	 */
	public function test_records_the_menus_and_translated_types_of_polylang(): void {
		$this->watch( 'options' );
		update_option( 'active_plugins', array( 'polylang/polylang.php' ) );
		update_option( 'polylang', array( 'nav_menus' => array( 'twentytwelve' => array( 'primary' => array( 'en' => 3 ) ) ) ) );
		$this->assertSame( array( 'Polylang: settings changed' ), $this->recorded() );
		$this->forget();
		update_option( 'polylang', array( 'nav_menus' => array( 'twentytwelve' => array( 'primary' => array( 'en' => 4 ) ) ) ) );
		$this->assertSame( array( 'Polylang: settings changed' ), $this->recorded() );
	}

	/**
	 * WooCommerce 10.9.1 keeps them in tables of its own.
	 */
	#[TestWith( array( 'woocommerce_tax_rate_added' ) )]
	#[TestWith( array( 'woocommerce_tax_rate_updated' ) )]
	#[TestWith( array( 'woocommerce_tax_rate_deleted' ) )]
	#[TestWith( array( 'woocommerce_attribute_updated' ) )]
	#[TestWith( array( 'woocommerce_attribute_deleted' ) )]
	public function test_tax_rates_and_attributes_are_settings_of_woocommerce( string $action ): void {
		$this->watch( 'options' );
		do_action( $action, 1 );
		$this->assertSame( array(), $this->recorded() );
		update_option( 'active_plugins', array( 'woocommerce/woocommerce.php' ) );
		$this->forget();
		do_action( $action, 1 );
		$this->assertSame( array( 'WooCommerce: currency and catalog changed' ), $this->recorded() );
	}

	#[TestWith( array( 'post-expirator', 'expirationdateDisplayFooter' ) )]
	#[TestWith( array( 'woocommerce', 'woocommerce_thumbnail_image_width' ) )]
	#[TestWith( array( 'elementor', 'elementor_google_font' ) )]
	#[TestWith( array( 'simple-custom-post-order', 'scporder_options' ) )]
	#[TestWith( array( 'post-types-order', 'cpto_options' ) )]
	#[TestWith( array( 'intuitive-custom-post-order', 'hicpo_options' ) )]
	#[TestWith( array( 'taxonomy-terms-order', 'tto_options' ) )]
	#[TestWith( array( 'wp-seopress', 'seopress_toggle' ) )]
	#[TestWith( array( 'seo-by-rank-math', 'rank_math_modules' ) )]
	#[TestWith( array( 'woocommerce', 'woocommerce_notify_low_stock_amount' ) )]
	public function test_records_settings_of_known_plugins( string $folder, string $option ): void {
		$this->watch( 'options' );
		update_option( 'active_plugins', array( "$folder/$folder.php" ) );
		$this->forget();
		update_option( $option, array( 'post' ) );
		$this->assertCount( 1, $this->recorded() );
	}

	public function test_ignores_options_that_are_not_chosen(): void {
		$this->watch( 'options' );
		update_option( 'my_counter', '7' );
		update_option( 'default_ping_status', 'closed' );
		set_transient( 'x', 'y' );
		wp_schedule_single_event( time() + 60, 'something' );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_ignores_an_option_that_changes_during_a_reading_request(): void {
		$this->watch( 'options' );
		unset( $GLOBALS['current_screen'] );
		wp_set_current_user( 0 );
		update_option( 'blogname', 'Other' );
		$this->assertSame( array(), $this->recorded() );
		add_filter( 'wp_doing_cron', '__return_true' );
		update_option( 'blogname', 'Third' );
		$this->assertSame( array( 'Site title changed' ), $this->recorded() );
	}
}
