<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Faults;

use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\TestCase;

/**
 * Activates, uses, deactivates and deletes the plugin in its own WordPress with the functions of the Plugins page,
 * which run uninstall.php and delete the files.
 */
#[Group( 'processes' )]
final class RemovalTest extends TestCase {
	private const PLUGIN = 'headless-deploy/plugin.php';

	private const READ_STATE = <<<'PHP'
		global $wpdb;
		$cron = array();
		foreach ( _get_cron_array() as $events ) {
			foreach ( $events as $hook => $entries ) {
				foreach ( $entries as $entry ) {
					$cron[] = $hook . ' ' . wp_json_encode( $entry['args'] );
				}
			}
		}
		$look = array(
			'tables'   => $wpdb->get_col( 'SHOW TABLES' ),
			'options'  => $wpdb->get_col( "SELECT option_name FROM {$wpdb->options} WHERE option_name NOT LIKE '%transient%'" ),
			'plugin'    => $wpdb->get_col( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE 'headless%' OR option_name LIKE '%transient%headless%'" ),
			'usermeta' => $wpdb->get_col( "SELECT DISTINCT meta_key FROM {$wpdb->usermeta}" ),
			'postmeta' => $wpdb->get_col( "SELECT DISTINCT meta_key FROM {$wpdb->postmeta}" ),
			'cron'     => array_values( array_unique( $cron ) ),
			'roles'    => get_option( $wpdb->prefix . 'user_roles' ),
			'files'    => array_values( array_diff( scandir( WP_CONTENT_DIR . '/plugins' ), array( '.', '..' ) ) ),
		);
		array_walk( $look, static function ( &$list, $key ) { 'roles' === $key || sort( $list ); } );
		echo wp_json_encode( $look );
		PHP;

	/**
	 * Uses the plugin: an environment, a schedule, a pending change, a failed manual run and a capability of a role.
	 */
	private const USE = <<<'PHP'
		wp_set_current_user( 1 );
		get_role( 'author' )->add_cap( 'headless_deploy_rebuild' );
		$ask = static function ( string $method, string $route, array $body ): int {
			$request = new WP_REST_Request( $method, '/headless-deploy/v1' . $route );
			$request->set_header( 'Content-Type', 'application/json' );
			$request->set_body( wp_json_encode( $body ) );
			return rest_do_request( $request )->get_status();
		};
		$statuses = array(
			$ask( 'POST', '/settings/environments', array( 'label' => 'Production', 'webhookUrl' => 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:rebuild?token=TOKEN' ) ),
			$ask( 'POST', '/settings/schedules', array( 'label' => 'Nightly', 'environment' => 'production', 'action' => 'rebuild', 'frequency' => 'daily', 'time' => '03:00' ) ),
			$ask( 'POST', '/environments/production/runs', array( 'action' => 'purgeCache' ) ),
		);
		( new HeadlessDeploy\Environments\Routing() )->load();
		do_action( 'headless_deploy_scheduler' );
		echo wp_json_encode( $statuses );
		PHP;

	private Site_Copy $site;

	protected function setUp(): void {
		$this->site = new Site_Copy();
	}

	protected function tearDown(): void {
		$this->site->remove();
	}

	public function test_deactivation_clears_cron_and_deletion_leaves_no_data(): void {
		$before = $this->site->run( self::READ_STATE );
		$this->assertNull( $this->run_null( "activate_plugin( '" . self::PLUGIN . "' )" ) );
		$this->assertSame( array( 201, 201, 201 ), $this->site->run( str_replace( 'TOKEN', Wp_Test_Case::TOKEN, self::USE ) ) );
		$this->site->run( "wp_insert_post( array( 'post_title' => 'Hello', 'post_status' => 'publish' ) ); echo '1';" );
		$used = $this->site->run( self::READ_STATE );
		$this->assertCount( 4, preg_grep( '/headless_deploy/', $used['tables'] ) );
		$this->assertNotSame( array(), $used['plugin'] );
		$this->assert_cron_is_plain( $used['cron'] );

		$this->run_null( "deactivate_plugins( '" . self::PLUGIN . "' )" );
		$deactivated = $this->site->run( self::READ_STATE );
		$this->assertSame( array(), preg_grep( '/headless/', $deactivated['cron'] ) );
		$this->assertSame( $used['plugin'], $deactivated['plugin'], 'Deactivation keeps settings and runs.' );

		$this->assertTrue( $this->site->run( "echo wp_json_encode( delete_plugins( array( '" . self::PLUGIN . "' ) ) );" ) );
		$after = $this->site->run( self::READ_STATE );
		$this->assertSame( array(), $after['plugin'] );
		$this->assertDoesNotMatchRegularExpression( '/headless[_-]deploy/', (string) wp_json_encode( array( $after['options'], $after['usermeta'], $after['postmeta'], $after['roles'] ) ) );
		foreach ( array( 'tables', 'roles' ) as $what ) {
			$this->assertSame( $before[ $what ], $after[ $what ], $what );
		}
		$this->assertSame( array(), preg_grep( '/headless/', $after['cron'] ) );
		$this->assertNotContains( 'headless-deploy', $after['files'] );
	}

	/**
	 * Expects events without arguments.
	 *
	 * @param list<string> $cron Hooks and their arguments.
	 */
	private function assert_cron_is_plain( array $cron ): void {
		$events = array_values( (array) preg_grep( '/headless/', $cron ) );
		$this->assertGreaterThan( 1, count( $events ), implode( ', ', $cron ) );
		foreach ( $events as $event ) {
			$this->assertMatchesRegularExpression( '/^headless_deploy_[a-z_]+ \[\]$/', $event );
		}
	}

	/**
	 * Runs an expression that returns null on success.
	 */
	private function run_null( string $expression ): mixed {
		return $this->site->run( "\$result = $expression; echo wp_json_encode( array( is_wp_error( \$result ) ? \$result->get_error_message() : \$result ) );" )[0];
	}
}
