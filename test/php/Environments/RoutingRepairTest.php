<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Environments;

use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Stored_Routing;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use WP_Object_Cache;

/**
 * A persistent object cache that kept an old `alloptions` hides environments from every request: no change is recorded
 * for them until the recurring event repairs it.
 */
final class RoutingRepairTest extends Changes_Test_Case {
	private WP_Object_Cache $first;

	protected function setUp(): void {
		parent::setUp();
		$this->first = $GLOBALS['wp_object_cache'];
		wp_using_ext_object_cache( true );
	}

	protected function tearDown(): void {
		wp_using_ext_object_cache( false );
		$GLOBALS['wp_object_cache'] = $this->first;
		parent::tearDown();
	}

	public function test_an_environment_that_the_cache_hid_gets_one_run(): void {
		$this->connect( 'Staging', array( 'policy' => array( 'content' => 'none', 'menus' => 'purgeCache', 'theme' => 'cleanRebuild', 'templates' => 'rebuild' ) ) );
		$old = wp_load_alloptions( true );
		$this->add_refresh_url( $this->connect( 'Production' )->id );
		wp_cache_set( 'alloptions', $old, 'options' );
		$this->start_plugin( $this->clock, $this->caller );
		$this->post();
		do_action( 'shutdown' );
		$this->assertSame( array(), $this->asked(), 'Staging ignores content, and the cache has no Production.' );
		$this->recur();
		$this->assertSame( array( 'production refresh refresh', 'production build rebuild' ), $this->asked() );
		$this->assertSame( array( 'Changes were not recorded while the settings were outdated' ), array_values( array_unique( $this->recorded() ) ) );
		$translate = static fn( string $translation, string $text ): string => 'Changes were not recorded while the settings were outdated' === $text ? 'Not stored' : $translation;
		add_filter( 'gettext_headless-deploy', $translate, 10, 2 );
		$this->assertSame( array( 'Not stored' ), array_values( array_unique( $this->recorded() ) ), 'Stored in no language.' );
		remove_filter( 'gettext_headless-deploy', $translate );
		$this->recur();
		$this->assertCount( 2, $this->asked(), 'The cache is right now.' );
	}

	public function test_an_environment_whose_policy_was_older_in_the_cache_gets_one_run_of_its_strongest_action(): void {
		$this->connect( 'Staging', array( 'policy' => array( 'content' => 'none', 'menus' => 'purgeCache', 'theme' => 'cleanRebuild', 'templates' => 'rebuild' ) ) );
		$this->connect( 'Production' );
		$routing = Stored_Routing::sanitize( get_option( Routing::OPTION ) );

		$routing['environments']['staging']['policy']['theme'] = 'none';
		wp_cache_set( 'alloptions', array( Routing::OPTION => serialize( $routing ) ) + wp_load_alloptions(), 'options' );
		$this->recur();
		$this->assertSame( array( 'staging build cleanRebuild' ), $this->asked() );
	}

	public function test_a_cache_that_says_the_option_is_missing_hides_every_environment(): void {
		$this->connect( 'Production' );
		wp_cache_set( 'alloptions', array_diff_key( wp_load_alloptions(), array( Routing::OPTION => '' ) ), 'options' );
		wp_cache_set( 'notoptions', array( Routing::OPTION => true ), 'options' );
		$this->recur();
		$this->assertSame( array( 'production build rebuild' ), $this->asked() );
	}

	public function test_the_first_page_that_reads_the_settings_asks_for_the_run_too(): void {
		$old = wp_load_alloptions( true );
		$this->connect( 'Production' );
		wp_cache_set( 'alloptions', $old, 'options' );
		$this->start_plugin( $this->clock, $this->caller );
		$this->assertSame( 200, $this->rest( 'GET', '/headless-deploy/v1/status' )->get_status() );
		$this->assertSame( array( 'production build rebuild' ), $this->asked() );
	}

	public function test_an_environment_that_the_routing_of_the_database_lacked_gets_one_run(): void {
		wp_using_ext_object_cache( false );
		$this->connect( 'Production' );
		update_option( Routing::OPTION, array( 'environments' => array() ) + (array) get_option( Routing::OPTION ) );
		$this->recur();
		$this->assertSame( array( 'production build rebuild' ), $this->asked() );
		$this->recur();
		$this->assertCount( 1, $this->asked() );
	}

	/**
	 * Another request connected the environment after this one had loaded its options; the cache is right.
	 */
	public function test_an_older_copy_of_this_request_alone_starts_no_run(): void {
		$this->set_copy_of_request( wp_load_alloptions( true ) );
		$this->recur();
		$this->assertSame( array(), $this->asked() );
	}

	public function test_without_a_persistent_cache_an_older_copy_starts_no_run(): void {
		wp_using_ext_object_cache( false );
		$old = wp_load_alloptions( true );
		$this->connect( 'Production' );
		wp_cache_set( 'alloptions', $old, 'options' );
		$this->recur();
		$this->assertSame( array(), $this->asked() );
	}

	public function test_a_changed_quiet_period_starts_no_run(): void {
		$this->connect( 'Production' );
		$routing = Stored_Routing::sanitize( get_option( Routing::OPTION ) );

		$routing['environments']['production']['quietPeriodSeconds'] = 77;
		wp_cache_set( 'alloptions', array( Routing::OPTION => serialize( $routing ) ) + wp_load_alloptions(), 'options' );
		$this->recur();
		$this->assertSame( array(), $this->asked() );
	}

	/**
	 * Connects an environment, and lets reads that are not forced return what this request had loaded before.
	 *
	 * @param array<string, string> $copy
	 */
	private function set_copy_of_request( array $copy ): void {
		$this->connect( 'Production' );
		wp_load_alloptions( true );
		$cache = new class extends WP_Object_Cache {
			/**
			 * @var array<string, string>|null
			 */
			public ?array $copy = null;

			public function get( $key, $group = 'default', $force = false, &$found = null ) {
				return 'alloptions' === $key && ! $force && null !== $this->copy ? $this->copy : parent::get( $key, $group, $force, $found );
			}

			public function delete( $key, $group = 'default', $deprecated = false ) {
				$this->copy = 'alloptions' === $key ? null : $this->copy;
				return parent::delete( $key, $group, $deprecated );
			}
		};
		$cache->set( 'alloptions', wp_load_alloptions(), 'options' );
		$cache->copy                = $copy;
		$GLOBALS['wp_object_cache'] = $cache;
	}

	private function recur(): void {
		$this->start_plugin( $this->clock, $this->caller );
		do_action( Wake_Up::RECURRING_EVENT );
		do_action( 'shutdown' );
	}

	/**
	 * @return list<string> Environment, lane and action of each row.
	 */
	private function asked(): array {
		global $wpdb;
		return array_values( $wpdb->get_col( "SELECT CONCAT(environment_id, ' ', lane, ' ', action) FROM {$wpdb->headless_deploy_changes} ORDER BY id" ) );
	}
}
