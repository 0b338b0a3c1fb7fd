<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Providers;

use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Private_Address;
use PHPUnit\Framework\TestCase;

final class PrivateAddressTest extends TestCase {
	public function test_detects_private_and_reserved_addresses(): void {
		$private = array( '0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.8.9.10', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '::', '::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '64:ff9b::a00:1', '2001:db8::1', '2002:a00:1::', '2001::1', 'fc00::1', 'fd12::1', 'fe80::1', 'ff02::1', 'no address', '' );
		foreach ( $private as $address ) {
			$this->assertTrue( Private_Address::matches( $address ), $address );
		}
	}

	public function test_accepts_public_addresses(): void {
		foreach ( array( '1.1.1.1', '8.8.8.8', '93.184.215.14', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '192.0.1.1', '192.167.1.1', '198.17.255.255', '198.20.0.1', '223.255.255.255', '2606:4700::1111', '2a00:1450:4001::1' ) as $address ) {
			$this->assertFalse( Private_Address::matches( $address ), $address );
		}
	}

	public function test_detects_a_private_address_as_a_host_name(): void {
		foreach ( array( 'localhost', 'LOCALHOST', 'app.localhost', 'localhost.', '127.0.0.1', '[::1]', '10.0.0.1' ) as $host ) {
			$this->assertTrue( Private_Address::is_written_in( $host ), $host );
		}
		foreach ( array( 'example.com', '8.8.8.8', 'localhost.example.com', '[2606:4700::1111]' ) as $host ) {
			$this->assertFalse( Private_Address::is_written_in( $host ), $host );
		}
	}

	public function test_accepts_only_listed_local_hosts_with_their_port(): void {
		$hosts = new Local_Hosts( ' 127.0.0.1:8889 ,Platform:80,nonsense,*:1,evil.example:99999999', 'local' );
		$this->assertTrue( $hosts->allows( '127.0.0.1', 8889 ) );
		$this->assertTrue( $hosts->allows_url( 'http://PLATFORM/x' ) );
		foreach ( array( 'http://127.0.0.1/', 'http://127.0.0.1:8890/', 'https://platform/', 'http://nonsense/', 'http://x:1/', 'no address', '' ) as $url ) {
			$this->assertFalse( $hosts->allows_url( $url ), $url );
		}
		$this->assertFalse( ( new Local_Hosts( '127.0.0.1:8889', 'production' ) )->allows( '127.0.0.1', 8889 ) );
	}
}
