<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes;

use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Tests\Queue\Fake_Caller;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'mariadb' )]
final class PublishBudgetTest extends Wp_Test_Case {
	private const CORE_QUERIES_FOR_THE_WAKE_UP = 2;

	private int $published = 0;
	private Manual_Clock $clock;
	private Fake_Caller $caller;

	protected function setUp(): void {
		parent::setUp();
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->clock  = new Manual_Clock();
		$this->caller = new Fake_Caller();
		// A test of a connection of its own may have stored one.
		wp_clear_scheduled_hook( Wake_Up::SINGLE_EVENT );
	}

	public function test_a_publish_makes_no_outgoing_request(): void {
		$this->connect();
		$this->mock_http( 'https://hosting.example/', $this->answer( 500 ) );
		$this->start_plugin();
		$this->assertSame( 201, $this->publish()->get_status() );
		do_action( 'shutdown' );
		$this->assertSame( array(), $this->http_log );
	}

	public function test_publishing_costs_exactly_one_insert(): void {
		global $wpdb;
		$this->connect();
		$this->connect( 'Staging' );
		$this->schedule_wake_up();
		$queries = $this->queries_of( $this->publish( ... ) );
		$this->assertCount( 1, $queries, implode( "\n", $queries ) );
		$this->assertStringStartsWith( "INSERT INTO {$wpdb->headless_deploy_changes}", $queries[0] );
	}

	public function test_updating_costs_exactly_one_query(): void {
		$this->connect();
		$this->schedule_wake_up();
		$id      = $this->post();
		$queries = $this->queries_of( fn() => $this->assertSame( 200, $this->rest( 'POST', '/wp/v2/posts/' . $id, array( 'content' => 'New' ) )->get_status() ) );
		$this->assertCount( 1, $queries, implode( "\n", $queries ) );
	}

	/**
	 * @param array<string, mixed> $change Fields of the REST API; `after`, `user` and `term` stand for new ones.
	 */
	#[DataProvider( 'changes_of_a_page' )]
	public function test_holding_what_a_post_was_before_costs_no_query( string $permalinks, string $route, array $change ): void {
		$this->connect();
		$this->schedule_wake_up();
		$GLOBALS['wp_rewrite']->set_permalink_structure( $permalinks );
		$shape = static fn( string $query ): string => (string) preg_replace( "/'[^']*'|\d+/", '?', $query );
		$save  = function ( bool $with_plugin ) use ( $route, $change, $shape ): array {
			$id      = $this->post( array( 'post_type' => 'pages' === $route ? 'page' : 'post', 'post_name' => 'before' ) );
			$unique  = wp_generate_uuid4();
			$values  = array( '"user"' => $this->user( 'author' ), '"term"' => wp_insert_term( $unique, 'category' )['term_id'], 'after' => $unique );
			$fields  = (array) json_decode( strtr( (string) wp_json_encode( $change ), $values ), true );
			$request = fn() => $this->assertSame( 200, $this->rest( 'POST', "/wp/v2/$route/$id", $fields )->get_status() );
			$all     = array();
			$plugin  = $this->queries_of(
				function () use ( $request, &$all ): void {
					$all = $this->queries( static fn() => array( $request(), do_action( 'shutdown' ) ) );
				},
				$with_plugin,
			);
			return array( array_count_values( array_map( $shape, $all ) ), array_unique( array_map( $shape, $plugin ) ) );
		};
		$save( false );
		list( $before )         = $save( false );
		list( $after, $plugin ) = $save( true );
		// The plugin may read earlier what core reads, but nothing twice.
		$more = array_combine( $plugin, array_map( static fn( string $query ): int => ( $after[ $query ] ?? 0 ) - ( $before[ $query ] ?? 0 ), $plugin ) );
		$this->assertSame( 1, array_sum( $more ), (string) wp_json_encode( $more ) );
		$GLOBALS['wp_rewrite']->set_permalink_structure( '/%postname%/' );
	}

