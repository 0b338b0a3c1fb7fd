<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\General;

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

	public function test_until_somebody_chooses_the_usual_things_count(): void {
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

	public function test_what_is_chosen_counts_and_nothing_else(): void {
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
		$this->assertSame( array( 'Page “Hello” published', 'Option “my_banner” changed' ), $this->noted() );
	}

	public function test_meta_keys_that_an_administrator_ignores_ask_for_nothing(): void {
		$answer = $this->rest( 'PUT', self::ROUTE, array( 'ignoredMeta' => array( 'stats', ' views_* ' ) ) );
		$this->assertSame( array( 200, array( 'stats', 'views_*' ) ), array( $answer->get_status(), $answer->get_data()['ignoredMeta'] ) );
		$id = $this->post();
		$this->forget();
		update_post_meta( $id, 'stats', '1' );
		update_post_meta( $id, 'views_today', '1' );
		$this->assertSame( array(), $this->noted() );
		update_post_meta( $id, 'statistics', '1' );
		$this->assertSame( array( 'Post “Hello” updated' ), $this->noted() );
	}

	public function test_another_list_of_ignored_keys_is_another_version_of_the_settings(): void {
		$seen = $this->general()['etag'];
		$this->rest( 'PUT', self::ROUTE, array( 'ignoredMeta' => array( 'stats' ) ) );
		$this->assertNotSame( $seen, $this->general()['etag'] );
		$this->assertSame( 412, $this->rest( 'PUT', self::ROUTE, array( 'ignoredMeta' => array() ), array( 'If-Match' => $seen ) )->get_status() );
	}

	public function test_what_would_ignore_all_meta_is_refused(): void {
		foreach ( array( '*', '**', 'a b' ) as $key ) {
			$answer = $this->rest( 'PUT', self::ROUTE, array( 'ignoredMeta' => array( $key ) ) );
			$this->assertSame( array( 400, 'headless_deploy_meta_key_invalid' ), array( $answer->get_status(), $answer->get_data()['code'] ) );
		}
		$this->assertSame( array(), $this->general()['ignoredMeta'] );
	}

	public function test_what_is_not_named_stays_and_null_puts_it_back(): void {
		$this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'page' ) ) );
		$this->rest( 'PUT', self::ROUTE, array( 'optionNames' => array() ) );
		$this->assertSame( array( array( 'page' ), array() ), array( $this->general()['postTypes'], $this->general()['optionNames'] ) );
		$this->rest( 'PUT', self::ROUTE, array( 'postTypes' => null, 'optionNames' => null ) );
		$this->assertSame( array( null, Option_Names::DEFAULTS ), array( $this->general()['postTypes'], $this->general()['optionNames'] ) );
	}

	public function test_what_somebody_else_has_changed_is_not_overwritten(): void {
		$seen = $this->general()['etag'];
		$this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'page' ) ), array( 'If-Match' => '"' . $seen . '"' ) );
		$answer = $this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'post' ) ), array( 'If-Match' => '"' . $seen . '"' ) );
		$this->assertSame( 412, $answer->get_status() );
		$this->assertSame( 'headless_deploy_changed_meanwhile', $answer->get_data()['code'] );
		$this->assertSame( array( 'page' ), $answer->get_data()['data']['general']['postTypes'] );
		$fresh = $answer->get_data()['data']['general']['etag'];
		$this->assertSame( 200, $this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'post' ) ), array( 'If-Match' => $fresh ) )->get_status() );
	}

	public function test_a_change_of_another_process_is_seen_past_the_cache(): void {
		$seen = $this->general()['etag'];
		get_option( Routing::OPTION );
		$remembered = wp_load_alloptions();
		( new Routing() )->save_general( array( 'postTypes' => array( 'page' ) ) );
		wp_cache_set( 'alloptions', $remembered, 'options' );
		$this->assertSame( 412, $this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'post' ) ), array( 'If-Match' => $seen ) )->get_status() );
	}

	public function test_environments_and_general_settings_leave_each_other_alone(): void {
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
			'a misspelt field'           => array( array( 'posttypes' => array( 'page' ) ), 'headless_deploy_field_unknown' ),
			'an unknown post type'       => array( array( 'postTypes' => array( 'page', 'nonsense' ) ), 'headless_deploy_post_type_unknown' ),
			'a post type of core\'s own' => array( array( 'postTypes' => array( 'wp_template' ) ), 'headless_deploy_post_type_unknown' ),
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
			'too many names'             => array( array( 'optionNames' => array_map( strval( ... ), range( 1, 51 ) ) ), 'rest_invalid_param' ),
		);
	}

	#[DataProvider( 'refusals' )]
	public function test_what_cannot_count_is_refused_and_nothing_is_stored( array $body, string $code ): void {
		$before = get_option( Routing::OPTION );
		$answer = $this->rest( 'PUT', self::ROUTE, $body );
		$this->assertSame( array( 400, $code ), array( $answer->get_status(), $answer->get_data()['code'] ) );
		wp_cache_flush();
		$this->assertSame( $before, get_option( Routing::OPTION ) );
	}

	public function test_a_type_whose_plugin_is_off_may_stay_chosen(): void {
		( new Routing() )->save_general( array( 'postTypes' => array( 'book' ) ) );
		$this->start_plugin( $this->clock, $this->caller );
		$this->assertSame( 200, $this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'book', 'page' ) ) )->get_status() );
	}

	public function test_a_type_that_is_only_handed_out_over_rest_can_be_chosen(): void {
		register_post_type( 'banner', array( 'public' => false, 'show_in_rest' => true, 'label' => 'Banners', 'labels' => array( 'singular_name' => 'Banner' ) ) );
		$this->assertContains( array( 'name' => 'banner', 'label' => 'Banners', 'byDefault' => false ), $this->general()['available']['postTypes'] );
		$this->post( array( 'post_type' => 'banner' ) );
		$this->assertSame( array(), $this->noted() );
		$this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'banner' ) ) );
		$this->forget();
		$this->post( array( 'post_type' => 'banner' ) );
		$noted = $this->noted();
		unregister_post_type( 'banner' );
		$this->assertSame( array( 'Banner “Hello” published' ), $noted );
	}

	public function test_it_takes_the_capability_to_manage(): void {
		foreach ( array( 'editor', 'author', 'subscriber' ) as $role ) {
			wp_set_current_user( $this->user( $role ) );
			$this->assertSame( 403, $this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'page' ) ) )->get_status(), $role );
		}
		wp_set_current_user( 0 );
		$this->assertSame( 401, $this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'page' ) ) )->get_status() );
	}

	public function test_the_answer_is_what_the_schema_says_and_nobody_keeps_it(): void {
		$answer = $this->rest( 'PUT', self::ROUTE, array( 'postTypes' => array( 'page' ) ) );
		$schema = $this->rest( 'OPTIONS', self::ROUTE )->get_data()['schema'];
		$this->assertTrue( rest_validate_value_from_schema( $answer->get_data(), $schema, 'general' ) );
		$this->assertSame( 'no-store', $answer->get_headers()['Cache-Control'] );
	}

	private function general(): array {
		return $this->rest( 'GET', '/headless-deploy/v1/settings' )->get_data()['general'];
	}
}
