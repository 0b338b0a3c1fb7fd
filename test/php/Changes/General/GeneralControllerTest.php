<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\General;

use HeadlessDeploy\Changes\General\General_Settings;
use HeadlessDeploy\Changes\General\Option_Names;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class GeneralControllerTest extends Changes_Test_Case {
	private const ROUTE = '/headless-deploy/v1/settings/general';

	protected function setUp(): void {
		parent::setUp();
		$this->watch( 'content', 'options' );
	}

	public function test_the_default_sources_count_without_a_choice(): void {
		$general = $this->general();
		$this->assertNull( $general['postTypes'] );
		$this->assertSame( Option_Names::DEFAULTS, $general['optionNames'] );
		$this->assertContains( array( 'name' => 'page', 'label' => 'Pages', 'byDefault' => true ), $general['available']['postTypes'] );
		$this->assertContains( array( 'name' => 'blogname', 'label' => 'Site title' ), $general['available']['optionNames'] );
		foreach ( $general['available']['optionNames'] as $option ) {
			$this->assertNotSame( '', $option['label'], $option['name'] );
		}
		$this->assertNotContains( 'attachment', array_column( $general['available']['postTypes'], 'name' ) );
		$this->assertNotContains( 'wp_template', array_column( $general['available']['postTypes'], 'name' ) );
	}

	public function test_offers_taxonomies_that_are_only_in_rest_and_counts_those_that_are_chosen(): void {
		register_taxonomy( 'mood', 'post', array( 'public' => false, 'show_in_rest' => true, 'labels' => array( 'name' => 'Moods', 'singular_name' => 'Mood' ) ) );
		$mood     = (array) wp_insert_term( 'Glad', 'mood' );
		$category = (int) get_option( 'default_category' );
		$this->watch( 'terms' );
		$general = $this->general();
		$this->assertNull( $general['taxonomies'] );
		$this->assertSame( array( 'category' => true, 'post_tag' => true, 'mood' => false ), array_column( $general['available']['taxonomies'], 'byDefault', 'name' ) );
		$edit = static function ( string $name ) use ( $mood, $category ): void {
			wp_update_term( $mood['term_id'], 'mood', array( 'name' => $name ) );
			wp_update_term( $category, 'category', array( 'name' => $name ) );
		};
		$edit( 'One' );
		$this->assertSame( array( 'Category “One” changed' ), $this->recorded() );
		$this->assertSame( array( 'mood' ), $this->rest( 'PUT', self::ROUTE, array( 'taxonomies' => array( 'mood' ) ) )->get_data()['taxonomies'] );
		$this->forget();
		$edit( 'Two' );
		$this->assertSame( array( 'Mood changed' ), $this->recorded(), 'The name of a term is shown of viewable taxonomies.' );
		unregister_taxonomy( 'mood' );
		$this->assertSame( 200, $this->rest( 'PUT', self::ROUTE, array( 'taxonomies' => array( 'mood', 'category' ) ) )->get_status(), 'Its plugin is inactive.' );
		$this->assertNull( $this->rest( 'PUT', self::ROUTE, array( 'taxonomies' => null ) )->get_data()['taxonomies'] );
	}

	public function test_offers_the_settings_of_an_active_plugin_under_its_name(): void {
		update_option( 'active_plugins', array( 'woocommerce/woocommerce.php' ) );
		$general = $this->general();
		$this->assertContains( 'woocommerce_currency', $general['optionNames'] );
		$this->assertContains( array( 'name' => 'woocommerce_currency', 'label' => 'WooCommerce: currency and catalog' ), $general['available']['optionNames'] );
		$this->assertSame( 200, $this->rest( 'PUT', self::ROUTE, array( 'optionNames' => $general['optionNames'] ) )->get_status() );
	}

	public function test_only_chosen_sources_count(): void {
		$answer = $this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'page' ), 'optionNames' => array( ' my_banner ', 'my_banner' ) ) );
		$this->assertSame( 200, $answer->get_status() );
		$this->assertSame( array( 'page' ), $answer->get_data()['postTypes'] );
		$this->assertSame( array( 'my_banner' ), $answer->get_data()['optionNames'] );
		$this->assertSame( $answer->get_data(), $this->general() );
		$this->forget();
		$this->post();
		update_option( 'blogname', 'Other' );
		$this->post( array( 'post_type' => 'page' ) );
		update_option( 'my_banner', 'Sale' );
		$this->assertSame( array( 'Page “Hello” published', 'Option “my_banner” changed' ), $this->recorded() );
	}

	public function test_an_asterisk_never_matches_options_that_are_written_constantly(): void {
		$this->rest( 'PUT', self::ROUTE, array( 'optionNames' => array( 'head*', '_tran*', 'banner_*' ) ) );
		$this->forget();
		update_option( 'headless_deploy_other', 'x' );
		set_transient( 'x', 'y' );
		$this->assertSame( array(), $this->recorded() );
		update_option( 'banner_text', 'Sale' );
		$this->assertSame( array( 'Option “banner_text” changed' ), $this->recorded() );
	}

	public function test_ignored_meta_keys_are_no_changes(): void {
		$answer = $this->rest( 'PUT', self::ROUTE, array( 'ignoredMeta' => array( 'stats', ' views_* ' ) ) );
		$this->assertSame( array( 200, array( 'stats', 'views_*' ) ), array( $answer->get_status(), $answer->get_data()['ignoredMeta'] ) );
		$id = $this->post();
		$this->forget();
		update_post_meta( $id, 'stats', '1' );
		update_post_meta( $id, 'views_today', '1' );
		$this->assertSame( array(), $this->recorded() );
		update_post_meta( $id, 'statistics', '1' );
		$this->assertSame( array( 'Post “Hello” updated' ), $this->recorded() );
	}

	public function test_a_new_list_of_ignored_keys_changes_the_version_of_the_settings(): void {
		$seen = $this->general()['etag'];
		$this->rest( 'PUT', self::ROUTE, array( 'ignoredMeta' => array( 'stats' ) ) );
		$this->assertNotSame( $seen, $this->general()['etag'] );
		$this->assertSame( 412, $this->rest( 'PUT', self::ROUTE, array( 'ignoredMeta' => array() ), array( 'If-Match' => $seen ) )->get_status() );
	}

	public function test_refuses_to_ignore_all_meta(): void {
		foreach ( array( '*', '**', 'a b' ) as $key ) {
			$answer = $this->rest( 'PUT', self::ROUTE, array( 'ignoredMeta' => array( $key ) ) );
			$this->assertSame( array( 400, 'headless_deploy_meta_key_invalid' ), array( $answer->get_status(), $answer->get_data()['code'] ) );
		}
		$this->assertSame( array(), $this->general()['ignoredMeta'] );
	}

	public function test_keeps_fields_that_are_not_given_and_resets_them_with_null(): void {
		$this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'page' ) ) );
		$this->rest( 'PUT', self::ROUTE, array( 'optionNames' => array() ) );
		$this->assertSame( array( array( 'page' ), array() ), array( $this->general()['postTypes'], $this->general()['optionNames'] ) );
		$this->rest( 'PUT', self::ROUTE, array( 'postTypes' => null, 'optionNames' => null ) );
		$this->assertSame( array( null, Option_Names::DEFAULTS ), array( $this->general()['postTypes'], $this->general()['optionNames'] ) );
	}

	public function test_does_not_overwrite_the_changes_of_another_user(): void {
		$seen = $this->general()['etag'];
		$this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'page' ) ), array( 'If-Match' => '"' . $seen . '"' ) );
		$answer = $this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'post' ) ), array( 'If-Match' => '"' . $seen . '"' ) );
		$this->assertSame( 412, $answer->get_status() );
		$this->assertSame( 'headless_deploy_edit_conflict', $answer->get_data()['code'] );
		$this->assertSame( array( 'page' ), $answer->get_data()['data']['general']['postTypes'] );
		$fresh = $answer->get_data()['data']['general']['etag'];
		$this->assertSame( 200, $this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'post' ) ), array( 'If-Match' => $fresh ) )->get_status() );
	}

	public function test_sees_a_change_of_another_process_despite_the_cache(): void {
		$seen = $this->general()['etag'];
		get_option( Routing::OPTION );
		$remembered = wp_load_alloptions();
		( new Routing() )->save_general( array( 'postTypes' => array( 'page' ) ) );
		wp_cache_set( 'alloptions', $remembered, 'options' );
		$this->assertSame( 412, $this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'post' ) ), array( 'If-Match' => $seen ) )->get_status() );
	}

	public function test_environments_and_general_settings_do_not_overwrite_each_other(): void {
		$this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'page' ) ) );
		$this->rest( 'PUT', '/headless-deploy/v1/settings/environments/production', array( 'automation' => array( 'quietPeriodSeconds' => 3 ) ) );
		$this->assertSame( array( 'page' ), $this->general()['postTypes'] );
		$routing = get_option( Routing::OPTION );
		$this->assertIsArray( $routing );
		$this->assertSame( 3, $routing['environments']['production']['quietPeriodSeconds'] );
	}

	public static function refusals(): array {
		return array(
			'nothing'                    => array( array(), 'headless_deploy_general_missing' ),
			'a misspelled field'         => array( array( 'posttypes' => array( 'page' ) ), 'headless_deploy_field_unknown' ),
			'an unknown post type'       => array( array( 'postTypes' => array( 'page', 'nonsense' ) ), 'headless_deploy_post_type_unknown' ),
			'a post type of core\'s own' => array( array( 'postTypes' => array( 'wp_template' ) ), 'headless_deploy_post_type_unknown' ),
			'an unknown taxonomy'        => array( array( 'taxonomies' => array( 'category', 'nonsense' ) ), 'headless_deploy_taxonomy_unknown' ),
			'files'                      => array( array( 'postTypes' => array( 'attachment' ) ), 'headless_deploy_post_type_unknown' ),
			'a text for a list'          => array( array( 'postTypes' => array( 'a' => array() ) ), 'rest_invalid_param' ),
			'a number in a list'         => array( array( 'optionNames' => array( 7 ) ), 'rest_invalid_param' ),
			'our own option'             => array( array( 'optionNames' => array( 'headless_deploy_routing' ) ), 'headless_deploy_option_refused' ),
			'our own, in capitals'       => array( array( 'optionNames' => array( 'HEADLESS_deploy_key' ) ), 'headless_deploy_option_refused' ),
			'a transient'                => array( array( 'optionNames' => array( '_transient_x' ) ), 'headless_deploy_option_refused' ),
			'a transient of the network' => array( array( 'optionNames' => array( '_site_transient_x' ) ), 'headless_deploy_option_refused' ),
			'cron\'s own list'           => array( array( 'optionNames' => array( 'cron' ) ), 'headless_deploy_option_refused' ),
			'blanks alone'               => array( array( 'optionNames' => array( '   ' ) ), 'headless_deploy_option_name_invalid' ),
			'two names in one'           => array( array( 'optionNames' => array( 'one two' ) ), 'headless_deploy_option_name_invalid' ),
			'a name that is too long'    => array( array( 'optionNames' => array( str_repeat( 'x', 192 ) ) ), 'rest_invalid_param' ),
			'all options'                => array( array( 'optionNames' => array( '*' ) ), 'headless_deploy_option_name_invalid' ),
			'too many names'             => array( array( 'optionNames' => array_map( strval( ... ), range( 1, General_Settings::MAX_NAMES + 1 ) ) ), 'rest_invalid_param' ),
		);
	}

	#[DataProvider( 'refusals' )]
	public function test_refuses_invalid_sources_and_stores_nothing( array $body, string $code ): void {
		$before = get_option( Routing::OPTION );
		$answer = $this->rest( 'PUT', self::ROUTE, $body );
		$this->assertSame( array( 400, $code ), array( $answer->get_status(), $answer->get_data()['code'] ) );
		wp_cache_flush();
		$this->assertSame( $before, get_option( Routing::OPTION ) );
	}

	public function test_a_post_type_of_an_inactive_plugin_can_stay_chosen(): void {
		( new Routing() )->save_general( array( 'postTypes' => array( 'book' ) ) );
		$this->start_plugin( $this->clock, $this->caller );
		$this->assertSame( 200, $this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'book', 'page' ) ) )->get_status() );
	}

	public function test_a_post_type_that_is_only_in_rest_can_be_chosen(): void {
		register_post_type( 'banner', array( 'public' => false, 'show_in_rest' => true, 'label' => 'Banners', 'labels' => array( 'singular_name' => 'Banner' ) ) );
		$this->assertContains( array( 'name' => 'banner', 'label' => 'Banners', 'byDefault' => false ), $this->general()['available']['postTypes'] );
		$this->post( array( 'post_type' => 'banner' ) );
		$this->assertSame( array(), $this->recorded() );
		$this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'banner' ) ) );
		$this->forget();
		$this->post( array( 'post_type' => 'banner' ) );
		$recorded = $this->recorded();
		unregister_post_type( 'banner' );
		$this->assertSame( array( 'Banner “Hello” published' ), $recorded );
	}

	private function general(): array {
		return $this->rest( 'GET', '/headless-deploy/v1/settings' )->get_data()['general'];
	}
}
