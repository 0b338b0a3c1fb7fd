<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Read_Failed;

/**
 * Makes lost tables again, and says so: what was pending in them is gone, and somebody has to press.
 */
final class Missing_Tables {
	public const OPTION = 'headless_deploy_lost_tables';

	/**
	 * Whether this request has tried in vain.
	 */
	private static bool $is_hopeless = false;

	/**
	 * Makes again what is missing, where a listing of the tables proves that it is. To be called when a query has failed,
	 * whatever the reason.
	 *
	 * @return bool Whether anything was missing and is there now.
	 */
	public function repair(): bool {
		try {
			$lost = self::$is_hopeless ? array() : Schema::missing();
			if ( array() === $lost ) {
				return false;
			}
			Schema::create();
			self::$is_hopeless = array() !== Schema::missing();
		} catch ( Read_Failed ) {
			// A listing that failed proves nothing.
			return false;
		}
		$this->remember( $lost );
		return ! self::$is_hopeless;
	}

	/**
	 * Forgets: a press sends everything.
	 */
	public function forget(): void {
		if ( array() !== $this->known() ) {
			delete_option( self::OPTION );
		}
	}

	/**
	 * Returns the tables that are remembered as lost; looked up among the options that are loaded already.
	 *
	 * @return list<string>
	 */
	public function known(): array {
		$tables = $this->stored()['tables'] ?? null;
		return is_array( $tables ) ? array_values( array_filter( $tables, is_string( ... ) ) ) : array();
	}

	/**
	 * Returns what is another each time that something was lost, for whoever was told of it before.
	 */
	public function mark(): string {
		$mark = $this->stored()['mark'] ?? '';
		return is_string( $mark ) ? $mark : '';
	}

	/**
	 * Returns what is remembered.
	 *
	 * @return array<mixed>
	 */
	private function stored(): array {
		$stored = maybe_unserialize( wp_load_alloptions()[ self::OPTION ] ?? '' );
		return is_array( $stored ) ? $stored : array();
	}

	/**
	 * Remembers, in the log of PHP and for the next page of wp-admin.
	 *
	 * @param non-empty-list<string> $tables
	 */
	private function remember( array $tables ): void {
		// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- the first to know is whoever reads the log.
		error_log( 'Headless Deploy: tables were missing and are made again: ' . implode( ', ', $tables ) );
		$stored = array(
			'tables' => array_values( array_unique( array_merge( $this->known(), $tables ) ) ),
			'mark'   => wp_generate_uuid4(),
		);
		update_option( self::OPTION, $stored, true );
	}
}