	public static function changes_of_a_page(): iterable {
		foreach ( array( '/%postname%/', '/%category%/%postname%/' ) as $permalinks ) {
			yield "slug, $permalinks" => array( $permalinks, 'posts', array( 'slug' => 'after' ) );
			yield "unpublished, $permalinks" => array( $permalinks, 'posts', array( 'status' => 'draft' ) );
			yield "category, $permalinks" => array( $permalinks, 'posts', array( 'categories' => array( 'term' ) ) );
			yield "author, $permalinks" => array( $permalinks, 'posts', array( 'author' => 'user' ) );
		}
		yield 'slug of a page' => array( '/%postname%/', 'pages', array( 'slug' => 'after' ) );
	}

	public function test_the_first_change_also_schedules_a_wake_up(): void {
		$this->connect();
		$queries = $this->queries_of( $this->publish( ... ) );
		$this->assertGreaterThan( 1, count( $queries ) );
		$this->assertLessThanOrEqual( 1 + self::CORE_QUERIES_FOR_THE_WAKE_UP, count( $queries ), implode( "\n", $queries ) );
		$this->assertNotFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
	}

	public function test_the_wake_up_is_a_few_seconds_after_the_due_time_and_has_no_arguments(): void {
		$this->connect();
		$this->start_plugin( $this->clock, $this->caller );
		$this->publish();
		$event = wp_get_scheduled_event( Wake_Up::SINGLE_EVENT );
		$this->assertIsObject( $event );
		$this->assertGreaterThanOrEqual( $this->clock->now / 1000 + 12, $event->timestamp );
		$this->assertLessThanOrEqual( $this->clock->now / 1000 + 20, $event->timestamp );
		$this->assertSame( array(), $event->args );
	}

	public function test_a_held_environment_schedules_no_wake_up(): void {
		$this->connect( 'Production', array( 'hold' => true ) );
		$this->start_plugin( $this->clock, $this->caller );
		$this->publish();
		$this->assertFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
	}

	public function test_a_save_costs_nothing_without_environments(): void {
		$this->assertSame( array(), $this->queries_of( $this->publish( ... ) ) );
	}

	public function test_a_bulk_edit_of_ten_posts_costs_two_inserts_and_one_run(): void {
		$this->connect();
		$this->schedule_wake_up();
		$ids = array_map( fn() => $this->post(), range( 1, 10 ) );
		$this->start_plugin( $this->clock, $this->caller );
		$log = $this->queries(
			static function () use ( $ids ): void {
				bulk_edit_posts(
					array(
						'post_type'      => 'post',
						'post'           => $ids,
						'comment_status' => 'closed',
						'_status'        => 'publish',
					),
				);
				do_action( 'shutdown' );
			},
		);
		$this->assertCount( 2, $this->in_plugin_tables( $log ), implode( "\n", $this->in_plugin_tables( $log ) ) );
		$this->assertSame( array(), $this->caller->calls );
		$this->clock->pass( 10_000 );
		do_action( Wake_Up::SINGLE_EVENT );
		do_action( Wake_Up::SINGLE_EVENT );
		$this->assertSame( array( 'production rebuild' ), $this->caller->calls );
		$this->assertSame( '10', $this->column( 'changes' ) );
	}

	public function test_an_import_of_a_thousand_posts_costs_a_few_inserts_and_one_run(): void {
		global $wpdb;
		$this->connect();
		$this->start_plugin( $this->clock, $this->caller );
		set_current_screen( 'dashboard' );
		$log = $this->queries(
			function (): void {
				wp_defer_term_counting( true );
				remove_action( 'post_updated', 'wp_save_post_revision' );
				for ( $number = 1; $number <= 1000; $number++ ) {
					$id = $this->post( array( 'post_title' => "Import $number" ) );
					if ( 0 === $number % 4 ) {
						// The importer writes these after the post.
						wp_set_post_tags( $id, 'imported' );
						add_post_meta( $id, 'source', 'elsewhere' );
					}
					$this->clock->pass( 15 );
				}
				wp_cache_flush();
				do_action( 'shutdown' );
				wp_defer_term_counting( false );
			},
		);
		unset( $GLOBALS['current_screen'] );
		$plugin_queries = $this->in_plugin_tables( $log );
		$this->assertSame( $plugin_queries, array_values( array_filter( $plugin_queries, static fn( string $query ): bool => str_starts_with( $query, "INSERT INTO {$wpdb->headless_deploy_changes}" ) ) ) );
		$this->assertLessThanOrEqual( 5, count( $plugin_queries ), 'Fifteen seconds are three flushes, the first one and the last one.' );
		$this->assertSame( array(), $this->http_log );
		$end = array_slice( $log, (int) array_key_last( array_filter( $log, static fn( string $query ): bool => str_contains( $query, 'elsewhere' ) ) ) + 1 );
		$this->assertSame( array(), array_filter( $end, static fn( string $query ): bool => str_contains( $query, 'FROM wp_posts' ) ), 'What was saved is known at the end.' );
		$this->clock->pass( 10_000 );
		do_action( Wake_Up::SINGLE_EVENT );
		$this->assertCount( 1, $this->caller->calls );
		$this->assertSame( '1000', $this->column( 'changes' ), 'Each post once.' );
	}

