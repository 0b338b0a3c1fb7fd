<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Admin;

use HeadlessDeploy\Admin\Admin_Bar;
use HeadlessDeploy\Admin\Dashboard_Widget;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Time_Format;
use HeadlessDeploy\Timed_Text;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Admin_Bar;
use WP_Error;

final class AdminBarTest extends Admin_Test_Case {
	private const HOSTILE = '<b onclick="x">P</b>';

	#[DataProvider( 'roles' )]
	public function test_shows_the_actions_that_each_role_may_start( string $role, string $expected ): void {
		$this->connect();
		wp_set_current_user( $this->user( $role ) );
		$this->assertSame( $expected, implode( ' ', array_keys( $this->nodes() ) ) );
	}

	public static function roles(): iterable {
		$environment_items = 'headless-deploy headless-deploy-environment-production headless-deploy-state-production';
		$open              = 'headless-deploy-panel headless-deploy-open';
		yield 'administrator' => array( 'administrator', "$environment_items headless-deploy-rebuild-production headless-deploy-cancel-production headless-deploy-purge-production headless-deploy-clean-rebuild-production $open" );
		yield 'editor' => array( 'editor', "$environment_items headless-deploy-rebuild-production headless-deploy-cancel-production headless-deploy-purge-production $open" );
		yield 'author' => array( 'author', "$environment_items $open" );
		yield 'contributor' => array( 'contributor', '' );
		yield 'subscriber' => array( 'subscriber', '' );
	}

	public function test_links_each_item_to_the_panel_and_clean_rebuild_to_its_confirmation(): void {
		$this->connect();
		wp_set_current_user( $this->user( 'administrator' ) );
		$nodes = $this->nodes();
		$this->assertStringEndsWith( 'page=headless-deploy', $nodes['headless-deploy-rebuild-production']->href );
		$this->assertStringEndsWith( 'page=headless-deploy&clean-rebuild=production', $nodes['headless-deploy-clean-rebuild-production']->href );
		$this->assertStringContainsString( 'Production · Connected', $nodes['headless-deploy']->title );
	}

	public function test_shows_cancel_during_a_countdown_to_users_who_may_cancel(): void {
		$this->connect();
		$this->assertSame( 'headless-deploy-hidden', $this->cancel_of( 'editor' )->meta['class'] );
		$this->start_plugin();
		$this->post();
		do_action( 'shutdown' );
		$this->assertSame( array( 'Cancel Rebuild', '' ), array( $this->cancel_of( 'editor' )->title, $this->cancel_of( 'editor' )->meta['class'] ) );
		$this->assertStringEndsWith( 'page=headless-deploy', $this->cancel_of( 'editor' )->href );
		$this->assertNull( $this->cancel_of( 'author' ) );
		add_filter( 'user_has_cap', static fn( array $all ): array => array( Capabilities::REBUILD => false ) + $all, 20 );
		$this->assertSame( 'headless-deploy-hidden', $this->cancel_of( 'editor' )->meta['class'], 'Who may purge alone cannot cancel a build.' );
	}

	public function test_shows_refresh_while_changes_of_its_lane_are_held(): void {
		$this->connect( 'Production', array( 'policy' => array( 'content' => 'refresh' ), 'hold' => true ) );
		$input = Environment_Input::from_body( array( 'refreshUrl' => 'https://www.example.test/api/refresh', 'refreshSecret' => 'whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=' ) );
		$this->assertNotInstanceOf( WP_Error::class, $input );
		( new Environments( new Encryption(), new System_Clock(), may_customize: static fn(): bool => true ) )->update( 'production', $input );
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertArrayNotHasKey( 'headless-deploy-refresh-production', $this->nodes() );
		$this->start_plugin();
		$this->post();
		do_action( 'shutdown' );
		$this->assertSame( 'Refresh', $this->nodes()['headless-deploy-refresh-production']->title );
		wp_set_current_user( $this->user( 'author' ) );
		$this->assertArrayNotHasKey( 'headless-deploy-refresh-production', $this->nodes() );
	}

	public function test_shows_the_four_most_urgent_environments_and_links_to_the_others(): void {
		foreach ( range( 1, 4 ) as $number ) {
			$this->connect( "Site $number" );
		}
		wp_set_current_user( $this->user( 'author' ) );
		$this->assertArrayNotHasKey( 'headless-deploy-more', $this->nodes() );
		$this->connect( 'Site 5' );
		$this->connect( 'Site 6' );
		( new Environments( new Encryption(), new System_Clock() ) )->pause( 'site-6', Pause_Reason::Token, ( time() + 3600 ) * 1000 );
		$nodes = $this->nodes();
		$this->assertSame( 'site-6 site-1 site-2 site-3', implode( ' ', str_replace( 'headless-deploy-state-', '', preg_grep( '/-state-/', array_keys( $nodes ) ) ) ) );
		$this->assertSame( '2 more environments', $nodes['headless-deploy-more']->title );
		$this->assertStringEndsWith( 'page=headless-deploy', $nodes['headless-deploy-more']->href );
		$this->assertStringContainsString( 'Site 6 · Paused: the webhook URL was rejected', $nodes['headless-deploy']->title );
	}

