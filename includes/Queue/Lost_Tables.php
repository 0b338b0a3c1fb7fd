<?php
/**
 * Tables that were lost.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Makes lost tables again, and says so: what was pending in them is gone, and somebody has to press.
 */
final class Lost_Tables {
	public const OPTION = 'headless_deploy_lost_tables';

	/**
	 * Whether this request has tried in vain.
	 */
	private static bool $is_hopeless = false;

	/**
	 * Makes again what is missing. To be called when a query has failed, whatever the reason.
	 *
	 * @return bool Whether anything was missing and is there now.
	 */
	public function mend(): bool {
		$lost = self::$is_hopeless ? array() : Schema::missing();
		if ( array() === $lost ) {
			return false;
		}
		Schema::create();
		self::$is_hopeless = array() !== Schema::missing();
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
	 * Prints the notice for those who can mend it or press.
	 */
	public function print_notice(): void {
		$lost = current_user_can( 'headless_deploy_rebuild' ) ? $this->known() : array();
		if ( array() === $lost ) {
			return;
		}
		wp_admin_notice(
			sprintf(
				/* translators: %s: names of tables of the database. */
				__( 'Headless Deploy found that tables of the database had been lost (%s), with the changes that were waiting in them. It has made them again where it could. Press Rebuild to bring the front end up to date.', 'headless-deploy' ),
				implode( ', ', $lost ),
			),
			array( 'type' => 'error' ),
		);
	}

	/**
	 * Returns the tables that are remembered as lost; looked up among the options that are loaded already.
	 *
	 * @return list<string>
	 */
	public function known(): array {
		$stored = maybe_unserialize( wp_load_alloptions()[ self::OPTION ] ?? '' );
		return is_array( $stored ) ? array_values( array_filter( $stored, is_string( ... ) ) ) : array();
	}

	/**
	 * Remembers, in the log of PHP and for the next page of wp-admin.
	 *
	 * @param non-empty-list<string> $tables Their names.
	 */
	private function remember( array $tables ): void {
		// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- the first to know is whoever reads the log.
		error_log( 'Headless Deploy: tables were missing and are made again: ' . implode( ', ', $tables ) );
		update_option( self::OPTION, array_values( array_unique( array_merge( $this->known(), $tables ) ) ), true );
	}
}
