<?php
/**
 * Tests of what stands on every page.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Admin;

use HeadlessDeploy\Admin\Admin_Bar;
use HeadlessDeploy\Admin\Current_Status;
use HeadlessDeploy\Admin\Dashboard_Widget;
use HeadlessDeploy\Admin\Dismissals;
use HeadlessDeploy\Admin\Notices;
use HeadlessDeploy\Admin\State_Words;
use HeadlessDeploy\Admin\Troubles;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Secrets;
use HeadlessDeploy\Services;
use HeadlessDeploy\System_Clock;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Admin_Bar;

/**
 * Proves who sees what in the admin bar, in the widget and among the notices, and that nothing breaks out of it.
 */
final class EverywhereTest extends Admin_Test_Case {
	private const HOSTILE = '<b onclick="x">P</b>';

	#[DataProvider( 'people' )]
	public function test_the_admin_bar_shows_each_role_what_it_may_press( string $role, string $expected ): void {
		$this->connect();
		wp_set_current_user( $this->user( $role ) );
		$this->assertSame( $expected, implode( ' ', array_keys( $this->nodes() ) ) );
	}

	/**
	 * @return iterable<string, array{string, string}>
	 */
	public static function people(): iterable {
		$looks = 'headless-deploy headless-deploy-environment-production headless-deploy-state-production';
		$open  = 'headless-deploy-panel headless-deploy-open';
		yield 'administrator' => array( 'administrator', "$looks headless-deploy-rebuild-production headless-deploy-purge-production headless-deploy-clean-rebuild-production $open" );
		yield 'editor' => array( 'editor', "$looks headless-deploy-rebuild-production headless-deploy-purge-production $open" );
		yield 'author' => array( 'author', "$looks $open" );
		yield 'contributor' => array( 'contributor', '' );
		yield 'subscriber' => array( 'subscriber', '' );
	}

	public function test_who_sees_nothing_costs_no_query(): void {
		global $wpdb;
		$this->connect();
		wp_set_current_user( $this->user( 'subscriber' ) );
		current_user_can( 'read' );
		$status = $this->current();
		$before = $wpdb->num_queries;
		$this->assertNull( $status->get() );
		$this->assertSame( $before, $wpdb->num_queries );
	}

	public function test_the_state_is_read_once_for_a_page(): void {
		global $wpdb;
		$this->connect();
		wp_set_current_user( $this->user( 'editor' ) );
		$status = $this->current();
		$status->get();
		$before = $wpdb->num_queries;
		$status->environments();
		( new Troubles( $status ) )->all();
		$this->assertSame( $before, $wpdb->num_queries );
	}

	public function test_every_item_is_a_link_to_the_panel_and_clean_rebuild_to_its_question(): void {
		$this->connect();
		wp_set_current_user( $this->user( 'administrator' ) );
		$nodes = $this->nodes();
		$this->assertStringEndsWith( 'page=headless-deploy', $nodes['headless-deploy-rebuild-production']->href );
		$this->assertStringEndsWith( 'page=headless-deploy&clean-rebuild=production', $nodes['headless-deploy-clean-rebuild-production']->href );
		$this->assertStringContainsString( 'Production: Connected', $nodes['headless-deploy']->title );
	}

	public function test_a_label_cannot_break_out(): void {
		$this->connect( self::HOSTILE );
		wp_set_current_user( $this->user( 'administrator' ) );
		$printed = implode( array_column( $this->nodes(), 'title' ) ) . $this->widget();
		$this->assertStringNotContainsString( '<b ', $printed );
		$this->assertStringContainsString( '&lt;b onclick', $printed );
	}

	#[DataProvider( 'widgets' )]
	public function test_the_widget_has_one_button_for_those_who_may_press( string $role, bool $exists, int $buttons ): void {
		$this->connect();
		wp_set_current_user( $this->user( $role ) );
		$widget = $this->widget();
		$this->assertSame( $exists, str_contains( $widget, 'Production' ) );
		$this->assertSame( $buttons, substr_count( $widget, 'data-headless-deploy-press="rebuild"' ) );
		$this->assertSame( 0, substr_count( $widget, 'button-primary' ), 'Nothing waits.' );
	}

	/**
	 * @return iterable<string, array{string, bool, int}>
	 */
	public static function widgets(): iterable {
		yield 'administrator' => array( 'administrator', true, 1 );
		yield 'editor' => array( 'editor', true, 1 );
		yield 'author' => array( 'author', true, 0 );
		yield 'subscriber' => array( 'subscriber', false, 0 );
	}

