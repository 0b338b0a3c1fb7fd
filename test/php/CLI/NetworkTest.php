<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use PHPUnit\Framework\Attributes\Group;

#[Group( 'cli' )]
#[Group( 'processes' )]
final class NetworkTest extends Cli_Test_Case {
	protected const ENVIRONMENTS = array();

	private const SECOND = '--url=http://example.test/second/';

	public static function setUpBeforeClass(): void {
		parent::setUpBeforeClass();
		$install = 'require_once ABSPATH . "wp-admin/includes/upgrade.php"; require_once ABSPATH . "wp-admin/includes/network.php";
			global $wpdb; foreach ( $wpdb->tables( "ms_global" ) as $table => $name ) { $wpdb->$table = $name; }
			install_network(); populate_network( 1, "example.test", "admin@example.test", "Network", "/", false );';
		self::$site->php( $install );
		self::$site->configure(
			array(
				'WP_HOME'              => null,
				'WP_SITEURL'           => null,
				'MULTISITE'            => true,
				'SUBDOMAIN_INSTALL'    => false,
				'DOMAIN_CURRENT_SITE'  => 'example.test',
				'PATH_CURRENT_SITE'    => '/',
				'SITE_ID_CURRENT_SITE' => 1,
				'BLOG_ID_CURRENT_SITE' => 1,
			),
		);
		self::$site->php( 'update_option( "home", "http://example.test" ); update_option( "siteurl", "http://example.test" ); wpmu_create_blog( "example.test", "/second/", "Second", 1 );' );
		self::$site->run( array( 'plugin', 'activate', 'headless-deploy/plugin.php', '--network' ) );
		self::$site->save_database();
	}

	public function test_works_on_the_site_of_the_url_option(): void {
		$this->wp_with( self::url( self::ACCEPTED ), 0, 'environments', 'add', '--label=Second', self::SECOND );
		$this->assertSame( array(), $this->rows( 'environments', 'list' ) );
		$this->assertCount( 1, $this->rows( 'environments', 'list', self::SECOND ) );
		$this->wp( 0, 'rebuild', self::SECOND );
		$this->assertCount( 1, $this->rows( 'runs', 'list', self::SECOND ) );
		$this->assertSame( array(), $this->rows( 'runs', 'list' ) );
		$this->wp( 1, 'runs', 'get', '1' );
	}

	public function test_connects_any_webhook_url_without_a_user(): void {
		$this->wp_with( 'http://127.0.0.1:' . self::$host->port . "/hooks/secret\n", 0, 'environments', 'add', '--label=Custom' );
	}

	public function test_dispatches_all_sites(): void {
		$this->wp_with( self::url( self::ACCEPTED ), 0, 'environments', 'add', '--label=Main' );
		$this->wp_with( self::url( '202' ), 0, 'environments', 'add', '--label=Second', self::SECOND );
		$this->publish();
		self::$site->php( 'wp_insert_post( array( "post_title" => "There", "post_status" => "publish" ) );', self::SECOND );
		$this->make_changes_due();
		$output = $this->wp( 0, 'dispatch', self::SECOND )->output;
		$this->assertStringContainsString( "example.test: Main: Rebuild, 1 change: The host accepted the request (HTTP 200).\n", $output );
		$this->assertStringContainsString( "example.test/second: Second: Rebuild, 1 change: The host accepted the request (HTTP 202).\n", $output );
		$this->assertSame( '', $this->wp( 0, 'status' )->errors, 'The main site has recorded the scheduler.' );
	}

	public function test_dispatches_the_only_site_with_the_plugin(): void {
		self::$site->php( 'require_once ABSPATH . "wp-admin/includes/plugin.php"; deactivate_plugins( "headless-deploy/plugin.php", false, true ); deactivate_plugins( "headless-deploy/plugin.php", false, false );' );
		self::$site->run( array( 'plugin', 'activate', 'headless-deploy/plugin.php', self::SECOND ) );
		$this->wp_with( self::url( self::ACCEPTED ), 0, 'environments', 'add', '--label=Second', self::SECOND );
		self::$site->php( 'wp_insert_post( array( "post_title" => "There", "post_status" => "publish" ) );', self::SECOND );
		$this->make_changes_due();
		$this->assertSame( "example.test/second: Second: Rebuild, 1 change: The host accepted the request (HTTP 200).\n", $this->wp( 0, 'dispatch', self::SECOND )->output );
		$this->assertSame( '', $this->wp( 0, 'status', self::SECOND )->errors );
		$this->assertStringContainsString( 'is not a registered wp command', $this->wp( 1, 'dispatch' )->errors );
	}
}
