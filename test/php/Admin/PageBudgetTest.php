<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Admin;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Plugin;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Change_Count;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use WP_Admin_Bar;

/**
 * Counts the queries and the bytes that the plugin adds to a page: two queries at most, one with a persistent object cache,
 * and none for users who see nothing of it.
 */
#[Group( 'mariadb' )]
final class PageBudgetTest extends Rest_Queue_Test_Case {
	private const QUERIES                   = 2;
	private const QUERIES_WITH_OBJECT_CACHE = 1;
	private const BYTES                     = 2_000;
	private const BYTES_PER_ENVIRONMENT     = 1_500;

	private string $folder = '';

	protected function setUp(): void {
		parent::setUp();
		$this->folder = sys_get_temp_dir() . '/headless-deploy-page-' . bin2hex( random_bytes( 6 ) );
		mkdir( $this->folder . '/build', 0o700, true );
		foreach ( array( 'shared', 'site-bar', 'editor', 'admin-bar' ) as $entry ) {
			file_put_contents( "$this->folder/build/$entry.js", '//' );
			file_put_contents( "$this->folder/build/$entry.asset.php", "<?php return array( 'dependencies' => array(), 'version' => '1' );" );
		}
		require_once ABSPATH . WPINC . '/class-wp-admin-bar.php';
		require_once ABSPATH . 'wp-admin/includes/dashboard.php';
		$this->log_in( 'administrator' );
		( new Wake_Up() )->ensure_recurring( $this->clock->now );
		$this->post( array( 'post_author' => $this->user( 'author' ) ) );
		do_action( 'shutdown' );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, get_current_user_id() );
		$this->manual_run->start( 'production', Action::PurgeCache, Cause::Manual, get_current_user_id() );
		$this->post();
		do_action( 'shutdown' );
	}

	protected function tearDown(): void {
		array_map( unlink( ... ), (array) glob( $this->folder . '/build/*' ) );
		rmdir( $this->folder . '/build' );
		rmdir( $this->folder );
		unset( $GLOBALS['show_admin_bar'], $GLOBALS['wp_meta_boxes'] );
		$GLOBALS['wp_scripts']     = null;
		$GLOBALS['wp_styles']      = null;
		$GLOBALS['current_screen'] = null;
		parent::tearDown();
	}

	public static function pages(): iterable {
		foreach ( array( 'dashboard', 'plugins', 'edit-post', 'profile', 'post', 'front' ) as $page ) {
			yield "$page, administrator" => array( 'administrator', $page, self::QUERIES );
			yield "$page, editor" => array( 'editor', $page, self::QUERIES );
			yield "$page, subscriber" => array( 'subscriber', $page, 0 );
		}
	}

	#[DataProvider( 'pages' )]
	public function test_a_page_costs_two_queries_and_none_for_users_who_see_nothing( string $role, string $page, int $max_queries ): void {
		$this->log_in( $role );
		$queries = $this->queries_of_page( $page, false );
		$this->assertLessThanOrEqual( $max_queries, count( $queries ), implode( "\n", $queries ) );
	}

	#[DataProvider( 'pages' )]
	public function test_a_page_costs_one_query_with_a_persistent_object_cache( string $role, string $page, int $max_queries ): void {
		$this->log_in( $role );
		$this->queries_of_page( $page, false );
		$queries = $this->queries_of_page( $page, true );
		$this->assertLessThanOrEqual( min( $max_queries, self::QUERIES_WITH_OBJECT_CACHE ), count( $queries ), implode( "\n", $queries ) );
	}

	/**
	 * @return iterable<string, array{Closure(self): mixed, string, string}> What happens, the state then, and a page.
	 */
	public static function states_of_pages(): iterable {
		$fail = static function ( self $test ): void {
			$test->caller->refuse();
			$test->manual_run->start( 'production', Action::Rebuild, Cause::Manual, get_current_user_id() );
		};
		$cancel = static function ( self $test ): void {
			foreach ( array( 1, 2, 3 ) as $ignored ) {
				$test->post();
				do_action( 'shutdown' );
				$test->log_in( 'administrator' );
				$test->dispatcher->cancel( $test->key(), get_current_user_id() );
			}
		};
		$states = array(
			'failed'                  => array( $fail, 'failed' ),
			'failed twice'            => array( static fn( self $test ) => array( $fail( $test ), $fail( $test ) ), 'failed' ),
			'failed builds'           => array( static fn( self $test ) => $test->fail_builds(), 'failed' ),
			'failed builds and calls' => array( static fn( self $test ) => array( $test->fail_builds(), $fail( $test ) ), 'failed' ),
			'held'                    => array( static fn( self $test ) => $test->edit_automation( array( 'hold' => true ) ), 'held' ),
			'paused'                  => array( static fn( self $test ) => $test->pause( 'person' ), 'paused' ),
			'paused after a failure'  => array( static fn( self $test ) => array( $fail( $test ), $test->pause( 'token', $test->clock->now + 60_000 ) ), 'paused' ),
			'canceled three times'    => array( $cancel, 'canceled' ),
			'10,000 pending'          => array( static fn( self $test ) => $test->add_many_changes( 10_000 ), 'pending' ),
		);
		foreach ( $states as $name => list( $work, $state ) ) {
			foreach ( array( 'dashboard', 'post', 'front' ) as $page ) {
				yield "$name, $page" => array( $work, $state, $page );
			}
		}
	}

	/**
	 * @param Closure(self): mixed $work
	 * @param string               $page What WordPress calls the page.
	 */
	#[DataProvider( 'states_of_pages' )]
	public function test_no_status_costs_more_queries( Closure $work, string $state, string $page ): void {
		$work( $this );
		$this->assertSame( $state, $this->rest( 'GET', self::API . '/status' )->get_data()['environments'][0]['status'] );
		$queries = $this->queries_of_page( $page, false );
		$this->assertLessThanOrEqual( self::QUERIES, count( $queries ), implode( "\n", $queries ) );
		$queries = $this->queries_of_page( $page, true );
		$this->assertLessThanOrEqual( self::QUERIES_WITH_OBJECT_CACHE, count( $queries ), implode( "\n", $queries ) );
	}

	/**
	 * @return iterable<string, array{bool, string}> Whether the users are deleted, and a page.
	 */
	public static function pages_with_users(): iterable {
		foreach ( array( 'dashboard', 'post', 'front' ) as $page ) {
			yield "users, $page" => array( false, $page );
			yield "deleted users, $page" => array( true, $page );
		}
	}

	#[DataProvider( 'pages_with_users' )]
	public function test_users_cost_no_queries( bool $are_deleted, string $page ): void {
		require_once ABSPATH . 'wp-admin/includes/user.php';
		$users = array();
		foreach ( array( 'production', 'staging', 'docs', 'shop' ) as $id ) {
			if ( 'production' !== $id ) {
				$this->connect( ucfirst( $id ) );
			}
			$this->start_plugin( $this->clock, $this->caller );
			$users[] = $this->log_in( 'administrator' );
			$this->assertIsInt( $this->manual_run->start( $id, Action::Rebuild, Cause::Manual, get_current_user_id() ) );
			$users[] = $this->log_in( 'administrator' );
			$this->post( array( 'post_author' => $this->user( 'author' ) ) );
			do_action( 'shutdown' );
			$this->dispatcher->cancel( Lane_Key::of( get_current_blog_id(), $id, Lane::Build ), get_current_user_id() );
			$users[] = $this->log_in( 'administrator' );
			$this->assertSame( 200, $this->rest( 'POST', self::API . "/settings/environments/$id/pause" )->get_status() );
		}
		$reader = $this->log_in( 'administrator' );
		array_map( wp_delete_user( ... ), $are_deleted ? $users : array() );
		$route   = $this->rest( 'GET', self::API . '/status' )->get_data()['environments'];
		$queries = $this->queries_of_page( $page, false );
		$this->assertLessThanOrEqual( self::QUERIES, count( $queries ), implode( "\n", $queries ) );
		$queries = $this->queries_of_page( $page, true );
		$this->assertLessThanOrEqual( self::QUERIES_WITH_OBJECT_CACHE, count( $queries ), implode( "\n", $queries ) );
		$this->assertSame( $reader, get_current_user_id() );
		$names = static fn( array $environments ): array => array_map( static fn( array $one ): array => array( $one['headline'], $one['paused']['by'], $one['lastRun']['user'] ?? null ), $environments );
		$this->assertSame( $names( $route ), $names( $this->page_status()['environments'] ) );
		$this->assertSame( $are_deleted ? array( null, 'Deleted user' ) : array( $users[2], get_userdata( $users[0] )->display_name ), array( $route[0]['paused']['by']['id'] ?? null, $route[0]['lastRun']['user']['name'] ) );
	}

	public function test_the_page_and_the_route_report_the_same_unavailable_changes(): void {
		foreach ( self::states_of_pages() as $name => list( $work, $state, $page ) ) {
			if ( 'dashboard' !== $page || 'pending' === $state || 'held' === $state ) {
				continue;
			}
			$work( $this );
			$route         = $this->rest( 'GET', self::API . '/status' )->get_data()['environments'][0];
			$shown         = $this->page_status()['environments'][0];
			$without_texts = static fn( array $one ): array => array_diff_key( $one, array( 'reasons' => 1, 'message' => 1 ) );
			$this->assertSame( array( $route['status'], array_map( $without_texts, $route['undeployed'] ) ), array( $shown['status'], array_map( $without_texts, $shown['undeployed'] ) ), $name );
		}
	}

	public function test_names_are_text_on_every_page(): void {
		$markup = '<img src=x onerror=alert(1)>';
		$admin  = $this->log_in( 'administrator' );
		global $wpdb;
		$wpdb->update( $wpdb->users, array( 'display_name' => $markup ), array( 'ID' => $admin ) );
		wp_cache_flush();
		$this->edit_stored( array( 'label' => $markup ) );
		$this->caller->refuse();
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, $admin );
		$states = array(
			'failed' => static fn() => null,
			'token'  => fn() => $this->pause( 'token', $this->clock->now + 60_000 ),
			'paused' => fn() => $this->edit_stored( array( 'paused' => array( 'reason' => 'person', 'since' => $this->clock->now, 'next_attempt_at' => null, 'by' => $admin ) ) ),
		);
		foreach ( $states as $state => $work ) {
			$work();
			$printed = '';
			foreach ( array( 'dashboard', 'edit-post', 'post', 'front' ) as $page ) {
				$printed .= $this->view( $page );
				$bar = new WP_Admin_Bar();
				do_action( 'admin_bar_menu', $bar );
				foreach ( $bar->get_nodes() ?? array() as $node ) {
					$printed .= $node->title;
				}
			}
			$this->assertStringNotContainsString( '<img', $printed, $state );
			$this->assertStringContainsString( '&lt;img src=x onerror=alert(1)&gt;', $printed, $state );
			$this->assertSame( 'paused' === $state, str_contains( $printed, 'Paused by &lt;img' ), $state );
		}
	}

	public function test_shows_the_stored_status_despite_a_stale_object_cache(): void {
		$this->queries_of_page( 'edit-post', false );
		wp_cache_delete( 'headless_deploy_environments', 'options' );
		wp_cache_set( 'notoptions', array( 'headless_deploy_environments' => true, 'headless_deploy_key' => true ), 'options' );
		$this->assertSame( array( 'production' ), array_column( $this->page_status()['environments'], 'id' ) );
		wp_cache_flush();
		$older = array_combine( Stored_Environments::OPTIONS, array_map( get_option( ... ), Stored_Environments::OPTIONS ) );
		( new Environments( new Encryption(), $this->clock ) )->pause( 'production', Pause_Reason::Token, $this->clock->now + 60_000 );
		$this->edit_environment( array( 'label' => 'Renamed' ) );
		foreach ( $older as $option => $value ) {
			wp_cache_set( $option, $value, 'options' );
		}
		$shown = $this->page_status()['environments'][0];
		$this->assertSame( array( 'token', 'Renamed' ), array( $shown['paused']['reason'], $shown['label'] ) );
		$this->assertCount( self::QUERIES_WITH_OBJECT_CACHE, $this->queries_of_page( 'dashboard', true ), 'The cache is right now.' );
	}

	public static function statements(): iterable {
		yield 'the queue and the log' => array( '/headless_deploy_changes/' );
		yield 'the options' => array( '/SELECT .*headless_deploy_environments/' );
	}

	#[DataProvider( 'statements' )]
	public function test_reports_a_failed_read( string $pattern ): void {
		wp_cache_flush();
		wp_load_alloptions();
		get_userdata( get_current_user_id() );
		$refuse = static fn( string $sql ): string => 1 === preg_match( $pattern, $sql ) ? 'SELECT nothing FROM a_table_that_is_not_there' : $sql;
		global $wpdb;
		$wpdb->suppress_errors( true );
		add_filter( 'query', $refuse );
		$printed = $this->view( 'dashboard' );
		$bar     = new WP_Admin_Bar();
		do_action( 'admin_bar_menu', $bar );
		remove_filter( 'query', $refuse );
		$wpdb->suppress_errors( false );
		$this->assertStringContainsString( 'status could not be read', $bar->get_node( 'headless-deploy' )->title ?? '' );
		$this->assertStringContainsString( 'the status could not be read', $printed );
		$this->assertStringNotContainsString( 'Up to date', $printed );
		$this->assertStringNotContainsString( 'Connected', $printed );
	}

	public function test_costs_nothing_without_environments(): void {
		$this->assertSame( 200, $this->rest( 'DELETE', self::API . '/settings/environments/production', array(), array( 'If-Match' => $this->etag() ) )->get_status() );
		$this->assertSame( array(), $this->queries_of_page( 'dashboard', false ) );
	}

	public function test_prints_small_data_without_reasons(): void {
		for ( $number = 2; $number <= 10; $number++ ) {
			$this->connect( "Site $number" );
		}
		for ( $number = 1; $number <= 30; $number++ ) {
			$this->post( array( 'post_title' => "A title of a post $number" ) );
			do_action( 'shutdown' );
		}
		$printed = $this->view( 'edit-post' );
		$this->assertStringContainsString( '"preload"', $printed );
		$this->assertStringNotContainsString( 'A title of a post', $printed );
		$this->assertLessThan( self::BYTES + 10 * self::BYTES_PER_ENVIRONMENT, strlen( $printed ) );
	}

	public function test_does_not_read_more_pending_rows_than_the_limit(): void {
		$this->add_many_changes( 3_000 );
		$this->start_plugin( $this->clock, $this->caller );
		$this->assertSame( Change_Count::MORE, $this->page_status()['environments'][0]['pending'][0]['changes'] );
	}

	public function test_the_page_and_the_route_show_the_same_status(): void {
		$page  = $this->page_status();
		$route = $this->rest( 'GET', self::API . '/status' )->get_data();
		foreach ( $route['environments'] as $number => $environment ) {
			foreach ( array( 'id', 'label', 'status', 'hold', 'actions', 'paused', 'nextCheckAt' ) as $key ) {
				$this->assertSame( $environment[ $key ], $page['environments'][ $number ][ $key ], $key );
			}
			foreach ( array( 'pending', 'sending' ) as $list ) {
				$without = static fn( array $one ): array => array_replace( $one, array( 'reasons' => array(), 'cancelHint' => '' ) );
				$this->assertSame( array_map( $without, $environment[ $list ] ), array_map( $without, $page['environments'][ $number ][ $list ] ) );
			}
			$not_shown = array( 'reasons' => 1, 'changesSummary' => 1, 'attempts' => 1, 'response' => 1, 'operation' => 1 );
			$this->assertSame( array_diff_key( $environment['lastRun'], $not_shown ), array_diff_key( $page['environments'][ $number ]['lastRun'], $not_shown ) );
		}
	}

	private function add_many_changes( int $count ): void {
		global $wpdb;
		$row = "(1, 'production', 'build', 'rebuild', {$this->clock->now}, 1, '[]', 0, 'automatic', 0)";
		for ( $turn = 0; $turn < $count; $turn += 1_000 ) {
			$wpdb->query( "INSERT INTO {$wpdb->headless_deploy_changes} (blog_id, environment_id, lane, action, recorded_at, changes, reasons, manual, cause, user_id) VALUES " . implode( ', ', array_fill( 0, 1_000, $row ) ) );
		}
	}

	private function fail_builds(): void {
		global $wpdb;
		for ( $run = 1; $run <= 2; $run++ ) {
			$this->post();
			do_action( 'shutdown' );
			$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, get_current_user_id() );
			$wpdb->query( "UPDATE {$wpdb->headless_deploy_runs} SET tracked_status = 'failed', tracked_at = {$this->clock->now} WHERE lane = 'build' ORDER BY id DESC LIMIT 1" );
		}
	}

	private function edit_automation( array $fields ): void {
		$this->assertSame( 200, $this->rest( 'PUT', self::API . '/settings/environments/production', array( 'automation' => $fields ), array( 'If-Match' => $this->etag() ) )->get_status() );
	}

	private function page_status(): array {
		return ( new \HeadlessDeploy\Services( $this->clock, $this->caller ) )->page_status()->get()->to_array();
	}

	private function etag(): string {
		return $this->rest( 'GET', self::API . '/settings' )->get_data()['environments'][0]['etag'];
	}

	/**
	 * Returns the queries that the plugin adds to a page.
	 *
	 * @param  string       $page       Name of the screen; `front` for the front end.
	 * @param  bool         $with_cache Whether the object cache of an earlier page persists.
	 * @return list<string>
	 */
	private function queries_of_page( string $page, bool $with_cache ): array {
		if ( ! $with_cache ) {
			wp_cache_flush();
		}
		// What core has read of every page before the plugin shows anything.
		wp_load_alloptions();
		get_option( 'can_compress_scripts' );
		$id = get_current_user_id();
		wp_set_current_user( 0 );
		wp_set_current_user( $id );
		current_user_can( 'read' );
		get_user_option( 'admin_color' );
		return $this->queries( fn() => $this->view( $page ) );
	}

	/**
	 * Fires the hooks of a page with only the callbacks of the plugin, and returns the output.
	 *
	 * @param string $page Name of the screen; `front` for the front end.
	 */
	private function view( string $page ): string {
		$hooks = 'front' === $page
			? array( 'wp_enqueue_scripts', 'admin_bar_menu' )
			: array( 'admin_init', 'wp_dashboard_setup', 'admin_enqueue_scripts', 'enqueue_block_editor_assets', 'admin_bar_menu', 'admin_notices' );
		array_map( remove_all_actions( ... ), $hooks );
		$GLOBALS['wp_scripts']     = null;
		$GLOBALS['wp_styles']      = null;
		$GLOBALS['wp_meta_boxes']  = array();
		$GLOBALS['show_admin_bar'] = true;
		set_current_screen( $page );
		if ( 'post' === $page ) {
			get_current_screen()?->is_block_editor( true );
		}
		( new Plugin( "$this->folder/plugin.php", $this->clock, $this->caller ) )->run();
		ob_start();
		foreach ( $hooks as $hook ) {
			do_action( $hook, 'admin_bar_menu' === $hook ? new WP_Admin_Bar() : "$page.php" );
		}
		do_meta_boxes( 'dashboard', 'side', '' );
		$before = array_map( static fn( string $handle ): string => implode( array_filter( (array) wp_scripts()->get_data( $handle, 'before' ) ) ), array( 'headless-deploy-site-bar', 'headless-deploy-shared' ) );
		return ob_get_clean() . implode( $before );
	}
}
