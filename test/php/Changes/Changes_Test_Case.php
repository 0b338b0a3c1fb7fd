<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes;

use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Runs\Reasons;
use HeadlessDeploy\Tests\Queue\Fake_Caller;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;

/**
 * Signs in an administrator in wp-admin and connects one environment with some change sources.
 */
abstract class Changes_Test_Case extends Wp_Test_Case {
	protected Manual_Clock $clock;
	protected Fake_Caller $caller;

	protected function setUp(): void {
		parent::setUp();
		// The plugin of the bootstrap may still know an earlier test's environments.
		$this->stop_plugin();
		wp_set_current_user( $this->user( 'administrator' ) );
		set_current_screen( 'dashboard' );
		$this->clock  = new Manual_Clock();
		$this->caller = new Fake_Caller();
	}

	protected function tearDown(): void {
		unset( $GLOBALS['current_screen'] );
		parent::tearDown();
	}

	/**
	 * Connects Production with a Rebuild for some sources, and starts the plugin.
	 */
	protected function watch( string ...$sources ): void {
		$policy = array_fill_keys( Automation::SOURCES, 'none' );
		$this->connect( 'Production', array( 'policy' => array_fill_keys( $sources, 'rebuild' ) + $policy ) );
		$this->start_plugin( $this->clock, $this->caller );
	}

	/**
	 * As `watch()`, for an environment that is also informed of every change.
	 */
	protected function watch_with_refresh( string ...$sources ): void {
		$this->watch( ...$sources );
		$fields = array( 'refreshUrl' => 'https://www.example.test/refresh', 'refreshSecret' => 'whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=' );
		$this->assertSame( 200, $this->rest( 'PUT', '/headless-deploy/v1/settings/environments/production', $fields )->get_status() );
		$this->start_plugin( $this->clock, $this->caller );
	}

	/**
	 * Ends the request and returns what it recorded in a lane, oldest first: the event, the id and the details of each change.
	 *
	 * @return list<string> For example `updated 7 kept=1 meta=price`.
	 */
	protected function changes_of( string $lane ): array {
		global $wpdb;
		do_action( 'shutdown' );
		$changes = array();
		foreach ( $wpdb->get_col( $wpdb->prepare( "SELECT reasons FROM {$wpdb->headless_deploy_changes} WHERE lane = %s ORDER BY id", $lane ) ) as $json ) {
			foreach ( array_reverse( (array) json_decode( (string) $json, true ) ) as $reason ) {
				$details = array_diff_key( $reason, array_flip( array( 'event', 'id', 'type', 'subtype', 'user', 'at', 'mark', 'name', 'again' ) ) );
				ksort( $details );
				$changes[] = trim( $reason['event'] . ' ' . $reason['id'] . ' ' . http_build_query( $details, '', ' ' ) );
			}
		}
		return $changes;
	}

	/**
	 * Ends the request, and returns the reasons of the changes for one action, oldest first.
	 *
	 * @return list<array<string, mixed>> Without user and time.
	 */
	protected function reasons_for( string $action ): array {
		global $wpdb;
		do_action( 'shutdown' );
		$rows = $wpdb->get_col( $wpdb->prepare( "SELECT reasons FROM {$wpdb->headless_deploy_changes} WHERE action = %s ORDER BY id", $action ) );
		$all  = array_merge( array(), ...array_map( static fn( string $row ): array => array_reverse( (array) json_decode( $row, true ) ), $rows ) );
		return array_map( static fn( array $reason ): array => array_diff_key( $reason, array( 'user' => 0, 'at' => 0, 'again' => 0 ) ), $all );
	}

	/**
	 * Ends the request, deletes its changes and starts another request.
	 */
	protected function forget(): void {
		global $wpdb;
		do_action( 'shutdown' );
		$wpdb->query( "DELETE FROM {$wpdb->headless_deploy_changes}" );
		$this->start_plugin( $this->clock, $this->caller );
	}

	/**
	 * @return list<string>
	 */
	protected function recorded(): array {
		do_action( 'shutdown' );
		return array_reverse( array_column( ( new Reasons() )->render( array_merge( array(), ...array_map( Stored_Reason::list_of( ... ), $this->rows() ) ) ), 'text' ) );
	}

	/**
	 * @return list<int>
	 */
	protected function counts(): array {
		global $wpdb;
		do_action( 'shutdown' );
		return array_map( intval( ... ), array_values( $wpdb->get_col( "SELECT changes FROM {$wpdb->headless_deploy_changes} ORDER BY id" ) ) );
	}

	/**
	 * @return list<string>
	 */
	protected function rows(): array {
		global $wpdb;
		return array_values( $wpdb->get_col( "SELECT reasons FROM {$wpdb->headless_deploy_changes} ORDER BY id DESC" ) );
	}

	/**
	 * Returns the SQL statements of some work and of the end of the request.
	 *
	 * @return list<string>
	 */
	protected function queries_of_request( callable $work ): array {
		return $this->queries( static fn() => array( $work(), do_action( 'shutdown' ) ) );
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	protected function saved( array $fields = array() ): int {
		$id = $this->post( $fields );
		$this->forget();
		return $id;
	}

	protected function set_permalinks( string $structure ): void {
		$GLOBALS['wp_rewrite']->set_permalink_structure( $structure );
		create_initial_taxonomies();
	}
}
