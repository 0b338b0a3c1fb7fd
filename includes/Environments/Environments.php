<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Webhook;
use SensitiveParameter;
use WP_Error;

/**
 * Keeps what can be triggered. The one service behind the settings endpoint and whatever else connects environments.
 *
 * @phpstan-import-type Stored from Stored_Environments
 */
final class Environments {
	private const MOST_ENVIRONMENTS = 50;

	private readonly Stored_Environments $stored;
	private readonly Local_Hosts $local_hosts;
	private readonly Configured_Environments $configured;
	private readonly Webhook_Vault $vault;
	private readonly Environment_Reader $reader;
	private readonly Environment_Writer $writer;
	private readonly Connector $connector;
	private readonly Configured_Cache $memory;
	private readonly Routing $routing;

	/**
	 * @param Routing|null                 $routing       Written whenever an environment is saved.
	 * @param Local_Hosts|null             $local_hosts   Null reads the constant.
	 * @param Configured_Environments|null $configured    The environments of wp-config.php; null reads the constant.
	 * @param (Closure(): bool)|null       $may_customise Whether the current user may have anything sent anywhere; null
	 *                                                    for everybody who manages, on a network super admins alone.
	 */
	public function __construct(
		private readonly Encryption $secrets,
		private readonly Clock $clock,
		?Routing $routing = null,
		?Local_Hosts $local_hosts = null,
		?Configured_Environments $configured = null,
		?Closure $may_customise = null,
	) {
		$this->stored      = new Stored_Environments( $secrets );
		$this->local_hosts = $local_hosts ?? new Local_Hosts();
		$this->configured  = $configured ?? new Configured_Environments( $this->local_hosts );
		$this->routing     = $routing ?? new Routing( $this->configured );
		$this->vault       = new Webhook_Vault( $this->stored, $secrets, $this->local_hosts, $this->configured );
		$this->reader      = new Environment_Reader( $this->vault, $this->configured );
		$this->writer      = new Environment_Writer( $this->stored, $this->reader, $this->routing, $clock );
		$this->connector   = new Connector( $secrets, $this->vault, $this->configured, $this->local_hosts, $clock, $may_customise );
		$this->memory      = new Configured_Cache( $this->configured, $this->reader, $this->writer, $secrets, $clock );
	}

	/**
	 * Returns all environments as the database knows them now: in the order in which they were connected, then those of
	 * wp-config.php.
	 *
	 * @throws Read_Failed                When the database did not answer.
	 * @return array<string, Environment>
	 */
	public function all(): array {
		return $this->read( $this->stored->get() );
	}

	/**
	 * Returns all environments for a page that shows them: as the option cache knows them, where that agrees with the
	 * routing, which every request has loaded; else as the database does. An object cache that answers an older value, or
	 * none, thus misleads no page for longer than it misleads WordPress itself.
	 *
	 * @param  string                     ...$others Further options that the page needs, read in the same query.
	 * @throws Read_Failed                When the database did not answer.
	 * @return array<string, Environment>
	 */
	public function for_page( string ...$others ): array {
		$stored = $this->stored->cached( ...$others );
		$found  = $this->routing->follows( $stored ) ? $this->reader->all( $this->memory->remember( $stored ) ) : array();
		$lost   = array_filter( $found, static fn( Environment $one ): bool => Pause_Reason::Key === $one->paused?->reason );
		return array() === $found || array() !== $lost ? $this->all() : $found;
	}

	/**
	 * Returns the label of each environment as the database knows them now, and the last one of each that was removed.
	 *
	 * @throws Read_Failed           When the database did not answer.
	 * @return array<string, string> By id.
	 */
	public function labels(): array {
		$stored = $this->stored->get();
		return array_map( static fn( Environment $one ): string => $one->label, $this->reader->all( $stored ) )
			+ array_map( static fn( array $record ): string => $record['label'], $stored['environments'] )
			+ $stored['removedLabels'];
	}

	/**
	 * Returns one environment as the database knows it now.
	 *
	 * @throws Read_Failed When the database did not answer.
	 */
	public function get( string $id ): ?Environment {
		return $this->all()[ $id ] ?? null;
	}

	/**
	 * Returns one environment as the primary has it now, to send by it: behind a read/write split any other read may be of
	 * before the last pause, removal or new webhook.
	 *
	 * @throws Read_Failed When the database did not answer.
	 */
	public function get_from_primary( string $id ): ?Environment {
		return $this->read( $this->stored->get_from_primary() )[ $id ] ?? null;
	}

