<?php
/**
 * Looking at a build.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Outcomes;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Lane;
use HeadlessDeploy\Environments\Providers\Providers;
use HeadlessDeploy\Hosting\Build;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Hosting\Credentials;
use HeadlessDeploy\Hosting\Platform;

/**
 * Asks the platform how the build of a run is getting on: that of the operation which the webhook's answer named, else the
 * newest.
 */
final class Build_Check {
	/**
	 * By how much the host's clock may be behind.
	 */
	private const SLACK_MS = 10_000;

	/**
	 * Takes what it works with.
	 *
	 * @param Platform         $platform The API.
	 * @param Credential_Store $store    Access to it.
	 * @param Clock            $clock    The time.
	 */
	public function __construct(
		private readonly Platform $platform,
		private readonly Credential_Store $store,
		private readonly Clock $clock,
	) {}

	/**
	 * Tells whether the build of a run can be asked about.
	 *
	 * @param Environment      $environment Its environment.
	 * @param object&\stdClass $row         Row of the log.
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
	 * @param Environment      $environment The environment.
	 * @param Credentials|null $credentials Access to the API.
	 */
	private function may_ask( Environment $environment, ?Credentials $credentials ): bool {
		return true === $credentials?->is_usable() && ( ! is_multisite() || $environment->is_trusted || $credentials->is_for( $environment->target ) );
	}

	/**
	 * Asks.
	 *
	 * @param Environment      $environment Its environment.
	 * @param object&\stdClass $row         Row of the log.
	 * @param Budget           $budget      What it may cost.
	 */
	public function look( Environment $environment, object $row, Budget $budget ): Build_Look {
		$credentials = $this->store->get();
		if ( null === $credentials || ! $this->is_possible( $environment, $row ) || ! $budget->take() ) {
			return new Build_Look();
		}
		$fetched = $this->platform->builds( $credentials, $environment->target );
		if ( 401 === $fetched->status ) {
			$this->store->note_check( $credentials, false, 'headless_deploy_credentials_refused', array(), $this->clock->now_ms() );
		}
		$build = $fetched->is_found() ? $this->ours( Platform::builds_of( $fetched ), $row ) : null;
		return new Build_Look( $build, $fetched->is_found(), $fetched->retry_after_ms ?? 0, null === $build ? '' : Platform::page_of( $credentials, $environment->target, $build ) );
	}

	/**
	 * Finds the build of a run. One that was taken up by a later build has become that one; while an earlier one runs, ours
	 * waits behind it.
	 *
	 * @param list<Build>      $builds Newest first.
	 * @param object&\stdClass $row    Row of the log.
	 */
	private function ours( array $builds, object $row ): ?Build {
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
