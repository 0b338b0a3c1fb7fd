<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Connection_Lost;
use HeadlessDeploy\Database;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Stored_Value;

/**
 * Records that the database refused to store changes: the one case in which the queue does not contain a change. Where
 * the database refuses this record too, a file in the uploads folder holds it, which all web servers of a site share.
 *
 * @phpstan-type Failure array{changes: int, at: int}
 */
final class Write_Failure {
	public const OPTION = 'headless_deploy_write_failure';

	/**
	 * Each line holds how many changes were lost, and when.
	 */
	private const FILE = 'headless-deploy-lost-changes.txt';

	private const MAX_FILE_BYTES = 100_000;

	/**
	 * Writes the PHP log, and stores the failure for the next page of wp-admin.
	 *
	 * @param string $reason Error of the database; the statements contain no sensitive values.
	 */
	public function remember( int $changes, int $now, string $reason ): void {
		// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- the changes may be lost, and operators read the PHP log before a user opens wp-admin.
		error_log( sprintf( 'Headless Deploy: %d change(s) could not be saved: %s', $changes, mb_substr( $reason, 0, 200 ) ) );
		$failure = array(
			'changes' => $changes,
			'at'      => $now,
		);
		try {
			$is_stored = Database::without_exit( fn(): bool => update_option( self::OPTION, self::sum( $this->in_option(), $failure ), true ) );
		} catch ( Connection_Lost ) {
			$is_stored = false;
		}
		$file = $is_stored ? null : self::file();
		if ( null !== $file ) {
			// phpcs:ignore WordPress.WP.AlternativeFunctions,WordPress.PHP.NoSilencedErrors -- WP_Filesystem may ask for FTP credentials. A full disk must not print a warning into the response.
			@file_put_contents( $file, "$changes $now\n", FILE_APPEND | LOCK_EX );
		}
	}

	/**
	 * Ends the notice: a manual run deploys the current content, whether or not its changes were recorded.
	 */
	public function forget(): void {
		if ( null !== $this->in_option() ) {
			delete_option( self::OPTION );
		}
		$file = self::file();
		if ( null !== $file && is_file( $file ) ) {
			wp_delete_file( $file );
		}
	}

	/**
	 * Makes no query, because every page of wp-admin asks.
	 *
	 * @return Failure|null
	 */
	public function get(): ?array {
		$failure = $this->in_option();
		foreach ( $this->in_file() as $lost ) {
			$failure = self::sum( $failure, $lost );
		}
		return $failure;
	}

	/**
	 * Reads the autoloaded options.
	 *
	 * @return Failure|null
	 */
	private function in_option(): ?array {
		/** @var Failure|null */
		return Stored_Value::read(
			Json_Schema::closed( changes: Json_Schema::integer(), at: Json_Schema::integer() )->or_null(),
			maybe_unserialize( wp_load_alloptions()[ self::OPTION ] ?? '' ),
		);
	}

	/**
	 * @return list<Failure>
	 */
	private function in_file(): array {
		$file = self::file();
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- WP_Filesystem may ask for FTP credentials.
		$lines = null !== $file && is_file( $file ) ? (string) file_get_contents( $file, length: self::MAX_FILE_BYTES ) : '';
		preg_match_all( '/^(\d{1,9}) (\d{1,15})$/m', $lines, $found, PREG_SET_ORDER );
		return array_map(
			static fn( array $line ): array => array(
				'changes' => (int) $line[1],
				'at'      => (int) $line[2],
			),
			$found,
		);
	}

	/**
	 * @param  Failure|null $earlier
	 * @param  Failure      $later
	 * @return Failure
	 */
	private static function sum( ?array $earlier, array $later ): array {
		return array(
			'changes' => $later['changes'] + ( $earlier['changes'] ?? 0 ),
			'at'      => max( $later['at'], $earlier['at'] ?? 0 ),
		);
	}

	/**
	 * @return string|null Null where the uploads folder of the current site is not known.
	 */
	private static function file(): ?string {
		try {
			$folder = Database::without_exit( static fn(): string => wp_upload_dir( null, false )['basedir'] );
		} catch ( Connection_Lost ) {
			return null;
		}
		return "$folder/" . self::FILE;
	}
}
