<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Stored_Reason;

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
	 * @param  list<Stored_Reason> $stored Newest first.
	 * @return list<Reason>
	 */
	public function render( array $stored ): array {
		$this->prime( array( $stored ) );
		return array_map( $this->reason( ... ), self::newest( $stored ) );
	}

	/**
	 * Loads the subjects and users of many lists at once, instead of with a query each.
	 *
	 * @param array<list<Stored_Reason>> $lists Lists as `render()` takes them.
	 */
	public function prime( array $lists ): void {
		$reasons = array_merge( array(), ...array_map( self::newest( ... ), array_values( $lists ) ) );
		$this->subjects->prime( $reasons );
		$this->prime_users( array_column( $reasons, 'user' ) );
	}

	/**
	 * Drops reasons that a request repeated in a later row (`again`), unless the first row is missing because an earlier run
	 * included it.
	 *
	 * @param  list<Stored_Reason> $reasons
	 * @return list<Stored_Reason>
	 */
	private static function newest( array $reasons ): array {
		$subject = static fn( Stored_Reason $reason ): string => "$reason->type $reason->id $reason->subtype $reason->name";
		$listed  = array();
		foreach ( $reasons as $reason ) {
			if ( ! $reason->again ) {
				$listed[ $subject( $reason ) ] = true;
			}
		}
		$kept = array();
		foreach ( $reasons as $reason ) {
			if ( ! $reason->again || ! isset( $listed[ $subject( $reason ) ] ) ) {
				$listed[ $subject( $reason ) ] = true;
				$kept[]                        = $reason;
			}
		}
		return array_slice( $kept, 0, self::MAX_REASONS );
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
		$this->prime_users( $users );
	}

	/**
	 * Loads users in one query, and notes which are deleted: WordPress would query the database for those every time.
	 *
	 * @param array<int> $ids
	 */
	private function prime_users( array $ids ): void {
		$ids = array_values( array_diff( array_unique( $ids ), array( 0 ), array_keys( $this->names ) ) );
		cache_users( $ids );
		foreach ( $ids as $id ) {
			if ( false === wp_cache_get( $id, 'users' ) ) {
				$this->names[ $id ] = self::deleted_user();
			}
		}
	}

	/**
	 * @param int $id User, 0 for WordPress.
	 */
	public function user_name( int $id ): string {
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

	private function reason( Stored_Reason $reason ): Reason {
		$event   = Reason_Text::event( $reason );
		$subject = $this->subjects->of( $reason );
		return new Reason(
			$event,
			'' === $subject['title'] ? '' : Reason_Text::label( $subject['type'], $event, $reason->slug ),
			Reason_Text::sentence( $event, $subject['type'], $subject['kind'], $subject['title'], $reason->slug ),
			$subject['title'],
			$subject['link'],
			'' === $reason->meta ? '' : Reason_Text::meta( $reason->meta, $reason->cron ),
			$reason->meta,
			$reason->user,
			$this->user_name( $reason->user ),
			$reason->at,
		);
	}
}
