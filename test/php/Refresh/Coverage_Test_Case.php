<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Refresh\Refresh_Content;
use HeadlessDeploy\Refresh\Refresh_Reader;
use HeadlessDeploy\Refresh\Response_Groups;
use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

/**
 * Reads WordPress's REST responses with their tags, and what a refresh says of the changes of a request.
 */
abstract class Coverage_Test_Case extends Changes_Test_Case {
	private const RUN = 7;

	protected function setUp(): void {
		parent::setUp();
		add_filter( 'wp_rest_server_class', static fn(): string => Recording_Server::class );
		remove_filter( 'rest_pre_serve_request', 'rest_send_cors_headers' );
	}

	protected function server(): Recording_Server {
		wp_cache_flush();
		wp_set_current_user( 0 );
		$this->stop_plugin();
		add_action( 'rest_api_init', ( new Response_Groups( static fn(): bool => false ) )->hook( ... ) );
		$server = rest_get_server();
		$this->assertInstanceOf( Recording_Server::class, $server );
		return $server;
	}

	/**
	 * @return array{body: string, tags: list<string>}
	 */
	protected function response( Recording_Server $server, string $route ): array {
		list( $path, $query ) = explode( '?', "$route?" );
		parse_str( $query, $_GET );
		$server->sent = array();
		ob_start();
		$server->serve_request( "/wp/v2/$path" );
		$body = (string) ob_get_clean();
		$_GET = array();
		$tags = $server->sent['Cache-Tag'] ?? '';
		return array( 'body' => $body, 'tags' => '' === $tags ? array() : explode( ',', $tags ) );
	}

	/**
	 * Ends the request, and reads its changes as those of a run.
	 */
	protected function content(): Refresh_Content {
		global $wpdb;
		do_action( 'shutdown' );
		$wpdb->query( "UPDATE {$wpdb->headless_deploy_changes} SET run_id = " . self::RUN );
		wp_cache_flush();
		return ( new Refresh_Reader() )->of_run( self::RUN );
	}
}
