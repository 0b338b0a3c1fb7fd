<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Providers\Webhook_Url;

/**
 * What is stored of one environment. `to_array()` returns the shape of the option.
 *
 * @phpstan-import-type Saved from Last_Saved
 * @phpstan-import-type Target from Webhook_Url
 * @phpstan-import-type Stored_Target from Refresh_Target
 * @phpstan-type Constant array{identity: string, digest: string, fingerprints: list<string>, connectedAt: int}
 * @phpstan-type Stored array{
 *   label: string,
 *   provider: string,
 *   frontEndUrl: string,
 *   target: Target,
 *   urls: array<value-of<Action>, string>,
 *   masked: array<value-of<Action>, string>,
 *   sealed: array<value-of<Action>, string>,
 *   automation: array{policy: array<string, string>, quietPeriodSeconds: int, maximumWaitSeconds: int, hold: bool, refreshQuietPeriodSeconds: int, refreshMaximumWaitSeconds: int},
 *   fingerprints: list<string>,
 *   paused: array{reason: string, since: int, next_attempt_at: int|null, by: int}|null,
 *   connectedAt: int,
 *   isTrusted: bool,
 *   extras: string,
 *   headerNames: list<string>,
 *   hasBody: bool,
 *   refresh: Stored_Target|null,
 *   constant: Constant|null,
 *   saved: Saved,
 *   etag: string,
 * }
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
	 * Reads a stored record. An invalid field becomes its default.
	 *
	 * @param array<mixed> $stored
	 */
	public static function from_stored( string $id, array $stored ): self {
		$urls   = self::per_action( $stored['urls'] ?? null );
		$target = is_array( $stored['target'] ?? null ) ? $stored['target'] : array();
		$label  = self::text( $stored['label'] ?? null );
		$etag   = self::text( $stored['etag'] ?? null );
		return new self(
			label: '' === $label ? $id : $label,
			automation: Automation::from_array( $stored['automation'] ?? null ),
			provider: in_array( $stored['provider'] ?? null, Providers::IDS, true ) ? (string) $stored['provider'] : Providers::WPE_HEADLESS,
			front_end_url: sanitize_url( self::text( $stored['frontEndUrl'] ?? null ), array( 'http', 'https' ) ),
			target: array(
				'host'        => self::text( $target['host'] ?? null ),
				'account'     => self::text( $target['account'] ?? null ),
				'app'         => self::text( $target['app'] ?? null ),
				'environment' => self::text( $target['environment'] ?? null ),
			),
			urls: $urls,
			masked: array_intersect_key( self::per_action( $stored['masked'] ?? null ), $urls ),
			sealed: array_intersect_key( self::per_action( $stored['sealed'] ?? null ), $urls ),
			fingerprints: self::texts( $stored['fingerprints'] ?? null ),
			paused: Pause::from_stored( $stored['paused'] ?? null ),
			connected_at: self::integer( $stored['connectedAt'] ?? null ),
			is_trusted: true === ( $stored['isTrusted'] ?? false ),
			extras: self::text( $stored['extras'] ?? null ),
			header_names: self::texts( $stored['headerNames'] ?? null ),
			has_body: true === ( $stored['hasBody'] ?? false ),
			refresh: Refresh_Target::from_stored( $stored['refresh'] ?? null ),
			constant: self::constant( $stored['constant'] ?? null ),
			saved: Last_Saved::sanitize( $stored['saved'] ?? null ),
			etag: '' === $etag ? md5( (string) wp_json_encode( $stored ) ) : $etag,
		);
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
	 * @return Stored
	 */
	public function to_array(): array {
		return array(
			'label'        => $this->label,
			'provider'     => $this->provider,
			'frontEndUrl'  => $this->front_end_url,
			'target'       => $this->target,
			'urls'         => $this->urls,
			'masked'       => $this->masked,
			'sealed'       => $this->sealed,
			'automation'   => $this->automation->to_array(),
			'fingerprints' => $this->fingerprints,
			'paused'       => $this->paused?->to_array(),
			'connectedAt'  => $this->connected_at,
			'isTrusted'    => $this->is_trusted,
			'extras'       => $this->extras,
			'headerNames'  => $this->header_names,
			'hasBody'      => $this->has_body,
			'refresh'      => $this->refresh?->to_array(),
			'constant'     => $this->constant,
			'saved'        => $this->saved,
			'etag'         => $this->etag,
		);
	}

	/**
	 * @return Constant|null
	 */
	private static function constant( mixed $stored ): ?array {
		return ! is_array( $stored ) ? null : array(
			'identity'     => self::text( $stored['identity'] ?? null ),
			'digest'       => self::text( $stored['digest'] ?? null ),
			'fingerprints' => self::texts( $stored['fingerprints'] ?? null ),
			'connectedAt'  => self::integer( $stored['connectedAt'] ?? null ),
		);
	}

	/**
	 * @return array<value-of<Action>, string>
	 */
	private static function per_action( mixed $stored ): array {
		$texts = array();
		foreach ( Action::hosted() as $action ) {
			$text = is_array( $stored ) ? self::text( $stored[ $action->value ] ?? null ) : '';
			if ( '' !== $text ) {
				$texts[ $action->value ] = $text;
			}
		}
		return $texts;
	}

	/**
	 * @return list<string>
	 */
	private static function texts( mixed $value ): array {
		return array_values( array_filter( is_array( $value ) ? $value : array(), is_string( ... ) ) );
	}

	private static function text( mixed $value ): string {
		return is_string( $value ) ? $value : '';
	}

	private static function integer( mixed $value ): int {
		return is_numeric( $value ) ? (int) $value : 0;
	}
}
