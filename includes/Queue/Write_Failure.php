<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Remembers and shows that the database refused to note changes: the one way in which a change could be lost without
 * a trace in the queue.
 */
final class Write_Failure {
	public const OPTION = 'headless_deploy_write_failure';

	/**
	 * Remembers a failure, in the log of PHP and for the next page of wp-admin.
	 *
	 * @param int    $changes How many changes could not be noted.
	 * @param string $reason  What the database said; our statements hold no secret, its words are kept short.
	 */
	public function remember( int $changes, int $now, string $reason ): void {
		// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- nobody else would learn of it.
		error_log( sprintf( 'Headless Deploy: %d change(s) could not be noted: %s', $changes, mb_substr( $reason, 0, 200 ) ) );
		$known = $this->known();
		update_option(
			self::OPTION,
			array(
				'changes' => $changes + ( $known['changes'] ?? 0 ),
				'at'      => $now,
			),
			true,
		);
	}

	/**
	 * Forgets: a press sends everything, whatever was not noted before.
	 */
	public function forget(): void {
		if ( null !== $this->known() ) {
			delete_option( self::OPTION );
		}
	}

	/**
	 * Returns what is remembered. Every page of wp-admin asks; hardly ever is there anything, so that it is looked up
	 * among the options that are loaded already.
	 *
	 * @return array{changes: int, at: int}|null
	 */
	public function known(): ?array {
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
