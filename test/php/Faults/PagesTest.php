<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Faults;

use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\TestCase;

/**
 * Requests, after a real login on a real server, every page in the menus of wp-admin and of the site: no page contains
 * a secret, and users who may not see deployments see nothing of the plugin.
 */
#[Group( 'processes' )]
#[Group( 'newest' )]
final class PagesTest extends TestCase {
	private const ROLES = array( 'subscriber', 'author', 'editor', 'administrator' );

	private const FURTHER_PAGES = array( '/', '/?p=1', '/?feed=rss2', '/wp-login.php', '/wp-admin/profile.php', '/wp-admin/about.php', '/wp-admin/post-new.php', '/wp-admin/post.php?post=1&action=edit', '/wp-admin/admin.php?page=headless-deploy', '/wp-admin/admin.php?page=headless-deploy&tab=connections', '/wp-admin/site-health.php?tab=debug', '/wp-admin/privacy-policy-guide.php', '/wp-admin/options.php' );

	private const SETUP_SCRIPT = <<<'PHP'
		activate_plugin( 'headless-deploy/plugin.php' );
		add_filter( 'wp_hash_password_options', static fn(): array => array( 'cost' => 4 ) );
		foreach ( array( 'subscriber', 'author', 'editor', 'administrator' ) as $role ) {
			wp_insert_user( array( 'user_login' => $role, 'user_pass' => 'password', 'user_email' => "$role@example.test", 'role' => $role ) );
		}
		update_option( 'admin_email_lifespan', time() + YEAR_IN_SECONDS );
		echo '1';
		PHP;