	/**
	 * Repairs what a change needs to know where it differs from the settings: by a stale object cache, a restored backup, or
	 * an edit by hand. Called by the recurring event and by `GET /settings`.
	 *
	 * @throws Read_Failed When the database did not answer.
	 */
	public function repair(): void {
		$this->routing->recheck();
		$this->all();
	}

	/**
	 * Tells whether an environment was removed for good, in which case its id will never be used again. One that
	 * wp-config.php no longer has may come back.
	 *
	 * @throws Read_Failed When the database did not answer.
	 */
	public function was_removed( string $id ): bool {
		$stored = $this->stored->get();
		return in_array( $id, $stored['retired'], true ) && null === $this->reader->record( $id, $stored );
	}

	/**
	 * Recognizes a pasted URL. Nothing is stored.
	 */
	public function recognize( #[SensitiveParameter] string $pasted ): Webhook_Url|WP_Error {
		return Providers::recognize( $pasted, $this->local_hosts );
	}

	/**
	 * Opens one webhook for the moment of sending.
	 */
	public function webhook( string $id, Action $action ): Webhook|WP_Error {
		return $this->vault->webhook( $id, $action );
	}

	/**
	 * Returns what is wrong with HEADLESS_DEPLOY_ENVIRONMENTS.
	 *
	 * @return list<array{environment: string, field: string, message: string}>
	 */
	public function problems(): array {
		return $this->configured->problems();
	}

	/**
	 * Tells where the key comes from that seals the secrets.
	 *
	 * @return 'constant'|'generated'|'none'
	 */
	public function key_source(): string {
		return $this->secrets->key_source();
	}

	/**
	 * Returns the environments with a secret that a lost key has sealed.
	 *
	 * @return list<string> Ids.
	 */
	public function with_lost_key(): array {
		return array_keys( array_filter( $this->all(), static fn( Environment $one ): bool => Pause_Reason::Key === $one->paused?->reason ) );
	}

	/**
	 * Connects an environment.
	 *
	 * @param Environment_Input $input Has at least one webhook URL.
	 */
	public function create( Environment_Input $input ): Environment|WP_Error {
		$webhooks = $input->webhooks( $this->local_hosts );
		if ( null === $webhooks || is_wp_error( $webhooks ) ) {
			return $webhooks ?? Errors::make( 'headless_deploy_url_missing' );
		}
		return $this->writer->add(
			function ( array $stored ) use ( $input, $webhooks ): array|WP_Error {
				if ( count( $stored['environments'] ) >= self::MOST_ENVIRONMENTS ) {
					return Errors::make( 'headless_deploy_too_many_environments', array( 'limit' => (string) self::MOST_ENVIRONMENTS ) );
				}
				$target = $webhooks->target();
				$label  = $input->label ?? ( '' === $target['app'] ? (string) preg_replace( '/:\d+$/', '', $target['host'] ) : $target['app'] );
				$id     = Environment_Id::from_label( $label, array_merge( array_keys( $stored['environments'] ), $stored['retired'], array_keys( $this->configured->all() ) ) );
				$record = $this->connector->connect( $id, $input->apply( Environment_Input::blank( $label ) ), $input, $webhooks, $stored );
				return is_wp_error( $record ) ? $record : array( $id, $record );
			},
		);
	}

	/**
	 * Changes what an input names of an environment, and leaves the rest.
	 *
	 * @param string|null $expected The etag that the caller has seen; null or `*` for any.
	 */
	public function update( string $id, Environment_Input $input, ?string $expected = null ): Environment|WP_Error {
		$webhooks = $input->webhooks( $this->local_hosts );
		if ( is_wp_error( $webhooks ) ) {
			return $webhooks;
		}
		$entry = $this->configured->get( $id );
		return $this->writer->change(
			$id,
			$expected,
			fn( array $record, array $stored ): array|WP_Error => $entry?->refuse( $input, $this->reader->one( $id, $record ) )
				?? $this->connector->connect( $id, $entry?->unlocked( $record, $input->apply( $record ) ) ?? $input->apply( $record ), $input, $webhooks, $stored ),
		);
	}

	/**
	 * Removes an environment. Its id is never given out again, so that what was logged or is still pending for it
	 * cannot become another's.
	 *
	 * @param string|null $expected The etag that the caller has seen; null or `*` for any.
	 */
	public function delete( string $id, ?string $expected = null ): Environment|WP_Error {
		if ( null !== $this->configured->get( $id ) ) {
			return Errors::make( 'headless_deploy_environment_locked', array( 'id' => $id ) );
		}
		$removed = $this->writer->remove( $id, $expected );
		if ( $removed instanceof Environment ) {
			/**
			 * Fires when an environment was removed.
			 *
			 * @param string $id Its id, which is never given out again.
			 */
			do_action( 'headless_deploy_environment_removed', $id );
		}
		return $removed;
	}

