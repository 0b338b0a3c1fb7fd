<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Etag;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Stored_Value;
use HeadlessDeploy\Value_Object;

/**
 * An environment: as it is stored, or as Environment_Reader returns it, with the fields that wp-config.php sets. Its secrets
 * are encrypted; Environment_Webhooks opens them at the moment of sending.
 *
 * @phpstan-import-type Saved from Last_Saved
 * @phpstan-import-type Target from Webhook_Url
 * @phpstan-import-type Routed from Stored_Routing
 * @phpstan-import-type Stored from Automation as Stored_Automation
 * @phpstan-import-type Stored from Pause as Stored_Pause
 * @phpstan-import-type Stored_Target from Refresh_Target
 * @phpstan-type Stored array{label: string, automation: Stored_Automation, urls: array<string, string>, masked: array<string, string>, sealed: array<string, string>, paused: Stored_Pause|null, refresh: Stored_Target|null, etag: string, ...<string, mixed>}
 * @phpstan-type Constant array{identity: string, digest: string, fingerprints: list<string>, connectedAt: int}
 */
final class Environment {
	use Value_Object;

	/**
	 * @param string                          $id            Id of 1 to 64 characters of a-z, 0-9 and hyphen, made from the first label.
	 * @param string                          $provider      One of Providers::IDS; `generic` is any URL that accepts POST.
	 * @param string                          $front_end_url URL that visitors open, or empty.
	 * @param Target                          $target        What the webhooks were recognized as; empty strings for `generic`.
	 * @param array<value-of<Action>, string> $urls          Public part of each URL.
	 * @param array<value-of<Action>, string> $masked        Mask of each secret: `••••` and the last four characters.
	 * @param array<value-of<Action>, string> $sealed        Each whole URL, encrypted; none for webhooks of wp-config.php.
	 * @param list<string>                    $fingerprints  Hashes of the site addresses that may send (see Site_Fingerprint).
	 * @param Pause|null                      $paused        The stored pause, or one because of an error in wp-config.php or a lost encryption key.
	 * @param int                             $connected_at  When the webhooks were entered, in milliseconds; 0 if unknown.
	 * @param bool                            $is_trusted    Whether an operator entered the webhooks (see Network::is_operator()), or wp-config.php defines them.
	 * @param string                          $extras        Headers and body, encrypted; empty for none.
	 * @param list<string>                    $header_names
	 * @param Refresh_Target|null             $refresh       Where refresh requests are sent, null for none or one whose key is lost.
	 * @param Constant|null                   $constant      Webhooks of wp-config.php, and the site addresses that may send with them.
	 * @param Saved                           $saved         Who saved it last.
	 * @param string                          $etag          Changes with every write by a user.
	 * @param string                          $locked_by     Constant of wp-config.php that defines the environment, or empty. Not stored.
	 * @param list<string>                    $locked_fields Fields that it names: `label`, `webhookUrl`, `automation.hold` and so on. Not stored.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $label,
		public readonly Automation $automation,
		public readonly string $provider = Providers::WPE_HEADLESS,
		public readonly string $front_end_url = '',
		public readonly array $target = Webhook_Url::NO_TARGET,
		public readonly array $urls = array(),
		public readonly array $masked = array(),
		public readonly array $sealed = array(),
		public readonly array $fingerprints = array(),
		public readonly ?Pause $paused = null,
		public readonly int $connected_at = 0,
		public readonly bool $is_trusted = false,
		public readonly string $extras = '',
		public readonly array $header_names = array(),
		public readonly bool $has_body = false,
		public readonly ?Refresh_Target $refresh = null,
		public readonly ?array $constant = null,
		public readonly ?array $saved = null,
		public readonly string $etag = '',
		public readonly string $locked_by = '',
		public readonly array $locked_fields = array(),
	) {}

	public static function blank( string $id, string $label ): self {
		return new self( $id, $label, Automation::from_array( null ) );
	}

	/**
	 * Returns the schema of all that is stored of an environment. Its members are the parameters of the constructor.
	 */
	public static function stored(): Json_Schema {
		static $schema = null;
		$refresh       = array( 'refresh' => Refresh_Target::stored()->or_null() );
		return $schema ??= Json_Schema::partial( ...$refresh + array_merge( ...array_map( self::fields( ... ), Stored_Environments::OPTIONS ) ) );
	}

