<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Admin;

use HeadlessDeploy\Admin\Assets;
use HeadlessDeploy\Admin\Boot_Data;
use HeadlessDeploy\Admin\Compiled_Scripts;
use HeadlessDeploy\Admin\Current_Status;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Services;
use HeadlessDeploy\System_Clock;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;

final class AssetsTest extends Admin_Test_Case {
	private const PAGE = 'toplevel_page_headless-deploy';

	public function test_enqueues_the_panel_with_its_style_and_data(): void {
		$this->connect();
		$this->enqueue( 'administrator', self::PAGE );
		$this->assertSame( array( 'headless-deploy-overview', 'headless-deploy-admin-bar' ), $this->enqueued() );
		$script = wp_scripts()->registered['headless-deploy-overview'];
		$this->assertSame( array( 'v-overview', 'headless-deploy-shared', 'wp-api-fetch', 'wp-element', 'wp-i18n' ), array( $script->ver, ...$script->deps ), 'The last one brings the translations.' );
		$this->assertSame( 'headless-deploy', wp_scripts()->registered['headless-deploy-shared']->textdomain );
		$this->assertSame( array( 'headless-deploy-shared' ), wp_styles()->registered['headless-deploy-overview']->deps );
		foreach ( array( 'shared', 'overview' ) as $entry ) {
			$this->assertSame( 'replace', wp_styles()->get_data( "headless-deploy-$entry", 'rtl' ) );
		}
		$boot = $this->boot();
		$this->assertSame( array( 'tab', 'urls', 'can', 'preload', 'now', 'postTypes', 'refreshOnlyTypes', 'timeZone', 'dates', 'actions', 'noRun' ), array_keys( $boot ) );
		$this->assertSame( array( 'view' => true, 'manage' => true, 'actions' => array( 'rebuild', 'cleanRebuild', 'purgeCache' ) ), $boot['can'] );
		$this->assertSame( 'production', $boot['preload']['status']['environments'][0]['id'] );
		$this->assertNull( $boot['preload']['settings'], 'This tab shows none.' );
		$this->assertContains( 'page', $boot['postTypes'] );
		$this->assertNotContains( 'revision', $boot['postTypes'] );
	}

	#[TestWith( array( false, array(), array() ) )]
	#[TestWith( array( true, array( 'post' ), array( 'post' ) ) )]
	public function test_names_the_types_that_start_nothing_but_refreshes( bool $has_refresh_url, array $recorded, array $refresh_only ): void {
		$this->connect();
		( new Routing() )->save_general( array( 'postTypes' => array( 'page' ) ) );
		if ( $has_refresh_url ) {
			$this->add_refresh_url();
		}
		$this->enqueue( 'administrator', self::PAGE );
		$boot = $this->boot();
		$this->assertSame( array( ...$recorded, 'page' ), array_values( array_intersect( array( 'post', 'page', 'attachment', 'wp_template' ), $boot['postTypes'] ) ) );
		$this->assertSame( $refresh_only, $boot['refreshOnlyTypes'] );
	}

	#[DataProvider( 'tabs' )]
	public function test_enqueues_the_script_of_each_tab_and_prints_settings_for_managers( string $role, string $tab, string $script, bool $settings ): void {
		$this->connect();
		$_GET['tab'] = $tab;
		$this->enqueue( $role, self::PAGE );
		unset( $_GET['tab'] );
		$this->assertSame( array( "headless-deploy-$script", 'headless-deploy-admin-bar' ), $this->enqueued() );
		$this->assertSame( $settings, null !== $this->boot()['preload']['settings'] );
	}

	public static function tabs(): iterable {
		yield 'Overview' => array( 'administrator', 'overview', 'overview', false );
		yield 'Activity' => array( 'administrator', 'activity', 'activity', false );
		yield 'Automation' => array( 'administrator', 'automation', 'automation', true );
		yield 'Connections' => array( 'administrator', 'connections', 'connections', true );
		yield 'Hosting' => array( 'administrator', 'hosting', 'hosting', false );
		yield 'Activity, an editor' => array( 'editor', 'activity', 'activity', false );
		yield 'Automation, an editor' => array( 'editor', 'automation', 'overview', false );
	}

