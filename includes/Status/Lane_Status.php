<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Runs\Run_View;

/**
 * The status of one lane of an environment.
 *
 * @phpstan-import-type Run from Run_View
 * @phpstan-import-type Pending from Status
 * @phpstan-import-type Undeployed from Undeployed_Changes
 */
final class Lane_Status {
	/**
	 * @param Pending|null    $pending    What will be sent.
	 * @param Run|null        $sending    What is being sent.
	 * @param Run|null        $last_run   The newest run that ended and was not canceled.
	 * @param Undeployed|null $undeployed Changes of failed and canceled runs.
	 */
	public function __construct(
		public readonly Lane $lane,
		public readonly ?array $pending,
		public readonly ?array $sending,
		public readonly ?array $last_run,
		public readonly ?array $undeployed,
		private readonly bool $is_paused,
	) {}

	public function status(): Environment_Status {
		return match ( true ) {
			null !== $this->sending                              => Environment_Status::Sending,
			$this->is_paused                                     => Environment_Status::Paused,
			null !== ( $this->pending['nextAttemptAt'] ?? null ) => Environment_Status::Retrying,
			null !== ( $this->pending['dueAt'] ?? null )         => Environment_Status::Pending,
			self::has_failed( $this->last_run )                  => Environment_Status::Failed,
			null !== $this->pending                              => Environment_Status::Held,
			'building' === ( $this->last_run['status'] ?? '' )   => Environment_Status::Building,
			( $this->undeployed['canceled'] ?? 0 ) > 0           => Environment_Status::Canceled,
			default                                              => Environment_Status::Up_To_Date,
		};
	}

	/**
	 * Returns the lane of the headline: the first that has something to report, so a purge never hides a running or failed
	 * build. If all are up to date, the build lane or the refresh lane, whichever had the later run; a purge proves nothing.
	 */
	public static function in_headline( self $build, self $cache, self $refresh ): self {
		foreach ( array( $build, $cache, $refresh ) as $lane ) {
			if ( Environment_Status::Up_To_Date !== $lane->status() ) {
				return $lane;
			}
		}
		return match ( true ) {
			null !== $refresh->last_run && null === $refresh->last_run['replacedBy'] && ( null === $build->last_run || $refresh->last_run['id'] > $build->last_run['id'] ) => $refresh,
			null !== $build->last_run || null === $cache->last_run                                                                                                         => $build,
			default                                                                                                                                                        => $cache,
		};
	}

	/**
	 * Tells whether the call or the build of a run failed, and no stronger action has replaced it.
	 *
	 * @param Run|null $run
	 */
	private static function has_failed( ?array $run ): bool {
		return Run_Status::Failed->value === ( $run['status'] ?? '' ) && null === ( $run['replacedBy'] ?? null );
	}
}