	private const USAGE_SCRIPT = <<<'PHP'
		wp_set_current_user( 1 );
		$ask = static function ( string $route, array $body ): int {
			$request = new WP_REST_Request( 'POST', '/headless-deploy/v1' . $route );
			$request->set_header( 'Content-Type', 'application/json' );
			$request->set_body( wp_json_encode( $body ) );
			return rest_do_request( $request )->get_status();
		};
		add_filter( 'pre_http_request', static fn(): array => array( 'headers' => array(), 'body' => '{"message":"no TOKEN"}', 'response' => array( 'code' => 400, 'message' => '' ), 'cookies' => array(), 'filename' => null ) );
		$statuses = array(
			$ask( '/settings/environments', array( 'label' => 'Production', 'webhookUrl' => 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:rebuild?token=TOKEN' ) ),
			$ask( '/environments/production/runs', array( 'action' => 'rebuild' ) ),
		);
		echo wp_json_encode( $statuses );
		PHP;

	private static Site_Copy $site;

	public static function setUpBeforeClass(): void {
		self::$site = new Site_Copy();
		self::$site->serve();
		self::$site->run( self::SETUP_SCRIPT );
		self::assertSame( array( 201, 201 ), self::$site->run( str_replace( 'TOKEN', Wp_Test_Case::TOKEN, self::USAGE_SCRIPT ) ) );
		self::$site->run( "wp_set_current_user( 1 ); wp_insert_post( array( 'post_title' => 'Waits', 'post_status' => 'publish' ) ); echo '1';" );
	}

	public static function tearDownAfterClass(): void {
		self::$site->remove();
	}

	public static function roles(): iterable {
		yield 'subscriber' => array( 'subscriber', false );
		yield 'author' => array( 'author', true );
		yield 'editor' => array( 'editor', true );
		yield 'administrator' => array( 'administrator', true );
	}

	#[DataProvider( 'roles' )]
	public function test_no_page_shows_a_secret( string $role, bool $may_view ): void {
		$browser = self::$site->log_in( $role );
		$this->assertStringContainsString( 'wp-admin-bar', $browser->get( '/wp-admin/' ), 'Logged in.' );
		$pages    = $this->pages( $browser );
		$mentions = 0;
		foreach ( $browser->get_all( $pages, Site_Copy::WORKERS - 1 ) as $page => $content ) {
			$this->assertStringStartsWith( 'HTTP/', $content, $page );
			foreach ( self::token_encodings() as $encoded ) {
				$this->assertStringNotContainsString( $encoded, $content, $page );
			}
			// WordPress repeats the requested address in some places.
			$content = str_replace( array( 'page=headless-deploy', 'page%3Dheadless-deploy' ), '', $content );
			$mentions += (int) preg_match( '/headless[_-]deploy/i', $content );
			if ( ! $may_view ) {
				$this->assertDoesNotMatchRegularExpression( '/headless[_-]deploy|hosting\.example|webhook:/i', $content, $page );
			}
		}
		$this->assertSame( $may_view, $mentions > 1, "$mentions of " . count( $pages ) . " pages for {$role} mention the plugin." );
	}

	public function test_every_page_opens_while_queries_of_the_plugin_fail(): void {
		$browser = self::$site->log_in( 'administrator' );
		$file    = self::$site->folder . '/wp-content/mu-plugins/failing-reads.php';
		file_put_contents( $file, '<?php $GLOBALS["wpdb"]->suppress_errors(); add_filter( "query", static fn( $query ) => preg_match( "/^\s*SELECT.*headless_deploy/s", $query ) ? "SELECT nothing FROM nowhere" : $query );' );
		try {
			$contents = $browser->get_all( $this->pages( $browser ), Site_Copy::WORKERS - 1 );
			$this->assertSame( array(), array_keys( preg_grep( '#^HTTP/\S+ 500|There has been a critical error#', $contents ) ?: array() ) );
		} finally {
			unlink( $file );
		}
	}

	public function test_a_visitor_sees_nothing_of_the_plugin(): void {
		$browser = new Browser( self::$site->url );
		foreach ( array( '/', '/?p=1', '/?feed=rss2', '/wp-login.php', '/wp-admin/', '/wp-admin/admin.php?page=headless-deploy' ) as $page ) {
			$content = str_replace( array( 'page=headless-deploy', 'page%3Dheadless-deploy' ), '', $browser->get( $page ) );
			$this->assertDoesNotMatchRegularExpression( '/headless[_-]deploy|hosting\.example/i', $content, $page );
		}
	}

	public function test_a_subscriber_with_a_nonce_of_wordpress_triggers_nothing(): void {
		$browser = self::$site->log_in( 'subscriber' );
		$answer  = $browser->get( '/wp-admin/admin-ajax.php?action=rest-nonce' );
		$nonce   = trim( substr( $answer, (int) strrpos( $answer, "\r\n\r\n" ) ) );
		$this->assertMatchesRegularExpression( '/^[0-9a-f]{10}$/', $nonce );
		$before = $this->queue();
		$routes = array( '/dispatch', '/environments/production/runs', '/environments/production/pending/build/now', '/environments/production/pending/build/cancel', '/environments/production/hold', '/runs/1/retry', '/settings/environments', '/settings/environments/production/pause' );
		foreach ( $routes as $route ) {
			$browser->post( "/?rest_route=/headless-deploy/v1$route&_wpnonce=$nonce", array( 'action' => 'rebuild' ) );
			$this->assertContains( $browser->status, array( 400, 403 ), $route );
		}
		foreach ( array( 'admin-ajax.php', 'admin-post.php' ) as $entry_point ) {
			foreach ( array( 'headless_deploy', 'headless_deploy_dispatch', 'headless_deploy_scheduler', 'headless_deploy_request' ) as $action ) {
				$browser->post( "/wp-admin/$entry_point", array( 'action' => $action, '_wpnonce' => $nonce ) );
			}
		}
		$this->assertSame( $before, $this->queue() );
	}

	public function test_php_logs_nothing_about_the_plugin(): void {
		$log      = self::$site->folder . '/debug.log';
		$mentions = preg_grep( '/headless[_-]deploy|HeadlessDeploy/', is_file( $log ) ? (array) file( $log ) : array() );
		$this->assertSame( array(), $mentions );
	}

	/**
	 * @return list<string>
	 */
	private function pages( Browser $browser ): array {
		$menu = $browser->get( '/wp-admin/profile.php' );
		preg_match_all( '#href=[\'"]([a-z-]+\.php(?:\?[^\'"]*)?)[\'"]#', $menu, $found );
		$links = array_filter( array_map( html_entity_decode( ... ), $found[1] ), static fn( string $link ): bool => ! str_contains( $link, 'action=' ) );
		$pages = array_map( static fn( string $link ): string => "/wp-admin/$link", $links );
		return array_values( array_unique( array_merge( array( '/wp-admin/' ), $pages, self::FURTHER_PAGES ) ) );
	}

	private function queue(): array {
		return self::$site->run( 'global $wpdb; echo wp_json_encode( array( $wpdb->get_results( "SELECT * FROM {$wpdb->base_prefix}headless_deploy_changes" ), $wpdb->get_results( "SELECT * FROM {$wpdb->base_prefix}headless_deploy_runs" ), get_option( "headless_deploy_environments" ) ) );' );
	}

	/**
	 * @return list<string>
	 */
	private static function token_encodings(): array {
		$token = Wp_Test_Case::TOKEN;
		return array( rtrim( $token, '=' ), substr( base64_encode( $token ), 0, 24 ), substr( base64_encode( "x$token" ), 4, 24 ), substr( base64_encode( "xx$token" ), 4, 24 ), bin2hex( substr( $token, 0, 12 ) ) );
	}
}
