<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;

/**
 * Calls the webhooks of a host: at most 15 seconds, and at most 64 KiB of response.
 */
final class Client implements Caller {
	public function __construct(
		private readonly Environments $environments,
		private readonly Calls $calls,
	) {}

	/**
	 * {@inheritDoc}
	 *
	 * The call reads its webhook when it is sent, so that the secret is in memory for as short as possible.
	 */
	public function prepare( string $environment_id, Action $action, int $run_id ): Call {
		return new Call( function ( Environment $environment ) use ( $action ): Response {
			$limit   = $this->calls->start();
			$webhook = $this->environments->webhook( $environment->id, $action );
			if ( is_wp_error( $webhook ) ) {
				return new Response( 0, (string) $webhook->get_error_code(), $limit->elapsed_ms() );
			}
			return $this->calls->send( $webhook, $limit )->response;
		} );
	}
}
