<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Read_Failed;

/**
 * Creates missing tables again, and remembers that their pending changes were lost, until a user starts a run.
 */
final class Missing_Tables {
	public const OPTION = 'headless_deploy_lost_tables';

	private static bool $has_failed = false;

	/**
	 * Creates the tables that a listing proves to be missing. Call it after any failed query.
	 *
	 * @return bool Whether tables were missing and exist now.
	 */
	public function repair(): bool {
		try {
			$lost = self::$has_failed ? array() : Schema::missing();
			if ( array() === $lost ) {
				return false;
			}
			Schema::create();
			self::$has_failed = array() !== Schema::missing();
		} catch ( Read_Failed ) {
			// A failed listing does not prove that tables are missing.
			return false;
		}
		$this->remember( $lost );
		return ! self::$has_failed;
	}

	/**
	 * Ends the notice: a manual run deploys the current content.
	 */
	public function forget(): void {
		if ( array() !== $this->tables() ) {
			delete_option( self::OPTION );
		}
	}

	/**
	 * Returns the tables that were lost. Reads the autoloaded options, because every page of wp-admin asks.
	 *
	 * @return list<string>
	 */
	public function tables(): array {
		$tables = $this->stored()['tables'] ?? null;
		return is_array( $tables ) ? array_values( array_filter( $tables, is_string( ... ) ) ) : array();
	}

	/**
	 * Returns an id of the loss: a user who dismissed the notice sees it again after the next loss.
	 */
	public function signature(): string {
		$signature = $this->stored()['signature'] ?? '';
		return is_string( $signature ) ? $signature : '';
	}

	/**
	 * @return array<mixed>
	 */
	private function stored(): array {
		$stored = maybe_unserialize( wp_load_alloptions()[ self::OPTION ] ?? '' );
		return is_array( $stored ) ? $stored : array();
	}

	/**
	 * @param non-empty-list<string> $tables
	 */
	private function remember( array $tables ): void {
		// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- operators read the PHP log before a user opens wp-admin.
		error_log( 'Headless Deploy: missing tables were created again: ' . implode( ', ', $tables ) );
		$stored = array(
			'tables'    => array_values( array_unique( array_merge( $this->tables(), $tables ) ) ),
			'signature' => wp_generate_uuid4(),
		);
		update_option( self::OPTION, $stored, true );
	}
}
