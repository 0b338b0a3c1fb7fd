<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Privacy;

use HeadlessDeploy\Entry_Point;

/**
 * Implements WordPress's tool "Erase Personal Data". Log entries stay, because other users rely on them, but the user's
 * ID is removed from the log and the settings.
 */
final class Eraser {
	private const PAGE_SIZE = 100;

	public function __construct(
		private readonly Personal_Rows $rows,
		private readonly Personal_Settings $settings,
	) {}

	/**
	 * Adds the eraser. Hooked to `wp_privacy_personal_data_erasers`.
	 *
	 * @param  array<string, array<string, mixed>> $erasers
	 * @return array<string, array<string, mixed>>
	 */
	public function add( array $erasers ): array {
		$erasers['headless-deploy'] = array(
			'eraser_friendly_name' => __( 'Headless Deploy', 'headless-deploy' ),
			'callback'             => Entry_Point::returning_error( $this->erase( ... ) ),
		);
		return $erasers;
	}

	/**
	 * Erases a user from a page of rows, the changes first: while a change names the user, a sender may write the ID
	 * into a run. Erased rows are no longer found, so every page starts at the first row.
	 *
	 * @return array{items_removed: bool, items_retained: bool, messages: list<string>, done: bool}
	 */
	public function erase( string $email, int $page = 1 ): array {
		$user_id = Personal_Rows::user_id( $email );
		if ( 0 === $user_id ) {
			return $this->result( 0, true );
		}
		$in_settings = $this->settings->erase( $user_id );
		$changes     = $this->rows->changes( $user_id, self::PAGE_SIZE );
		if ( array() !== $changes ) {
			$altered    = $this->rows->erase_in_changes( $changes, $user_id );
			$is_refused = 0 === $altered && $this->is_unchanged( $changes, $this->rows->changes( $user_id, self::PAGE_SIZE ) );
			return $is_refused ? $this->database_error() : $this->result( $altered, false );
		}
		$runs    = $this->rows->runs( $user_id, self::PAGE_SIZE );
		$altered = $this->rows->erase_in_runs( $runs, $user_id );
		if ( array() !== $runs && 0 === $altered && $this->is_unchanged( $runs, $this->rows->runs( $user_id, self::PAGE_SIZE ) ) ) {
			return $this->database_error();
		}
		return $this->result( $altered + $in_settings, count( $runs ) < self::PAGE_SIZE );
	}

	/**
	 * Tells whether the database rejects updates, which would be an endless loop. Rows that were not altered may also have
	 * been erased by another process.
	 *
	 * @param list<object&\stdClass> $before
	 * @param list<object&\stdClass> $after
	 */
	private function is_unchanged( array $before, array $after ): bool {
		$values = static fn( object $row ): array => (array) $row;
		return array_map( $values, $before ) === array_map( $values, $after );
	}

	/**
	 * @param  string                                                                               $error Why the user could not be erased, empty for none.
	 * @return array{items_removed: bool, items_retained: bool, messages: list<string>, done: bool}
	 */
	private function result( int $altered, bool $is_done, string $error = '' ): array {
		return array(
			'items_removed'  => $altered > 0,
			'items_retained' => '' !== $error,
			'messages'       => '' === $error ? array() : array( $error ),
			'done'           => $is_done,
		);
	}

	/**
	 * @return array{items_removed: bool, items_retained: bool, messages: list<string>, done: bool}
	 */
	private function database_error(): array {
		return $this->result( 0, true, __( 'Headless Deploy could not update the activity log in the database. Try again.', 'headless-deploy' ) );
	}
}
