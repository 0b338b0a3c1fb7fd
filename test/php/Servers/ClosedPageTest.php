<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Servers;

use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\TestCase;

/**
 * A page that is closed leaves a request behind, and its browser reads no answer. The request ends the response where
 * the server can (`fastcgi_finish_request()`), and sends the runs afterwards.
 */
#[Group( 'processes' )]
final class ClosedPageTest extends TestCase {
	/**
	 * Stands in for the function of the server: PHP's own web server has none.
	 */
	private const FINISH_RESPONSE = <<<'PHP'
		<?php
		function fastcgi_finish_request(): bool {
			file_put_contents( WP_CONTENT_DIR . '/finished.txt', "finished\n", FILE_APPEND );
			return true;
		}
		PHP;

	private Served_Site $site;

	private ?Web_Server $server = null;

	protected function setUp(): void {
		$this->site = new Served_Site();
		$this->site->publish();
		$this->site->pass_an_hour();
	}

	protected function tearDown(): void {
		$this->server = null;
		$this->site->remove();
	}

	public function test_sends_the_due_run_after_the_browser_has_disconnected(): void {
		file_put_contents( "{$this->site->copy->folder}/wp-content/mu-plugins/finish.php", self::FINISH_RESPONSE );
		$this->server = new Web_Server( $this->site->copy );
		$this->server->abandon( '/?rest_route=/headless-deploy/v1/dispatch', $this->site->authorization(), '{"leaving":true}' );
		$this->assertCount( 1, $this->site->host->take_requests( 1 ) );
		// The web server serves one request at a time: the next answer shows that the one before has ended.
		$this->assertSame( 200, $this->server->get( '/' )['status'] );
		$this->assertSame( array( 'accepted' ), array_column( $this->site->runs(), 'status' ) );
		$this->assertStringEqualsFile( "{$this->site->copy->folder}/wp-content/finished.txt", "finished\n", 'The response ended before the wait.' );
	}
}
