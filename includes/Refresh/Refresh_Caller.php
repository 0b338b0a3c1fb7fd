<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Http\Call;
use HeadlessDeploy\Http\Caller;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Read_Failed;

/**
 * Sends the refresh requests of a run to the front end, and any other action to the host.
 */
final class Refresh_Caller implements Caller {
	/**
	 * @param Closure(Environment, non-empty-array<string, string>): Response $send Sends bodies by their ids (see `Refresh_Request::send()`).
	 */
	public function __construct(
		private readonly Caller $hosts,
		private readonly Closure $send,
		private readonly Clock $clock,
		private readonly Refresh_Reader $reader = new Refresh_Reader(),
		private readonly Accepted_Sequence $accepted = new Accepted_Sequence(),
	) {}

	/**
	 * {@inheritDoc}
	 *
	 * @throws Read_Failed When the changes could not be read.
	 */
	public function prepare( string $environment_id, Action $action, int $run_id ): Call {
		if ( Action::Refresh !== $action ) {
			return $this->hosts->prepare( $environment_id, $action, $run_id );
		}
		$since    = $this->accepted->read( self::lane( $environment_id ) );
		$sequence = max( $since ?? 0, $this->reader->sequence_of_run( $run_id ) );
		$envelope = array(
			'site'        => home_url(),
			'environment' => $environment_id,
			'run'         => $run_id,
			'sequence'    => $sequence,
			'since'       => $since,
		);
		$requests = Refresh_Payload::requests( $this->reader->of_run( $run_id, $environment_id, $since ), $envelope, $this->clock->now_ms() );
		$purge    = $this->hosts->prepare( $environment_id, Action::PurgeCache, $run_id );
		return new Call( function ( Environment $environment ) use ( $requests, $sequence, $purge ): Response {
			$response = $this->refresh( $environment, $requests, $sequence );
			$purges   = true === $environment->refresh?->purge && $environment->offers( Action::PurgeCache );
			// A CDN without cache groups would serve what it stored before the refresh. If the purge fails, both are repeated.
			return $response->is_accepted() && $purges ? $purge->send( $environment ) : $response;
		} );
	}

	/**
	 * Sends each request of a run until one is not accepted.
	 *
	 * @param non-empty-array<string, string> $requests
	 */
	private function refresh( Environment $environment, array $requests, int $sequence ): Response {
		$is_gone  = 0 !== ( $environment->refresh->gone_at ?? 0 );
		$response = $is_gone ? new Response( 0, 'headless_deploy_refresh_gone', 0 ) : ( $this->send )( $environment, $requests );
		if ( $response->is_accepted() ) {
			$this->accepted->write( self::lane( $environment->id ), $sequence );
		}
		return $response;
	}

	private static function lane( string $environment_id ): Lane_Key {
		return Lane_Key::of( get_current_blog_id(), $environment_id, Lane::Refresh );
	}
}
