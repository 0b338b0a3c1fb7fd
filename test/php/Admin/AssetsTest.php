<?php
/**
 * Tests of the scripts of wp-admin.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Admin;

use HeadlessDeploy\Admin\Assets;
use HeadlessDeploy\Admin\Boot_Data;
use HeadlessDeploy\Admin\Build;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Queue\Alarm;
use PHPUnit\Framework\Attributes\DataProvider;

/**
 * Proves which script comes to which page for whom, and what it is told.
 */
final class AssetsTest extends Admin_Test_Case {
	private const PAGE = 'toplevel_page_headless-deploy';

	public function test_the_panel_comes_to_its_page_with_its_style_and_data(): void {
		$this->connect();
		$this->enqueue( 'administrator', self::PAGE );
		$this->assertSame( array( 'headless-deploy-admin' ), $this->enqueued() );
		$script = wp_scripts()->registered['headless-deploy-admin'];
		$this->assertSame( array( 'v-admin', 'wp-api-fetch', 'wp-element', 'wp-i18n' ), array( $script->ver, ...$script->deps ), 'The last one brings the translations.' );
		$this->assertSame( 'replace', wp_styles()->get_data( 'headless-deploy-admin', 'rtl' ) );
		$boot = $this->boot( 'headless-deploy-admin' );
		$this->assertSame( array( 'tab', 'urls', 'can', 'preload', 'postTypes', 'timeZone' ), array_keys( $boot ) );
		$this->assertSame( array( 'view' => true, 'manage' => true, 'actions' => array( 'rebuild', 'cleanRebuild', 'purgeCache' ) ), $boot['can'] );
		$this->assertSame( 'production', $boot['preload']['status']['environments'][0]['id'] );
		$this->assertSame( 'production', $boot['preload']['settings']['environments'][0]['id'] );
		$this->assertContains( 'page', $boot['postTypes'] );
		$this->assertNotContains( 'revision', $boot['postTypes'] );
	}

	public function test_an_editor_is_told_no_settings(): void {
		$this->connect();
		$this->enqueue( 'editor', self::PAGE );
		$boot = $this->boot( 'headless-deploy-admin' );
		$this->assertNull( $boot['preload']['settings'] );
		$this->assertSame( array( 'view' => true, 'manage' => false, 'actions' => array( 'rebuild', 'purgeCache' ) ), $boot['can'] );
		$this->assertStringNotContainsString( 'hosting.example', (string) wp_json_encode( $boot ) );
	}

	public function test_the_alarm_comes_to_every_other_page_while_something_waits(): void {
		$this->enqueue( 'author', 'index.php' );
		$this->assertSame( array(), $this->enqueued() );
		( new Alarm() )->set_first( ( time() + 60 ) * 1000 );
		$this->enqueue( 'author', 'index.php' );
		$this->assertSame( array( 'headless-deploy-alarm' ), $this->enqueued() );
		$this->assertNull( $this->boot( 'headless-deploy-alarm' )['preload']['settings'] );
	}

	public function test_a_page_on_which_nothing_waits_costs_no_query(): void {
		global $wpdb;
		$this->enqueue( 'administrator', 'index.php' );
		$assets = $this->assets();
		$before = $wpdb->num_queries;
		$assets->enqueue( 'index.php' );
		$this->assertSame( $before, $wpdb->num_queries );
	}

	#[DataProvider( 'outsiders' )]
	public function test_who_may_not_see_deployments_gets_nothing( string $role ): void {
		( new Alarm() )->set_first( ( time() + 60 ) * 1000 );
		foreach ( array( self::PAGE, 'index.php', 'profile.php' ) as $page ) {
			$this->enqueue( $role, $page );
		}
		set_current_screen( 'post' );
		$this->assets()->enqueue_editor();
		$this->assertSame( array(), $this->enqueued() );
	}

	/**
	 * @return iterable<string, array{string}>
	 */
	public static function outsiders(): iterable {
		yield 'contributor' => array( 'contributor' );
		yield 'subscriber' => array( 'subscriber' );
	}

	public function test_the_block_editor_has_its_own_part_and_other_editors_have_none(): void {
		wp_set_current_user( $this->user( 'author' ) );
		$this->build( 'admin', 'editor', 'alarm' );
		( new Alarm() )->set_first( ( time() + 60 ) * 1000 );
		set_current_screen( 'widgets' );
		$this->assets()->enqueue_editor();
		$this->assertSame( array(), $this->enqueued() );
		set_current_screen( 'post' );
		get_current_screen()?->is_block_editor( true );
		$this->assets()->enqueue( 'post.php' );
		$this->assertSame( array(), $this->enqueued(), 'The alarm is in its own part.' );
		$this->assets()->enqueue_editor();
		$this->assertSame( array( 'headless-deploy-editor' ), $this->enqueued() );
	}

	public function test_without_the_build_nothing_is_enqueued(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assets()->enqueue( self::PAGE );
		$this->assertSame( array(), $this->enqueued() );
	}

	public function test_what_is_told_cannot_end_the_script(): void {
		$this->connect( '</script><script>alert(1)</script><!--' );
		$this->enqueue( 'administrator', self::PAGE );
		$before = implode( wp_scripts()->get_data( 'headless-deploy-admin', 'before' ) );
		$this->assertStringNotContainsString( '</script', $before );
		$this->assertStringNotContainsString( '<!--', $before );
	}

	/**
	 * Opens a page of wp-admin.
	 *
	 * @param string $role Role.
	 * @param string $page What WordPress calls the page.
	 */
	private function enqueue( string $role, string $page ): void {
		wp_set_current_user( $this->user( $role ) );
		$this->build( 'admin', 'editor', 'alarm' );
		set_current_screen( 'dashboard' );
		$this->assets()->enqueue( $page );
	}

	/**
	 * Makes what enqueues.
	 */
	private function assets(): Assets {
		return new Assets( new Build( $this->plugin_file() ), new Boot_Data( new Routing() ) );
	}

	/**
	 * Lists our scripts that were enqueued.
	 *
	 * @return list<string>
	 */
	private function enqueued(): array {
		return array_values( array_filter( wp_scripts()->queue, static fn( string $handle ): bool => str_starts_with( $handle, 'headless-deploy' ) ) );
	}

	/**
	 * Reads what a script is told.
	 *
	 * @param string $handle The script.
	 *
	 * @return array<string, mixed>
	 */
	private function boot( string $handle ): array {
		$before = implode( array_filter( wp_scripts()->get_data( $handle, 'before' ) ) );
		$this->assertStringStartsWith( 'window.headlessDeploy = {', trim( $before ) );
		return json_decode( substr( trim( $before ), strlen( 'window.headlessDeploy = ' ), -1 ), true, 64, JSON_THROW_ON_ERROR );
	}
}