	/**
	 * Returns the schema of what one of the options holds of an environment.
	 */
	public static function stored_in( string $option ): Json_Schema {
		return Json_Schema::partial( ...self::fields( $option ) );
	}

	/**
	 * Lists the fields of an option of `Stored_Environments::OPTIONS`. Each field is in one of them. The etag is with the pause:
	 * every save changes it, so a run that pauses never misses a new webhook.
	 *
	 * @return array<string, Json_Schema>
	 */
	private static function fields( string $option ): array {
		$text       = Json_Schema::text();
		$texts      = Json_Schema::list_of( $text );
		$action     = Json_Schema::one_of( 'action', array_column( Action::hosted(), 'value' ) );
		$per_action = Json_Schema::map_of( $text->with( minLength: 1 ) )->with( propertyNames: $action );
		return match ( $option ) {
			Routing::OPTION => array(
				'automation'  => Automation::stored(),
				'frontEndUrl' => $text->with( format: 'uri' ),
			),
			Stored_Environments::STATE_OPTION => array(
				'paused'  => Pause::stored(),
				'refresh' => Refresh_Target::state(),
				'saved'   => Last_Saved::stored(),
				'etag'    => $text,
			),
			default => array(
				'label'        => $text,
				'provider'     => Json_Schema::one_of( 'provider', Providers::IDS )->with( default: Providers::WPE_HEADLESS ),
				'target'       => Json_Schema::partial( ...array_fill_keys( array_keys( Webhook_Url::NO_TARGET ), $text ) ),
				'urls'         => $per_action,
				'masked'       => $per_action,
				'sealed'       => $per_action,
				'fingerprints' => $texts,
				'connectedAt'  => Json_Schema::integer(),
				'isTrusted'    => Json_Schema::boolean(),
				'extras'       => $text,
				'headerNames'  => $texts,
				'hasBody'      => Json_Schema::boolean(),
				'refresh'      => Refresh_Target::settings()->or_null(),
				'constant'     => Json_Schema::partial(
					identity: $text,
					digest: $text,
					fingerprints: $texts,
					connectedAt: Json_Schema::integer(),
				)->or_null(),
			),
		};
	}

	/**
	 * Reads a record of what the options hold.
	 *
	 * @param array<string, mixed>      $settings
	 * @param array<string, mixed>|null $state
	 * @param Routed|null               $routed
	 */
	public static function from_parts( string $id, array $settings, ?array $state, ?array $routed ): self {
		$state ??= (array) Stored_Value::read( self::stored_in( Stored_Environments::STATE_OPTION ), null );
		$refresh = is_array( $settings['refresh'] ) ? array( 'refresh' => $settings['refresh'] + (array) $state['refresh'] ) : array();
		/** @var Stored $stored */
		$stored = $refresh + $settings + $state + Stored_Routing::fields( $routed );
		return self::from_stored( $id, $stored );
	}

	/**
	 * @param Stored $stored As the schema describes it.
	 */
	public static function from_stored( string $id, array $stored ): self {
		$read = array(
			'label'      => '' === $stored['label'] ? $id : $stored['label'],
			'automation' => Automation::from_stored( $stored['automation'] ),
			'masked'     => array_intersect_key( $stored['masked'], $stored['urls'] ),
			'sealed'     => array_intersect_key( $stored['sealed'], $stored['urls'] ),
			'paused'     => null === $stored['paused'] ? null : Pause::from_stored( $stored['paused'] ),
			'refresh'    => null === $stored['refresh'] ? null : Refresh_Target::from_stored( $stored['refresh'] ),
			'etag'       => '' === $stored['etag'] ? Etag::of( $stored ) : $stored['etag'],
		);
		return self::from_members( array( 'id' => $id ) + $read + $stored );
	}

