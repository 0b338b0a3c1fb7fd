<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Http;

use Closure;
use CurlHandle;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Site_Health\Connection_Checks;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Faults\Site_Copy;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

/**
 * Prevents DNS rebinding: cURL connects to the address that was checked. A SOCKS proxy records that address.
 */
#[Group( 'processes' )]
final class PinnedAddressTest extends Client_Test_Case {
	private const CHECKED = '93.184.215.14';

	private Proxy_Server $proxy;

	protected function setUp(): void {
		parent::setUp();
		$this->proxy = new Proxy_Server();
		// Nothing leaves this machine: the proxy opens no connection.
		remove_all_filters( 'pre_http_request', PHP_INT_MAX );
	}

	protected function tearDown(): void {
		$this->proxy->stop();
		parent::tearDown();
	}

	/**
	 * @param Closure(self, Closure): void $call
	 */
	#[DataProvider( 'calls' )]
	public function test_connects_to_the_address_that_was_checked( Closure $call ): void {
		add_action( 'http_api_curl', fn( CurlHandle $handle ) => curl_setopt( $handle, CURLOPT_PROXY, "socks5://127.0.0.1:{$this->proxy->port}" ) );
		$call( $this, $this->resolve( array( self::CHECKED ) ) );
		$this->assertSame( self::CHECKED . ':443', $this->proxy->connect_request() );
	}

	public static function calls(): iterable {
		$hosts = new Local_Hosts( '', 'production' );
		$clock = new System_Clock();
		yield 'a webhook' => array( static fn( self $test ): mixed => $test->call_public( array( self::CHECKED ) ) );
		yield 'a page' => array( static fn( self $test, Closure $resolver ): mixed => ( new Calls( $clock, $resolver, $hosts ) )->page( 'https://site.example/hello' ) );
		yield 'builds' => array( static fn( self $test, Closure $resolver ): mixed => ( new Calls( $clock, $resolver, $hosts ) )->json( 'https://api.example/v1/builds', Request_Extras::basic( 'user', 'a-long-password' ), array() ) );
		yield 'Site Health' => array( static fn( self $test, Closure $resolver ): mixed => Connection_Checks::error_code( new Calls( $clock, $resolver, $hosts ), 'https://hosting.example' ) );
	}

	public function test_checks_addresses_and_hosts_that_bypass_the_proxy_of_wordpress(): void {
		$site = new Site_Copy();
		try {
			$codes = $site->run(
				<<<PHP
					remove_all_filters( 'pre_http_request' );
					define( 'WP_PROXY_HOST', '127.0.0.1' );
					define( 'WP_PROXY_PORT', '{$this->proxy->port}' );
					define( 'WP_PROXY_BYPASS_HOSTS', 'bypassed.test' );
					define( 'WP_ACCESSIBLE_HOSTS', '*.example' );
					require_once WP_PLUGIN_DIR . '/headless-deploy/plugin.php';
					\$clock   = new HeadlessDeploy\\System_Clock();
					\$resolve = static fn( string \$host ): array => str_ends_with( \$host, '.example' ) ? array() : array( '127.0.0.1' );
					\$calls   = new HeadlessDeploy\\Http\\Calls( \$clock, \$resolve, new HeadlessDeploy\\Providers\\Local_Hosts( '', 'production' ) );
					\$codes   = array();
					foreach ( array( 'hosting.example', '127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', 'localhost', 'a.localhost', 'bypassed.test' ) as \$host ) {
						\$codes[ \$host ] = \$calls->page( "https://\$host/" )->response->error_code;
					}
					echo wp_json_encode( \$codes );
					PHP,
			);
		} finally {
			$site->remove();
		}
		$this->assertSame( 'CONNECT hosting.example:443 HTTP/1.1', $this->proxy->connect_request() );
		$this->assertSame( 'headless_deploy_connection_failed', $codes['hosting.example'], 'The proxy was asked and refused.' );
		$this->assertSame( array( 'headless_deploy_private_address' ), array_values( array_unique( array_slice( array_values( $codes ), 1 ) ) ) );
	}
}
