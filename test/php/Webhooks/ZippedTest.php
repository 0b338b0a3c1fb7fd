<?php
/**
 * Tests of answers that are compressed.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Webhooks;

use HeadlessDeploy\Environments\Local_Hosts;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use HeadlessDeploy\Webhooks\Fetcher;
use HeadlessDeploy\Webhooks\Zipped;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use WpOrg\Requests\Transport\Fsockopen;

/**
 * Proves that a host that compresses its answer once, twice or to the extreme gets no more memory than one that does not.
 */
#[Group( 'processes' )]
final class ZippedTest extends Wp_Test_Case {
	private static Mirror_Server $server;

	public static function setUpBeforeClass(): void {
		self::$server = new Mirror_Server();
	}

	public static function tearDownAfterClass(): void {
		self::$server->stop();
	}

	#[DataProvider( 'transports' )]
	public function test_a_page_that_explodes_is_opened_up_to_the_limit_alone( bool $with_curl, int $times ): void {
		$longest = 0;
		$this->allow_http( self::$server->origin );
		add_filter(
			'http_response',
			static function ( array $response ) use ( &$longest ): array {
				$longest = max( $longest, strlen( (string) $response['body'] ) );
				return $response;
			},
		);
		if ( ! $with_curl ) {
			add_action(
				'requests-requests.before_request',
				static function ( mixed $url, mixed $headers, mixed $data, mixed $type, array &$options ): void {
					$options['transport'] = Fsockopen::class;
				},
				10,
				5,
			);
		}
		$host    = substr( self::$server->origin, strlen( 'http://' ) );
		$fetched = ( new Fetcher( new System_Clock(), null, new Local_Hosts( $host, 'local' ) ) )->page( self::$server->origin . "/page-bomb-$times" );
		$this->assertSame( 200, $fetched->status );
		$this->assertLessThanOrEqual( Fetcher::PAGE_BYTES, $longest );
	}

	/**
	 * @return iterable<string, array{bool, int}>
	 */
	public static function transports(): iterable {
		yield 'cURL opens once, WordPress once more' => array( true, 2 );
		yield 'without cURL' => array( false, 1 );
	}

	public function test_what_fits_is_opened_and_the_header_taken_away(): void {
		$answer = "HTTP/1.1 200 OK\r\nX-One: 1\r\ncontent-encoding: gzip\r\nX-Two: 2\r\n\r\n";
		$open   = "HTTP/1.1 200 OK\r\nX-One: 1\r\nX-Two: 2\r\n\r\n";
		foreach ( array( gzencode( 'hello' ), gzcompress( 'hello' ), 'hello' ) as $body ) {
			$this->assertSame( "{$open}hello", Zipped::open( $answer . $body, 5 ) );
		}
		$this->assertSame( $open, Zipped::open( $answer . gzencode( 'hello!' ), 5 ), 'One byte too many.' );
		$this->assertSame( $open, Zipped::open( $answer . substr( (string) gzencode( 'hello' ), 0, 12 ), 5 ), 'Cut off.' );
		$this->assertSame( $open . 'hello', Zipped::open( $open . 'hello', 1 ), 'Not compressed: the limit is not its business.' );
	}
}
