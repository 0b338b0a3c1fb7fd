<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Action;
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
	 * @param Pending|null    $pending       What will be sent.
	 * @param Run|null        $sending       What is being sent.
	 * @param Run|null        $last_run      The newest run that ended and was not canceled.
	 * @param Undeployed|null $undeployed    Changes of failed and canceled runs.
	 * @param string|null     $next_check_at When the result of the last run is checked next; null if it is not tracked.
	 */
	public function __construct(
		public readonly Lane $lane,
		public readonly ?array $pending,
		public readonly ?array $sending,
		public readonly ?array $last_run,
		public readonly ?array $undeployed,
		private readonly bool $is_paused,
		public readonly ?string $next_check_at = null,
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
	 * Says of undeployed changes only what is true beside the other lanes: a refresh has shown the changes of a rebuild that was
	 * canceled or failed, and a build includes those of an earlier refresh.
	 *
	 * @param bool $is_refreshed Whether each change refreshes the environment.
	 */
	public function beside( self $build, self $cache, self $refresh, bool $is_refreshed ): self {
		if ( null === $this->undeployed ) {
			return $this;
		}
		$run      = $this->undeployed['run'];
		$is_shown = Lane::Refresh === $this->lane
			? $build->has_included( $run ) || $cache->has_included( $run )
			: $is_refreshed && ! $this->has_replaced( $refresh ) && $refresh->has_shown_all();
		$headline = $is_shown ? Undeployed_Changes::headline_of_shown( $this->lane, $this->undeployed['changes'] ) : $this->undeployed['headline'];
		return new self( ...array_merge( get_object_vars( $this ), array( 'undeployed' => array( 'headline' => $headline ) + $this->undeployed ) ) );
	}

	/**
	 * Tells whether the last run of this lane includes the changes of an earlier run of another lane.
	 */
	private function has_included( int $run ): bool {
		return self::is_accepted( $this->last_run ) && ( $this->last_run['id'] ?? 0 ) > $run;
	}

	private function has_shown_all(): bool {
		return null === $this->pending && null === $this->sending && null === $this->undeployed && self::is_accepted( $this->last_run ) && '' === ( $this->last_run['errorCode'] ?? '' );
	}

	/**
	 * @param Run|null $run
	 */
	private static function is_accepted( ?array $run ): bool {
		return in_array( $run['status'] ?? '', array( Run_Status::Accepted->value, Run_Status::Live->value ), true );
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
			if ( $is_proof && null !== $lane->last_run && null === $lane->last_run['replacedBy'] && $lane->last_run['id'] > ( $latest->last_run['id'] ?? 0 ) ) {
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
		$is_replaced = null !== ( $refresh->last_run['replacedBy'] ?? null );
		$is_proven   = 'accepted' === ( $refresh->last_run['status'] ?? '' ) && 'live' === ( $build->last_run['status'] ?? '' ) && $build->last_run['id'] > $refresh->last_run['id'];
		return ( $is_replaced || $is_proven ) && null === $refresh->pending && null === $refresh->sending ? null : $refresh;
	}

	/**
	 * Tells whether the last run of this lane, or its next one, includes the changes of the last run of another lane, because
	 * that run failed.
	 */
	public function has_replaced( self $other ): bool {
		$stronger = Action::tryFrom( $other->last_run['replacedBy'] ?? '' );
		$newest   = $this->sending['id'] ?? $this->last_run['id'] ?? 0;
		return null !== $stronger && $stronger->lane() === $this->lane && ( null !== $this->pending || $newest > ( $other->last_run['id'] ?? 0 ) );
	}

	/**
	 * Says that the plan has changed, from the failure of a refresh until the result of what replaced it is known; otherwise
	 * empty.
	 */
	public static function plan_change( self $build, self $cache, self $refresh ): string {
		$is_open = static fn( self $lane ): bool => null !== $lane->pending || null !== $lane->sending || 'building' === ( $lane->last_run['status'] ?? '' )
			|| ( null !== $lane->next_check_at && 'accepted' === ( $lane->last_run['status'] ?? '' ) );
		return match ( true ) {
			$cache->has_replaced( $refresh ) && $is_open( $cache ) && ! $build->has_replaced( $cache ) => __( 'Refresh failed, so the cache of the whole site is purged.', 'headless-deploy' ),
			$build->has_replaced( $refresh ) && $is_open( $build )                                     => __( 'Refresh failed, so the whole site is rebuilt.', 'headless-deploy' ),
			$build->has_replaced( $cache ) && $is_open( $build )                                       => __( 'Purging the cache was not enough, so the whole site is rebuilt.', 'headless-deploy' ),
			default                                                                                    => '',
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
