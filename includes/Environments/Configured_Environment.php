<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Secrets\Webhook_Set;
use HeadlessDeploy\Stored_Value;
use SensitiveParameter;
use WP_Error;

/**
 * One entry of `HEADLESS_DEPLOY_ENVIRONMENTS`. The fields that it names are locked; the others are stored as for any
 * other environment.
 *
 * @phpstan-import-type Routed from Stored_Routing
 */
final class Configured_Environment {
	/**
	 * @param Environment_Input     $input    Its valid fields.
	 * @param Webhook_Set|null      $webhooks Its webhooks, null if it names none or invalid ones.
	 * @param Request_Extras|null   $extras   Its headers and body, null if it names none or invalid ones.
	 * @param list<string>          $named    Fields that it names, invalid ones too; those of an automation with dots.
	 * @param array<string, string> $problems Error message by field.
	 */
	private function __construct(
		public readonly string $id,
		private readonly Environment_Input $input,
		public readonly ?Webhook_Set $webhooks,
		public readonly ?Request_Extras $extras,
		public readonly array $named,
		public readonly array $problems,
		private readonly Local_Hosts $local_hosts,
	) {}

	/**
	 * Reads an entry. Invalid fields are left out.
	 *
	 * @param array<mixed> $fields As in a write by REST.
	 */
	public static function read( string $id, #[SensitiveParameter] array $fields, Local_Hosts $local_hosts ): self {
		$problems = array();
		$valid    = array();
		foreach ( $fields as $name => $value ) {
			$read = Environment_Input::read_field( (string) $name, $value );
			if ( is_wp_error( $read ) ) {
				$problems[ (string) $name ] = $read->get_error_message();
			} else {
				$valid[ (string) $name ] = $read;
			}
		}
		$input    = Environment_Input::from_body( $valid );
		$input    = is_wp_error( $input ) ? Environment_Input::nothing() : $input;
		$webhooks = $input->webhooks( $local_hosts );
		if ( is_wp_error( $webhooks ) ) {
			$problems[ isset( $valid['webhookUrl'] ) ? 'webhookUrl' : 'webhookUrls' ] = $webhooks->get_error_message();
			$webhooks                                                                 = null;
		}
		$extras = null === $webhooks ? null : $input->extras( Request_Extras::none(), $webhooks );
		if ( is_wp_error( $extras ) ) {
			$problems[ isset( $valid['headers'] ) ? 'headers' : 'body' ] = $extras->get_error_message();
			$extras                                                      = null;
		}
		$refresh = self::refresh_target( $input, null, $local_hosts );
		if ( is_wp_error( $refresh ) ) {
			$problems['refreshUrl'] = $refresh->get_error_message();
		}
		return new self( $id, $input, $webhooks, $extras, self::names( $fields ), $problems, $local_hosts );
	}

	public function apply_to( Environment $record ): Environment {
		$refresh = self::refresh_target( $this->input, $record->refresh, $this->local_hosts );
		$record  = $this->input->apply( $record )->with( refresh: is_wp_error( $refresh ) ? null : $refresh );
		if ( null === $this->webhooks ) {
			return $record;
		}
		$record = $record->with(
			provider: $this->webhooks->provider,
			target: $this->webhooks->target(),
			urls: $this->webhooks->urls(),
			masked: $this->webhooks->masked(),
			sealed: array(),
			fingerprints: $this->fingerprints( $record ),
			connected_at: $record->constant['connectedAt'] ?? 0,
			is_trusted: true,
		);
		return $this->has( 'headers', 'body' )
			? $record->with( header_names: $this->extras?->names() ?? array(), has_body: '' !== ( $this->extras?->body() ?? '' ) )
			: $record;
	}

	public function refresh_secret(): ?string {
		return $this->input->refresh_secret();
	}

	/**
	 * Returns the actions that can be sent: those of its own webhooks, else the stored ones; and Refresh, if there are a URL
	 * and a secret, each of the entry or stored.
	 *
	 * @param  Routed|null  $stored
	 * @return list<string>
	 */
	public function offered( ?array $stored ): array {
		$hosted     = array_keys( $this->webhooks?->urls() ?? array() );
		$hosted     = array() === $hosted ? array_diff( $stored['offers'] ?? array(), array( Action::Refresh->value ) ) : $hosted;
		$url        = $this->input->text( 'refreshUrl' );
		$has_url    = null === $url ? $stored['hasRefreshUrl'] ?? false : '' !== $url && ! isset( $this->problems['refreshUrl'] );
		$has_secret = null !== $this->refresh_secret() || ( $stored['hasRefreshSecret'] ?? false );
		return array( ...$hosted, ...( $has_url && $has_secret ? array( Action::Refresh->value ) : array() ) );
	}

	/**
	 * @param Routed|null $stored
	 */
	public function front_end_url( ?array $stored ): string {
		return $this->input->text( 'frontEndUrl' ) ?? $stored['frontEndUrl'] ?? '';
	}

	/**
	 * Returns the stored target with the fields of the entry. A secret of wp-config.php is not stored.
	 */
	private static function refresh_target(
		Environment_Input $input,
		?Refresh_Target $stored,
		Local_Hosts $local_hosts,
	): Refresh_Target|WP_Error|null {
		$target = $input->refresh( $stored, $local_hosts, static fn(): string => '', 0 );
		if ( $target instanceof Refresh_Target && $target->url === $stored?->url ) {
			$target = $target->with( gone_at: $stored->gone_at );
		}
		return $target instanceof Refresh_Target && null !== $input->refresh_secret()
			? $target->with( secret: '', previous_secrets: array(), is_configured: true )
			: $target;
	}