	public function test_loads_what_the_hosting_screens_use_of_the_shared_script_before_them(): void {
		$_GET['tab'] = 'hosting';
		$this->enqueue( 'administrator', self::PAGE );
		unset( $_GET['tab'] );
		$registered = wp_scripts()->registered;
		$this->assertSame( array( 'headless-deploy-shared', 'headless-deploy-mount-screen' ), array_slice( $registered['headless-deploy-hosting']->deps, 0, 2 ) );
		$this->assertSame( 'headless-deploy-shared', $registered['headless-deploy-mount-screen']->deps[0] );
	}

	public function test_prints_no_settings_for_an_editor(): void {
		$this->connect();
		$this->enqueue( 'editor', self::PAGE );
		$boot = $this->boot();
		$this->assertNull( $boot['preload']['settings'] );
		$this->assertSame( array( 'view' => true, 'manage' => false, 'actions' => array( 'rebuild', 'purgeCache' ) ), $boot['can'] );
		$this->assertStringNotContainsString( 'hosting.example', (string) wp_json_encode( $boot ) );
	}

	public function test_enqueues_the_light_script_on_other_pages_when_an_environment_exists(): void {
		$this->enqueue( 'author', 'index.php' );
		$this->assertSame( array(), $this->enqueued() );
		$this->connect();
		$this->enqueue( 'author', 'index.php' );
		$this->assertSame( array( 'headless-deploy-site-bar' ), $this->enqueued() );
		$boot = $this->boot( 'site-bar' );
		$this->assertNull( $boot['preload']['settings'] );
		$this->assertSame( 'production', $boot['preload']['status']['environments'][0]['id'] );
		$this->assertNotContains( 'headless-deploy-shared', wp_scripts()->registered['headless-deploy-site-bar']->deps );
	}

	public function test_enqueues_the_light_script_on_the_front_end_with_the_admin_bar(): void {
		$this->connect();
		$this->build( 'site-bar' );
		$assets = $this->assets();
		$assets->enqueue_front();
		$this->assertSame( array(), $this->enqueued(), 'A visitor.' );
		wp_set_current_user( $this->user( 'editor' ) );
		$GLOBALS['show_admin_bar'] = false;
		$assets->enqueue_front();
		$this->assertSame( array(), $this->enqueued() );
		$GLOBALS['show_admin_bar'] = true;
		$assets->enqueue_front();
		unset( $GLOBALS['show_admin_bar'] );
		$this->assertSame( array( 'headless-deploy-site-bar' ), $this->enqueued() );
		$this->assertNotContains( 'wp-commands', wp_scripts()->registered['headless-deploy-site-bar']->deps );
	}

	public function test_enqueues_the_command_palette_where_wordpress_has_it(): void {
		$this->connect();
		$this->enqueue( 'editor', 'index.php' );
		$this->assertSame( function_exists( 'wp_enqueue_command_palette_assets' ), in_array( 'wp-commands', wp_scripts()->registered['headless-deploy-site-bar']->deps, true ) );
	}

	#[DataProvider( 'roles_without_view' )]
	public function test_enqueues_nothing_for_users_who_may_not_view_deployments( string $role ): void {
		$this->connect();
		foreach ( array( self::PAGE, 'index.php', 'profile.php' ) as $page ) {
			$this->enqueue( $role, $page );
		}
		set_current_screen( 'post' );
		$this->assets()->enqueue_editor();
		$this->assertSame( array(), $this->enqueued() );
	}

	public static function roles_without_view(): iterable {
		yield 'contributor' => array( 'contributor' );
		yield 'subscriber' => array( 'subscriber' );
	}

