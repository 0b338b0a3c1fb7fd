<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Site_Health;

use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Site_Health\Connection_Checks;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Http\Client_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use RuntimeException;

final class HostProbeTest extends Client_Test_Case {
	#[Group( 'processes' )]
	public function test_any_answer_of_the_root_proves_that_the_host_is_reachable(): void {
		$server = new Root_Server();
		$this->allow_http( "http://127.0.0.1:{$server->port}" );
		try {
			$this->assertSame( '', $this->probe( "127.0.0.1:{$server->port}", "http://127.0.0.1:{$server->port}" ) );
			$this->assertStringStartsWith( "HEAD / HTTP/1.1\r\n", $server->request(), 'Some services fire on a GET.' );
		} finally {
			$server->stop();
		}
	}

	#[Group( 'processes' )]
	public function test_limits_the_wait_for_a_host_that_never_answers(): void {
		$server = new Root_Server( true );
		$this->allow_http( "http://127.0.0.1:{$server->port}" );
		$started_at = hrtime( true );
		try {
			$this->assertSame( 'headless_deploy_timeout', $this->probe( "127.0.0.1:{$server->port}", "http://127.0.0.1:{$server->port}" ) );
			$this->assertLessThan( 3.0, ( hrtime( true ) - $started_at ) / 1e9 );
		} finally {
			$server->stop();
		}
	}

	#[Group( 'processes' )]
	public function test_reports_a_port_without_a_listener(): void {
		$server = new Root_Server();
		$server->stop();
		$this->allow_http( "http://127.0.0.1:{$server->port}" );
		$this->assertSame( 'headless_deploy_connection_failed', $this->probe( "127.0.0.1:{$server->port}", "http://127.0.0.1:{$server->port}" ) );
	}

	/**
	 * @param list<string> $addresses What the name leads to.
	 */
	#[DataProvider( 'forbidden' )]
	public function test_does_not_probe_a_forbidden_address( string $origin, array $addresses, string $code ): void {
		// The check has the last word, behind the one that fails requests that no test mocked.
		remove_all_filters( 'pre_http_request', PHP_INT_MAX );
		$calls = new Calls( new System_Clock(), $this->resolve( $addresses ), new Local_Hosts( '', 'production' ) );
		$this->assertSame( $code, Connection_Checks::error_code( $calls, $origin ) );
	}

	public static function forbidden(): iterable {
		yield 'no https' => array( 'http://hosting.example', array( '93.184.215.14' ), 'headless_deploy_address_refused' );
		yield 'private' => array( 'https://hosting.example', array( '10.0.0.7' ), 'headless_deploy_private_address' );
		yield 'metadata service' => array( 'https://hosting.example', array( '93.184.215.14', '169.254.169.254' ), 'headless_deploy_private_address' );
		yield 'unknown name' => array( 'https://hosting.example', array(), 'headless_deploy_dns_failed' );
	}

	public function test_survives_a_failing_hook_of_another_plugin(): void {
		add_filter( 'pre_http_request', static fn() => throw new RuntimeException( 'broken plugin' ), 1 );
		$this->assertSame( 'headless_deploy_call_failed', $this->probe( '', 'https://hosting.example' ) );
	}

	private function probe( string $local_hosts, string $origin ): string {
		$calls = new Calls( new System_Clock(), $this->resolve( array( '93.184.215.14' ) ), new Local_Hosts( $local_hosts, 'local' ), 1_000 );
		return Connection_Checks::error_code( $calls, $origin );
	}
}
