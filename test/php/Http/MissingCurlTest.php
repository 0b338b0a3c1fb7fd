<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Http;

use HeadlessDeploy\Tests\Faults\Site_Copy;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\TestCase;

#[Group( 'processes' )]
#[Group( 'newest' )]
final class MissingCurlTest extends TestCase {
	private const CODE = <<<'PHP'
		activate_plugin( 'headless-deploy/plugin.php' );
		wp_set_current_user( 1 );
		$sent = array();
		add_filter( 'pre_http_request', static function ( $answer, array $arguments, string $url ) use ( &$sent ) {
			$sent[] = $url;
			return $answer;
		}, 10, 3 );
		$ask = static function ( string $method, string $route, array $body = array() ): array {
			$request = new WP_REST_Request( $method, '/headless-deploy/v1' . $route );
			if ( 'POST' === $method ) {
				$request->set_header( 'Content-Type', 'application/json' );
				$request->set_body( wp_json_encode( $body ) );
			}
			return rest_do_request( $request )->get_data();
		};
		$ask( 'POST', '/settings/environments', array( 'label' => 'Production', 'webhookUrl' => 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:rebuild?token=dGhpcy1pcy1hLXRlc3QtdG9rZW4=' ) );
		wp_insert_post( array( 'post_title' => 'Waits', 'post_status' => 'publish' ) );
		do_action( 'shutdown' );
		$run    = $ask( 'POST', '/environments/production/runs', array( 'action' => 'rebuild' ) );
		$status = $ask( 'GET', '/status' )['environments'][0];
		$health = apply_filters( 'site_status_tests', array( 'direct' => array(), 'async' => array() ) )['direct'];
		echo wp_json_encode( array(
			'run'     => $run['code'] ?? '',
			'reason'  => $status['paused']['reason'] ?? '',
			'pending' => $status['pending'][0]['changes'] ?? 0,
			'health'  => ( $health['headless_deploy_server']['test'] )()['status'] ?? '',
			'sent'    => $sent,
			'client'  => ( new HeadlessDeploy\Http\Calls( new HeadlessDeploy\System_Clock() ) )->page( 'http://127.0.0.1:9/' )->response->error_code,
			'settings' => $ask( 'GET', '/settings' )['environments'][0]['paused']['reason'] ?? '',
		) );
		PHP;

	public function test_sends_nothing_without_curl_and_says_why(): void {
		$site = new Site_Copy();
		try {
			$seen = $site->run( self::CODE, 'disable_functions=curl_init' );
		} finally {
			$site->remove();
		}
		$expected = array( 'run' => 'headless_deploy_no_curl', 'reason' => 'no_curl', 'pending' => 1, 'health' => 'critical', 'sent' => array(), 'client' => 'headless_deploy_no_curl', 'settings' => 'no_curl' );
		$this->assertSame( $expected, $seen );
	}
}
