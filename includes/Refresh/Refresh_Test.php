<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Read_Failed;
use SensitiveParameter;
use WP_Error;

/**
 * Sends requests of the type `ping` to a refresh URL, each signed with one secret alone, and says which secret the front
 * end knows. A request with several signatures would prove none of them.
 *
 * @phpstan-type Test_Result array{severity: 'success'|'error', message: string, httpStatus: int}
 */
final class Refresh_Test {
	private const REFUSED = 'headless_deploy_refresh_refused';

	/**
	 * Bounds the time of one event. Further front ends are asked by the next one.
	 */
	private const MAX_PER_EVENT = 2;

	public function __construct(
		private readonly Refresh_Request $request,
		private readonly Environments $environments,
		private readonly Clock $clock,
	) {}

	/**
	 * Also ends the previous secret if the front end accepts the new one.
	 *
	 * @throws Read_Failed
	 * @return Test_Result|WP_Error An error when nothing was sent: there is no URL or secret, or this site is a copy.
	 */
	public function of( Environment $environment ): array|WP_Error {
		$refusal = self::refusal( $environment );
		if ( null !== $refusal ) {
			return $refusal;
		}
		$secrets  = $this->environments->refresh_secrets( $environment->id );
		$is_known = fn( #[SensitiveParameter] string $secret ): bool => $this->request->ping( $environment, $secret )->is_accepted();
		$response = $this->ask( $environment, $secrets );
		// Without an answer, a second request would only take as long as the first.
		$is_previous_known = 0 !== $response->http_status && array() !== array_filter( array_slice( $secrets, 1 ), $is_known );
		$is_rotated        = true === $environment->refresh?->is_secret_unused();
		return array(
			'severity' => $response->is_accepted() ? 'success' : 'error',
			'message'  => $response->is_accepted()
				? self::acceptance( $response, $is_rotated, $is_previous_known )
				: self::rejection( $response, count( $secrets ) > 1, $is_previous_known ),
			'httpStatus' => $response->http_status,
		);
	}

	/**
	 * Asks the front ends of the current site, once an hour each, whether they know a new secret: until they do, the previous
	 * one stays valid.
	 *
	 * @throws Read_Failed
	 */
	public function ask_due(): void {
		$now = $this->clock->now_ms();
		$due = array_filter( $this->environments->all(), static fn( Environment $one ): bool => true === $one->refresh?->is_check_due( $now ) );
		foreach ( array_slice( $due, 0, self::MAX_PER_EVENT ) as $environment ) {
			if ( $this->environments->claim_secret_check( $environment->id ) && null === self::refusal( $environment ) ) {
				$this->ask( $environment, $this->environments->refresh_secrets( $environment->id ) );
			}
		}
	}

	/**
	 * Sends a request with the current secret, and ends the previous ones if the front end accepts it.
	 *
	 * @param list<string> $secrets The current one first.
	 */
	private function ask( Environment $environment, #[SensitiveParameter] array $secrets ): Response {
		$response = $this->request->ping( $environment, $secrets[0] ?? '' );
		if ( $response->is_accepted() && true === $environment->refresh?->is_secret_unused() ) {
			$this->environments->end_previous_secrets( $environment->id, $environment->refresh->secret );
		}
		return $response;
	}

	private static function refusal( Environment $environment ): ?WP_Error {
		$is_connected = null !== $environment->refresh && '' !== $environment->refresh->url && $environment->refresh->has_secret();
		return $is_connected
			? Send_Policy::decide( $environment, Send_Policy::site_pause() )->error()
			: Errors::make( 'headless_deploy_refresh_not_connected' );
	}

	private static function acceptance( Response $response, bool $is_rotated, bool $is_previous_known ): string {
		$text = match ( true ) {
			/* translators: %s: duration, for example “120 ms”. */
			! $is_rotated => __( 'The front end accepted the test request in %s.', 'headless-deploy' ),
			/* translators: %s: duration, for example “120 ms”. */
			$is_previous_known => __( 'The front end accepted the new secret in %s. It also knows the previous one, which is not used any more.', 'headless-deploy' ),
			/* translators: %s: duration, for example “120 ms”. */
			default => __( 'The front end accepted the new secret in %s. The previous one is not used any more.', 'headless-deploy' ),
		};
		/* translators: %s: number of milliseconds. */
		return sprintf( $text, sprintf( __( '%s ms', 'headless-deploy' ), number_format_i18n( $response->duration_ms ) ) );
	}

	private static function rejection( Response $response, bool $has_previous, bool $is_previous_known ): string {
		$reason = Errors::message( $response->error_code, array( 'status' => (string) $response->http_status ) );
		return match ( true ) {
			$is_previous_known && self::REFUSED === $response->error_code => __( 'The front end knows only the previous secret. Set the new secret in the front end, deploy the front end, and send a test request again.', 'headless-deploy' ),
			/* translators: %s: what went wrong and what to do. */
			$is_previous_known                                       => sprintf( __( 'The front end accepted a request that was signed with the previous secret, but not one with the new secret. %s', 'headless-deploy' ), $reason ),
			$has_previous && self::REFUSED === $response->error_code => __( 'The front end knows neither the new secret nor the previous one. Set the new secret in the front end, deploy the front end, and send a test request again.', 'headless-deploy' ),
			default                                                  => $reason,
		};
	}
}
