<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use Closure;
use HeadlessDeploy\Read_Failed;
use WpOrg\Requests\Capability;
use WpOrg\Requests\Transport\Curl;

/**
 * Decides whether the environments of the current site may be sent to now. The result is never stored, because two
 * processes may see different addresses of the site.
 */
final class Send_Policy {
	/**
	 * @param (Closure(): (Pause_Reason|null))|null $site_pause   Returns why this process sends nothing at all; null asks wp-config.php and PHP.
	 * @param list<string>|null                     $page_options Further options that a page reads in the same query, from the cache; null reads the database.
	 */
	public function __construct(
		private readonly Environments $environments,
		private readonly ?Closure $site_pause = null,
		private readonly ?array $page_options = null,
	) {}

	public static function site_pause(): ?Pause_Reason {
		return match ( true ) {
			defined( 'HEADLESS_DEPLOY_DISABLED' ) && constant( 'HEADLESS_DEPLOY_DISABLED' ) => Pause_Reason::Disabled,
			! self::has_curl()                                                              => Pause_Reason::No_Curl,
			default                                                                         => null,
		};
	}

	/**
	 * Tells whether PHP has cURL with TLS. WordPress's other transport limits neither time nor size of a response, and
	 * accepts a truncated one.
	 */
	public static function has_curl(): bool {
		return Curl::test( array( Capability::SSL => true ) );
	}

	public static function decide( Environment $environment, ?Pause_Reason $site_pause ): Send_Permission {
		$stored = $environment->paused;
		if ( null === $site_pause && ! Site_Fingerprint::allows( $environment ) ) {
			$site_pause = Pause_Reason::Copy;
		}
		return new Send_Permission( $environment, null === $site_pause || $site_pause === $stored?->reason ? $stored : new Pause( $site_pause ) );
	}

	/**
	 * Returns the permissions of all environments; may come from a cache.
	 *
	 * @throws Read_Failed                    When the database did not respond.
	 * @return array<string, Send_Permission>
	 */
	public function all(): array {
		$environments = null === $this->page_options ? $this->environments->all() : $this->environments->for_page( ...$this->page_options );
		return array_map( $this->permission( ... ), $environments );
	}

	/**
	 * @param array<string, string> $hashes See `Environments::forget_outdated()`.
	 */
	public function forget_outdated( array $hashes ): bool {
		return $this->environments->forget_outdated( $hashes );
	}

	/**
	 * @throws Read_Failed When the database did not respond.
	 */
	public function from_primary( string $id ): ?Send_Permission {
		$environment = $this->environments->get_from_primary( $id );
		return null === $environment ? null : $this->permission( $environment );
	}

	/**
	 * Tells whether an environment was removed. One that is only not found may come back.
	 *
	 * @throws Read_Failed When the database did not respond.
	 */
	public function was_removed( string $id ): bool {
		return $this->environments->was_removed( $id );
	}

	/**
	 * Pauses automatic runs because the host rejects the token, or moves the next try of such a pause. An environment
	 * that was changed since it was read is not paused, because the host rejected an older token.
	 *
	 * @param int $next_attempt_at In milliseconds.
	 */
	public function pause_for_token( Environment $environment, int $next_attempt_at ): void {
		$this->environments->pause( $environment->id, Pause_Reason::Token, $next_attempt_at, $environment->etag );
	}

	public function resume_from_token( string $environment_id ): void {
		$this->environments->resume_from_token( $environment_id );
	}

	/**
	 * Stops refresh requests to a URL that answered 410.
	 */
	public function stop_refresh( Environment $environment ): void {
		$this->environments->stop_refresh( $environment->id, $environment->refresh->url ?? '' );
	}

	private function permission( Environment $environment ): Send_Permission {
		return self::decide( $environment, null === $this->site_pause ? self::site_pause() : ( $this->site_pause )() );
	}
}