	public function test_saving_a_menu_of_a_hundred_items_costs_one_insert(): void {
		require_once ABSPATH . 'wp-admin/includes/nav-menu.php';
		$this->connect();
		$this->schedule_wake_up();
		$this->stop_plugin();
		$menu  = (int) wp_create_nav_menu( 'Main' );
		$turn  = 0;
		$items = array();
		for ( $number = 1; $number <= 100; $number++ ) {
			$items[] = (int) wp_update_nav_menu_item( $menu, 0, array( 'menu-item-type' => 'custom', 'menu-item-title' => "Item $number", 'menu-item-url' => 'https://example.test/', 'menu-item-status' => 'publish' ) );
		}
		$save = static function () use ( $menu, $items, &$turn ): void {
			++$turn;
			$_POST = array();
			foreach ( $items as $position => $item ) {
				$fields = array( 'db-id' => (string) $item, 'type' => 'custom', 'title' => "Turn $turn", 'url' => 'https://example.test/', 'position' => (string) ( $position + 1 ), 'parent-id' => '0', 'object-id' => (string) $item, 'object' => 'custom' );
				foreach ( $fields as $name => $value ) {
					$_POST[ "menu-item-$name" ][ $item ] = $value;
				}
			}
			wp_update_nav_menu_object( $menu, array( 'menu-name' => 'Main' ) );
			wp_nav_menu_update_menu_items( $menu, 'Main' );
		};
		$queries = $this->queries_of( $save );
		$this->assertCount( 1, $queries, implode( "\n", $queries ) );
		$this->assertSame( array(), $this->http_log );
	}

	public function test_ignored_sources_cost_nothing(): void {
		$this->connect( 'Production', array( 'policy' => array_fill_keys( Automation::SOURCES, 'none' ) ) );
		$this->assertSame( array(), $this->queries_of( $this->publish( ... ) ) );
	}

	private function publish(): \WP_REST_Response {
		return $this->rest(
			'POST',
			'/wp/v2/posts',
			array(
				'title'   => 'Hello ' . ++$this->published,
				'content' => 'World',
				'status'  => 'publish',
			),
		);
	}

	private function schedule_wake_up(): void {
		( new Wake_Up() )->set_first( $this->clock->now );
	}

	/**
	 * @return list<string> The queries of the plugin.
	 */
	private function queries_of( callable $request, bool $with_plugin = true ): array {
		if ( $with_plugin ) {
			$this->start_plugin( $this->clock, $this->caller );
		} else {
			$this->stop_plugin();
		}
		rest_get_server();
		// The request begins as cold as any: with nothing but core's own options in the cache.
		wp_cache_flush();
		wp_load_alloptions();
		wp_set_current_user( get_current_user_id() );
		return $this->plugin_queries(
			static function () use ( $request ): void {
				$request();
				do_action( 'shutdown' );
			},
		);
	}

	/**
	 * @param  list<string> $log
	 * @return list<string>
	 */
	private function in_plugin_tables( array $log ): array {
		return array_values( array_filter( $log, static fn( string $query ): bool => str_contains( $query, 'headless_deploy_' ) && ! str_contains( $query, 'options' ) ) );
	}

	/**
	 * Reads a column of the only run.
	 */
	private function column( string $name ): string {
		global $wpdb;
		$this->assertSame( '1', (string) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->headless_deploy_runs}" ) );
		return (string) $wpdb->get_var( "SELECT $name FROM {$wpdb->headless_deploy_runs}" );
	}
}
