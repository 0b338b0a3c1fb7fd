<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Refresh\Refresh_Content;
use HeadlessDeploy\Refresh\Refresh_Payload;
use PHPUnit\Framework\TestCase;

final class RefreshPayloadTest extends TestCase {
	private const ENVELOPE = array( 'site' => 'https://cms.example.com', 'environment' => 'production', 'run' => 812, 'sequence' => 4812, 'since' => 4790 );
	private const NOW      = 1_795_255_200_000;

	public function test_writes_one_request_as_documented(): void {
		$content  = Refresh_Content::some( array( 'post-123', 'post-list' ), array( '/new-slug/', '/über-uns/' ), array( '/old-slug/' ) );
		$expected = '{"type":"content.changed","timestamp":"2026-11-21T10:00:00.000Z","data":{"site":"https://cms.example.com","environment":"production","run":812,"sequence":4812,"since":4790,"scope":"some","tags":["post-123","post-list"],"paths":{"changed":["/new-slug/","/über-uns/"],"gone":["/old-slug/"]}}}';
		$this->assertSame( array( 'run-812' => $expected ), Refresh_Payload::requests( $content, self::ENVELOPE, self::NOW ) );
	}

	public function test_divides_long_lists_so_that_only_the_last_part_makes_progress(): void {
		$tags     = array_map( static fn( int $number ): string => "post-$number", range( 1001, 3000 ) );
		$paths    = array_map( static fn( int $number ): string => "/\u{65e5}\u{672c}-$number/", range( 1001, 2500 ) );
		$gone     = array( '/gone/' );
		$requests = Refresh_Payload::requests( Refresh_Content::some( $tags, $paths, $gone ), self::ENVELOPE, self::NOW );
		$data     = array_map( static fn( string $body ): array => json_decode( $body, true )['data'], array_values( $requests ) );
		$count    = count( $requests );
		$this->assertSame( array_map( static fn( int $number ): string => "run-812-$number", range( 1, $count ) ), array_keys( $requests ) );
		$this->assertLessThan( Refresh_Payload::MAX_BYTES, max( array_map( strlen( ... ), $requests ) ) );
		$this->assertGreaterThan( Refresh_Payload::MAX_BYTES - 100, strlen( $requests['run-812-1'] ), 'Each part is as long as it may be.' );
		$this->assertSame( array( ...array_fill( 0, $count - 1, 4790 ), 4812 ), array_column( $data, 'sequence' ) );
		$this->assertSame( array_fill( 0, $count, 4790 ), array_column( $data, 'since' ) );
		$this->assertSame( array( $tags, $paths, $gone ), array( array_merge( ...array_column( $data, 'tags' ) ), array_merge( ...array_column( array_column( $data, 'paths' ), 'changed' ) ), array_merge( ...array_column( array_column( $data, 'paths' ), 'gone' ) ) ) );
	}

	public function test_parts_for_a_front_end_that_accepted_nothing_yet_have_no_sequence(): void {
		$tags   = array_map( static fn( int $number ): string => "post-$number", range( 1001, 3500 ) );
		$chunks = Refresh_Payload::chunks( Refresh_Content::some( $tags, array(), array() ), array( 'since' => null ) + self::ENVELOPE, self::NOW );
		$this->assertCount( 2, $chunks );
		$this->assertStringContainsString( '"sequence":null,"since":null', $chunks[0] );
		$this->assertStringContainsString( '"sequence":4812,"since":null', $chunks[1] );
	}

	/**
	 * A sequence that is null is longer than a short number.
	 */
	public function test_no_body_reaches_the_limit_whatever_the_length_of_its_sequences(): void {
		$longest = 0;
		foreach ( array( array( 1, null ), array( 7, 3 ), array( 1_000, null ), array( 10_000, null ), array( 4_812, 4_790 ), array( PHP_INT_MAX, 1 ) ) as list( $sequence, $since ) ) {
			foreach ( array( 990, 1_000, 1_001 ) as $length ) {
				for ( $rest = 0; $rest <= $length; $rest += 7 ) {
					$tags     = array_map( static fn( int $number ): string => str_pad( "post-$number", $length, 'x' ), range( 101, 145 ) );
					$tags[]   = str_repeat( 'a', $rest );
					$envelope = array( 'sequence' => $sequence, 'since' => $since ) + self::ENVELOPE;
					$lengths  = array_map( strlen( ... ), Refresh_Payload::chunks( Refresh_Content::some( $tags, array(), array() ), $envelope, self::NOW ) );
					$longest  = max( $longest, ...$lengths );
				}
			}
		}
		$this->assertLessThan( Refresh_Payload::MAX_BYTES, $longest );
		$this->assertGreaterThan( Refresh_Payload::MAX_BYTES - 3, $longest, 'The lists came close to the limit.' );
	}

	public function test_the_sequence_never_goes_back(): void {
		$chunks = Refresh_Payload::chunks( Refresh_Content::all(), array( 'sequence' => 4700 ) + self::ENVELOPE, self::NOW );
		$this->assertStringContainsString( '"sequence":4790,"since":4790,"scope":"all"', $chunks[0] );
	}

	public function test_renews_all_pages_when_a_path_has_no_room(): void {
		$this->assertStringContainsString( '"scope":"all","tags":["post-1"]', $this->only( Refresh_Content::some( array( 'post-1' ), array( '/' . str_repeat( 'x', 20_000 ) ), array() ) ) );
		$this->assertStringContainsString( '"scope":"all","tags":[]', $this->only( Refresh_Content::all( array( str_repeat( 'x', 20_000 ) ) ) ) );
	}

	public function test_writes_a_ping(): void {
		$this->assertSame( '{"type":"ping","timestamp":"2026-11-21T10:00:00.000Z","data":{"site":"https://cms.example.com","environment":"production"}}', Refresh_Payload::ping( 'https://cms.example.com', 'production', self::NOW ) );
	}

	private function only( Refresh_Content $content ): string {
		$chunks = Refresh_Payload::chunks( $content, self::ENVELOPE, self::NOW );
		$this->assertCount( 1, $chunks );
		return $chunks[0];
	}
}
