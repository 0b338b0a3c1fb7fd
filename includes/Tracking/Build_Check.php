<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Hosting\Build;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Hosting\Credentials;
use HeadlessDeploy\Hosting\Platform;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Queue\Attempts;

/**
 * Asks the platform how the build of a run is getting on: that of the operation which the webhook's answer named, else the
 * newest.
 */
final class Build_Check {
	/**
	 * By how much the host's clock may be behind.
	 */
	private const SLACK_MS = 10_000;

	public function __construct(
		private readonly Platform $platform,
		private readonly Credential_Store $store,
		private readonly Clock $clock,
	) {}

	/**
	 * Tells whether the build of a run can be asked about.
	 *
	 * @param object&\stdClass $row Row of the log.
	 */
	public function is_possible( Environment $environment, object $row ): bool {
		return Lane::Build->value === $row->lane
			&& Providers::WPE_HEADLESS === $environment->provider
			&& '' !== $environment->target['environment']
			&& $this->may_ask( $environment, $this->store->get() );
	}

	/**
	 * Tells whether these credentials may be used for an environment. On a network an administrator of a sub-site could else
	 * read the builds of any account that the network's credentials can see, by a webhook URL that names it.
	 *
	 * @param Credentials|null $credentials Access to the API.
	 */
	private function may_ask( Environment $environment, ?Credentials $credentials ): bool {
		return true === $credentials?->is_usable() && ( ! is_multisite() || $environment->is_trusted || $credentials->is_for( $environment->target ) );
	}

	/**
	 * Asks.
	 *
	 * @param object&\stdClass $row    Row of the log.
	 * @param Check_Budget     $budget What it may cost.
	 * @param Tracking_Record  $record What is known. After a failed build the newer ones count: what is wrong there is
	 *                                 often repaired at the host, by a build of its own.
	 */
	public function check( Environment $environment, object $row, Check_Budget $budget, Tracking_Record $record ): Build_Report {
		$credentials = $this->store->get();
		if ( null === $credentials || ! $this->is_possible( $environment, $row ) || ! $budget->spend() ) {
			return new Build_Report();
		}
		$fetched = $this->platform->builds( $credentials, $environment->target );
		if ( 401 === $fetched->status ) {
			$this->store->note_check( $credentials, false, 'headless_deploy_credentials_refused', array(), $this->clock->now_ms() );
		}
		$builds = $fetched->is_found() ? Platform::builds_of( $fetched ) : array();
		$wait   = $fetched->retry_after_ms ?? 0;
		$repair = $record->awaits_repair() || 'failed' === $row->status;
		$build  = $repair ? $this->newer( $builds, $record->build['name'] ?? '', self::since( $row ) ) : $this->own_build( $builds, $row );
		$page   = null === $build ? '' : Platform::page_of( $credentials, $environment->target, $build );
		// Of a call whose answer was lost the host may have begun a build all the same.
		$at_host = $repair && ( 'failed' !== $row->status || ( null !== $build && $build->created_at > (int) $row->finished_at + self::SLACK_MS ) );
		return new Build_Report( $build, $repair && null === $build ? null : $fetched->is_found(), $wait, $page, $at_host );
	}

	/**
	 * Finds the build that counts after a failed one: one that is live or was, else the newest that runs or failed too.
	 *
	 * @param list<Build> $builds
	 * @param string      $known  The build that is known; itself when it was started at the host.
	 * @param int         $since  Builds that began before are older than the run, in milliseconds.
	 */
	private function newer( array $builds, string $known, int $since ): ?Build {
		$names = array_column( $builds, 'name' );
		$place = array_search( $known, $names, true );
		$newer = false === $place
			? array_filter( $builds, static fn( Build $build ): bool => $build->created_at >= $since )
			: array_slice( $builds, 0, (int) $place + 1 );
		$live  = array_filter( $newer, static fn( Build $build ): bool => $build->is_live() );
		$other = array_filter( $newer, static fn( Build $build ): bool => $build->is_running() || 'failed' === $build->state );
		return array_values( $live )[0] ?? array_values( $other )[0] ?? null;
	}

	/**
	 * Returns since when a build can hold the changes of a failed run: since the host took it, or since the last call.
	 *
	 * @param object&\stdClass $row Row of the log.
	 */
	private static function since( object $row ): int {
		return 'failed' === $row->status ? ( Attempts::from_json( $row->attempts )->last_began_at() ?? (int) $row->created_at ) - self::SLACK_MS : (int) $row->finished_at;
	}

	/**
	 * Finds the build of a run. One that was taken up by a later build has become that one; while an earlier one runs, ours
	 * waits behind it.
	 *
	 * @param list<Build>      $builds
	 * @param object&\stdClass $row    Row of the log.
	 */
	private function own_build( array $builds, object $row ): ?Build {
		$operation = json_decode( (string) $row->operation, true );
		foreach ( $builds as $build ) {
			if ( is_string( $operation ) && '' !== $build->operation && $build->operation === $operation && 'superseded' !== $build->state ) {
				return $build;
			}
		}
		$newest = $builds[0] ?? null;
		$is_new = null !== $newest && ( $newest->is_running() || $newest->created_at >= (int) $row->finished_at - self::SLACK_MS );
		return $is_new ? $newest : null;
	}
}
