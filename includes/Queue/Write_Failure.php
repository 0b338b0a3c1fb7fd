<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Records that the database refused to store changes: the one case in which the queue does not contain a change.
 */
final class Write_Failure {
	public const OPTION = 'headless_deploy_write_failure';

	/**
	 * Writes the PHP log, and stores the failure for the next page of wp-admin.
	 *
	 * @param string $reason Error of the database; the statements contain no sensitive values.
	 */
	public function remember( int $changes, int $now, string $reason ): void {
		// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- the changes may be lost, and nothing else records it.
		error_log( sprintf( 'Headless Deploy: %d change(s) could not be saved: %s', $changes, mb_substr( $reason, 0, 200 ) ) );
		$earlier = $this->get();
		update_option(
			self::OPTION,
			array(
				'changes' => $changes + ( $earlier['changes'] ?? 0 ),
				'at'      => $now,
			),
			true,
		);
	}

	/**
	 * Ends the notice: a manual run deploys the current content, whether or not its changes were recorded.
	 */
	public function forget(): void {
		if ( null !== $this->get() ) {
			delete_option( self::OPTION );
		}
	}

	/**
	 * Reads the autoloaded options, because every page of wp-admin asks.
	 *
	 * @return array{changes: int, at: int}|null
	 */
	public function get(): ?array {
		$stored = maybe_unserialize( wp_load_alloptions()[ self::OPTION ] ?? '' );
		if ( ! is_array( $stored ) || ! is_numeric( $stored['changes'] ?? null ) || ! is_numeric( $stored['at'] ?? null ) ) {
			return null;
		}
		return array(
			'changes' => (int) $stored['changes'],
			'at'      => (int) $stored['at'],
		);
	}
}
