<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Etag;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Stored_Value;

/**
 * What is stored of one environment.
 *
 * @phpstan-import-type Saved from Last_Saved
 * @phpstan-import-type Target from Webhook_Url
 * @phpstan-import-type Routed from Stored_Routing
 * @phpstan-type Constant array{identity: string, digest: string, fingerprints: list<string>, connectedAt: int}
 */
final class Environment_Record {
	/**
	 * @param Target                          $target       What the webhooks were recognized as.
	 * @param array<value-of<Action>, string> $urls         Public part of each URL.
	 * @param array<value-of<Action>, string> $masked       Masked secret of each URL.
	 * @param array<value-of<Action>, string> $sealed       Each whole URL, encrypted; none for webhooks of wp-config.php.
	 * @param list<string>                    $fingerprints Hashes of the site addresses that may send (see Site_Fingerprint).
	 * @param int                             $connected_at When the webhooks were entered, in milliseconds; 0 if unknown.
	 * @param bool                            $is_trusted   Whether an operator entered the webhooks (see Network::is_operator()).
	 * @param string                          $extras       Headers and body, encrypted; empty for none.
	 * @param list<string>                    $header_names
	 * @param Refresh_Target|null             $refresh      Where refresh requests are sent, null for none.
	 * @param Constant|null                   $constant     Hashes of the webhooks of wp-config.php.
	 * @param Saved                           $saved
	 * @param string                          $etag         Changes with every write by a user.
	 */
	public function __construct(
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
	) {}

	public static function blank( string $label ): self {
		return new self( $label, Automation::from_array( null ) );
	}

	/**
	 * Returns the schema of all that is stored of an environment. Its members are the parameters of the constructor.
	 */
	public static function stored(): Json_Schema {
		$fields = array_map( static fn( string $option ): array => self::fields( $option ), Stored_Environments::OPTIONS );
		return Json_Schema::partial( ...array( 'refresh' => Refresh_Target::stored()->or_null() ) + array_merge( ...$fields ) );
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
		$per_action = Json_Schema::map_of( $text->with( minLength: 1 ) )->with( propertyNames: Json_Schema::one_of( 'action', array_column( Action::hosted(), 'value' ) ) );
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
				'constant'     => Json_Schema::partial( identity: $text, digest: $text, fingerprints: $texts, connectedAt: Json_Schema::integer() )->or_null(),
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
		return self::from_stored( $id, $refresh + $settings + $state + Stored_Routing::fields( $routed ) );
	}

	/**
	 * @param array<string, mixed> $stored As the schema describes it.
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
		return new self( ...Stored_Value::arguments( $read + $stored ) );
	}

	/**
	 * @param mixed ...$fields Named as the constructor's parameters.
	 */
	public function with( mixed ...$fields ): self {
		return new self( ...array_merge( get_object_vars( $this ), $fields ) );
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
	 * @return list<string> Actions.
	 */
	public function offered(): array {
		return array( ...array_keys( $this->urls ), ...( true === $this->refresh?->is_usable() ? array( Action::Refresh->value ) : array() ) );
	}

	/**
	 * @return array<string, mixed>
	 */
	public function to_array(): array {
		$parts = array(
			'automation' => $this->automation->to_array(),
			'paused'     => $this->paused?->to_array(),
			'refresh'    => $this->refresh?->to_array(),
		);
		return $parts + Stored_Value::members_of( get_object_vars( $this ) );
	}
}
