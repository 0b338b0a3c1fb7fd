<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Http\Caller;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Read_Failed;

/**
 * Sends the refresh requests of a run to the front end, and any other action to the host.
 *
 * @phpstan-type Prepared array{run: int, sequence: int, requests: non-empty-array<string, string>}
 */
final class Refresh_Caller implements Caller {
	/**
	 * The requests of the run that is sent next.
	 *
	 * @var Prepared|null
	 */
	private ?array $prepared = null;

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

	public function prepare( Environment $environment, Action $action, int $run_id ): void {
		$this->prepared = Action::Refresh === $action ? $this->read( $environment, $run_id ) : null;
	}

	/**
	 * @throws Read_Failed When the changes could not be read: nothing was sent.
	 */
	public function call( Environment $environment, Action $action, int $run_id ): Response {
		if ( Action::Refresh !== $action ) {
			return $this->hosts->call( $environment, $action, $run_id );
		}
		$is_prepared = null !== $this->prepared && $run_id === $this->prepared['run'];
		$prepared    = $is_prepared ? $this->prepared : $this->read( $environment, $run_id );
		$response    = $this->refresh( $environment, $prepared );
		$purges      = true === $environment->refresh?->purge && $environment->offers( Action::PurgeCache );
		// A CDN without cache groups would serve what it stored before the refresh. If the purge fails, both are repeated.
		return $response->is_accepted() && $purges ? $this->hosts->call( $environment, Action::PurgeCache, $run_id ) : $response;
	}

	/**
	 * Makes the requests of a run.
	 *
	 * @throws Read_Failed
	 * @return Prepared
	 */
	private function read( Environment $environment, int $run_id ): array {
		$since    = $this->accepted->read( self::lane( $environment ) );
		$sequence = max( $since ?? 0, $this->reader->sequence_of_run( $run_id ) );
		$envelope = array(
			'site'        => home_url(),
			'environment' => $environment->id,
			'run'         => $run_id,
			'sequence'    => $sequence,
			'since'       => $since,
		);
		return array(
			'run'      => $run_id,
			'sequence' => $sequence,
			'requests' => Refresh_Payload::requests( $this->reader->of_run( $run_id, $environment->id, $since ), $envelope, $this->clock->now_ms() ),
		);
	}

	/**
	 * Sends each request of a run until one is not accepted.
	 *
	 * @param Prepared $prepared
	 */
	private function refresh( Environment $environment, array $prepared ): Response {
		$is_gone  = 0 !== ( $environment->refresh->gone_at ?? 0 );
		$response = $is_gone ? new Response( 0, 'headless_deploy_refresh_gone', 0 ) : ( $this->send )( $environment, $prepared['requests'] );
		if ( $response->is_accepted() ) {
			$this->accepted->write( self::lane( $environment ), $prepared['sequence'] );
		}
		return $response;
	}

	private static function lane( Environment $environment ): Lane_Key {
		return Lane_Key::of( get_current_blog_id(), $environment->id, Lane::Refresh );
	}
}