	public function pause( Pause $pause ): self {
		return $this->with( paused: Pause::combine( $this->paused, $pause ) );
	}

	public function resume( Pause_Reason ...$reasons ): self {
		return in_array( $this->paused?->reason, $reasons, true ) ? $this->with( paused: null ) : $this;
	}

	public function with_fingerprint( string $fingerprint ): self {
		$add      = static fn( array $fingerprints ): array => array_values( array_unique( array( ...$fingerprints, $fingerprint ) ) );
		$constant = null === $this->constant ? null : array( 'fingerprints' => $add( $this->constant['fingerprints'] ) ) + $this->constant;
		return $this->with( fingerprints: $add( $this->fingerprints ), constant: $constant );
	}

	/**
	 * Tells whether the record has no webhooks: it belongs to an entry of wp-config.php, or to one that was removed there.
	 */
	public function is_remainder(): bool {
		return array() === $this->sealed && array() === $this->urls;
	}

	/**
	 * @return Stored
	 */
	public function to_array(): array {
		$parts = array(
			'automation' => $this->automation->to_array(),
			'paused'     => $this->paused?->to_array(),
			'refresh'    => $this->refresh?->to_array(),
		);
		/** @var Stored */
		return array_intersect_key( $parts + Stored_Value::members_of( get_object_vars( $this ) ), self::stored()->properties() );
	}

	public function offers( Action $action ): bool {
		return in_array( $action->value, $this->offered(), true );
	}

	/**
	 * Returns what the host runs for an action (see `Action::nearest()`).
	 */
	public function action_for( Action $action ): ?Action {
		return $action->nearest( $this->offered() );
	}

	/**
	 * Returns the action that an action of the policy starts. Webhooks that are not known may offer any action.
	 */
	public function action_of_policy( ?Action $action ): ?Action {
		return null === $action || array() === $this->urls ? $action : $this->action_for( $action );
	}

	/**
	 * Returns what a change of a source starts: the refresh of an environment with a refresh URL, which requests of other
	 * code do not start, and the action of the policy.
	 *
	 * @return list<Action>
	 */
	public function actions_for_change( string $source ): array {
		$is_refreshed = Automation::REQUEST !== $source && $this->offers( Action::Refresh );
		$action       = $this->action_of_policy( $this->automation->policy[ $source ] ?? null );
		return array_values( array_filter( array(
			$is_refreshed ? Action::Refresh : null,
			$is_refreshed && Action::Refresh === $action ? null : $action,
		) ) );
	}

	/**
	 * Returns the action that replaces a refresh that failed, null when the host has no webhook.
	 */
	public function stronger_than( Action $action ): ?Action {
		$stronger = array_diff( array_keys( $this->urls ), Action::PurgeCache === $action ? array( Action::PurgeCache->value ) : array() );
		return Action::Refresh->nearest( array_values( $stronger ) );
	}

	/**
	 * @return list<string> Actions.
	 */
	public function offered(): array {
		return array( ...array_keys( $this->urls ), ...( true === $this->refresh?->is_usable() ? array( Action::Refresh->value ) : array() ) );
	}

	/**
	 * Returns the public part of the URL that an action calls, empty where it is not offered.
	 */
	public function address_of( Action $action ): string {
		return Action::Refresh === $action ? $this->refresh->url ?? '' : $this->urls[ $action->value ] ?? '';
	}

	/**
	 * Returns the URL of an action with its token masked, empty when the action is not offered.
	 */
	public function masked_url( Action $action ): string {
		if ( ! isset( $this->urls[ $action->value ] ) ) {
			return '';
		}
		$parameter = Providers::WPE_HEADLESS === $this->provider ? '?token=' : '';
		return $this->urls[ $action->value ] . $parameter . ( $this->masked[ $action->value ] ?? Webhook_Url::MASK );
	}
}
