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
	public const AT_REST = 'upToDate';

	/**
	 * @param Pending|null    $pending    What will be sent.
	 * @param list<Run>       $sending    What is being sent.
	 * @param Run|null        $last       The newest run that ended and was not canceled.
	 * @param Undeployed|null $undeployed What failed or canceled runs have left behind.
	 */
	public function __construct(
		public readonly ?array $pending,
		public readonly array $sending,
		public readonly ?array $last,
		public readonly ?array $undeployed,
		private readonly bool $is_paused,
	) {}

	/**
	 * Returns one of `Status_Schema::STATES`.
	 */
	public function state(): string {
		return match ( true ) {
			array() !== $this->sending                           => 'sending',
			$this->is_paused                                     => 'paused',
			null !== ( $this->pending['nextAttemptAt'] ?? null ) => 'retrying',
			null !== ( $this->pending['dueAt'] ?? null )         => 'pending',
			self::has_failed( $this->last )                      => 'failed',
			null !== $this->pending                              => 'held',
			'building' === ( $this->last['status'] ?? '' )       => 'building',
			( $this->undeployed['canceled'] ?? 0 ) > 0           => 'canceled',
			default                                              => self::AT_REST,
		};
	}

	/**
	 * Tells whether the headline is that of this lane instead of the build lane: if the build lane had no run, or has
	 * nothing to report and this lane has. So a purge never hides a running or failed build.
	 */
	public function outranks( self $build ): bool {
		return self::AT_REST === $build->state()
			&& ( self::AT_REST !== $this->state() || ( null === $build->last && null !== $this->last ) );
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
