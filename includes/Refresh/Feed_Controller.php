<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Secrets\Standard_Webhook;
use HeadlessDeploy\Untyped;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Answers `GET /changes`, which a front end requests when it starts or has missed a refresh. The signature is the
 * permission: a front end has no user.
 */
final class Feed_Controller {
	private const RETRY_AFTER_SECONDS = 60;

	/**
	 * @param Closure(string): list<string> $secrets Returns the valid refresh secrets of an environment; none for one that
	 *                                               does not exist or has no refresh URL.
	 */
	public function __construct(
		private readonly Change_Feed $feed,
		private readonly Replay_Guard $replays,
		private readonly Closure $secrets,
		private readonly Clock $clock,
	) {}

	public function register_routes(): void {
		$args = array(
			'environment' => Json_Schema::text( __( 'ID of the environment.', 'headless-deploy' ) )->with(
				pattern: '^[a-z0-9-]{1,64}$',
				required: true,
			),
			'since' => Json_Schema::integer( __( 'The sequence that the front end knows. Without it, the response contains only the current sequence.', 'headless-deploy' ) )->with( minimum: 0, maximum: PHP_INT_MAX ),
		);
		// The callback verifies the signature: WordPress calls the permission callback twice, and a signature is valid once.
		Rest::register( 'GET', '/changes', $this->get_changes( ... ), static fn(): bool => true, self::schema( ... ), $args );
	}

	public static function schema(): Json_Schema {
		return Json_Schema::closed(
			site: Json_Schema::text( __( 'Address of the site.', 'headless-deploy' ) ),
			environment: Json_Schema::text(),
			sequence: Json_Schema::integer( __( 'ID of the newest change.', 'headless-deploy' ) ),
			since: Json_Schema::integer( __( 'The sequence of the request.', 'headless-deploy' ) )->or_null(),
			scope: Json_Schema::one_of( 'refresh-scope', array( 'some', 'all' ) )
				->described( __( '“all” if any page may have changed.', 'headless-deploy' ) ),
			tags: Json_Schema::list_of( Json_Schema::text() ),
			paths: Json_Schema::closed(
				changed: Json_Schema::list_of( Json_Schema::text() ),
				gone: Json_Schema::list_of( Json_Schema::text() ),
			),
		)->named( 'changes-feed' );
	}

	private function get_changes( WP_REST_Request $request ): WP_REST_Response {
		$environment = Untyped::text( $request['environment'] );
		$since       = isset( $request['since'] ) ? Untyped::number( $request['since'] ) : null;
		$error       = $this->refusal( $request, self::payload( $environment, $since ), $environment );
		if ( null !== $error ) {
			return self::refused( $error );
		}
		list( $sequence, $content ) = $this->feed->since( $environment, $since );
		return Rest::uncached(
			array(
				'site'        => home_url(),
				'environment' => $environment,
				'sequence'    => $sequence,
				'since'       => $since,
			) + $content->to_array(),
		);
	}

	/**
	 * Returns what the front end signs in place of a body.
	 */
	private static function payload( string $environment, ?int $since ): string {
		return "GET /changes?environment=$environment" . ( null === $since ? '' : "&since=$since" );
	}

	/**
	 * Says the same of an unknown environment as of a wrong signature.
	 *
	 * @throws Read_Failed
	 */
	private function refusal( WP_REST_Request $request, string $payload, string $environment ): ?WP_Error {
		$id        = (string) $request->get_header( 'webhook-id' );
		$timestamp = (string) $request->get_header( 'webhook-timestamp' );
		$now       = $this->clock->now_ms();
		if ( ! Standard_Webhook::verify(
			( $this->secrets )( $environment ),
			$id,
			$timestamp,
			$payload,
			(string) $request->get_header( 'webhook-signature' ),
			$now,
		) ) {
			return Errors::make( 'headless_deploy_signature_invalid' );
		}
		return $this->replays->accept( $environment, "$id.$timestamp.$payload", (int) $timestamp, $now );
	}

	private static function refused( WP_Error $error ): WP_REST_Response {
		$response = rest_convert_error_to_response( $error );
		$response->header( 'Cache-Control', 'no-store' );
		if ( 429 === $response->get_status() ) {
			$response->header( 'Retry-After', (string) self::RETRY_AFTER_SECONDS );
		}
		return $response;
	}
}
