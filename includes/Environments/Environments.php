<?php
/**
 * The environments of this site.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Errors;
use WP_Error;

/**
 * Keeps what can be triggered. The one service behind the settings endpoint and whatever else connects environments.
 *
 * @phpstan-import-type Record from Stored_Environments
 * @phpstan-import-type Stored from Stored_Environments
 */
final class Environments {
	private const MOST_ENVIRONMENTS = 50;

	/**
	 * The option behind it.
	 */
	private readonly Stored_Environments $stored;

	/**
	 * Where changes look up what they ask for.
	 */
	private readonly Routing $routing;

	/**
	 * Hosts that may be private.
	 */
	private readonly Local_Hosts $local_hosts;

	/**
	 * Opens the webhooks.
	 */
	private readonly Webhook_Vault $vault;

	/**
	 * Makes environments of what is stored.
	 */
	private readonly Environment_Reader $reader;

	/**
	 * Takes what it works with; reads nothing yet.
	 *
	 * @param Secrets          $secrets     Seals and opens.
	 * @param Clock            $clock       Time.
	 * @param Routing|null     $routing     Written whenever an environment is saved.
	 * @param Local_Hosts|null $local_hosts Null reads the constant.
	 */
	public function __construct(
		private readonly Secrets $secrets,
		private readonly Clock $clock,
		?Routing $routing = null,
		?Local_Hosts $local_hosts = null,
	) {
		$this->stored      = new Stored_Environments();
		$this->routing     = $routing ?? new Routing();
		$this->local_hosts = $local_hosts ?? new Local_Hosts();
		$this->vault       = new Webhook_Vault( $this->stored, $secrets, $this->local_hosts );
		$this->reader      = new Environment_Reader( $this->vault );
	}

	/**
	 * Returns all environments, in the order in which they were connected.
	 *
	 * @return array<string, Environment>
	 */
	public function all(): array {
		return $this->reader->all( $this->stored->get() );
	}

	/**
	 * Returns one environment, as the option cache knows it.
	 *
	 * @param string $id Its id.
	 */
	public function get( string $id ): ?Environment {
		return $this->all()[ $id ] ?? null;
	}

	/**
	 * Returns one environment as the database knows it now, whatever another web head has cached.
	 *
	 * @param string $id Its id.
	 */
	public function get_fresh( string $id ): ?Environment {
		return $this->reader->all( $this->stored->get_fresh() )[ $id ] ?? null;
	}

	/**
	 * Opens one webhook for the moment of sending.
	 *
	 * @param string $id     The environment.
	 * @param Action $action The action.
	 *
	 * @return Webhook|WP_Error
	 */
	public function webhook( string $id, Action $action ): Webhook|WP_Error {
		return $this->vault->webhook( $id, $action );
	}

	/**
	 * Connects an environment.
	 *
	 * @param Environment_Input $input Has at least one webhook URL.
	 *
	 * @return Environment|WP_Error
	 */
	public function create( Environment_Input $input ): Environment|WP_Error {
		$webhooks = $input->webhooks( $this->local_hosts );
		if ( null === $webhooks || is_wp_error( $webhooks ) ) {
			return $webhooks ?? Errors::make( 'headless_deploy_url_missing' );
		}
		$id    = '';
		$after = $this->stored->change(
			function ( array $stored ) use ( $input, $webhooks, &$id ): array|WP_Error {
				if ( count( $stored['environments'] ) >= self::MOST_ENVIRONMENTS ) {
					return Errors::make( 'headless_deploy_too_many_environments', array( 'limit' => (string) self::MOST_ENVIRONMENTS ) );
				}
				$refused = $this->refuse_twice( $stored, '', $webhooks );
				if ( null !== $refused ) {
					return $refused;
				}
				$label  = $input->label ?? $webhooks->target()['app'];
				$id     = Environment_Id::from_label( $label, array_merge( array_keys( $stored['environments'] ), $stored['retired'] ) );
				$record = $this->connected( $webhooks, $input->apply( Environment_Input::blank( $label ) ) );
				return $this->with( $stored, $id, $record );
			},
		);
		return $this->saved( $after, $id );
	}

	/**
	 * Changes what an input names of an environment, and leaves the rest.
	 *
	 * @param string            $id       The environment.
	 * @param Environment_Input $input    What to change.
	 * @param string|null       $expected The etag that the caller has seen; null or `*` for any.
	 *
	 * @return Environment|WP_Error
	 */
	public function update( string $id, Environment_Input $input, ?string $expected = null ): Environment|WP_Error {
		$webhooks = $input->webhooks( $this->local_hosts );
		if ( is_wp_error( $webhooks ) ) {
			return $webhooks;
		}
		$after = $this->stored->change(
			function ( array $stored ) use ( $id, $input, $webhooks, $expected ): array|WP_Error {
				$refused = $this->refuse( $stored, $id, $expected ) ?? $this->refuse_twice( $stored, $id, $webhooks );
				if ( null !== $refused ) {
					return $refused;
				}
				$record = $input->apply( $stored['environments'][ $id ] );
				return $this->with( $stored, $id, null === $webhooks ? $record : $this->connected( $webhooks, $record ) );
			},
		);
		return $this->saved( $after, $id );
	}

