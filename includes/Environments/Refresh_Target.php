<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Site_Time;
use HeadlessDeploy\Stored_Value;
use HeadlessDeploy\Value_Object;

/**
 * Where an environment receives refresh requests. Its secrets are encrypted.
 *
 * @phpstan-type Previous_Secret array{secret: string, until: int}
 * @phpstan-type Stored_Target array{url: string, secret: string, previousSecrets: list<Previous_Secret>, rotatedAt: int, checkedAt: int, purge: bool, goneAt: int}
 */
final class Refresh_Target {
	use Value_Object;

	/**
	 * How long a previous secret is valid if the front end does not accept the new one earlier.
	 */
	private const ROTATION_MS = 7 * 86_400_000;

	/**
	 * A request has a signature for each valid secret, and receivers limit their number.
	 */
	private const MAX_PREVIOUS = 3;

	private const CHECK_INTERVAL_MS = 3_600_000;

	/**
	 * @param string                $url              Empty until one is entered.
	 * @param string                $secret           Encrypted; empty until one is generated, or for one of wp-config.php.
	 * @param list<Previous_Secret> $previous_secrets Encrypted, with the time in milliseconds when each ends, the newest first;
	 *                                                none once the front end has accepted the secret.
	 * @param int                   $rotated_at       When the secret was generated, in milliseconds; 0 if unknown.
	 * @param int                   $checked_at       When the front end was asked whether it knows the secret, in milliseconds; 0 if never.
	 * @param bool                  $purge            Whether Purge Cache follows each refresh.
	 * @param int                   $gone_at          When the front end answered 410, in milliseconds; 0 if it did not.
	 * @param bool                  $is_configured    Whether wp-config.php has the secret.
	 */
	public function __construct(
		public readonly string $url = '',
		public readonly string $secret = '',
		public readonly array $previous_secrets = array(),
		public readonly int $rotated_at = 0,
		public readonly int $checked_at = 0,
		public readonly bool $purge = false,
		public readonly int $gone_at = 0,
		private readonly bool $is_configured = false,
	) {}

	/**
	 * Returns the schema of all that is stored.
	 */
	public static function stored(): Json_Schema {
		return Json_Schema::partial( ...self::settings()->properties(), ...self::state()->properties() );
	}

	/**
	 * Returns the schema of what a user enters.
	 */
	public static function settings(): Json_Schema {
		return Json_Schema::partial(
			url: Json_Schema::text()->with( format: 'uri' ),
			secret: Json_Schema::text(),
			previousSecrets: Json_Schema::list_of( Json_Schema::closed(
				secret: Json_Schema::text()->with( minLength: 1 ),
				until: Json_Schema::integer(),
			) ),
			rotatedAt: Json_Schema::integer(),
			purge: Json_Schema::boolean(),
		);
	}

	/**
	 * Returns the schema of what runs and checks write.
	 */
	public static function state(): Json_Schema {
		return Json_Schema::partial( checkedAt: Json_Schema::integer(), goneAt: Json_Schema::integer() );
	}

	/**
	 * @param Stored_Target $stored
	 */
	public static function from_stored( array $stored ): self {
		return self::from_members( $stored );
	}

	/**
	 * Tells whether requests can be sent: there is a URL that has not answered 410, and a secret.
	 */
	public function is_usable(): bool {
		return $this->has_url() && $this->has_secret();
	}

	public function has_url(): bool {
		return '' !== $this->url && 0 === $this->gone_at;
	}

	public function has_secret(): bool {
		return '' !== $this->secret || $this->is_configured;
	}

	/**
	 * @param string $sealed The new secret, encrypted.
	 */
	public function rotate( string $sealed, int $now ): self {
		$replaced = '' === $this->secret ? array() : array( array( 'secret' => $this->secret, 'until' => $now + self::ROTATION_MS ) );
		return $this->with(
			secret: $sealed,
			previous_secrets: array_slice( array( ...$replaced, ...$this->valid_previous( $now ) ), 0, self::MAX_PREVIOUS ),
			rotated_at: $now,
			checked_at: 0,
		);
	}