	#[DataProvider( 'menders' )]
	public function test_a_refused_token_is_told_to_those_who_can_mend_it( string $role, bool $is_told ): void {
		$this->connect( self::HOSTILE );
		$this->refuse_token();
		wp_set_current_user( $this->user( $role ) );
		$printed = $this->notices( 'dashboard' );
		$this->assertSame( $is_told, str_contains( $printed, 'no longer accepts the token' ) );
		$this->assertStringNotContainsString( '<b ', $printed );
		$this->assertSame( '', $this->notices( 'edit-post' ), 'Only where one looks after the site.' );
	}

	/**
	 * @return iterable<string, array{string, bool}>
	 */
	public static function menders(): iterable {
		yield 'administrator' => array( 'administrator', true );
		yield 'editor' => array( 'editor', false );
		yield 'author' => array( 'author', false );
		yield 'subscriber' => array( 'subscriber', false );
	}

	public function test_a_notice_stays_away_until_something_new_happens(): void {
		$this->connect();
		$this->refuse_token();
		$user = $this->user( 'administrator' );
		wp_set_current_user( $user );
		$trouble = $this->trouble();
		Dismissals::remember( $trouble['kind'], $trouble['signature'] );
		$this->assertSame( '', $this->notices( 'plugins' ) );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertNotSame( '', $this->notices( 'plugins' ), 'Others are still told.' );
		wp_set_current_user( $user );
		( new Environments( new Secrets(), new System_Clock() ) )->resume( 'production', 'token' );
		$this->connect( 'Staging' );
		$this->refuse_token( 'staging' );
		$this->assertStringContainsString( 'Staging', $this->notices( 'plugins' ) );
	}

	public function test_what_is_no_trouble_is_not_remembered(): void {
		$user = $this->user( 'administrator' );
		wp_set_current_user( $user );
		Dismissals::remember( 'else', md5( '' ) );
		Dismissals::remember( 'token', '<script>' );
		$this->assertSame( false, get_user_option( Dismissals::META, $user ) );
		Dismissals::remember( 'token', md5( '' ) );
		$this->assertSame( array( 'token' => md5( '' ) ), get_user_option( Dismissals::META, $user ) );
		Dismissals::forget_site( get_current_blog_id() );
		$this->assertSame( false, get_user_option( Dismissals::META, $user ) );
	}

	/**
	 * Pauses an environment because of its token.
	 *
	 * @param string $id Environment; empty for the only one.
	 */
	private function refuse_token( string $id = '' ): void {
		$environments = new Environments( new Secrets(), new System_Clock() );
		$environments->pause( '' === $id ? (string) array_key_first( $environments->all() ) : $id, 'token', ( time() + 3600 ) * 1000 );
	}

	/**
	 * Returns the first trouble of the current user.
	 *
	 * @return array{kind: string, signature: string, type: string, text: string, url: string, link: string}
	 */
	private function trouble(): array {
		return ( new Troubles( $this->current() ) )->all()[0];
	}

	/**
	 * Reads the status anew, as the next page does.
	 */
	private function current(): Current_Status {
		$routing = new Routing();
		$routing->load();
		return new Current_Status( $routing, static fn() => ( new Services( new System_Clock() ) )->status() );
	}

	/**
	 * Returns what we add to the admin bar.
	 *
	 * @return array<string, object>
	 */
	private function nodes(): array {
		require_once ABSPATH . WPINC . '/class-wp-admin-bar.php';
		$bar = new WP_Admin_Bar();
		( new Admin_Bar( $this->current(), new State_Words( new System_Clock() ) ) )->add( $bar );
		return $bar->get_nodes() ?? array();
	}

	/**
	 * Renders the widget.
	 */
	private function widget(): string {
		require_once ABSPATH . 'wp-admin/includes/dashboard.php';
		set_current_screen( 'dashboard' );
		$GLOBALS['wp_meta_boxes'] = array();
		( new Dashboard_Widget( $this->current(), new State_Words( new System_Clock() ) ) )->add();
		ob_start();
		do_meta_boxes( 'dashboard', 'side', '' );
		return (string) ob_get_clean();
	}

	/**
	 * Renders the notices of a screen.
	 *
	 * @param string $screen Its id.
	 */
	private function notices( string $screen ): string {
		set_current_screen( $screen );
		ob_start();
		( new Notices( new Troubles( $this->current() ) ) )->print_notices();
		return (string) ob_get_clean();
	}
}
