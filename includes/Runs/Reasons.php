<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Untyped;

/**
 * Renders stored reasons for the current user. They contain ids; a title is shown only to users who may read the post.
 */
final class Reasons {
	public const MAX_REASONS = 20;

	private readonly Reason_Subjects $subjects;

	/**
	 * @var array<int, string>
	 */
	private array $names = array();

	public function __construct() {
		$this->subjects = new Reason_Subjects();
	}

	/**
	 * @param list<string> $rows JSON of each row, newest row first.
	 *
	 * @return list<Reason>
	 */
	public function of_rows( array $rows ): array {
		$this->prime( array( $rows ) );
		return array_map( $this->render( ... ), $this->newest( $rows ) );
	}

	/**
	 * Loads the subjects and users of many lists at once, instead of with a query each.
	 *
	 * @param array<list<string>> $lists Lists as `of_rows()` takes them.
	 */
	public function prime( array $lists ): void {
		$reasons = array_merge( array(), ...array_map( $this->newest( ... ), array_values( $lists ) ) );
		$this->subjects->prime( $reasons );
		cache_users( array_values( array_unique( array_filter( array_map(
			static fn( array $reason ): int => Untyped::number( $reason['user'] ?? 0 ),
			$reasons,
		) ) ) ) );
	}

	/**
	 * @param list<string> $rows JSON of each row, newest row first.
	 *
	 * @return list<array<mixed>>
	 */
	private function newest( array $rows ): array {
		$reasons = array();
		foreach ( $rows as $json ) {
			$stored  = json_decode( $json, true );
			$reasons = array_merge( $reasons, array_filter( is_array( $stored ) ? array_values( $stored ) : array(), is_array( ... ) ) );
			if ( count( $reasons ) >= self::MAX_REASONS ) {
				break;
			}
		}
		return array_slice( self::without_repeated( $reasons ), 0, self::MAX_REASONS );
	}

	/**
	 * Drops reasons that a request repeated in a later row (`again`), unless the first row is missing because an earlier run
	 * included it.
	 *
	 * @param  list<array<mixed>> $reasons As they were stored.
	 * @return list<array<mixed>>
	 */
	private static function without_repeated( array $reasons ): array {
		$subject_key = static fn( array $reason ): string => (string) wp_json_encode( array(
			$reason['type'] ?? '',
			$reason['id'] ?? 0,
			$reason['subtype'] ?? '',
			$reason['name'] ?? '',
		) );
		$listed = array();
		foreach ( $reasons as $reason ) {
			if ( ! isset( $reason['again'] ) ) {
				$listed[ $subject_key( $reason ) ] = true;
			}
		}
		$kept = array();
		foreach ( $reasons as $reason ) {
			if ( ! isset( $reason['again'] ) || ! isset( $listed[ $subject_key( $reason ) ] ) ) {
				$listed[ $subject_key( $reason ) ] = true;
				$kept[]                            = $reason;
			}
		}
		return $kept;
	}

	/**
	 * Loads the users who started runs in one query, unless their names were read with the runs.
	 *
	 * @param list<Run_Record> $runs
	 */
	public function prime_names( array $runs ): void {
		$users = array();
		foreach ( $runs as $run ) {
			if ( null !== $run->user_name ) {
				$this->names[ $run->user_id ] = $run->user_name;
			} elseif ( $run->user_id > 0 ) {
				$users[] = $run->user_id;
			}
		}
		cache_users( array_values( array_unique( $users ) ) );
	}

	/**
	 * @param int $id User, 0 for WordPress.
	 */
	public function user_name( int $id ): string {
		// Kept for deleted users too, for which WordPress would query the database every time.
		return $this->names[ $id ] ??= self::name( $id );
	}

	private static function name( int $id ): string {
		if ( $id <= 0 ) {
			return '';
		}
		$user = get_userdata( $id );
		return false === $user ? self::deleted_user() : $user->display_name;
	}

	public static function deleted_user(): string {
		return __( 'Deleted user', 'headless-deploy' );
	}

	/**
	 * @param array<mixed> $reason As it was stored.
	 */
	private function render( array $reason ): Reason {
		$event   = Reason_Text::event( $reason );
		$slug    = Reason_Text::slug( $reason );
		$subject = $this->subjects->of( $reason );
		$key     = is_string( $reason['meta'] ?? null ) ? $reason['meta'] : '';
		$user_id = Untyped::number( $reason['user'] ?? 0 );
		return new Reason(
			$event,
			'' === $subject['title'] ? '' : Reason_Text::label( $subject['type'], $event, $slug ),
			Reason_Text::sentence( $event, $subject['type'], $subject['kind'], $subject['title'], $slug ),
			$subject['title'],
			$subject['link'],
			'' === $key ? '' : Reason_Text::meta( $key, isset( $reason['cron'] ) ),
			$key,
			$user_id,
			$this->user_name( $user_id ),
			Untyped::number( $reason['at'] ?? 0 ),
		);
	}
}
