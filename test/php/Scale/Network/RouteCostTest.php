<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale\Network;

use HeadlessDeploy\Hosting\Uploads\Upload_Folder;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Tests\Plugin_Routes;
use HeadlessDeploy\Tests\Scale\Statement_Meter;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_REST_Request;
use WP_REST_Response;

final class RouteCostTest extends Large_Network_Test_Case {
	protected function tearDown(): void {
		( new Upload_Folder() )->delete();
		parent::tearDown();
	}

	public function test_each_route_is_measured(): void {
		$routes = array_map( static fn( array $route ): string => "{$route['method']} {$route['path']}", Plugin_Routes::all() );
		$this->assertSame( array(), array_diff( $routes, array_keys( Route_Requests::all( $this->clock->now ) ) ), 'Add requests of these routes.' );
	}

	#[DataProvider( 'requests' )]
	public function test_a_route_reads_few_rows_and_writes_no_table_to_disk( string $route, string $name ): void {
		$this->send( Hosting_Answers::credentials() );
		$request  = Route_Requests::all( $this->clock->now )[ $route ][ $name ];
		$id       = $this->prepare( $request );
		$response = null;
		wp_cache_flush();
		$cost = Statement_Meter::measure( function () use ( $request, $id, &$response ): void {
			$response = $this->send( $request, $id );
		} );
		$this->assertSame( $request->status, $response->get_status(), (string) wp_json_encode( $response->get_data() ) );
		$this->assertSame( $route, "$request->method " . Plugin_Routes::path_of( (string) $response->get_matched_route() ) );
		$this->assert_cost( rtrim( "$route, $name", ', ' ), $cost, $request->reads );
	}

	/**
	 * @return iterable<string, array{string, string}>
	 */
	public static function requests(): iterable {
		foreach ( Route_Requests::all( 0 ) as $route => $requests ) {
			foreach ( array_keys( $requests ) as $name ) {
				yield rtrim( "$route, $name", ', ' ) => array( $route, $name );
			}
		}
	}

	/**
	 * Sends the requests that come before.
	 *
	 * @return string The id in the last answer.
	 */
	private function prepare( Route_Request $request ): string {
		$id = '';
		foreach ( $request->after as $before ) {
			$response = $this->send( $before, $this->prepare( $before ) );
			$this->assertSame( $before->status, $response->get_status(), (string) wp_json_encode( $response->get_data() ) );
			$id = (string) ( $response->get_data()['id'] ?? '' );
		}
		return $id;
	}

	/**
	 * Sends a request, and reads the whole of a file.
	 */
	private function send( Route_Request $sent, string $id = '' ): WP_REST_Response {
		$request = new WP_REST_Request( $sent->method, '/' . Rest::ROUTE_NAMESPACE . str_replace( '%id%', $id, $sent->path ) );
		$request->set_headers( $sent->headers );
		if ( 'GET' === $sent->method || '' !== $sent->bytes ) {
			$request->set_query_params( $sent->params );
			$request->set_body( $sent->bytes );
		} elseif ( array() !== $sent->params ) {
			$request->set_header( 'Content-Type', 'application/json' );
			$request->set_body( (string) wp_json_encode( $sent->params ) );
		}
		$response = rest_do_request( $request );
		ob_start();
		apply_filters( 'rest_pre_serve_request', false, $response, $request, rest_get_server() );
		ob_end_clean();
		return $response;
	}
}
