<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

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
	 * Tells whether the headline is that of this lane instead of the build lane: if the build lane had no run, or has
	 * nothing to report and this lane has. So a purge never hides a running or failed build.
	 */
	public function outranks( self $build ): bool {
		return Environment_Status::Up_To_Date === $build->status()
			&& ( Environment_Status::Up_To_Date !== $this->status() || ( null === $build->last_run && null !== $this->last_run ) );
	}

	/**
	 * Tells whether the call or the build of a run failed.
	 *
	 * @param Run|null $run
	 */
	private static function has_failed( ?array $run ): bool {
		return Run_Status::Failed->value === ( $run['status'] ?? '' );
	}
}