	/**
	 * Ends the previous secrets, because the front end accepted a request that was signed with the secret alone.
	 *
	 * @param string $accepted The accepted secret, encrypted. Another one may have replaced it since.
	 */
	public function with_accepted( string $accepted ): self {
		return $accepted === $this->secret ? $this->with( previous_secrets: array() ) : $this;
	}

	/**
	 * Tells whether the secret replaced another one, and the front end has not accepted it since.
	 */
	public function is_secret_unused(): bool {
		return array() !== $this->previous_secrets;
	}

	/**
	 * Tells whether the front end should be asked now whether it knows the secret.
	 */
	public function is_check_due( int $now ): bool {
		$has_asked = $now - $this->checked_at < self::CHECK_INTERVAL_MS && $this->checked_at <= $now + Send_Permission::CLOCK_SLACK_MS;
		return $this->is_usable() && $this->is_secret_unused() && ! $has_asked;
	}

	/**
	 * Returns the encrypted secrets that are valid now, the newest first.
	 *
	 * @return list<string>
	 */
	public function valid_secrets( int $now ): array {
		return array_values( array_filter(
			array( $this->secret, ...array_column( $this->valid_previous( $now ), 'secret' ) ),
			static fn( string $sealed ): bool => '' !== $sealed,
		) );
	}

	/**
	 * Returns until when a previous secret is valid, in milliseconds; null when none is.
	 */
	public function previous_valid_until( int $now ): ?int {
		$ends = array_column( $this->valid_previous( $now ), 'until' );
		return array() === $ends ? null : max( $ends );
	}

	/**
	 * Returns when the last of the previous secrets ends or has ended, in milliseconds; 0 without one.
	 */
	public function previous_ends_at(): int {
		return max( 0, ...array_column( $this->previous_secrets, 'until' ) );
	}

	/**
	 * @param callable(string): string $reseal
	 */
	public function resealed( callable $reseal ): self {
		$previous = array_map( static fn( array $one ): array => array( 'secret' => $reseal( $one['secret'] ) ) + $one, $this->previous_secrets );
		return $this->with( secret: $reseal( $this->secret ), previous_secrets: $previous );
	}

	/**
	 * @return list<string>
	 */
	public function sealed(): array {
		return array_values( array_filter(
			array( $this->secret, ...array_column( $this->previous_secrets, 'secret' ) ),
			static fn( string $sealed ): bool => '' !== $sealed,
		) );
	}

	/**
	 * An end further in the future was stored before the clock was set back.
	 *
	 * @return list<Previous_Secret>
	 */
	private function valid_previous( int $now ): array {
		$latest = $now + self::ROTATION_MS + Send_Permission::CLOCK_SLACK_MS;
		return array_values( array_filter(
			$this->previous_secrets,
			static fn( array $one ): bool => $one['until'] > $now && $one['until'] <= $latest,
		) );
	}

	/**
	 * @return array<string, mixed> A secret of wp-config.php is not stored.
	 */
	public function to_array(): array {
		return Stored_Value::members_of( array_diff_key( get_object_vars( $this ), array( 'is_configured' => true ) ) );
	}

	/**
	 * Says what to do about a secret that the front end has not accepted yet, for Connections and Site Health; empty if there
	 * is nothing to do.
	 *
	 * @param int $now Milliseconds since 1970.
	 */
	public function secret_problem( int $now ): string {
		if ( ! $this->is_secret_unused() || ! $this->has_url() ) {
			return '';
		}
		$text = null === $this->previous_valid_until( $now )
			/* translators: %s: date and time. */
			? __( 'The front end has not accepted the new refresh secret yet, and the previous one ended on %s. Set the new secret in the front end, and deploy the front end.', 'headless-deploy' )
			/* translators: %s: date and time. */
			: __( 'The front end has not accepted the new refresh secret yet. Set it in the front end and deploy the front end before %s, when the previous secret ends.', 'headless-deploy' );
		return sprintf( $text, Site_Time::date_and_time( intdiv( $this->previous_ends_at(), 1000 ) ) );
	}
}
