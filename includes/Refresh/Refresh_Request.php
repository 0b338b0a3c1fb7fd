<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Providers\Sensitive_Parts;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Secrets\Standard_Webhook;
use HeadlessDeploy\Secrets\Webhook;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;

/**
 * Sends signed requests to the refresh URL of an environment, with the limits of a webhook call.
 */
final class Refresh_Request {
	private const SIGNATURE = 'webhook-signature';

	/**
	 * The error of a front end that was deployed without the secret (docs/front-end-kit.md).
	 */
	private const SECRET_MISSING = 'secret_missing';

	public function __construct(
		private readonly Environments $environments,
		private readonly Calls $calls,
		private readonly Clock $clock,
	) {}

	/**
	 * Sends one request after the other, until one is not accepted.
	 *
	 * @param  non-empty-array<string, string> $requests Body, by id.
	 * @param  list<string>|null               $secrets  That sign them; null for all that are valid.
	 * @throws Read_Failed                     When the secret could not be read: nothing was sent.
	 * @return Response                        That of the last request.
	 */
	public function send( Environment $environment, array $requests, #[SensitiveParameter] ?array $secrets = null ): Response {
		$limit   = $this->calls->start();
		$url     = $environment->refresh->url ?? '';
		$signing = Sensitive_Value::take( $secrets ) ?? $this->environments->refresh_secrets( $environment->id );
		if ( '' === $url || array() === $signing ) {
			return new Response( 0, '' === $url ? 'headless_deploy_webhook_missing' : 'headless_deploy_key_lost', 0 );
		}
		$stored = $this->environments->sensitive_parts();
		foreach ( $requests as $id => $body ) {
			$headers  = $this->signed_headers( $signing, $id, $body );
			$redacted = array( ...$stored, ...Sensitive_Parts::of_header( self::SIGNATURE, $headers[ self::SIGNATURE ] ) );
			$webhook  = new Webhook( $url, $url, $redacted, extras: Request_Extras::of_request( $headers, $body ) );
			$response = self::of_front_end( $this->calls->send( $webhook, $limit )->response );
			if ( ! $response->is_accepted() ) {
				return $response;
			}
		}
		return $response;
	}

	/**
	 * Sends a test request that is signed with one secret alone.
	 */
	public function ping( Environment $environment, #[SensitiveParameter] string $secret ): Response {
		$signing = Sensitive_Value::take( $secret );
		$body    = Refresh_Payload::ping( home_url(), $environment->id, $this->clock->now_ms() );
		return $this->send( $environment, array( 'ping-' . wp_generate_uuid4() => $body ), array( $signing ) );
	}

	/**
	 * @param  list<string>          $secrets
	 * @return array<string, string>
	 */
	private function signed_headers( array $secrets, string $id, string $body ): array {
		$timestamp = intdiv( $this->clock->now_ms(), 1000 );
		return array(
			'Content-Type'      => 'application/json',
			'webhook-id'        => $id,
			'webhook-timestamp' => (string) $timestamp,
			self::SIGNATURE     => Standard_Webhook::sign( $secrets, $id, $timestamp, $body ),
		);
	}

	/**
	 * Returns the response with the codes of a front end, whose texts do not name the host: its webhook token is not what it
	 * may have rejected, and a web page is not an answer of a refresh route.
	 */
	public static function of_front_end( Response $response ): Response {
		$code = match ( $response->error_code ) {
			'headless_deploy_token_refused', 'headless_deploy_webhook_refused' => 'headless_deploy_refresh_refused',
			'headless_deploy_webhook_gone' => 'headless_deploy_refresh_gone',
			'headless_deploy_webhook_not_found', 'headless_deploy_webhook_moved',
			'headless_deploy_bad_request', Response::WARNING => 'headless_deploy_refresh_not_found',
			'headless_deploy_refused'          => 'headless_deploy_refresh_rejected',
			'headless_deploy_answer_too_large' => 'headless_deploy_refresh_answer_too_large',
			'headless_deploy_timeout', 'headless_deploy_no_final_answer' => 'headless_deploy_refresh_timeout',
			'headless_deploy_connection_failed' => 'headless_deploy_refresh_unreachable',
			'headless_deploy_dns_failed'        => 'headless_deploy_refresh_dns_failed',
			'headless_deploy_tls_failed'        => 'headless_deploy_refresh_tls_failed',
			'headless_deploy_service_error'     => self::has_no_secret( $response )
				? 'headless_deploy_refresh_variable_missing'
				: 'headless_deploy_refresh_error',
			'headless_deploy_service_busy'        => 'headless_deploy_refresh_error',
			'headless_deploy_service_unavailable' => 'headless_deploy_refresh_unavailable',
			'headless_deploy_rate_limited'        => 'headless_deploy_refresh_rate_limited',
			default                               => $response->error_code,
		};
		return $code === $response->error_code ? $response : $response->with_error( $code );
	}

	private static function has_no_secret( Response $response ): bool {
		$body = json_decode( $response->excerpt, true );
		return is_array( $body ) && self::SECRET_MISSING === ( $body['error'] ?? null );
	}
}
