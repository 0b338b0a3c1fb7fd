<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Iso_Time;

/**
 * Turns stored reasons into what the current user may know. Stored are ids; the title of a post is told to those alone
 * who may read it.
 */
final class Reasons {
	public const MOST = 20;

	/**
	 * Looks up what a reason is about.
	 */
	private readonly Reason_Subjects $subjects;

	/**
	 * Users that are not there any more: WordPress would ask the database for each of them every time.
	 *
	 * @var array<int, true>
	 */
	private array $gone = array();

	/**
	 * Names of users that were read with runs.
	 *
	 * @var array<int, string>
	 */
	private array $names = array();

	public function __construct() {
		$this->subjects = new Reason_Subjects();
	}

	/**
	 * Joins the reasons of some rows, newest first.
	 *
	 * @param  list<string>                                                                                                                                           $rows JSON of each row, newest row first.
	 * @return list<array{event: string, text: string, title: string, link: string, detail: string, metaKey: string, user: array{id: int, name: string}, at: string}>
	 */
	public function of_rows( array $rows ): array {
		$this->prime( array( $rows ) );
		return array_map( $this->render( ... ), $this->newest( $rows ) );
	}

	/**
	 * Reads what many lists of rows are about at once: it would cost a query each.
	 *
	 * @param array<list<string>> $lists Lists as `of_rows()` takes them.
	 */
	public function prime( array $lists ): void {
		$reasons = array_merge( array(), ...array_map( $this->newest( ... ), array_values( $lists ) ) );
		$this->subjects->prime( $reasons );
		cache_users( array_values( array_unique( array_filter( array_map( static fn( array $reason ): int => Reason_Subjects::number( $reason['user'] ?? 0 ), $reasons ) ) ) ) );
	}

	/**
	 * Returns the newest reasons of some rows, as they were stored.
	 *
	 * @param  list<string>       $rows JSON of each row, newest row first.
	 * @return list<array<mixed>>
	 */
	private function newest( array $rows ): array {
		$reasons = array();
		foreach ( $rows as $json ) {
			$stored  = json_decode( $json, true );
			$reasons = array_merge( $reasons, array_filter( is_array( $stored ) ? array_values( $stored ) : array(), is_array( ... ) ) );
			if ( count( $reasons ) >= self::MOST ) {
				break;
			}
		}
		return array_slice( self::once( $reasons ), 0, self::MOST );
	}

	/**
	 * Leaves out what a request has listed again in a later row, unless the first row is not here: it may have been sent
	 * before.
	 *
	 * @param  list<array<mixed>> $reasons As they were stored.
	 * @return list<array<mixed>>
	 */
	private static function once( array $reasons ): array {
		$thing  = static fn( array $reason ): string => (string) wp_json_encode( array( $reason['type'] ?? '', $reason['id'] ?? 0, $reason['subtype'] ?? '', $reason['name'] ?? '' ) );
		$listed = array();
		foreach ( $reasons as $reason ) {
			if ( ! isset( $reason['again'] ) ) {
				$listed[ $thing( $reason ) ] = true;
			}
		}
		$once = array();
		foreach ( $reasons as $reason ) {
			if ( ! isset( $reason['again'] ) || ! isset( $listed[ $thing( $reason ) ] ) ) {
				$listed[ $thing( $reason ) ] = true;
				$once[]                      = $reason;
			}
		}
		return $once;
	}

	/**
	 * Learns who started some runs: their names where they were read with the runs, else all of them in one query.
	 *
	 * @param list<object&\stdClass> $rows Rows of the log, some with `user_name`.
	 */
	public function learn_names( array $rows ): void {
		$users = array();
		foreach ( $rows as $row ) {
			if ( isset( $row->user_name ) ) {
				$this->names[ (int) $row->user_id ] = (string) $row->user_name;
			} elseif ( (int) $row->user_id > 0 ) {
				$users[] = (int) $row->user_id;
			}
		}
		cache_users( array_values( array_unique( $users ) ) );
	}

	/**
	 * Tells who somebody is.
	 *
	 * @param  int                          $id User, 0 for the machine.
	 * @return array{id: int, name: string}
	 */
	public function user( int $id ): array {
		if ( isset( $this->names[ $id ] ) ) {
			return array(
				'id'   => $id,
				'name' => $this->names[ $id ],
			);
		}
		$user = $id > 0 && ! isset( $this->gone[ $id ] ) ? get_userdata( $id ) : false;
		$name = false === $user ? '' : $user->display_name;
		if ( false === $user && $id > 0 ) {
			$this->gone[ $id ] = true;
			$name              = __( 'Deleted user', 'headless-deploy' );
		}
		return array(
			'id'   => $id,
			'name' => $name,
		);
	}

	/**
	 * Renders one reason.
	 *
	 * @param  array<mixed>                                                                                                                                     $reason As it was stored.
	 * @return array{event: string, text: string, title: string, link: string, detail: string, metaKey: string, user: array{id: int, name: string}, at: string}
	 */
	private function render( array $reason ): array {
		$event   = is_string( $reason['event'] ?? null ) ? $reason['event'] : Change::UPDATED;
		$subject = $this->subjects->of( $reason );
		$key     = is_string( $reason['meta'] ?? null ) ? $reason['meta'] : '';
		return array(
			'event'   => $event,
			'text'    => Reason_Text::sentence( $event, $subject['type'], $subject['kind'], $subject['title'] ),
			'title'   => $subject['title'],
			'link'    => $subject['link'],
			'detail'  => '' === $key ? '' : Reason_Text::meta( $key, isset( $reason['cron'] ) ),
			'metaKey' => $key,
			'user'    => $this->user( Reason_Subjects::number( $reason['user'] ?? 0 ) ),
			'at'      => Iso_Time::of( Reason_Subjects::number( $reason['at'] ?? 0 ) ),
		);
	}
}
