<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use Closure;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Tests\Queue\Fake_Caller;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;

/**
 * Runs the whole plugin on a real network: the main site is 1, and there are the sites 2 (/second/) and 3 (/third/).
 * The plugin is active on the whole network; user 1 is its only super admin. Run by `-c test/php/multisite.xml.dist`.
 */
abstract class Network_Test_Case extends Wp_Test_Case {
	protected const API = '/headless-deploy/v1';

	protected Manual_Clock $clock;
	protected Fake_Caller $caller;

	protected function setUp(): void {
		if ( ! is_multisite() ) {
			$this->markTestSkipped( 'This takes a network: vendor/bin/phpunit -c test/php/multisite.xml.dist' );
		}
		parent::setUp();
		$this->clock  = new Manual_Clock();
		$this->caller = new Fake_Caller();
		$this->restart();
	}

	protected function tearDown(): void {
		while ( is_multisite() && ms_is_switched() ) {
			restore_current_blog();
		}
		parent::tearDown();
	}

	/**
	 * Starts the plugin for the next request.
	 */
	protected function restart(): void {
		$this->start_plugin( $this->clock, $this->caller, $this->clock->pass( ... ) );
	}

	/**
	 * @template T
	 * @param  Closure(): T $work
	 * @return T
	 */
	protected function on_site( int $blog_id, Closure $work ): mixed {
		switch_to_blog( $blog_id );
		try {
			return $work();
		} finally {
			restore_current_blog();
		}
	}

	protected function add_site( string $path ): int {
		// Not wpmu_create_blog(), which leaves WordPress in the state of installing: options are not cached then.
		$site = wp_insert_site( array( 'domain' => 'example.test', 'path' => $path, 'user_id' => 1, 'title' => 'More' ) );
		$this->assertIsInt( $site );
		return $site;
	}

	protected function connect_on( int ...$sites ): array {
		$made = array();
		foreach ( $sites as $site ) {
			$made[ $site ] = $this->on_site( $site, fn(): Environment => $this->connect( "Site $site" ) );
		}
		$this->restart();
		return $made;
	}

	/**
	 * Returns the recorded changes, oldest first: site, environment, number of changes, and whether they were sent.
	 *
	 * @return list<string>
	 */
	protected function recorded(): array {
		global $wpdb;
		$rows = (array) $wpdb->get_results( "SELECT * FROM {$wpdb->headless_deploy_changes} ORDER BY id" );
		return array_values( array_map( static fn( object $row ): string => "{$row->blog_id} {$row->environment_id} {$row->changes} " . ( $row->run_id > 0 ? 'sent' : 'pending' ), $rows ) );
	}
}
