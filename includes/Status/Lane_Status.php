<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Value_Object;

/**
 * The status of one lane of an environment.
 */
final class Lane_Status {
	use Value_Object;

	/**
	 * @param Pending_Run|null        $pending       What will be sent.
	 * @param Run|null                $sending       What is being sent.
	 * @param Run|null                $last_run      The newest run that ended and was not canceled.
	 * @param Undeployed_Changes|null $undeployed    Changes of failed and canceled runs.
	 * @param Pause_Summary|null      $pause         What pauses automatic runs of this lane.
	 * @param int|null                $next_check_at When the result of the last run is checked next, in milliseconds; null if it is not tracked.
	 */
	public function __construct(
		public readonly Lane $lane,
		public readonly ?Pending_Run $pending = null,
		public readonly ?Run $sending = null,
		public readonly ?Run $last_run = null,
		public readonly ?Undeployed_Changes $undeployed = null,
		public readonly ?Pause_Summary $pause = null,
		public readonly ?int $next_check_at = null,
	) {}

	public function status(): Environment_Status {
		return match ( true ) {
			null !== $this->sending                                                                       => Environment_Status::Sending,
			null !== $this->pause                                                                         => Environment_Status::Paused,
			true === $this->pending?->is_retrying()                                                       => Environment_Status::Retrying,
			null !== $this->pending?->due_at                                                              => Environment_Status::Pending,
			Run_Status::Failed === $this->last_status() && null === $this->last_run?->record->replaced_by => Environment_Status::Failed,
			null !== $this->pending                                                                       => Environment_Status::Held,
			Run_Status::Building === $this->last_status()                                                 => Environment_Status::Building,
			( $this->undeployed->canceled ?? 0 ) > 0                                                      => Environment_Status::Canceled,
			default                                                                                       => Environment_Status::Up_To_Date,
		};
	}

	/**
	 * Says of undeployed changes only what is true beside the other lanes: a refresh has shown the changes of a rebuild that was
	 * canceled or failed, and a build includes those of an earlier refresh.
	 *
	 * @param bool $is_refreshed Whether each change refreshes the environment.
	 */
	public function beside( self $build, self $cache, self $refresh, bool $is_refreshed ): self {
		if ( null === $this->undeployed ) {
			return $this;
		}
		$run      = $this->undeployed->run;
		$is_shown = Lane::Refresh === $this->lane
			? $build->has_included( $run ) || $cache->has_included( $run )
			: $is_refreshed && ! $this->has_replaced( $refresh ) && $refresh->has_shown_all();
		return $is_shown ? $this->with( undeployed: $this->undeployed->as_shown() ) : $this;
	}

	/**
	 * Tells whether the last run of this lane includes the changes of an earlier run of another lane.
	 */
	private function has_included( int $run ): bool {
		return $this->is_accepted() && $this->last_id() > $run;
	}

	private function has_shown_all(): bool {
		return null === $this->pending
			&& null === $this->sending
			&& null === $this->undeployed
			&& $this->is_accepted()
			&& '' === $this->last_run?->error_code;
	}

	private function is_accepted(): bool {
		return in_array( $this->last_status(), array( Run_Status::Accepted, Run_Status::Live ), true );
	}

	private function last_status(): ?Run_Status {
		return $this->last_run?->status;
	}

	/**
	 * @return int 0 before the first run.
	 */
	private function last_id(): int {
		return $this->last_run->record->id ?? 0;
	}

	/**
	 * Returns the lane of the headline: the first that has something to report, so a purge never hides a running or failed
	 * build. If all are up to date, the lane with the latest run. A purge proves nothing, except one that replaced a refresh:
	 * its pages are checked as those of the refresh would have been.
	 */
	public static function in_headline( self $build, self $cache, self $refresh ): self {
		foreach ( array( $build, $cache, $refresh ) as $lane ) {
			if ( Environment_Status::Up_To_Date !== $lane->status() ) {
				return $lane;
			}
		}
		$latest = $build;
		foreach ( array( $refresh, $cache ) as $lane ) {
			$is_proof = $lane === $refresh || $cache->has_replaced( $refresh );
			if ( $is_proof && null !== $lane->last_run && null === $lane->last_run->record->replaced_by && $lane->last_id() > $latest->last_id() ) {
				$latest = $lane;
			}
		}
		return null === $latest->last_run && null !== $cache->last_run ? $cache : $latest;
	}

	/**
	 * Returns the lane whose runs show a save first in an environment with a refresh URL: the refresh lane, unless a stronger
	 * action has replaced its last run, or a later build is live whose refresh could not be checked. Null for the lane of
	 * the headline.
	 */
	public static function of_saves( self $build, self $cache, self $refresh ): ?self {
		$is_replaced = null !== $refresh->last_run?->record->replaced_by;
		$is_proven   = Run_Status::Accepted === $refresh->last_status()
			&& Run_Status::Live === $build->last_status()
			&& $build->last_id() > $refresh->last_id();
		return ( $is_replaced || $is_proven ) && null === $refresh->pending && null === $refresh->sending ? null : $refresh;
	}

	/**
	 * Tells whether the last run of this lane, or its next one, includes the changes of the last run of another lane, because
	 * that run failed.
	 */
	public function has_replaced( self $other ): bool {
		$newest = $this->sending->record->id ?? $this->last_id();
		return $other->last_run?->record->replaced_by?->lane() === $this->lane && ( null !== $this->pending || $newest > $other->last_id() );
	}

	/**
	 * Says that the plan has changed, from the failure of a refresh until the result of what replaced it is known; otherwise
	 * empty.
	 */
	public static function plan_change( self $build, self $cache, self $refresh ): string {
		$is_open = static fn( self $lane ): bool => null !== $lane->pending
			|| null !== $lane->sending
			|| Run_Status::Building === $lane->last_status()
			|| ( null !== $lane->next_check_at && Run_Status::Accepted === $lane->last_status() );
		$is_purged = $cache->has_replaced( $refresh ) && $is_open( $cache );
		return match ( true ) {
			$is_purged && ! $build->has_replaced( $cache )         => __( 'Refresh failed, so the cache of the whole site is purged.', 'headless-deploy' ),
			$build->has_replaced( $refresh ) && $is_open( $build ) => __( 'Refresh failed, so the whole site is rebuilt.', 'headless-deploy' ),
			$build->has_replaced( $cache ) && $is_open( $build )   => __( 'Purging the cache was not enough, so the whole site is rebuilt.', 'headless-deploy' ),
			default                                                => '',
		};
	}
}