	/**
	 * Removes an environment. Its id is never given out again, so that what was logged or is still pending for it
	 * cannot become another's.
	 *
	 * @param string      $id       The environment.
	 * @param string|null $expected The etag that the caller has seen; null or `*` for any.
	 *
	 * @return Environment|WP_Error What was removed.
	 */
	public function delete( string $id, ?string $expected = null ): Environment|WP_Error {
		$removed = null;
		$after   = $this->stored->change(
			function ( array $stored ) use ( $id, $expected, &$removed ): array|WP_Error {
				$refused = $this->refuse( $stored, $id, $expected );
				if ( null !== $refused ) {
					return $refused;
				}
				$removed = $this->reader->one( $id, $stored['environments'][ $id ] );
				unset( $stored['environments'][ $id ] );
				$stored['retired'][] = $id;
				return $stored;
			},
		);
		if ( is_wp_error( $after ) || null === $removed ) {
			return is_wp_error( $after ) ? $after : Errors::make( 'headless_deploy_not_saved' );
		}
		$this->routing->follow( $this->stored );
		return $removed;
	}

	/**
	 * Seals anew what an older key sealed, for example since `HEADLESS_DEPLOY_ENCRYPTION_KEY` was set.
	 */
	public function seal_anew(): void {
		$this->vault->seal_anew();
	}

	/**
	 * Refuses a write to an environment that is gone, or that somebody else has changed meanwhile.
	 *
	 * @param Stored      $stored   What is stored now.
	 * @param string      $id       The environment.
	 * @param string|null $expected The etag that the caller has seen.
	 */
	private function refuse( array $stored, string $id, ?string $expected ): ?WP_Error {
		$record = $stored['environments'][ $id ] ?? null;
		if ( null === $record ) {
			return Errors::make( 'headless_deploy_unknown_environment', array( 'id' => $id ) );
		}
		if ( null === $expected || '*' === $expected || $record['etag'] === $expected ) {
			return null;
		}
		return Errors::make( 'headless_deploy_changed_meanwhile', array( 'label' => $record['label'] ) );
	}

	/**
	 * Puts webhooks into a record. Whoever pastes a webhook URL here wants to send from here.
	 *
	 * @param Webhook_Set $webhooks The webhooks.
	 * @param Record      $record   The record.
	 *
	 * @return Record
	 */
	private function connected( Webhook_Set $webhooks, array $record ): array {
		$fingerprints = array_merge( $record['fingerprints'], array( Site_Fingerprint::current() ) );
		return array_merge(
			$record,
			array(
				'provider'     => Webhook_Url::PROVIDER,
				'target'       => $webhooks->target(),
				'urls'         => $webhooks->urls(),
				'masked'       => $webhooks->masked_tokens(),
				'sealed'       => $webhooks->sealed( $this->secrets ),
				'fingerprints' => array_values( array_unique( $fingerprints ) ),
				'connectedAt'  => $this->clock->now_ms(),
				'paused'       => 'token' === ( $record['paused']['reason'] ?? null ) ? null : $record['paused'],
			),
		);
	}

	/**
	 * Refuses webhooks that another environment has already: each change would be sent twice.
	 *
	 * @param Stored           $stored   What is stored now.
	 * @param string           $id       The environment that is to get them.
	 * @param Webhook_Set|null $webhooks The webhooks, if there are new ones.
	 */
	private function refuse_twice( array $stored, string $id, ?Webhook_Set $webhooks ): ?WP_Error {
		$target = $webhooks?->target();
		foreach ( $stored['environments'] as $other => $existing ) {
			if ( $other !== $id && $existing['target'] === $target ) {
				return Errors::make( 'headless_deploy_already_connected', array( 'label' => $existing['label'] ) );
			}
		}
		return null;
	}

	/**
	 * Puts a record among the stored ones.
	 *
	 * @param Stored $stored What is stored now.
	 * @param string $id     The environment.
	 * @param Record $record Its new record.
	 *
	 * @return Stored
	 */
	private function with( array $stored, string $id, array $record ): array {
		$record['etag']                = bin2hex( random_bytes( 8 ) );
		$stored['environments'][ $id ] = $record;
		return $stored;
	}

	/**
	 * Answers a write.
	 *
	 * @param Stored|WP_Error $after What was stored, or why not.
	 * @param string          $id    The environment.
	 *
	 * @return Environment|WP_Error
	 */
	private function saved( array|WP_Error $after, string $id ): Environment|WP_Error {
		if ( is_wp_error( $after ) ) {
			return $after;
		}
		$this->routing->follow( $this->stored );
		return $this->reader->one( $id, $after['environments'][ $id ] );
	}
}
