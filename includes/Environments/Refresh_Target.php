<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * Where an environment receives refresh requests. Its secrets are encrypted.
 *
 * @phpstan-type Stored_Target array{url: string, secret: string, previousSecret: string, rotatedAt: int, purge: bool, goneAt: int}
 */
final class Refresh_Target {
	/**
	 * How long the previous secret stays valid, so that the front end can be deployed with the new one.
	 */
	private const ROTATION_MS = 86_400_000;

	/**
	 * @param string $url             Empty until one is entered.
	 * @param string $secret          Encrypted; empty until one is generated, or for one of wp-config.php.
	 * @param string $previous_secret Encrypted; empty without one.
	 * @param int    $rotated_at      When the secret was generated, in milliseconds; 0 if unknown.
	 * @param bool   $purge           Whether Purge Cache follows each refresh.
	 * @param int    $gone_at         When the front end answered 410, in milliseconds; 0 if it did not.
	 * @param bool   $is_configured   Whether wp-config.php has the secret.
	 */
	public function __construct(
		public readonly string $url = '',
		public readonly string $secret = '',
		public readonly string $previous_secret = '',
		public readonly int $rotated_at = 0,
		public readonly bool $purge = false,
		public readonly int $gone_at = 0,
		private readonly bool $is_configured = false,
	) {}

	public static function from_stored( mixed $stored ): ?self {
		if ( ! is_array( $stored ) ) {
			return null;
		}
		$text = static fn( string $key ): string => is_string( $stored[ $key ] ?? null ) ? $stored[ $key ] : '';
		$time = static fn( string $key ): int => is_int( $stored[ $key ] ?? null ) ? $stored[ $key ] : 0;
		return new self(
			sanitize_url( $text( 'url' ), array( 'http', 'https' ) ),
			$text( 'secret' ),
			$text( 'previousSecret' ),
			$time( 'rotatedAt' ),
			true === ( $stored['purge'] ?? false ),
			$time( 'goneAt' ),
		);
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
	 * @param mixed ...$fields Named as the constructor's parameters.
	 */
	public function with( mixed ...$fields ): self {
		return new self( ...array_merge( get_object_vars( $this ), $fields ) );
	}

	/**
	 * @param string $sealed The new secret, encrypted.
	 */
	public function rotate( string $sealed, int $now ): self {
		return $this->with( secret: $sealed, previous_secret: $this->secret, rotated_at: $now );
	}

	/**
	 * Returns the encrypted secrets that are valid now, the newest first.
	 *
	 * @return list<string>
	 */
	public function valid_secrets( int $now ): array {
		$is_previous_valid = null !== $this->previous_valid_until( $now );
		return array_values( array_filter( array( $this->secret, $is_previous_valid ? $this->previous_secret : '' ), static fn( string $sealed ): bool => '' !== $sealed ) );
	}

	/**
	 * Returns until when the previous secret is valid, in milliseconds; null when it is not.
	 */
	public function previous_valid_until( int $now ): ?int {
		$until = $this->rotated_at + self::ROTATION_MS;
		return '' !== $this->previous_secret && $now < $until && $now >= $this->rotated_at - Send_Permission::CLOCK_SLACK_MS ? $until : null;
	}

	/**
	 * @return list<string>
	 */
	public function sealed(): array {
		return array_values( array_filter( array( $this->secret, $this->previous_secret ), static fn( string $sealed ): bool => '' !== $sealed ) );
	}

	/**
	 * @return Stored_Target
	 */
	public function to_array(): array {
		return array(
			'url'            => $this->url,
			'secret'         => $this->secret,
			'previousSecret' => $this->previous_secret,
			'rotatedAt'      => $this->rotated_at,
			'purge'          => $this->purge,
			'goneAt'         => $this->gone_at,
		);
	}
}