	/**
	 * Pauses automatic runs. A stronger pause stays; the same one again keeps its beginning.
	 *
	 * @param int|null    $next_try_at When a run is tried all the same, in milliseconds.
	 * @param string|null $expected    The etag that the caller has seen; null or `*` for any.
	 */
	public function pause( string $id, Pause_Reason $reason, ?int $next_try_at = null, ?string $expected = null ): Environment|WP_Error {
		$by = Pause_Reason::Token === $reason ? 0 : get_current_user_id();
		return $this->writer->change( $id, $expected, fn( array $record ): array => Pauses::pause( $record, $reason, $next_try_at, $this->clock->now_ms(), $by ), Pause_Reason::Token === $reason );
	}

	/**
	 * Lets automatic runs go on. A person may lift all but a copy, which is another question.
	 *
	 * @param Pause_Reason|null $only     The one reason that is lifted; null for what a person may lift.
	 * @param string|null       $expected The etag that the caller has seen; null or `*` for any.
	 */
	public function resume( string $id, ?Pause_Reason $only = null, ?string $expected = null ): Environment|WP_Error {
		if ( null !== $only ) {
			return $this->writer->change( $id, $expected, static fn( array $record ): array => Pauses::lift( $record, $only ), Pause_Reason::Token === $only );
		}
		return $this->writer->change(
			$id,
			$expected,
			function ( array $record ) use ( $id ): array|WP_Error {
				$present = $this->reader->one( $id, $record );
				if ( Pause_Reason::Copy->value === ( $record['paused']['reason'] ?? '' ) || ! Site_Fingerprint::allows( $present ) ) {
					return Errors::make( 'headless_deploy_copy', array( 'label' => $present->label ) );
				}
				return Pause_Reason::Unknown->value === ( $record['paused']['reason'] ?? '' ) ? Errors::make( 'headless_deploy_newer_version' ) : Pauses::lift( $record, Pause_Reason::Person, Pause_Reason::Token );
			},
		);
	}

	/**
	 * Holds changes back until somebody presses, or lets them go by themselves again.
	 *
	 * @param bool $hold Whether they are held.
	 */
	public function hold( string $id, bool $hold ): Environment|WP_Error {
		$input = Environment_Input::from_body( array( 'automation' => array( 'hold' => $hold ) ) );
		return is_wp_error( $input ) ? $input : $this->update( $id, $input );
	}

	/**
	 * Notes that the site has moved: from its present address it may send too.
	 *
	 * @param string|null $expected The etag that the caller has seen; null or `*` for any.
	 */
	public function confirm_move( string $id, ?string $expected = null ): Environment|WP_Error {
		return $this->writer->change(
			$id,
			$expected,
			static function ( array $record ): array {
				$with_here              = static fn( array $hashes ): array => array_values( array_unique( array_merge( $hashes, array( Site_Fingerprint::current() ) ) ) );
				$record['fingerprints'] = $with_here( $record['fingerprints'] );
				if ( null !== $record['constant'] ) {
					$record['constant']['fingerprints'] = $with_here( $record['constant']['fingerprints'] );
				}
				return Pauses::lift( $record, Pause_Reason::Copy );
			},
		);
	}

	/**
	 * Notes that this site is a copy, which sends nothing until somebody says that it has moved.
	 *
	 * @param string|null $expected The etag that the caller has seen; null or `*` for any.
	 */
	public function confirm_copy( string $id, ?string $expected = null ): Environment|WP_Error {
		return $this->pause( $id, Pause_Reason::Copy, null, $expected );
	}

	/**
	 * Seals anew what an older key sealed, for example since `HEADLESS_DEPLOY_ENCRYPTION_KEY` was set.
	 */
	public function seal_anew(): void {
		$this->vault->seal_anew();
	}

	/**
	 * Makes environments of what is stored, with what is remembered of wp-config.php, and repairs the routing where it does
	 * not follow.
	 *
	 * @param  Stored                     $stored
	 * @throws Read_Failed                When the database did not answer.
	 * @return array<string, Environment>
	 */
	private function read( array $stored ): array {
		$stored = $this->memory->remember( $stored );
		// Costs no query while it follows: every request has loaded the routing.
		if ( ! $this->routing->follows( $stored ) ) {
			$this->routing->repair( $this->stored );
		}
		return $this->reader->all( $stored );
	}
}
