<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Network;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Standard_Webhook;
use HeadlessDeploy\Secrets\Webhook;
use HeadlessDeploy\Secrets\Webhook_Vault;
use SensitiveParameter;
use WP_Error;

/**
 * The environments of the current site. `$expected` of a write is the etag that the caller has seen; null or `*` for
 * any.
 */
final class Environments {
	private const MAX_ENVIRONMENTS = 50;

	private readonly Environment_Store $store;
	private readonly Local_Hosts $local_hosts;
	private readonly Configured_Environments $configured;
	private readonly Environment_Webhooks $webhooks;
	private readonly Environment_Reader $reader;
	private readonly Environment_Writer $writer;
	private readonly Connector $connector;
	private readonly Routing $routing;

	/**
	 * @param (Closure(): bool)|null $may_customize Whether the current user may send any request to any host; null
	 *                                              for operators (see Network::is_operator()).
	 */
	public function __construct(
		private readonly Encryption $encryption,
		private readonly Clock $clock,
		?Routing $routing = null,
		?Local_Hosts $local_hosts = null,
		?Configured_Environments $configured = null,
		?Closure $may_customize = null,
	) {
		$this->store       = new Environment_Store( $encryption );
		$this->local_hosts = $local_hosts ?? new Local_Hosts();
		$this->configured  = $configured ?? new Configured_Environments( $this->local_hosts );
		$this->routing     = $routing ?? new Routing( $this->configured );
		$vault             = new Webhook_Vault( $encryption, $this->local_hosts );
		$this->webhooks    = new Environment_Webhooks( $this->store, $vault, $this->configured );
		$this->reader      = new Environment_Reader( $vault, $this->configured );
		$this->writer      = new Environment_Writer( $this->store, $this->reader, $this->configured, $this->routing, $encryption, $clock );
		$this->connector   = new Connector(
			$encryption,
			$vault,
			$this->configured,
			$this->local_hosts,
			$clock,
			$may_customize ?? Network::is_operator( ... ),
		);
	}

	/**
	 * Returns all environments as the database has them now: in the order in which they were connected, then those of
	 * wp-config.php.
	 *
	 * @throws Read_Failed
	 * @return array<string, Environment>
	 */
	public function all(): array {
		return $this->read( $this->store->get() );
	}

	/**
	 * Returns all environments for display: from the option cache where it agrees with the routing, which every request
	 * has loaded; else from the database. `forget_outdated()` finds out whether the cache was outdated.
	 *
	 * @param  string                     ...$others Further options that the page needs, read in the same query.
	 * @throws Read_Failed
	 * @return array<string, Environment>
	 */
	public function for_page( string ...$others ): array {
		$stored = $this->store->cached( ...$others );
		$found  = $this->routing->matches( $stored ) ? $this->reader->all( $this->writer->record_configured( $stored ) ) : array();
		return array() === $found || self::has_lost_key( $found ) ? $this->all() : $found;
	}

	/**
	 * @param  array<string, string> $hashes Hash of each option of the environments.
	 * @return bool                  Whether an option in the cache was outdated. Then `for_page()` reads it again.
	 */
	public function forget_outdated( array $hashes ): bool {
		return $this->store->forget_outdated( $hashes );
	}

	/**
	 * Returns the label of each environment, and the last label of each removed one.
	 *
	 * @throws Read_Failed
	 * @return array<string, string> By ID.
	 */
	public function labels(): array {
		$stored = $this->store->get();
		return array_map( static fn( Environment $one ): string => $one->label, $this->reader->all( $stored ) )
			+ array_map( static fn( Environment $record ): string => $record->label, $stored->environments )
			+ $stored->removed_labels;
	}

	/**
	 * @throws Read_Failed
	 */
	public function get( string $id ): ?Environment {
		return $this->all()[ $id ] ?? null;
	}

	/**
	 * Returns one environment as the primary database has it now, for sending: a replica may lag behind the last pause,
	 * removal or new webhook.
	 *
	 * @throws Read_Failed
	 */
	public function get_from_primary( string $id ): ?Environment {
		return $this->read( $this->store->get_from_primary() )[ $id ] ?? null;
	}

