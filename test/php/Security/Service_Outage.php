<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

use HeadlessDeploy\Environments\Stored_Environments;
use WP_Error;

/**
 * Connects one environment of each kind, with every secret that it can have, to hosts whose answers repeat them.
 */
trait Service_Outage {
	/**
	 * Name of the environment => what an administrator enters.
	 *
	 * @return array<string, array<string, mixed>>
	 */
	private static function connections(): array {
		return array(
			'production' => array( 'webhookUrl' => 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/e1/webhooks/webhook:rebuild?token=' . self::TOKEN ),
			'vercel'     => array( 'webhookUrl' => 'https://api.vercel.com/v1/integrations/deploy/prj_8a7B6c5D/aB3dE5gH7jK9mN1pQ3sT5vW7' ),
			'render'     => array( 'webhookUrl' => 'https://api.render.com/deploy/srv-abc123?key=Zk8Vb2Nq5Xw1Rt7Ym4Lp' ),
			'plain'      => array(
				'webhookUrl' => 'https://hooks.example/hooks/0pQ9oN8mL7kJ6iH5gF4e/run?key=dE3cB2a1Z0yX9wV8uT7s',
				'headers'    => array( 'Authorization' => 'Bearer hG4fD5sA6pO7iU8yT9rE' ),
				'body'       => '{"password":"correct-horse-battery-staple"}',
			),
		);
	}

	private static function secrets(): array {
		return array( self::TOKEN, 'aB3dE5gH7jK9mN1pQ3sT5vW7', 'Zk8Vb2Nq5Xw1Rt7Ym4Lp', '0pQ9oN8mL7kJ6iH5gF4e', 'dE3cB2a1Z0yX9wV8uT7s', 'hG4fD5sA6pO7iU8yT9rE', 'correct-horse-battery-staple' );
	}

	private function connect_everything(): void {
		foreach ( self::connections() as $label => $body ) {
			$created = $this->rest( 'POST', '/headless-deploy/v1/settings/environments', array( 'label' => $label ) + $body );
			$this->assertSame( 201, $created->get_status(), (string) wp_json_encode( $created->get_data() ) );
		}
		$this->assertCount( count( self::connections() ), (array) get_option( Stored_Environments::OPTION )['environments'] );
	}

	/**
	 * Publishes and starts manual runs, whose answers contain every secret in every form.
	 */
	private function fail_all_calls(): void {
		$answers = array(
			$this->answer( 200, (string) wp_json_encode( array( 'name' => 'operations/' . self::TOKEN ) ) ),
			$this->answer( 403, (string) wp_json_encode( array( 'message' => implode( ' ', self::secrets() ) ) ), array( 'x-echo' => self::TOKEN ) ),
			new WP_Error( 'http_request_failed', 'cURL error 7: Failed to connect to ' . implode( ' ', self::secrets() ) ),
			$this->answer( 422, implode( ' ', self::secrets() ) ),
			$this->answer( 301, '', array( 'location' => 'https://elsewhere.example/' . self::TOKEN ) ),
		);
		foreach ( $answers as $answer ) {
			$this->mock_http( 'https://', $answer );
			$this->post();
			do_action( 'shutdown' );
			foreach ( array_keys( self::connections() ) as $environment ) {
				$this->rest( 'POST', "/headless-deploy/v1/environments/$environment/runs", array( 'action' => 'rebuild' ) );
			}
		}
		$this->assertNotSame( array(), $this->http_log );
		$this->post();
		do_action( 'shutdown' );
	}
}
