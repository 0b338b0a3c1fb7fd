<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Other_Plugins;

use HeadlessDeploy\Database;
use HeadlessDeploy\Installation;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Refresh\Refresh_Reader;
use HeadlessDeploy\Tests\Changes\Other_Plugins\Stand_Ins\Query_Filter;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Error;

/**
 * Checks the rules that hold beside every other plugin.
 */
final class OtherPluginsTest extends Other_Plugins_Test_Case {
	#[DataProvider( 'stand_ins' )]
	public function test_visits_screens_and_cron_record_nothing( Stand_In $stand_in ): void {
		$id = $this->post();
		$this->start( $stand_in );
		$this->visit( $id );
		$this->forget();
		foreach ( range( 1, 3 ) as $turn ) {
			$this->visit( $id );
			$this->screen();
			$this->clock->pass( HOUR_IN_SECONDS * 1_000 );
			$this->cron();
			do_action( Wake_Up::RECURRING_EVENT );
		}
		$this->assertSame( array(), $this->recorded_by_lane() );
		$this->assertSame( array(), $this->caller->calls );
	}

	#[DataProvider( 'stand_ins' )]
	public function test_its_own_save_is_recorded_once( Stand_In $stand_in ): void {
		$id = $this->post();
		$this->start( $stand_in );
		$expected = $this->admin( static fn(): array => $stand_in->save( $id ) );
		$this->assertSame( $expected, $this->changes_of( 'build' ) );
	}

	#[DataProvider( 'stand_ins' )]
	public function test_a_publish_costs_as_many_queries_as_without_it( Stand_In $stand_in ): void {
		global $wpdb;
		$this->start( $stand_in );
		// The first one also schedules a wake-up and learns the rewrite rules.
		$this->admin( fn() => $this->publish( 'First' ) );
		$statements = $this->plugin_queries( fn() => $this->admin( fn() => $this->publish( 'Second' ) ) );
		$this->assertCount( 1, $statements, implode( "\n", $statements ) );
		$this->assertStringStartsWith( "INSERT INTO {$wpdb->headless_deploy_changes}", $statements[0] );
	}

	#[DataProvider( 'stand_ins' )]
	public function test_each_works_when_the_other_one_is_removed( Stand_In $stand_in ): void {
		global $wpdb;
		$id = $this->post();
		$this->start( $stand_in );
		$this->visit( $id );
		$before = $this->content();
		$this->stop_plugin();
		Installation::uninstall();
		$this->assertSame( $before, $this->content(), 'The other plugin keeps its data.' );
		$stand_in->save( $id );
		do_action( 'shutdown' );
		$this->assertSame( '', $wpdb->last_error );
	}

	public function test_a_save_is_recorded_after_another_plugin_was_removed(): void {
		$this->watch_with_refresh( 'content' );
		$id = $this->saved( array( 'post_status' => 'stand_in_unknown' ) );
		wp_update_post( array( 'ID' => $id, 'post_status' => 'publish' ) );
		$this->assertSame( array( "published $id" ), $this->changes_of( 'build' ) );
	}

	/**
	 * @return iterable<string, array{Stand_In}>
	 */
	public static function stand_ins(): iterable {
		foreach ( (array) glob( __DIR__ . '/Stand_Ins/*.php' ) as $file ) {
			$name  = basename( (string) $file, '.php' );
			$class = __NAMESPACE__ . "\\Stand_Ins\\$name";
			if ( is_a( $class, Stand_In::class, true ) ) {
				yield $name => array( new $class() );
			}
		}
	}

	public function test_pages_below_a_moved_page_are_found_although_queries_hide_them(): void {
		global $wpdb;
		$this->set_permalinks( '/%postname%/' );
		$parent = $this->post( array( 'post_type' => 'page', 'post_name' => 'before' ) );
		$child  = $this->post( array( 'post_type' => 'page', 'post_name' => 'child', 'post_parent' => $parent ) );
		$this->start( new Query_Filter() );
		$this->admin( static fn() => wp_update_post( array( 'ID' => $parent, 'post_name' => 'after' ) ) );
		$rows    = Database::rows( "SELECT changes, manual, reasons FROM {$wpdb->headless_deploy_changes} WHERE lane = 'build'" );
		$content = ( new Refresh_Reader() )->of_rows( $rows )->to_array();
		$this->assertContains( "post-$child", $content['tags'] );
		$this->assertSame( array( '/', '/after/', '/after/child/' ), $content['paths']['changed'] );
		$this->assertSame( array( '/before/', '/before/child/' ), $content['paths']['gone'] );
	}

	public function test_a_rest_api_that_refuses_visitors_serves_the_panel(): void {
		$this->watch_with_refresh( 'content' );
		$refuse = static fn( mixed $error ): mixed => is_user_logged_in() ? $error : new WP_Error( 'rest_disabled', 'Sign in.', array( 'status' => 401 ) );
		add_filter( 'rest_authentication_errors', $refuse );
		$this->assertNotInstanceOf( WP_Error::class, rest_get_server()->check_authentication() );
		$this->assertSame( 200, $this->rest( 'GET', '/headless-deploy/v1/status' )->get_status() );
	}

	/**
	 * A view that a visitor reports by POST, as Post Views Counter does, is a number that goes up by one.
	 */
	public function test_a_view_that_javascript_reports_starts_no_run(): void {
		$id = $this->post();
		update_post_meta( $id, 'views', '5' );
		$this->watch_with_refresh( 'content' );
		$this->visitor( static fn() => update_post_meta( $id, 'views', 6 ) );
		$this->assertSame( array( 'refresh' => array( "updated $id kept=1 meta=views" ) ), $this->recorded_by_lane() );
	}

	/**
	 * Returns what other plugins and WordPress keep in the database, without time stamps.
	 *
	 * @return array<string, mixed>
	 */
	private function content(): array {
		global $wpdb;
		$other = static fn( string $name ): bool => ! str_contains( $name, 'headless_deploy' ) && ! str_contains( $name, 'transient' );
		return array(
			'tables'  => array_values( array_filter( $wpdb->get_col( 'SHOW TABLES' ), $other ) ),
			'options' => array_values( array_filter( $wpdb->get_col( "SELECT option_name FROM {$wpdb->options} ORDER BY option_name" ), $other ) ),
			'posts'   => $wpdb->get_results( "SELECT * FROM {$wpdb->posts}", ARRAY_A ),
			'meta'    => $wpdb->get_results( "SELECT * FROM {$wpdb->postmeta}", ARRAY_A ),
			'events'  => array_values( array_filter( self::scheduled_hooks(), $other ) ),
			'roles'   => get_option( $wpdb->prefix . 'user_roles' ),
		);
	}

	private function publish( string $title ): void {
		$this->assertSame( 201, $this->rest( 'POST', '/wp/v2/posts', array( 'title' => $title, 'status' => 'publish' ) )->get_status() );
	}
}