	public function test_enqueues_the_editor_script_only_in_the_block_editor(): void {
		wp_set_current_user( $this->user( 'author' ) );
		$this->build( 'overview', 'activity', 'automation', 'connections', 'hosting', 'mount-screen', 'editor', 'admin-bar', 'site-bar' );
		$this->connect();
		set_current_screen( 'widgets' );
		$this->assets()->enqueue_editor();
		$this->assertSame( array(), $this->enqueued() );
		set_current_screen( 'post' );
		get_current_screen()?->is_block_editor( true );
		$this->assets()->enqueue( 'post.php' );
		$this->assertSame( array(), $this->enqueued(), 'It comes with its own part.' );
		$this->assets()->enqueue_editor();
		$this->assertSame( array( 'headless-deploy-editor', 'headless-deploy-admin-bar' ), $this->enqueued() );
	}

	public function test_enqueues_the_script_of_the_box_in_the_classic_editor(): void {
		wp_set_current_user( $this->user( 'author' ) );
		$this->build( 'site-bar', 'classic', 'admin-bar' );
		$this->connect();
		set_current_screen( 'post' );
		get_current_screen()?->is_block_editor( false );
		$this->assets()->enqueue( 'post.php' );
		$this->assertSame( array( 'headless-deploy-site-bar' ), $this->enqueued(), 'A screen without the box.' );
		$GLOBALS['wp_meta_boxes'] = array( 'post' => array( 'side' => array( 'default' => array( 'headless-deploy' => array( 'id' => 'headless-deploy' ) ) ) ) );
		$this->assets()->enqueue( 'post.php' );
		unset( $GLOBALS['wp_meta_boxes'] );
		$this->assertSame( array( 'headless-deploy-site-bar', 'headless-deploy-classic', 'headless-deploy-admin-bar' ), $this->enqueued() );
	}

	public function test_enqueues_the_editor_script_with_the_automation_in_the_site_editor(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->build( 'overview', 'activity', 'automation', 'connections', 'hosting', 'mount-screen', 'editor', 'admin-bar', 'site-bar' );
		$this->connect();
		set_current_screen( 'site-editor' );
		get_current_screen()?->is_block_editor( true );
		$this->assets()->enqueue_editor();
		$this->assertContains( 'headless-deploy-editor', $this->enqueued() );
		$boot = $this->boot();
		$this->assertSame( 'run', $boot['preload']['status']['environments'][0]['plans'][0]['kind'] );
	}

	public function test_enqueues_nothing_without_the_built_files(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assets()->enqueue( self::PAGE );
		$this->assertSame( array(), $this->enqueued() );
	}

	public function test_printed_data_cannot_close_the_script_element(): void {
		$this->connect( '</script><script>alert(1)</script><!--' );
		$this->enqueue( 'administrator', self::PAGE );
		$before = implode( wp_scripts()->get_data( 'headless-deploy-shared', 'before' ) );
		$this->assertStringNotContainsString( '</script', $before );
		$this->assertStringNotContainsString( '<!--', $before );
	}

	private function enqueue( string $role, string $page ): void {
		wp_set_current_user( $this->user( $role ) );
		$this->build( 'overview', 'activity', 'automation', 'connections', 'hosting', 'mount-screen', 'editor', 'admin-bar', 'site-bar' );
		set_current_screen( 'dashboard' );
		$this->assets()->enqueue( $page );
	}

	private function assets(): Assets {
		$routing = new Routing();
		$routing->load();
		$status = new Current_Status( $routing, static fn() => ( new Services( new System_Clock() ) )->status() );
		return new Assets( new Compiled_Scripts( $this->plugin_file() ), new Boot_Data( new Policy( $routing ), new System_Clock(), $status ), $status );
	}

	private function enqueued(): array {
		return array_values( array_filter( wp_scripts()->queue, static fn( string $handle ): bool => str_starts_with( $handle, 'headless-deploy' ) ) );
	}

	/**
	 * Returns the data that is printed for a script.
	 *
	 * @return array<string, mixed>
	 */
	private function boot( string $entry = 'shared' ): array {
		$before = implode( array_filter( wp_scripts()->get_data( "headless-deploy-$entry", 'before' ) ) );
		$this->assertStringStartsWith( 'window.headlessDeploy = {', trim( $before ) );
		return json_decode( substr( trim( $before ), strlen( 'window.headlessDeploy = ' ), -1 ), true, 64, JSON_THROW_ON_ERROR );
	}
}