	/**
	 * @param  array<mixed> $stored
	 * @return array<mixed>
	 */
	public function automation( array $stored ): array {
		return array_replace_recursive( $stored, $this->input->automation() );
	}

	/**
	 * Returns a record with hashes of the webhooks and of the site address at which they are used first. That address may
	 * send; a copy of the site with the same wp-config.php may not. Other webhooks, for example those of a staging site with
	 * a copy of the database, are used for the first time.
	 *
	 * @param int $now Milliseconds.
	 */
	public function recorded_in( Environment $record, Encryption $encryption, int $now ): Environment {
		if ( null === $this->webhooks ) {
			return $record;
		}
		$digest = $encryption->digest( (string) wp_json_encode( $this->webhooks->secret_urls() ) );
		if ( $this->is_recorded_in( $record ) && ( $record->constant['digest'] ?? '' ) === $digest ) {
			return $record;
		}
		$constant = array(
			'identity'     => $this->webhooks->identity(),
			'digest'       => $digest,
			'fingerprints' => $this->fingerprints( $record ),
			'connectedAt'  => $now,
		);
		return $record->with( constant: $constant )->resume( Pause_Reason::Token );
	}

	/**
	 * Refuses to change a locked field; the same value again is not a change.
	 */
	public function refuse( Environment_Input $input, Environment $present ): ?WP_Error {
		foreach ( $input->changes( $present ) as $field ) {
			if ( $this->locks( $field ) ) {
				return Errors::make( 'headless_deploy_field_locked', field: $field );
			}
		}
		return null;
	}

	/**
	 * Returns an edited record with the stored values of its locked fields, which apply again when the constant is
	 * removed.
	 */
	public function keep_locked( Environment $before, Environment $after ): Environment {
		$stored     = $before->automation->to_array();
		$automation = $after->automation->to_array();
		$locked     = array_filter( $stored, fn( string $field ): bool => $this->locks( "automation.$field" ), ARRAY_FILTER_USE_KEY );
		$policy     = array_filter(
			$stored['policy'],
			fn( string $source ): bool => $this->locks( "automation.policy.$source" ),
			ARRAY_FILTER_USE_KEY,
		);
		$kept = array(
			'refresh'    => $this->keep_locked_target( $before->refresh, $after->refresh ),
			'automation' => Automation::from_array( array( 'policy' => $policy + $automation['policy'] ) + $locked + $automation ),
		);
		return $after->with( ...Stored_Value::arguments( $kept + array_intersect_key( $before->to_array(), array_flip( $this->named ) ) ) );
	}

	private function keep_locked_target( ?Refresh_Target $before, ?Refresh_Target $after ): ?Refresh_Target {
		if ( ! $this->has( 'refreshUrl', 'refreshSecret', 'refreshPurge' ) || ( null === $after && ! $this->locks( 'refreshUrl' ) ) ) {
			return $after;
		}
		$stored = $before ?? new Refresh_Target();
		$kept   = $after ?? $stored;
		$kept   = $this->locks( 'refreshUrl' ) ? $kept->with( url: $stored->url, gone_at: $stored->gone_at ) : $kept;
		$kept   = $this->locks( 'refreshSecret' )
			? $kept->with(
				secret: $stored->secret,
				previous_secrets: $stored->previous_secrets,
				rotated_at: $stored->rotated_at,
				checked_at: $stored->checked_at,
			)
			: $kept;
		return $this->locks( 'refreshPurge' ) ? $kept->with( purge: $stored->purge ) : $kept;
	}

	/**
	 * Tells whether it names webhooks, headers or a body that cannot be used. Then nothing is sent.
	 */
	public function is_broken(): bool {
		return array() !== array_intersect( array_keys( $this->problems ), array( 'webhookUrl', 'webhookUrls', 'headers', 'body' ) );
	}

	public function has( string ...$fields ): bool {
		return array() !== array_intersect( $fields, $this->named );
	}

	/**
	 * @param string $field For example `label`, `webhookUrl` or `automation.hold`.
	 */
	private function locks( string $field ): bool {
		return in_array( 'webhookUrls' === $field ? 'webhookUrl' : $field, $this->named, true );
	}

	private function is_recorded_in( Environment $record ): bool {
		return null !== $this->webhooks && ( $record->constant['identity'] ?? '' ) === $this->webhooks->identity();
	}

	/**
	 * Returns the hashes of the site addresses that may send: those recorded for these webhooks; for new ones, those at
	 * which the same webhooks were entered before, else the present one.
	 *
	 * @return list<string>
	 */
	private function fingerprints( Environment $record ): array {
		if ( $this->is_recorded_in( $record ) ) {
			return $record->constant['fingerprints'] ?? array();
		}
		$was_entered = array() !== $record->sealed
			&& $record->provider === $this->webhooks?->provider
			&& $record->target === $this->webhooks->target();
		return $was_entered ? $record->fingerprints : array( Site_Fingerprint::current() );
	}

	/**
	 * @param  array<mixed> $fields
	 * @return list<string>
	 */
	private static function names( #[SensitiveParameter] array $fields ): array {
		$names = array_map(
			static fn( int|string $name ): string => 'webhookUrls' === $name ? 'webhookUrl' : (string) $name,
			array_keys( Environment_Input::flat( $fields ) ),
		);
		return array_values( array_unique( array_diff( $names, array( 'automation', 'automation.policy' ) ) ) );
	}
}
