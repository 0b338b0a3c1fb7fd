<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Tracking;

use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;

/**
 * Publishes and sends; the front end and the platform are mocked.
 */
abstract class Tracking_Test_Case extends Rest_Queue_Test_Case {
	protected const API_URL = 'https://api.hosting.example';

	protected const PAGE = 'https://www.example.test/hello/';

	protected function setUp(): void {
		parent::setUp();
		$this->log_in( 'administrator' );
		$this->mock_http( 'https://www.example.test/', fn(): array => $this->answer( 404, 'Not found' ) );
	}

	/**
	 * @param string|null $mark Null for a page without a mark.
	 */
	protected function serve_page( ?string $mark, string $body = 'Hello', int $status = 200 ): void {
		$meta = null === $mark ? '' : "<meta name=\"headless-deploy\" content=\"$mark\">";
		$this->mock_http( 'https://www.example.test/', $this->answer( $status, "<!doctype html><html><head>$meta</head><body>$body</body></html>" ) );
	}

	/**
	 * @param callable(): mixed $save
	 */
	protected function deploy( callable $save ): void {
		$save();
		do_action( 'shutdown' );
		$this->clock->pass( 10_000 );
		$this->dispatch();
	}

	/**
	 * Posts `/dispatch` as an open page does.
	 */
	protected function dispatch(): void {
		$this->assertSame( 200, $this->rest( 'POST', self::API . '/dispatch' )->get_status() );
	}

	protected function dispatch_after( int $seconds = 5 ): void {
		$this->clock->pass( $seconds * 1000 );
		$this->dispatch();
	}

	protected function last_run(): array {
		return $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'][0];
	}

	protected function mark( int $post_id ): string {
		return $this->rest( 'GET', '/wp/v2/posts/' . $post_id )->get_data()['modified_gmt'];
	}

	/**
	 * @return list<string>
	 */
	protected function requested_urls(): array {
		return array_values( array_map( strval( ... ), array_column( $this->http_log, 'url' ) ) );
	}

	/**
	 * @param array<string, string|int> ...$builds Newest first.
	 */
	protected function report_builds( array ...$builds ): void {
		$this->mock_http( self::API_URL, $this->answer( 200, (string) wp_json_encode( array( 'builds' => $builds ) ) ) );
	}
}
