<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

use Closure;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tests\Test_Database;
use HeadlessDeploy\Tests\Wp_Test_Case;
use ReflectionFunction;
use WP_Debug_Data;
use WP_REST_Request;
use WP_Site_Health;

final class SecretsAndRolesTest extends Wp_Test_Case {
	use Service_Outage;

	private const ROLES = array( '', 'subscriber', 'author', 'editor', 'administrator' );

	/**
	 * Users by role; 0 for a visitor.
	 *
	 * @var array<string, int>
	 */
	private array $users = array();

	protected function setUp(): void {
		parent::setUp();
		$this->start_plugin();
		foreach ( self::ROLES as $role ) {
			$this->users[ $role ] = '' === $role ? 0 : $this->user( $role );
		}
		wp_set_current_user( $this->users['administrator'] );
		$this->connect_everything();
		$this->fail_all_calls();
	}

	public function test_no_rest_answer_to_any_role_holds_a_secret(): void {
		$answered = array_fill_keys( self::ROLES, 0 );
		foreach ( self::ROLES as $role ) {
			wp_set_current_user( $this->users[ $role ] );
			foreach ( $this->readable_paths() as $path ) {
				foreach ( array( 'GET', 'OPTIONS' ) as $method ) {
					$request = WP_REST_Request::from_url( rest_url( $path ) );
					$this->assertInstanceOf( WP_REST_Request::class, $request );
					$request->set_method( $method );
					$response = rest_do_request( $request );
					$answered[ $role ] += 'GET' === $method && 200 === $response->get_status() ? 1 : 0;
					$this->assert_clean( "$role, $method $path", rest_get_server()->response_to_data( $response, true ), $response->get_headers() );
				}
			}
		}
		$this->assertSame( 0, $answered[''] );
		$this->assertSame( 0, $answered['subscriber'] );
		$this->assertGreaterThan( 3, $answered['author'] );
		$this->assertGreaterThan( $answered['editor'], $answered['administrator'] );
	}

	public function test_nothing_that_is_stored_scheduled_or_logged_holds_a_secret(): void {
		global $wpdb;
		foreach ( $wpdb->get_col( 'SHOW TABLES' ) as $table ) {
			$this->assert_clean( "table $table", $wpdb->get_results( "SELECT * FROM `$table`", ARRAY_A ) );
		}
		// Schedules contain only times and ids, and this day has none.
		foreach ( array_diff( Schema::tables(), array( $wpdb->headless_deploy_schedules ) ) as $table ) {
			$this->assertNotSame( '0', (string) $wpdb->get_var( "SELECT COUNT(*) FROM $table" ), "The day has left something in $table." );
		}
		$this->assert_clean( 'all options', array_map( maybe_unserialize( ... ), wp_load_alloptions( true ) ) );
		$this->assert_clean( 'cron', _get_cron_array() );
		$this->assert_clean( 'log of PHP', (string) @file_get_contents( Test_Database::folder() . '/debug.log' ) );
		$this->assert_clean( 'object cache', $GLOBALS['wp_object_cache'] );
	}

	public function test_no_export_holds_a_secret(): void {
		foreach ( array( 'csv', 'json' ) as $format ) {
			$response = $this->rest( 'GET', '/headless-deploy/v1/runs/export', array( 'format' => $format ) );
			$this->assertSame( 200, $response->get_status() );
			ob_start();
			$is_served = apply_filters( 'rest_pre_serve_request', false, $response, new WP_REST_Request( 'GET', '/headless-deploy/v1/runs/export' ), rest_get_server() );
			$served    = (string) ob_get_clean();
			$this->assert_clean( "export as $format", $response->get_data(), $is_served ? $served : '' );
		}
		$email = get_userdata( $this->users['administrator'] )->user_email ?? '';
		foreach ( array( 'exporters', 'erasers' ) as $kind ) {
			foreach ( (array) apply_filters( "wp_privacy_personal_data_$kind", array() ) as $name => $entry ) {
				if ( str_contains( (string) $name, 'headless' ) ) {
					$this->assert_clean( (string) $name, ( $entry['callback'] )( $email, 1 ) );
				}
			}
		}
	}

	public function test_site_health_shows_no_secret(): void {
		require_once ABSPATH . 'wp-admin/includes/class-wp-site-health.php';
		require_once ABSPATH . 'wp-admin/includes/class-wp-debug-data.php';
		$seen = '';
		foreach ( WP_Site_Health::get_tests()['direct'] as $name => $test ) {
			if ( str_starts_with( (string) $name, 'headless_deploy' ) ) {
				$seen .= print_r( ( $test['test'] )(), true );
			}
		}
		$this->assertStringContainsString( 'vercel', $seen );
		$sections = array_intersect_key( (array) apply_filters( 'debug_information', array() ), array( 'headless-deploy' => true ) );
		$this->assertCount( 1, $sections );
		$this->assert_clean( 'Site Health', $seen, $sections, WP_Debug_Data::format( $sections, 'debug' ), WP_Debug_Data::format( $sections, 'info' ) );
		$this->assertStringNotContainsString( (string) ( (array) get_option( Encryption::KEY_OPTION ) )['key'], print_r( $sections, true ) );
	}

	public function test_a_dump_of_all_hooks_and_their_objects_shows_no_secret(): void {
		$objects = array();
		foreach ( $GLOBALS['wp_filter'] as $hook ) {
			foreach ( array_merge( ...array_values( $hook->callbacks ) ) as $callback ) {
				$object = $callback['function'] instanceof Closure ? ( new ReflectionFunction( $callback['function'] ) )->getClosureThis() : null;
				if ( null !== $object && ! str_starts_with( $object::class, 'HeadlessDeploy\\Tests\\' ) ) {
					$objects[] = $object;
				}
			}
		}
		$this->assertGreaterThan( 10, count( $objects ) );
		$this->assert_clean( 'hooks', Object_Graph::print( $objects ) );
	}

	public function test_the_answers_contained_every_form_of_a_secret(): void {
		foreach ( self::connections() as $body ) {
			$this->assertNotSame( '', Secret_Forms::find( (string) wp_json_encode( $body ), self::secrets() ) );
		}
	}

	/**
	 * Returns the paths of all readable routes with existing IDs.
	 *
	 * @return list<string>
	 */
	private function readable_paths(): array {
		$paths = array();
		// The first is the list of routes itself, which WordPress answers to all.
		foreach ( array_slice( array_keys( rest_get_server()->get_routes( 'headless-deploy/v1' ) ), 1 ) as $route ) {
			foreach ( array( 'production', 'plain', '1', '2' ) as $id ) {
				$paths[] = (string) preg_replace( array( '/\(\?P<lane>(?:[^()]|\([^()]*\))*\)/', '/\(\?P<\w+>(?:[^()]|\([^()]*\))*\)/' ), array( 'build', $id ), $route );
			}
		}
		$paths = array_values( array_unique( $paths ) );
		return array_merge( $paths, array( '/headless-deploy/v1/runs?per_page=100', '/headless-deploy/v1/settings?_embed=1&context=edit' ) );
	}

	private function assert_clean( string $place, mixed ...$values ): void {
		foreach ( $values as $value ) {
			$text = is_string( $value ) ? $value : print_r( $value, true ) . wp_json_encode( $value, JSON_PARTIAL_OUTPUT_ON_ERROR );
			$this->assertSame( '', Secret_Forms::find( $text, self::secrets() ), "$place holds a secret." );
		}
	}
}
