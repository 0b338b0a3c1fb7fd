<?php
/**
 * Tests of joining chunks.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Webhooks;

use HeadlessDeploy\Webhooks\Chunks;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/**
 * Proves that a body in chunks comes out whole, and that nothing breaks on a broken one.
 */
final class ChunksTest extends TestCase {
	#[DataProvider( 'bodies' )]
	public function test_a_body_in_chunks_becomes_one( string $chunks, string $body ): void {
		$answer = "HTTP/1.1 200 OK\r\nX-One: 1\r\nTransfer-Encoding: chunked\r\nX-Two: 2\r\n\r\n";
		$this->assertSame( "HTTP/1.1 200 OK\r\nX-One: 1\r\nX-Two: 2\r\n\r\n$body", Chunks::join( $answer . $chunks ) );
		$this->assertSame( "HTTP/1.1 200 OK\r\n\r\n$body", Chunks::join( "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, Chunked\r\n\r\n$chunks" ) );
	}

	/**
	 * @return iterable<string, array{string, string}>
	 */
	public static function bodies(): iterable {
		yield 'one chunk' => array( "5\r\nhello\r\n0\r\n\r\n", 'hello' );
		yield 'several, one of them in capitals' => array( "5\r\nhello\r\nB\r\n, dear you \r\n1\r\n!\r\n0\r\n\r\n", 'hello, dear you !' );
		yield 'an extension and a trailer' => array( "5;name=x\r\nhello\r\n0\r\nX-Trailer: 1\r\n\r\n", 'hello' );
		yield 'leading zeros' => array( "0005\r\nhello\r\n000\r\n\r\n", 'hello' );
		yield 'chunk marks inside a chunk' => array( "8\r\n5\r\nhello\r\n0\r\n\r\n", "5\r\nhello" );
		yield 'cut off inside a chunk' => array( "a\r\nhello", 'hello' );
		yield 'cut off inside a length' => array( "5\r\nhello\r\n5", 'hello' );
		yield 'no end' => array( "5\r\nhello\r\n", 'hello' );
		yield 'nothing' => array( '', '' );
		yield 'no length' => array( "hello\r\n", '' );
		yield 'a length beyond all measure' => array( "ffffffffffffffff\r\nhello", '' );
		yield 'a large length' => array( "fffffff\r\nhello", 'hello' );
	}

	public function test_an_answer_in_one_piece_stays_as_it_is(): void {
		foreach ( array( '', 'garbage', "HTTP/1.1 200 OK\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "HTTP/1.1 200 OK\r\nX: Transfer-Encoding: chunked\r\n\r\nbody", "HTTP/1.1 200 OK\r\n\r\nTransfer-Encoding: chunked\r\n" ) as $answer ) {
			$this->assertSame( $answer, Chunks::join( $answer ) );
		}
	}
}
