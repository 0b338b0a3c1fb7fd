<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Secrets\Encryption;

/**
 * Remembers the webhooks of wp-config.php, by hashes alone, and from which address they were seen first: a copy of the
 * site must not send with them. Writes only when they are new, and never in a request that saves content, because that
 * reads no environments.
 *
 * @phpstan-import-type Stored from Stored_Environments
 */
final class Configured_Cache {
	/**
	 * What the etag is made of until a person changes something.
	 */
	private const FIRST_ETAG = 'constant';

	/**
	 * @param Configured_Environments $configured The environments of wp-config.php.
	 * @param Environment_Reader      $reader     Knows what is stored of them.
	 */
	public function __construct(
		private readonly Configured_Environments $configured,
		private readonly Environment_Reader $reader,
		private readonly Environment_Writer $writer,
		private readonly Encryption $secrets,
		private readonly Clock $clock,
	) {}

	/**
	 * Returns what is stored, with all that is new remembered.
	 *
	 * @param  Stored $stored
	 * @return Stored
	 */
	public function remember( array $stored ): array {
		if ( array() === $this->configured->all() || $this->remembered( $stored ) === $stored ) {
			return $stored;
		}
		$after = $this->writer->remember( $this->remembered( ... ) );
		return is_wp_error( $after ) ? $this->remembered( $stored ) : $after;
	}

	/**
	 * Returns what is to be stored.
	 *
	 * @param  Stored $stored
	 * @return Stored
	 */
	private function remembered( array $stored ): array {
		foreach ( $this->configured->all() as $id => $entry ) {
			$before = $this->reader->record( $id, $stored ) ?? Environment_Input::blank( $id );
			$after  = $entry->remembered_in( $before, $this->secrets, $this->clock->now_ms() );
			if ( $after !== $before ) {
				$after['etag']                 = '' === $after['etag'] ? self::FIRST_ETAG : $after['etag'];
				$stored['environments'][ $id ] = $after;
			}
		}
		return $stored;
	}
}