	public function test_prints_whole_minutes_after_the_first_minute(): void {
		$now  = 1_795_262_400_000;
		$fill = static fn( string $kind, int $passed_s ): string => Time_Format::fill_by_minute( Timed_Text::$kind( '%s', $now - $passed_s * 1000 ), $now );
		$this->assertSame( array( '59 s', '1 min', '2 min' ), array( $fill( 'since', 59 ), $fill( 'since', 119 ), $fill( 'since', 121 ) ) );
		$this->assertSame( array( '59 s ago', '1 min ago', '1 min ago', '2 min ago' ), array( $fill( 'at', 59 ), $fill( 'at', 60 ), $fill( 'at', 119 ), $fill( 'at', 179 ) ) );
		$this->assertSame( array( '59 s', '2 min', '2 min' ), array( $fill( 'until', -59 ), $fill( 'until', -61 ), $fill( 'until', -120 ) ) );
		$this->assertSame( 'Live', Time_Format::fill_by_minute( Timed_Text::plain( 'Live' ), $now ) );
	}

	public function test_links_a_refused_token_to_the_field_of_the_webhook_url(): void {
		$this->connect();
		( new Environments( new Encryption(), new System_Clock() ) )->pause( 'production', Pause_Reason::Token, ( time() + 3600 ) * 1000 );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertStringContainsString( 'tab=connections&#038;replace=production">Replace the webhook URL</a>', $this->widget() );
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertStringNotContainsString( 'Replace the webhook URL', $this->widget() );
	}

	public function test_the_widget_has_one_primary_button_at_most(): void {
		foreach ( array( 'One', 'Two' ) as $label ) {
			$this->connect( $label );
		}
		$this->start_plugin();
		$this->post();
		do_action( 'shutdown' );
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertSame( array( 1, 2 ), array( substr_count( $this->widget(), 'button-primary' ), substr_count( $this->widget(), '>Rebuild now<' ) ) );
	}

	public function test_escapes_labels(): void {
		$this->connect( self::HOSTILE );
		wp_set_current_user( $this->user( 'administrator' ) );
		$printed = implode( array_column( $this->nodes(), 'title' ) ) . $this->widget();
		$this->assertStringNotContainsString( '<b ', $printed );
		$this->assertStringContainsString( '&lt;b onclick', $printed );
	}

	#[DataProvider( 'widgets' )]
	public function test_the_widget_has_one_button_for_users_who_may_start_runs( string $role, bool $exists, int $buttons ): void {
		$this->connect();
		wp_set_current_user( $this->user( $role ) );
		$widget = $this->widget();
		$this->assertSame( $exists, str_contains( $widget, 'Production' ) );
		$this->assertSame( $buttons, substr_count( $widget, 'data-headless-deploy-action="rebuild"' ) );
		$this->assertSame( 0, substr_count( $widget, 'button-primary' ), 'Nothing waits.' );
	}

	public static function widgets(): iterable {
		yield 'administrator' => array( 'administrator', true, 1 );
		yield 'editor' => array( 'editor', true, 1 );
		yield 'author' => array( 'author', true, 0 );
		yield 'subscriber' => array( 'subscriber', false, 0 );
	}

	private function cancel_of( string $role ): ?object {
		wp_set_current_user( $this->user( $role ) );
		return $this->nodes()['headless-deploy-cancel-production'] ?? null;
	}

	private function nodes(): array {
		require_once ABSPATH . WPINC . '/class-wp-admin-bar.php';
		$bar = new WP_Admin_Bar();
		( new Admin_Bar( $this->current(), new System_Clock() ) )->add( $bar );
		return $bar->get_nodes() ?? array();
	}

	private function widget(): string {
		require_once ABSPATH . 'wp-admin/includes/dashboard.php';
		set_current_screen( 'dashboard' );
		$GLOBALS['wp_meta_boxes'] = array();
		( new Dashboard_Widget( $this->current(), new System_Clock() ) )->add();
		ob_start();
		do_meta_boxes( 'dashboard', 'side', '' );
		return (string) ob_get_clean();
	}
}
