<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Environments\Curl_Support;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Site_Fingerprint;

/**
 * Asks the stored environments, the address of this site and wp-config.php.
 */
final class Site_Gatekeeper implements Gatekeeper {
	/**
	 * @param Environments $environments What can be triggered.
	 * @param bool|null    $is_disabled  Whether this site is silenced; null reads HEADLESS_DEPLOY_DISABLED.
	 * @param bool|null    $has_curl     Whether PHP can send; null looks.
	 * @param bool         $for_page     Whether all environments are asked for by a page that shows them.
	 */
	public function __construct(
		private readonly Environments $environments,
		private readonly ?bool $is_disabled = null,
		private readonly ?bool $has_curl = null,
		private readonly bool $for_page = false,
	) {}

	/**
	 * {@inheritDoc}
	 */
	public function all(): array {
		return array_map( $this->gate( ... ), $this->for_page ? $this->environments->for_page( Wake_Up::LAST_RUN_OPTION ) : $this->environments->all() );
	}

	/**
	 * {@inheritDoc}
	 */
	public function fresh( string $id ): ?Gate {
		$environment = $this->environments->get_from_primary( $id );
		return null === $environment ? null : $this->gate( $environment );
	}

	/**
	 * {@inheritDoc}
	 */
	public function was_removed( string $id ): bool {
		return $this->environments->was_removed( $id );
	}

	/**
	 * {@inheritDoc}
	 *
	 * @param Environment $environment As the sender knows it.
	 */
	public function pause_for_token( Environment $environment, int $next_try_at ): void {
		$this->environments->pause( $environment->id, Gate::TOKEN, $next_try_at, $environment->etag );
	}

	/**
	 * {@inheritDoc}
	 */
	public function resume_from_token( string $environment_id ): void {
		$this->environments->resume( $environment_id, Gate::TOKEN );
	}

	/**
	 * Looks at what stands in an environment's way. Never persisted: two processes may see two addresses.
	 */
	private function gate( Environment $environment ): Gate {
		$stored      = $environment->paused['reason'] ?? null;
		$is_disabled = $this->is_disabled ?? ( defined( 'HEADLESS_DEPLOY_DISABLED' ) && constant( 'HEADLESS_DEPLOY_DISABLED' ) );
		if ( $is_disabled ) {
			return new Gate( $environment, Gate::DISABLED );
		}
		if ( ! ( $this->has_curl ?? Curl_Support::is_available() ) ) {
			return new Gate( $environment, Gate::NO_CURL );
		}
		if ( Gate::COPY === $stored || ! Site_Fingerprint::allows( $environment ) ) {
			return new Gate( $environment, Gate::COPY );
		}
		return new Gate( $environment );
	}
}
