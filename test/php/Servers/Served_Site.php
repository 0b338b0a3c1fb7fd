<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Servers;

use HeadlessDeploy\Tests\Faults\Fault_Server;
use HeadlessDeploy\Tests\Faults\Site_Copy;
use HeadlessDeploy\Tests\Wp_Test_Case;
use RuntimeException;

/**
 * A copy of the site with the plugin, connected to a host on loopback that accepts every run. Each piece of work is a
 * process of its own.
 */
final class Served_Site {
	/**
	 * Changes, scheduled posts and events are as if an hour had passed.
	 */
	private const PASS_AN_HOUR = <<<'PHP'
		global $wpdb;
		$wpdb->query( "UPDATE {$wpdb->headless_deploy_changes} SET recorded_at = recorded_at - 3600000" );
		$wpdb->update( $wpdb->posts, array_fill_keys( array( 'post_date', 'post_date_gmt' ), gmdate( 'Y-m-d H:i:s', time() - 60 ) ), array( 'post_status' => 'future' ) );
		$earlier = array();
		foreach ( _get_cron_array() as $at => $events ) {
			$earlier[ $at - 3600 ] = $events;
		}
		_set_cron_array( $earlier );
		delete_transient( 'doing_cron' );
		echo '1';
		PHP;

	public readonly Site_Copy $copy;

	public readonly Fault_Server $host;

	/**
	 * @param array<string, bool|string> $constants Of wp-config.php.
	 * @param string                     $answer    Of the host: name of an entry of answers.json.
	 */
	public function __construct( array $constants = array(), string $answer = '200 with an operation' ) {
		$this->host = new Fault_Server();
		$this->copy = new Site_Copy( $constants + array( 'HEADLESS_DEPLOY_LOCAL_HOSTS' => "127.0.0.1:{$this->host->port}" ) );
		$this->copy->run( "activate_plugin( 'headless-deploy/plugin.php' ); echo '1';" );
		$body = array(
			'label'      => 'Production',
			'webhookUrl' => $this->host->webhook_url( $answer, Wp_Test_Case::TOKEN ),
		);
		$this->rest( 'POST', '/settings/environments', $body );
	}

	public function remove(): void {
		$this->host->stop();
		$this->copy->remove();
	}

	public function publish(): void {
		$this->copy->run( "echo wp_json_encode( wp_insert_post( array( 'post_title' => 'Hello', 'post_status' => 'publish' ) ) );" );
	}

	public function pass_an_hour(): void {
		$this->copy->run( self::PASS_AN_HOUR );
	}

	/**
	 * Sends a request as an administrator.
	 *
	 * @param array<string, mixed> $body
	 */
	public function rest( string $method, string $route, array $body = array() ): mixed {
		$answer = $this->copy->run(
			'wp_set_current_user( 1 ); $request = new WP_REST_Request( ' . var_export( $method, true ) . ", '/headless-deploy/v1' . " . var_export( $route, true ) . ' );'
			. ' $request->set_header( "Content-Type", "application/json" ); $request->set_body( ' . var_export( (string) json_encode( $body ), true ) . ' );'
			. ' $response = rest_do_request( $request ); echo wp_json_encode( array( $response->get_status(), $response->get_data() ) );',
		);
		if ( $answer[0] >= 400 ) {
			throw new RuntimeException( "$method $route: " . json_encode( $answer ) );
		}
		return $answer[1];
	}

	/**
	 * @return string Value of the header `Authorization` of the administrator.
	 */
	public function authorization(): string {
		$password = $this->copy->run( "echo wp_json_encode( WP_Application_Passwords::create_new_application_password( 1, array( 'name' => 'Test' ) )[0] );" );
		$login    = $this->copy->run( 'echo wp_json_encode( get_userdata( 1 )->user_login );' );
		return 'Basic ' . base64_encode( "$login:$password" );
	}

	/**
	 * @return list<array{status: string, changes: string, attempts: string, error_code: string}> Oldest first.
	 */
	public function runs(): array {
		return $this->copy->run( 'global $wpdb; echo wp_json_encode( $wpdb->get_results( "SELECT status, changes, attempts, error_code FROM {$wpdb->headless_deploy_runs} ORDER BY id" ) );' );
	}
}
