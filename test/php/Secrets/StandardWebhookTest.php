<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Secrets;

use HeadlessDeploy\Secrets\Standard_Webhook;
use HeadlessDeploy\Tests\Contract;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class StandardWebhookTest extends TestCase {
	/**
	 * @param array<string, mixed> $case
	 */
	#[DataProvider( 'signed_requests' )]
	public function test_signs_as_the_front_end_verifies( array $case ): void {
		$payload = $case['body'] ?? $case['payload'];
		$this->assertSame( $case['signature'], Standard_Webhook::sign( $case['secrets'], $case['id'], $case['timestamp'], $payload ) );
		$this->assertTrue( Standard_Webhook::verify( $case['secrets'], $case['id'], (string) $case['timestamp'], $payload, $case['signature'], $case['timestamp'] * 1000 ) );
		foreach ( $case['secrets'] as $secret ) {
			$this->assertTrue( Standard_Webhook::verify( array( $secret ), $case['id'], (string) $case['timestamp'], $payload, $case['signature'], $case['timestamp'] * 1000 ), 'Each secret is valid while they are rotated.' );
		}
	}

	public static function signed_requests(): iterable {
		yield from Contract::cases( 'refresh-signatures', 'requests' );
		yield from Contract::cases( 'refresh-signatures', 'feed' );
	}

	/**
	 * @param array<string, mixed> $change
	 */
	#[DataProvider( 'refused_requests' )]
	public function test_refuses_a_request_that_is_not_signed_or_not_current( array $change ): void {
		$case    = Contract::read( 'refresh-signatures' )['feed'][0];
		$request = $change + array(
			'secrets'    => $case['secrets'],
			'id'         => $case['id'],
			'timestamp'  => (string) $case['timestamp'],
			'payload'    => $case['payload'],
			'signatures' => $case['signature'],
			'now'        => $case['timestamp'] * 1000,
		);
		$this->assertFalse( Standard_Webhook::verify( ...$request ) );
	}

	public static function refused_requests(): iterable {
		yield 'no secret' => array( array( 'secrets' => array() ) );
		yield 'a damaged secret' => array( array( 'secrets' => array( 'whsec_', '', 'whsec_?' ) ) );
		yield 'another secret' => array( array( 'secrets' => array( 'whsec_' . base64_encode( str_repeat( 'x', 32 ) ) ) ) );
		yield 'another id' => array( array( 'id' => 'changes-2' ) );
		yield 'no id' => array( array( 'id' => '' ) );
		yield 'another payload' => array( array( 'payload' => 'GET /changes?environment=production&since=4791' ) );
		yield 'no signature' => array( array( 'signatures' => '' ) );
		yield 'a signature of another version' => array( array( 'signatures' => 'v2,ShVgaW2UOSHVf63W5CqcTfp7tZ8Lo45TBQFQmClOidE=' ) );
		yield 'a signature after many wrong ones' => array( array( 'signatures' => str_repeat( 'v1,x ', 8 ) . 'v1,ShVgaW2UOSHVf63W5CqcTfp7tZ8Lo45TBQFQmClOidE=' ) );
		yield 'an old request' => array( array( 'now' => ( 1_795_255_200 + 301 ) * 1000 ) );
		yield 'a request of the future' => array( array( 'now' => ( 1_795_255_200 - 301 ) * 1000 ) );
		yield 'a timestamp in another form' => array( array( 'timestamp' => '1795255200.0' ) );
		yield 'no timestamp' => array( array( 'timestamp' => '' ) );
	}

	/**
	 * @param string $damaged A secret that cannot be decoded, or has too few bytes.
	 */
	#[DataProvider( 'damaged_secrets' )]
	public function test_a_damaged_secret_neither_signs_nor_accepts_the_signature_of_an_empty_key( string $damaged ): void {
		$payload = 'GET /changes?environment=production';
		$this->assertSame( '', Standard_Webhook::sign( array( $damaged ), 'request', 1_795_255_200, $payload ) );
		$valid = 'whsec_' . base64_encode( str_repeat( 'x', 32 ) );
		$this->assertCount( 1, explode( ' ', Standard_Webhook::sign( array( $valid, $damaged ), 'request', 1_795_255_200, $payload ) ) );
		foreach ( array( '', substr( $damaged, 6 ), (string) base64_decode( substr( $damaged, 6 ), true ) ) as $key ) {
			$signature = 'v1,' . base64_encode( hash_hmac( 'sha256', "request.1795255200.$payload", $key, true ) );
			$this->assertFalse( Standard_Webhook::verify( array( $damaged ), 'request', '1795255200', $payload, $signature, 1_795_255_200_000 ) );
		}
	}

	public static function damaged_secrets(): iterable {
		yield 'empty' => array( '' );
		yield 'only the prefix' => array( 'whsec_' );
		yield 'not base64' => array( 'whsec_?' );
		yield 'too short' => array( 'whsec_' . base64_encode( 'short' ) );
	}

	public function test_refuses_a_signed_request_without_an_id(): void {
		$secrets   = array( Standard_Webhook::generate_secret() );
		$signature = Standard_Webhook::sign( $secrets, '', 1_795_255_200, 'payload' );
		$this->assertNotSame( '', $signature );
		$this->assertFalse( Standard_Webhook::verify( $secrets, '', '1795255200', 'payload', $signature, 1_795_255_200_000 ) );
	}

	public function test_accepts_clocks_that_differ_by_five_minutes(): void {
		$case = Contract::read( 'refresh-signatures' )['feed'][0];
		foreach ( array( -300_000, 300_000 ) as $difference ) {
			$this->assertTrue( Standard_Webhook::verify( $case['secrets'], $case['id'], (string) $case['timestamp'], $case['payload'], 'v1,x ' . $case['signature'], $case['timestamp'] * 1000 + $difference ) );
		}
	}

	public function test_generates_secrets_of_32_bytes(): void {
		$secret = Standard_Webhook::generate_secret();
		$this->assertTrue( Standard_Webhook::is_valid_secret( $secret ) );
		$this->assertSame( 32, strlen( (string) base64_decode( substr( $secret, 6 ), true ) ) );
		$this->assertNotSame( $secret, Standard_Webhook::generate_secret() );
	}

	public function test_recognizes_secrets(): void {
		$base64 = base64_encode( str_repeat( 'x', 32 ) );
		foreach ( array( $base64, 'whsec_', 'whsec_x', 'whsec_' . base64_encode( 'short' ), "whsec_$base64?" ) as $text ) {
			$this->assertFalse( Standard_Webhook::is_valid_secret( $text ), $text );
		}
	}
}
