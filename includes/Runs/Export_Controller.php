<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Untyped;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Answers `GET /runs/export`. The body is written while the database is read, instead of as one JSON response.
 */
final class Export_Controller {
	private const TYPES = array(
		Export::CSV  => 'text/csv; charset=UTF-8; header=present',
		Export::JSON => 'application/json; charset=UTF-8',
	);

	public function __construct(
		private readonly Export $export,
		private readonly Clock $clock,
	) {}

	public function register_routes(): void {
		$format = Json_Schema::one_of( 'export-format', Export::FORMATS )->with( default: Export::CSV );
		Rest::register(
			'GET',
			'/runs/export',
			$this->export( ... ),
			Capabilities::MANAGE,
			null,
			array( 'format' => $format ) + Run_Filter::args(),
		);
	}

	private function export( WP_REST_Request $request ): WP_REST_Response {
		$format   = Untyped::text( $request['format'] );
		$filter   = Run_Filter::from_request( $request );
		$response = new WP_REST_Response();
		$response->header( 'Content-Type', self::TYPES[ $format ] );
		$response->header(
			'Content-Disposition',
			sprintf( 'attachment; filename="headless-deploy-%s.%s"', gmdate( 'Y-m-d', intdiv( $this->clock->now_ms(), 1000 ) ), $format ),
		);
		$response->header( 'Cache-Control', 'no-store' );
		$response->header( 'X-Content-Type-Options', 'nosniff' );
		add_filter(
			'rest_pre_serve_request',
			fn( bool $is_served, mixed $result, WP_REST_Request $served ): bool => $is_served
				|| ( $result === $response && $this->serve( $served->get_method(), $format, $filter ) ),
			10,
			3,
		);
		return $response;
	}

	/**
	 * @param string $method HTTP method; the response to HEAD has no body.
	 */
	private function serve( string $method, string $format, Run_Filter $filter ): bool {
		if ( 'HEAD' !== $method ) {
			$this->export->write(
				$format,
				$filter,
				static function ( string $chunk ): void {
					// phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- CSV or JSON, never HTML; the type is fixed and sniffing forbidden.
					echo $chunk;
				},
			);
		}
		return true;
	}
}
