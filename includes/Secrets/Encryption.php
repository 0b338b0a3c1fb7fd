<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Secrets;

use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Sensitive_Value;
use RuntimeException;
use SensitiveParameter;
use SodiumException;

/**
 * Encrypts secrets for the database, with the key of `HEADLESS_DEPLOY_ENCRYPTION_KEY`, else with a generated key. A
 * generated key is in the same database, so it only obfuscates the secrets. WordPress's salts are not used, because
 * users rotate them. Format: `1:{key ID}:{base64 of nonce and box}`.
 */
final class Encryption {
	public const KEY_OPTION = 'headless_deploy_key';

	private const VERSION = '1';

	/**
	 * Key ID => key, by site. The first key encrypts.
	 *
	 * @var array<int, Sensitive_Value<array<string, string>>>
	 */
	private array $keys = array();

	/**
	 * @var Sensitive_Value<string>
	 */
	private readonly Sensitive_Value $configured_key;

	/**
	 * @param string|null $configured_key Any text, best 32 random characters or more; null reads the constant.
	 */
	public function __construct( #[SensitiveParameter] ?string $configured_key = null ) {
		$constant             = defined( 'HEADLESS_DEPLOY_ENCRYPTION_KEY' ) ? constant( 'HEADLESS_DEPLOY_ENCRYPTION_KEY' ) : '';
		$this->configured_key = Sensitive_Value::of( $configured_key ?? ( is_string( $constant ) ? $constant : '' ) );
	}

	/**
	 * @throws RuntimeException When there is no key, because none could be stored.
	 */
	public function seal( #[SensitiveParameter] string $secret ): string {
		// Reading the key runs hooks of other plugins, which could see the argument in a stack trace.
		$clear = Sensitive_Value::take( $secret );
		$key   = $this->sealing_key();
		$nonce = random_bytes( SODIUM_CRYPTO_SECRETBOX_NONCEBYTES );
		$box   = sodium_crypto_secretbox( $clear, $nonce, $key );
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- bytes as text in the database.
		return self::VERSION . ':' . self::key_id( $key ) . ':' . base64_encode( $nonce . $box );
	}

	/**
	 * Decrypts a secret; null when its key is lost or the text was altered.
	 */
	public function open( string $sealed ): ?string {
		$key = $this->key_of( $sealed );
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- bytes as text in the database.
		$box = base64_decode( substr( (string) strrchr( $sealed, ':' ), 1 ), true );
		if ( null === $key || false === $box || strlen( $box ) <= SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ) {
			return null;
		}
		try {
			$secret = sodium_crypto_secretbox_open(
				substr( $box, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ),
				substr( $box, 0, SODIUM_CRYPTO_SECRETBOX_NONCEBYTES ),
				$key,
			);
		} catch ( SodiumException ) {
			return null;
		}
		return false === $secret ? null : $secret;
	}

	public function has_key_of( string $sealed ): bool {
		return null !== $this->key_of( $sealed );
	}

	public function is_outdated( string $sealed ): bool {
		$key = $this->key_of( $sealed );
		return null !== $key && self::key_id( $key ) !== array_key_first( $this->known_keys() );
	}

	/**
	 * Returns a hash that cannot be computed or guessed without the key; empty when no key could be stored.
	 */
	public function digest( #[SensitiveParameter] string $secret ): string {
		$clear = Sensitive_Value::take( $secret );
		try {
			return hash_hmac( 'sha256', $clear, $this->sealing_key() );
		} catch ( RuntimeException ) {
			return '';
		}
	}

	/**
	 * Returns the source of the key: `generated` is stored in the database beside what it encrypts, `none` means that
	 * nothing was encrypted yet.
	 *
	 * @return 'constant'|'generated'|'none'
	 */
	public function key_source(): string {
		if ( '' !== $this->configured_key->reveal() ) {
			return 'constant';
		}
		return array() === $this->known_keys() ? 'none' : 'generated';
	}

	/**
	 * Takes the stored key where it was read together with other options, which saves a query.
	 *
	 * @param string|null $raw Row of KEY_OPTION, null where there is none.
	 */
	public function use_stored_key( #[SensitiveParameter] ?string $raw ): void {
		$keys = array();
		if ( '' !== $this->configured_key->reveal() ) {
			$key                          = sodium_crypto_generichash( $this->configured_key->reveal() );
			$keys[ self::key_id( $key ) ] = $key;
		}
		$generated = self::generated_key( null === $raw ? null : maybe_unserialize( $raw ) );
		if ( null !== $generated ) {
			$keys[ self::key_id( $generated ) ] = $generated;
		}
		$this->keys[ get_current_blog_id() ] = Sensitive_Value::of( $keys );
	}

	private function key_of( string $sealed ): ?string {
		$parts = explode( ':', $sealed );
		return 3 === count( $parts ) && self::VERSION === $parts[0] ? ( $this->known_keys()[ $parts[1] ] ?? null ) : null;
	}

	/**
	 * Returns the key for new secrets; generates one where none is configured.
	 *
	 * @throws RuntimeException When none could be stored.
	 */
	private function sealing_key(): string {
		$keys = $this->known_keys();
		if ( array() === $keys ) {
			$row = new Option_Row( self::KEY_OPTION );
			// An array, because WordPress's page of all options shows and rewrites plain texts.
			// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode,WordPress.PHP.DiscouragedPHPFunctions.serialize_serialize -- bytes as text in the database.
			$row->insert( serialize( array( 'key' => base64_encode( random_bytes( SODIUM_CRYPTO_SECRETBOX_KEYBYTES ) ) ) ) );
			// Read again: when two processes generate a key, one of them counts.
			$this->use_stored_key( Option_Row::read_for_write( self::KEY_OPTION )[ self::KEY_OPTION ] );
			$keys = $this->known_keys();
		}
		return array() === $keys ? throw new RuntimeException( 'No key could be stored.' ) : reset( $keys );
	}

	/**
	 * Returns the keys of the current site by ID, the key for new secrets first.
	 *
	 * @throws Read_Failed           When the database did not respond: then no key counts as lost.
	 * @return array<string, string>
	 */
	private function known_keys(): array {
		if ( ! isset( $this->keys[ get_current_blog_id() ] ) ) {
			$this->use_stored_key( ( new Option_Row( self::KEY_OPTION ) )->read() );
		}
		return $this->keys[ get_current_blog_id() ]->reveal();
	}

	private static function generated_key( #[SensitiveParameter] mixed $stored ): ?string {
		$text = is_array( $stored ) ? ( $stored['key'] ?? null ) : $stored;
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_decode -- bytes as text in the database.
		$key = is_string( $text ) ? base64_decode( $text, true ) : false;
		return is_string( $key ) && SODIUM_CRYPTO_SECRETBOX_KEYBYTES === strlen( $key ) ? $key : null;
	}

	/**
	 * Returns the public ID of a key. The `k` keeps PHP from turning a numeric array key into an integer.
	 *
	 * @param string $key 32 bytes.
	 */
	private static function key_id( #[SensitiveParameter] string $key ): string {
		return 'k' . substr( hash( 'sha256', 'headless-deploy key id ' . $key ), 0, 12 );
	}
}