	/**
	 * Repairs the routing where it differs from the settings: after a restored backup, an edit by hand, or in an outdated
	 * object cache.
	 *
	 * @throws Read_Failed
	 */
	public function repair(): void {
		$this->routing->recheck();
		$this->all();
	}

	/**
	 * Tells whether an environment was removed, so that its ID is never used again. One that was removed from
	 * wp-config.php may come back.
	 *
	 * @throws Read_Failed
	 */
	public function was_removed( string $id ): bool {
		$stored = $this->store->get();
		return in_array( $id, $stored->retired, true ) && null === $this->reader->record( $id, $stored );
	}

	public function recognize( #[SensitiveParameter] string $pasted ): Webhook_Url|WP_Error {
		return Providers::recognize( $pasted, $this->local_hosts );
	}

	/**
	 * @throws Read_Failed
	 */
	public function webhook( string $id, Action $action ): Webhook|WP_Error {
		return $this->webhooks->get( $id, $action );
	}

	/**
	 * @return list<array{environment: string, field: string, message: string}>
	 */
	public function problems(): array {
		return $this->configured->problems();
	}

	/**
	 * @return 'constant'|'generated'|'none'
	 */
	public function key_source(): string {
		return $this->encryption->key_source();
	}

	public function create( Environment_Input $input ): Environment|WP_Error {
		$webhooks = $input->webhooks( $this->local_hosts );
		if ( null === $webhooks || is_wp_error( $webhooks ) ) {
			return $webhooks ?? Errors::make( 'headless_deploy_url_missing' );
		}
		return $this->writer->create(
			function ( Stored_Environments $stored ) use ( $input, $webhooks ): array|WP_Error {
				if ( count( $stored->environments ) >= self::MAX_ENVIRONMENTS ) {
					return Errors::make( 'headless_deploy_too_many_environments', limit: (string) self::MAX_ENVIRONMENTS );
				}
				$label = $input->text( 'label' ) ?? $webhooks->label();
				$id    = Environment_Id::from_label(
					$label,
					array_merge( array_keys( $stored->environments ), $stored->retired, array_keys( $this->configured->all() ) ),
				);
				$record = $this->connector->connect( $id, $input->apply( Environment::blank( $id, $label ) ), $input, $webhooks, $stored );
				return is_wp_error( $record ) ? $record : array( $id, $record );
			},
		);
	}

	public function update( string $id, Environment_Input $input, ?string $expected = null ): Environment|WP_Error {
		$webhooks = $input->webhooks( $this->local_hosts );
		if ( is_wp_error( $webhooks ) ) {
			return $webhooks;
		}
		$entry = $this->configured->get( $id );
		return $this->writer->change(
			$id,
			$expected,
			function ( Environment $record, Stored_Environments $stored ) use ( $id, $entry, $input, $webhooks ): Environment|WP_Error {
				$refused = $entry?->refuse( $input, $this->reader->environment( $id, $record ) );
				$edited  = $input->apply( $record );
				return $refused ?? $this->connector->connect( $id, $entry?->keep_locked( $record, $edited ) ?? $edited, $input, $webhooks, $stored );
			},
		);
	}

	/**
	 * Removes an environment. Its ID is never used again, so logged and pending runs cannot be assigned to another one. For
	 * Removed_Environment::RESTORABLE_SECONDS, `restore()` undoes the removal.
	 */
	public function delete( string $id, ?string $expected = null ): Environment|WP_Error {
		if ( null !== $this->configured->get( $id ) ) {
			return Errors::make( 'headless_deploy_environment_locked', id: $id );
		}
		$removed = $this->writer->remove( $id, $expected );
		if ( $removed instanceof Environment ) {
			/**
			 * Fires after an environment was removed.
			 *
			 * @param string $id Its ID, which is never used for another environment.
			 */
			do_action( 'headless_deploy_environment_removed', $id );
			$this->schedule_expiry( $this->clock->now_ms() + Removed_Environment::RESTORABLE_SECONDS * 1000 );
		}
		return $removed;
	}

