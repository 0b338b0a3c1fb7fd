<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Hosting\Build;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Read_Failed;

/**
 * Records the builds that this site did not start (uploads, rollbacks, rebuilds in the portal) as runs with the cause `host`.
 * The queue never sends, retries or counts them, because their status in the table is `observed`.
 */
final class Observed_Builds {
	public const OPTION = 'headless_deploy_observed_builds';

	/** How often the host is asked at most while no run is tracked. */
	private const INTERVAL_MS = 60_000;

	/** Builds that were older when they were first seen are not recorded. */
	private const MAX_AGE_MS = 604_800_000;

	/** How much the host's clock may differ, and how long a call may take to start a build. */
	private const SLACK_MS = 10_000;
	private const CALL_MS  = 60_000;

	public function __construct(
		private readonly Observed_Build_Store $store,
		private readonly Clock $clock,
	) {}

	/**
	 * Takes the right to ask the host of an environment about its builds, which one process gets once a minute.
	 */
	public function claim( string $environment_id ): bool {
		$row   = new Option_Row( self::OPTION );
		$raw   = $row->read();
		$now   = $this->clock->now_ms();
		$asked = array_filter( Option_Row::parse( $raw ), is_int( ... ) );
		if ( abs( $now - ( $asked[ $environment_id ] ?? 0 ) ) < self::INTERVAL_MS ) {
			return false;
		}
		return $row->swap(
			$raw,
			array( $environment_id => $now ) + array_filter( $asked, static fn( int $at ): bool => abs( $now - $at ) < self::MAX_AGE_MS ),
		);
	}

	/**
	 * Updates the recorded builds of an environment and adds new ones.
	 *
	 * @param  list<Build>             $builds  Newest first.
	 * @param  callable(Build): string $page_of Returns the URL of a build's page.
	 * @throws Read_Failed
	 */
	public function update( Environment $environment, array $builds, callable $page_of ): void {
		$runs     = $this->store->newest_of( $environment->id );
		$observed = array_filter( $runs, static fn( Run_Record $run ): bool => $run->is_observed() );
		foreach ( $observed as $run ) {
			if ( $run->next_check_at >= 0 ) {
				$this->update_run( $run, $builds, $page_of );
			}
		}
		// Earlier builds may belong to runs that are not read, or to a removed environment of the same host.
		$oldest     = $this->store->is_full( $runs ) ? end( $runs )->created_at : 0;
		$oldest     = max( $oldest, $this->clock->now_ms() - self::MAX_AGE_MS, $environment->connected_at );
		$operations = array_filter( array_column( $builds, 'operation' ) );
		foreach ( array_reverse( $builds ) as $build ) {
			if ( $build->created_at > $oldest && 'superseded' !== $build->state && ! self::is_known( $build, $runs, $operations ) ) {
				$this->store->add(
					$environment->id,
					$build,
					$this->facts( $build, Tracking_Record::of_build( $build, $page_of( $build ) ), $build->created_at ),
				);
			}
		}
	}

	/**
	 * @param list<Build>             $builds
	 * @param callable(Build): string $page_of
	 */
	private function update_run( Run_Record $run, array $builds, callable $page_of ): void {
		$name  = Tracking_Record::from_json( $run->tracking )->build->name ?? '';
		$build = array_values( array_filter( $builds, static fn( Build $one ): bool => $one->name === $name ) )[0] ?? null;
		if ( null !== $build ) {
			$this->store->update( $run, $this->facts( $build, Tracking_Record::of_build( $build, $page_of( $build ) ), $run->created_at ) );
		} elseif ( null === Check_Interval::next( new Tracking_Record(), $run->created_at, $this->clock->now_ms() ) ) {
			$this->store->stop( $run );
		}
	}

	/**
	 * @param  int                                                                                                   $created_at In milliseconds.
	 * @return array{tracked_status: string, tracked_at: int, next_check_at: int, tracking: string, created_at: int}
	 */
	private function facts( Build $build, Tracking_Record $record, int $created_at ): array {
		$now        = $this->clock->now_ms();
		$created_at = min( $now, $created_at );
		$next       = $build->is_running() ? Check_Interval::next( $record, $created_at, $now ) : null;
		$status     = match ( true ) {
			$build->is_running()        => null === $next ? null : Run_Status::Building,
			$build->is_live()           => Run_Status::Live,
			'' !== $build->error_code() => Run_Status::Failed,
			default                     => null,
		};
		$ended_at = 0 === $build->finished_at ? $now : max( $created_at, min( $now, $build->finished_at ) );
		return array(
			'tracked_status' => $status->value ?? '',
			'tracked_at'     => $build->is_running() ? $created_at : $ended_at,
			'next_check_at'  => $next ?? Tracking_Store::STOPPED,
			'tracking'       => $record->json(),
			'created_at'     => $created_at,
		);
	}

	/**
	 * Tells whether a build is recorded already, or is or may be that of a run of this site.
	 *
	 * @param list<Run_Record> $runs
	 * @param array<string>    $operations The operations of all builds.
	 */
	private static function is_known( Build $build, array $runs, array $operations ): bool {
		foreach ( $runs as $run ) {
			if (
				( Tracking_Record::from_json( $run->tracking )->build->name ?? '' ) === $build->name
				|| ( ! $run->is_observed() && self::may_be_of( $build, $run, $operations ) )
			) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Tells whether a run may have started a build. If the operation of the run is not listed, only the time tells: any build
	 * since the run was sent, until the run's own build is known.
	 *
	 * @param array<string> $operations The operations of all builds.
	 */
	private static function may_be_of( Build $build, Run_Record $run, array $operations ): bool {
		$sent_at = $run->attempts->last_started_at() ?? $run->created_at;
		if ( Run_Status::Canceled === $run->queue_status || $build->created_at < $sent_at - self::SLACK_MS ) {
			return false;
		}
		if ( '' !== $run->operation && in_array( $run->operation, $operations, true ) && ! $run->is_failed() ) {
			return $build->operation === $run->operation;
		}
		// A later build that repairs a failed run becomes that run's build.
		$awaits_build = $run->next_check_at >= 0 && ( $run->is_failed() || null === Tracking_Record::from_json( $run->tracking )->build );
		return ! $run->queue_status->has_ended() || $awaits_build || $build->created_at <= max( $run->finished_at, $sent_at ) + self::CALL_MS;
	}
}
