<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tracking;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Hosting\Build;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Hosting\Credentials;
use HeadlessDeploy\Hosting\Platform;
use HeadlessDeploy\Http\Answer;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Queue\Run_Record;

/**
 * Finds the host's build of a run: that of the operation in the webhook's response, else the newest.
 */
final class Build_Check {
	/**
	 * How much the host's clock may be behind.
	 */
	private const SLACK_MS = 10_000;

	/**
	 * The builds that the host has returned since `forget()`, newest first, by environment.
	 *
	 * @var array<string, list<Build>>
	 */
	private array $answers = array();

	public function __construct(
		private readonly Platform $platform,
		private readonly Credential_Store $store,
		private readonly Clock $clock,
	) {}

	public function forget(): void {
		$this->answers = array();
	}

	public function has_credentials(): bool {
		return true === $this->store->get()?->is_usable();
	}

	/**
	 * Returns the builds of an environment. The host is asked once in each dispatch.
	 *
	 * @return list<Build>|null Null when the host was not asked or did not answer.
	 */
	public function builds( Environment $environment, Check_Budget $budget, bool $may_ask ): ?array {
		$credentials = $may_ask && ! isset( $this->answers[ $environment->id ] ) ? $this->store->get() : null;
		if ( null !== $credentials && $budget->spend() ) {
			$this->ask( $environment, $credentials );
		}
		return $this->answers[ $environment->id ] ?? null;
	}

	public function page_of( Environment $environment, Build $build ): string {
		$credentials = $this->store->get();
		return null === $credentials ? '' : Platform::page_of( $credentials, $environment->target, $build );
	}

	private function ask( Environment $environment, Credentials $credentials ): Answer {
		$fetched = $this->platform->builds( $credentials, $environment->target );
		if ( 401 === $fetched->status ) {
			$this->store->note_check( $credentials, false, 'headless_deploy_credentials_refused', array(), $this->clock->now_ms() );
		}
		if ( $fetched->is_found() ) {
			$this->answers[ $environment->id ] = Platform::builds_of( $fetched );
		}
		return $fetched;
	}

	public function is_possible( Environment $environment, Lane $lane ): bool {
		return Lane::Build === $lane
			&& Providers::WPE_HEADLESS === $environment->provider
			&& '' !== $environment->target['environment']
			&& $this->may_use_credentials( $environment, $this->store->get() );
	}

	/**
	 * Tells whether the credentials may be used for an environment. Otherwise an administrator of a site of a network could
	 * read the builds of any account of the network's credentials, with a webhook URL that names it.
	 */
	private function may_use_credentials( Environment $environment, ?Credentials $credentials ): bool {
		return true === $credentials?->is_usable()
			&& ( ! is_multisite() || $environment->is_trusted || $credentials->is_for( $environment->target ) );
	}

	/**
	 * After a failed build, newer builds count too, because users often repair it at the host with another build.
	 */
	public function check( Environment $environment, Run_Record $run, Check_Budget $budget, Tracking_Record $record ): Build_Report {
		$credentials = $this->store->get();
		if ( null === $credentials || ! $this->is_possible( $environment, $run->key->lane ) || ! $budget->spend() ) {
			return new Build_Report();
		}
		$fetched = $this->ask( $environment, $credentials );
		$builds  = $fetched->is_found() ? Platform::builds_of( $fetched ) : array();
		$wait    = $fetched->response->retry_after_ms ?? 0;
		$repair  = $record->awaits_repair() || $run->is_call_failed();
		$build   = $repair ? $this->newer( $builds, $record->build->name ?? '', self::since( $run ) ) : $this->own_build( $builds, $run );
		$page    = null === $build ? '' : Platform::page_of( $credentials, $environment->target, $build );
		// The host may have started a build although its response was lost.
		$at_host = $repair && ( ! $run->is_call_failed() || ( null !== $build && $build->created_at > $run->finished_at + self::SLACK_MS ) );
		return new Build_Report( $build, $repair && null === $build ? null : $fetched->is_found(), $wait, $page, $at_host );
	}

	/**
	 * Finds the build that counts after a failed one: one that is live or was, else the newest that is running or failed.
	 *
	 * @param list<Build> $builds
	 * @param string      $build_name Name of the known build; it is included if it was started at the host.
	 * @param int         $since      Earlier builds do not count, in milliseconds.
	 */
	private function newer( array $builds, string $build_name, int $since ): ?Build {
		$names = array_column( $builds, 'name' );
		$place = array_search( $build_name, $names, true );
		$newer = false === $place
			? array_filter( $builds, static fn( Build $build ): bool => $build->created_at >= $since )
			: array_slice( $builds, 0, (int) $place + 1 );
		$live  = array_filter( $newer, static fn( Build $build ): bool => $build->is_live() );
		$other = array_filter( $newer, static fn( Build $build ): bool => $build->is_running() || 'failed' === $build->state );
		return array_values( $live )[0] ?? array_values( $other )[0] ?? null;
	}

	/**
	 * Returns since when a build can include the changes of a failed run: since the host accepted it, or since the last call.
	 */
	private static function since( Run_Record $run ): int {
		return $run->is_call_failed() ? ( $run->attempts->last_started_at() ?? $run->created_at ) - self::SLACK_MS : $run->finished_at;
	}

	/**
	 * Finds the build of a run. A superseded build became part of the newest one. While an earlier build is running, the run's
	 * build waits.
	 *
	 * @param list<Build> $builds
	 */
	private function own_build( array $builds, Run_Record $run ): ?Build {
		foreach ( $builds as $build ) {
			if ( '' !== $build->operation && $build->operation === $run->operation && 'superseded' !== $build->state ) {
				return $build;
			}
		}
		$newest = $builds[0] ?? null;
		$is_new = null !== $newest && ( $newest->is_running() || $newest->created_at >= $run->finished_at - self::SLACK_MS );
		return $is_new ? $newest : null;
	}
}
