<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Servers;

use HeadlessDeploy\Secrets\Standard_Webhook;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\TestCase;

/**
 * ALTERNATE_WP_CRON: WordPress redirects a visitor to the same page, and runs the due events in the request that was
 * redirected. Here a real web server and real processes do so.
 */
#[Group( 'processes' )]
final class AlternateCronTest extends TestCase {
	private const REFRESH_SECRET = 'whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=';

	private const MAX_REDIRECTS = 5;

	private const SCHEDULE_POST = <<<'PHP'
		echo wp_json_encode( wp_insert_post( array( 'post_title' => 'Later', 'post_status' => 'future', 'post_date' => gmdate( 'Y-m-d H:i:s', time() + 60 ) ) ) );
		PHP;

	private const READ_SITE_HEALTH = <<<'PHP'
		wp_set_current_user( 1 );
		$tests = WP_Site_Health::get_tests()['direct'];
		echo wp_json_encode( $tests['headless_deploy_scheduler']['test']() );
		PHP;

	private Served_Site $site;

	private Web_Server $server;

	protected function setUp(): void {
		$this->site   = new Served_Site( array( 'ALTERNATE_WP_CRON' => true, 'DISABLE_WP_CRON' => false ) );
		$this->server = new Web_Server( $this->site->copy );
	}

	protected function tearDown(): void {
		unset( $this->server );
		$this->site->remove();
	}

	public function test_a_visit_sends_the_due_run_and_is_redirected_once(): void {
		$runs = count( $this->site->runs() );
		$this->site->publish();
		$this->site->pass_an_hour();
		$this->assertSame( array( 302, 200 ), $this->visit( '/' ) );
		$this->assertCount( 1, $this->site->host->take_requests( 1 ) );
		$this->assertSame( array_fill( 0, $runs + 1, 'accepted' ), array_column( $this->site->runs(), 'status' ) );
		$this->assertSame( array( 200 ), $this->visit( '/' ), 'Nothing is due.' );
		$this->assertSame( array(), $this->site->host->take_requests() );
	}

	public function test_says_that_background_tasks_run_and_that_visitors_wait_for_them(): void {
		$this->site->pass_an_hour();
		$this->visit( '/' );
		$scheduler = $this->site->rest( 'GET', '/status' )['scheduler'];
		$this->assertTrue( $scheduler['healthy'] );
		$this->assertNotNull( $scheduler['lastRunAt'] );
		$this->assertFalse( $scheduler['late'] );
		$health = $this->site->copy->run( self::READ_SITE_HEALTH );
		$this->assertSame( 'good', $health['status'] );
		$this->assertStringContainsString( 'ALTERNATE_WP_CRON is set in wp-config.php, so scheduled events run during a visitor’s page view', $health['description'] );
		$this->assertStringNotContainsString( 'DISABLE_WP_CRON is set', $health['description'] );
	}

	/**
	 * The visitor waits for the request that publishes, so that the host is called by a later one.
	 */
	public function test_a_scheduled_post_is_published_by_one_visit_and_sent_by_a_later_one(): void {
		$this->site->copy->run( self::SCHEDULE_POST );
		$this->site->pass_an_hour();
		$runs = count( $this->site->runs() );
		$this->assertSame( array( 302, 200 ), $this->visit( '/' ) );
		$this->assertCount( $runs, $this->site->runs() );
		$this->assertSame( 1, $this->site->rest( 'GET', '/status' )['environments'][0]['pendingChanges'] );
		$this->site->pass_an_hour();
		$this->assertSame( array( 302, 200 ), $this->visit( '/' ) );
		$this->assertSame( array_fill( 0, $runs + 1, 'accepted' ), array_column( $this->site->runs(), 'status' ) );
		$this->assertCount( 1, $this->site->host->take_requests( 1 ) );
	}

	public function test_the_signed_request_of_a_front_end_is_answered_after_its_redirect(): void {
		$url = 'http://127.0.0.1:' . $this->site->host->port . '/api/refresh';
		$this->site->rest( 'PUT', '/settings/environments/production', array( 'refreshUrl' => $url, 'refreshSecret' => self::REFRESH_SECRET ) );
		$this->site->publish();
		$this->site->pass_an_hour();
		$now     = time();
		$headers = array(
			'webhook-id'        => 'one',
			'webhook-timestamp' => (string) $now,
			'webhook-signature' => Standard_Webhook::sign( array( self::REFRESH_SECRET ), 'one', $now, 'GET /changes?environment=production' ),
		);
		$this->assertSame( array( 302, 200 ), $this->visit( '/?rest_route=/headless-deploy/v1/changes&environment=production', $headers ) );
	}

	/**
	 * @param  array<string, string> $headers
	 * @return list<int>             The statuses, in the order of the redirects.
	 */
	private function visit( string $path, array $headers = array() ): array {
		$statuses = array();
		for ( $request = 0; '' !== $path && $request <= self::MAX_REDIRECTS; $request++ ) {
			$answer     = $this->server->get( $path, $headers );
			$statuses[] = $answer['status'];
			$path       = str_replace( 'http://127.0.0.1', '', $answer['location'] );
		}
		return $statuses;
	}
}
