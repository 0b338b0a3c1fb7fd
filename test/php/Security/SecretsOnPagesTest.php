<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tests\Test_Database;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use WP_Session_Tokens;

/**
 * Requests pages of wp-admin in separate processes after many failures, with secrets of every kind.
 */
#[Group( 'processes' )]
#[Group( 'newest' )]
final class SecretsOnPagesTest extends Wp_Test_Case {
	use Service_Outage;

	private const AT_A_TIME = 4;

	/**
	 * Pages of editors; `{post}` is a published post.
	 */
	private const EDITOR_PAGES = array(
		'index.php',
		'profile.php',
		'edit.php?post_type=page',
		'post-new.php',
		'post.php?post={post}&action=edit',
		'tools.php',
		'admin.php?page=headless-deploy',
		'admin.php?page=headless-deploy&tab=activity',
	);

	/**
	 * Pages of administrators that show settings, stored data or notices of plugins.
	 */
	private const ADMINISTRATOR_PAGES = array(
		'index.php',
		'edit.php',
		'post.php?post={post}&action=edit',
		'users.php',
		'export.php?download=true&content=all',
		'site-health.php',
		'site-health.php?tab=debug',
		'export-personal-data.php',
		'options-general.php',
		'options.php',
		'plugins.php',
		'update-core.php',
		'admin.php?page=headless-deploy',
		'admin.php?page=headless-deploy&tab=activity',
		'admin.php?page=headless-deploy&tab=automation',
		'admin.php?page=headless-deploy&tab=connections',
	);

	/**
	 * Pages that run all of the plugin's code for administrators.
	 */
	private const PAGES_WITH_THE_PLUGIN = array(
		'index.php',
		'edit.php',
		'post-new.php',
		'site-health.php?tab=debug',
		'plugins.php',
		'privacy-policy-guide.php',
		'admin.php?page=headless-deploy',
		'admin.php?page=headless-deploy&tab=connections',
	);

	protected function setUp(): void {
		parent::setUp();
		if ( ! Test_Database::is_sqlite() ) {
			$this->markTestSkipped( 'Another process does not see the transaction of this one.' );
		}
		$this->start_plugin();
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->connect_everything();
		$this->fail_all_calls();
	}

	#[DataProvider( 'roles' )]
	public function test_no_page_shows_a_secret( string $role, array $all ): void {
		$user    = $this->user( $role );
		$post    = $this->post( array( 'post_author' => $user ) );
		$cookies = $this->cookies( $user );
		$key     = $this->key();
		foreach ( array_chunk( str_replace( '{post}', (string) $post, $all ), self::AT_A_TIME ) as $pages ) {
			foreach ( $this->open( $pages, $cookies ) as $page => $html ) {
				$this->assertSame( '', Secret_Forms::find( $html, self::secrets() ), "$page holds a secret." );
				$this->assertFalse( str_contains( $html, $key ), "$page holds the key." );
				if ( ! str_contains( $page, 'download=true' ) ) {
					$this->assertTrue( str_contains( $html, 'id="wpadminbar"' ), "$role cannot open $page: " . substr( wp_strip_all_tags( $html ), 0, 300 ) );
				}
			}
		}
		$log = (string) @file_get_contents( Test_Database::folder() . '/pages.log' );
		$this->assertSame( '', Secret_Forms::find( $log, self::secrets() ), 'The log of PHP holds a secret.' );
		$this->assertDoesNotMatchRegularExpression( '/headless[_-]deploy|HeadlessDeploy/', $log );
	}

	public static function roles(): iterable {
		yield 'editor' => array( 'editor', self::EDITOR_PAGES );
		yield 'administrator' => array( 'administrator', self::ADMINISTRATOR_PAGES );
	}

	public function test_a_subscriber_sees_nothing_of_the_plugin(): void {
		$pages = $this->open( array( 'index.php', 'profile.php', 'about.php', 'admin.php?page=headless-deploy' ), $this->cookies( $this->user( 'subscriber' ) ) );
		foreach ( $pages as $page => $html ) {
			$this->assertStringContainsString( '</html>', $html, $page );
			// WordPress repeats the requested address in some places.
			$html = str_replace( array( 'page=headless-deploy', 'page%3Dheadless-deploy' ), '', $html );
			$this->assertDoesNotMatchRegularExpression( '/headless[_-]deploy|hosting\.example|webhook:/i', $html, $page );
		}
	}

	public function test_every_page_opens_while_queries_of_the_plugin_fail(): void {
		$file = Test_Database::folder() . '/mu-plugins/failing-reads.php';
		file_put_contents( $file, '<?php $GLOBALS["wpdb"]->suppress_errors(); add_filter( "query", static fn( $query ) => preg_match( "/^\s*SELECT.*headless_deploy/s", $query ) ? "SELECT nothing FROM nowhere" : $query );' );
		try {
			foreach ( array_chunk( self::PAGES_WITH_THE_PLUGIN, self::AT_A_TIME ) as $pages ) {
				foreach ( $this->open( $pages, $this->cookies( $this->user( 'administrator' ) ) ) as $page => $html ) {
					$this->assertStringContainsString( 'id="wpadminbar"', $html, $page );
					$this->assertStringNotContainsString( 'There has been a critical error', $html, $page );
				}
			}
		} finally {
			unlink( $file );
		}
	}

	private function key(): string {
		$stored = get_option( Encryption::KEY_OPTION );
		$this->assertIsArray( $stored );
		$this->assertSame( 44, strlen( $stored['key'] ) );
		return $stored['key'];
	}

	private function cookies( int $user ): array {
		$until = time() + 3600;
		$token = WP_Session_Tokens::get_instance( $user )->create( $until );
		return array(
			AUTH_COOKIE      => wp_generate_auth_cookie( $user, $until, 'auth', $token ),
			LOGGED_IN_COOKIE => wp_generate_auth_cookie( $user, $until, 'logged_in', $token ),
		);
	}

	/**
	 * Requests pages at the same time.
	 *
	 * @return array<string, string> HTML by page.
	 */
	private function open( array $pages, array $cookies ): array {
		$running = array();
		foreach ( $pages as $page ) {
			$output  = (string) tempnam( Test_Database::folder(), 'page' );
			$process = proc_open( array( PHP_BINARY, __DIR__ . '/wp-admin-page.php' ), array( array( 'pipe', 'r' ), array( 'file', $output, 'w' ), array( 'file', "$output.err", 'w' ) ), $pipes );
			$this->assertIsResource( $process );
			fwrite( $pipes[0], (string) wp_json_encode( array( 'wordpress' => ABSPATH, 'database' => Test_Database::folder(), 'page' => $page, 'cookies' => $cookies ) ) );
			fclose( $pipes[0] );
			$running[ $page ] = array( $process, $output );
		}
		$printed = array();
		foreach ( $running as $page => list( $process, $output ) ) {
			proc_close( $process );
			$printed[ $page ] = file_get_contents( $output ) . file_get_contents( "$output.err" );
			unlink( $output );
			unlink( "$output.err" );
		}
		return $printed;
	}
}
