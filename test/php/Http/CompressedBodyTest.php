<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Http;

use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Http\Compressed_Body;
use HeadlessDeploy\Http\Transfer_Limit;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'processes' )]
final class CompressedBodyTest extends Wp_Test_Case {
	private static Mirror_Server $server;

	public static function setUpBeforeClass(): void {
		self::$server = new Mirror_Server();
	}

	public static function tearDownAfterClass(): void {
		self::$server->stop();
	}

	#[DataProvider( 'pages' )]
	public function test_no_compressed_page_grows_beyond_the_limit( string $page, bool $is_opened ): void {
		$longest = 0;
		$this->allow_http( self::$server->origin );
		add_filter(
			'http_response',
			static function ( array $response ) use ( &$longest ): array {
				$longest = max( $longest, strlen( (string) $response['body'] ) );
				return $response;
			},
		);
		$host    = substr( self::$server->origin, strlen( 'http://' ) );
		$fetched = ( new Calls( new System_Clock(), null, new Local_Hosts( $host, 'local' ) ) )->page( self::$server->origin . $page );
		$this->assertSame( 200, $fetched->status );
		$this->assertSame( $is_opened ? Calls::PAGE_BYTES : $longest, strlen( $fetched->body ) );
		$this->assertLessThanOrEqual( Calls::PAGE_BYTES, $longest );
	}

	public static function pages(): iterable {
		yield 'compressed once: its beginning is read' => array( '/page-bomb-1', true );
		yield 'compressed twice: opened once, neither by cURL nor again by WordPress' => array( '/page-bomb-2', false );
	}

	public function test_requests_only_gzip(): void {
		$this->allow_http( self::$server->origin );
		$host = substr( self::$server->origin, strlen( 'http://' ) );
		self::$server->take_requests();
		( new Calls( new System_Clock(), null, new Local_Hosts( $host, 'local' ) ) )->page( self::$server->origin . '/page-any' );
		$this->assertMatchesRegularExpression( '/^Accept-Encoding: gzip\r$/m', self::$server->take_requests()[0] );
	}

	public function test_curl_does_not_decompress_bodies(): void {
		$this->allow_http( self::$server->origin );
		$host  = substr( self::$server->origin, strlen( 'http://' ) );
		$calls = new Calls( new System_Clock(), null, new Local_Hosts( $host, 'local' ) );
		foreach ( array( 'br', 'zstd', 'gzip' ) as $coding ) {
			$fetched = $calls->page( self::$server->origin . "/page-coded-$coding" );
			$this->assertSame( array( 200, 'gzip' === $coding ? 'bomb' : '' ), array( $fetched->status, $fetched->body ), 'It would fail on these bytes.' );
		}
	}

	public function test_decompresses_bodies_within_the_limit_and_reports_larger_ones(): void {
		foreach ( array( gzencode( 'hello' ), gzcompress( 'hello' ), 'hello' ) as $body ) {
			$limit = new Transfer_Limit( new System_Clock(), PHP_INT_MAX, 5 );
			$this->assertSame( 'hello', Compressed_Body::open( (string) $body, ',gzip', $limit ) );
			$this->assertFalse( $limit->is_too_large() );
		}
		$this->assertSame( 'hello', Compressed_Body::open( (string) gzencode( 'hello!' ), ',gzip', $limit ) );
		$this->assertTrue( $limit->is_too_large() );
	}

	public function test_drops_a_body_with_an_encoding_that_was_not_requested(): void {
		$limit = new Transfer_Limit( new System_Clock(), PHP_INT_MAX, 100 );
		foreach ( array( ',br', ',zstd', ',gzip, br', ',gzip,gzip' ) as $coding ) {
			$this->assertSame( '', Compressed_Body::open( (string) gzencode( 'hello' ), $coding, $limit ) );
		}
		$this->assertSame( 'hello', Compressed_Body::open( 'hello', ', identity', $limit ) );
	}

	public function test_redacts_a_secret_that_the_limit_cuts(): void {
		$host = substr( self::$server->origin, strlen( 'http://' ) );
		$seen = '';
		$this->allow_http( self::$server->origin );
		add_filter(
			'http_response',
			static function ( array $response ) use ( &$seen ): array {
				$seen .= $response['body'];
				return $response;
			},
		);
		$secret = 'a-password-of-some-length';
		$calls  = new Calls( new System_Clock(), null, new Local_Hosts( $host, 'local' ) );
		foreach ( array( 'plain', 'gzip' ) as $coding ) {
			$fetched = $calls->json( self::$server->origin . "/page-cut-$coding-$secret", Request_Extras::none(), array( $secret ) );
			$this->assertSame( 200, $fetched->status );
			$this->assertStringNotContainsString( 'a-pass', $seen . $fetched->body );
		}
	}

	public function test_an_answer_of_another_plugin_is_redacted_before_it_is_cut(): void {
		$secret = 'a-password-of-some-length';
		$this->mock_http( 'https://api.example/', $this->answer( 200, str_repeat( 'x', 65_530 ) . $secret ) );
		$fetched = ( new Calls( new System_Clock(), null, new Local_Hosts( '', 'production' ) ) )->json( 'https://api.example/', Request_Extras::none(), array( $secret ) );
		$this->assertStringNotContainsString( 'a-pass', $fetched->body );
	}
}