	/**
	 * Undoes a removal: the environment is back under its ID, with its webhooks and settings.
	 */
	public function restore( string $id, ?string $expected = null ): Environment|WP_Error {
		$restored = $this->writer->restore(
			$id,
			$expected,
			fn( Environment $record, Stored_Environments $stored ): ?WP_Error => count( $stored->environments ) >= self::MAX_ENVIRONMENTS
				? Errors::make( 'headless_deploy_too_many_environments', limit: (string) self::MAX_ENVIRONMENTS )
				: $this->connector->refuse_restored( $id, $record, $stored ),
		);
		if ( $restored instanceof Environment ) {
			/**
			 * Fires after the removal of an environment was undone.
			 *
			 * @param string $id Its ID, the same as before.
			 */
			do_action( 'headless_deploy_environment_restored', $id );
		}
		return $restored;
	}

	/**
	 * Deletes the webhooks and settings of removed environments that cannot be restored any more.
	 */
	public function forget_expired(): void {
		$next = $this->writer->forget_expired();
		if ( null !== $next ) {
			$this->schedule_expiry( $next );
		}
	}

	/**
	 * @param int|null $next_attempt_at When a run is tried during the pause, in milliseconds.
	 */
	public function pause( string $id, Pause_Reason $reason, ?int $next_attempt_at = null, ?string $expected = null ): Environment|WP_Error {
		$is_token = Pause_Reason::Token === $reason;
		$pause    = new Pause( $reason, $this->clock->now_ms(), $next_attempt_at, $is_token ? 0 : get_current_user_id() );
		return $this->writer->change( $id, $expected, static fn( Environment $record ): Environment => $record->pause( $pause ), ! $is_token );
	}

	/**
	 * Ends the pause by the sender because of the token, and no other pause.
	 */
	public function resume_from_token( string $id ): Environment|WP_Error {
		return $this->writer->change( $id, null, static fn( Environment $record ): Environment => $record->resume( Pause_Reason::Token ), false );
	}

	/**
	 * Ends a pause. A copy is resumed by `confirm_move()`, a pause of a newer version by that version.
	 */
	public function resume( string $id, ?string $expected = null ): Environment|WP_Error {
		return $this->writer->change(
			$id,
			$expected,
			function ( Environment $record ) use ( $id ): Environment|WP_Error {
				$present = $this->reader->environment( $id, $record );
				if ( Pause_Reason::Copy === $record->paused?->reason || ! Site_Fingerprint::allows( $present ) ) {
					return Errors::make( 'headless_deploy_copy' );
				}
				return Pause_Reason::Unknown === $record->paused?->reason
					? Errors::make( 'headless_deploy_newer_version' )
					: $record->resume( Pause_Reason::Person, Pause_Reason::Token );
			},
		);
	}

	public function hold( string $id, bool $hold ): Environment|WP_Error {
		$input = Environment_Input::from_body( array( 'automation' => array( 'hold' => $hold ) ) );
		return is_wp_error( $input ) ? $input : $this->update( $id, $input );
	}

	/**
	 * Records that the site has moved: it may send from its present address too.
	 */
	public function confirm_move( string $id, ?string $expected = null ): Environment|WP_Error {
		return $this->writer->change(
			$id,
			$expected,
			static fn( Environment $record ): Environment => $record->with_fingerprint( Site_Fingerprint::current() )->resume( Pause_Reason::Copy ),
		);
	}

	/**
	 * Generates a secret for refresh requests. The previous one stays valid until the front end accepts the new one, for
	 * seven days at most.
	 *
	 * @return array{environment: Environment, secret: string}|WP_Error The secret, which is not shown again.
	 */
	public function generate_refresh_secret( string $id, ?string $expected = null ): array|WP_Error {
		$secret  = Standard_Webhook::generate_secret();
		$updated = $this->update( $id, Environment_Input::of_refresh_secret( $secret ), $expected );
		return is_wp_error( $updated ) ? $updated : array(
			'environment' => $updated,
			'secret'      => $secret,
		);
	}

	/**
	 * Stops refresh requests to a URL that answered 410, until it is saved again.
	 */
	public function stop_refresh( string $id, string $url ): void {
		$now = $this->clock->now_ms();
		$this->writer->change(
			$id,
			null,
			function ( Environment $record ) use ( $id, $url, $now ): Environment {
				$target = $this->reader->environment( $id, $record )->refresh;
				$is_new = $target?->url === $url && 0 === $target->gone_at;
				// A URL of wp-config.php is stored only here, to recognize it.
				return $is_new ? $record->with( refresh: ( $record->refresh ?? new Refresh_Target() )->with( url: $url, gone_at: $now ) ) : $record;
			},
			false,
		);
	}

	/**
	 * Ends the previous secrets of an environment, because its front end accepted a request that was signed with the
	 * current one alone.
	 *
	 * @param string $accepted The accepted secret, encrypted.
	 */
	public function end_previous_secrets( string $id, string $accepted ): void {
		$this->writer->change(
			$id,
			null,
			static fn( Environment $record ): Environment => $record->with( refresh: $record->refresh?->with_accepted( $accepted ) ),
			false,
		);
	}

	/**
	 * Stores that the front end of an environment is asked now whether it knows the secret.
	 *
	 * @return bool False when another process asks, or has asked within the hour.
	 */
	public function claim_secret_check( string $id ): bool {
		$now        = $this->clock->now_ms();
		$is_claimed = false;
		$changed    = $this->writer->change(
			$id,
			null,
			static function ( Environment $record ) use ( $now, &$is_claimed ): Environment {
				$is_claimed = true === $record->refresh?->is_check_due( $now );
				return $is_claimed ? $record->with( refresh: $record->refresh->with( checked_at: $now ) ) : $record;
			},
			false,
		);
		return $is_claimed && ! is_wp_error( $changed );
	}

	/**
	 * Returns the valid secrets for refresh requests, the newest first; none for an unknown environment.
	 *
	 * @throws Read_Failed
	 * @return list<string>
	 */
	public function refresh_secrets( string $id ): array {
		return $this->webhooks->refresh_secrets( $id, $this->clock->now_ms() );
	}

	/**
	 * Returns what must be redacted from any response.
	 *
	 * @throws Read_Failed
	 * @return list<string>
	 */
	public function sensitive_parts(): array {
		return $this->webhooks->sensitive_parts( $this->store->get() );
	}

	/**
	 * Encrypts every secret with the newest key, and deletes those of removed environments that cannot be restored any more,
	 * in case WP-Cron is not running.
	 *
	 * @throws Read_Failed
	 */
	public function reseal(): void {
		$stored = $this->store->get();
		if ( count( $stored->without_expired( $this->clock->now_ms() )->removed ) < count( $stored->removed ) ) {
			$this->forget_expired();
		}
		$this->webhooks->reseal( $stored );
	}

	/**
	 * Schedules the event a second late, so that the time is over when it runs.
	 *
	 * @param int $at In milliseconds.
	 */
	private function schedule_expiry( int $at ): void {
		if ( false === wp_next_scheduled( Removed_Environment::EXPIRY_EVENT ) ) {
			wp_schedule_single_event( intdiv( $at, 1000 ) + 1, Removed_Environment::EXPIRY_EVENT );
		}
	}

	/**
	 * @throws Read_Failed
	 * @return array<string, Environment>
	 */
	private function read( Stored_Environments $stored ): array {
		$stored = $this->writer->record_configured( $stored );
		if ( ! $this->routing->matches( $stored ) ) {
			$this->routing->repair( $this->store );
		}
		return $this->reader->all( $stored );
	}

	/**
	 * @param array<string, Environment> $environments
	 */
	private static function has_lost_key( array $environments ): bool {
		return array() !== array_filter( $environments, static fn( Environment $one ): bool => Pause_Reason::Key === $one->paused?->reason );
	}
}
