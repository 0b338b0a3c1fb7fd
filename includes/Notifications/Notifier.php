<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Etag;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Runs\Run_Log;
use WP_Error;

/**
 * Tells users about failed and repaired lanes. What is sent, and by which process, is decided by
 * compare-and-swap of one option. Without recipients and a chat it makes one query.
 *
 * @phpstan-import-type Stored from Stored_Notifications
 * @phpstan-import-type State from Notification_State
 * @phpstan-import-type Channel from Notification_State
 */
final class Notifier {
	/**
	 * After this time no further message is sent in a dispatch, so that it ends before WP-Cron starts a second process.
	 */
	private const MAX_MS = 10_000;

	public function __construct(
		private readonly Notification_Store $store,
		private readonly Send_Policy $send_policy,
		private readonly Run_Log $log,
		private readonly Message_Sender $sender,
		private readonly Environments $environments,
		private readonly Clock $clock,
	) {}

	/**
	 * @throws Read_Failed
	 */
	public function notify(): void {
		$stored = $this->store->get();
		if ( ! Stored_Notifications::is_on( $stored ) ) {
			return;
		}
		$now   = $this->clock->now_ms();
		$facts = $this->facts();
		$known = array_values( array_filter( $facts ) );
		$state = self::change(
			static fn( array $state ): array => Notification_State::with_facts(
				$state,
				$known,
				array_keys( $facts ),
				Stored_Notifications::channels( $stored ),
				$stored['kinds'],
				$now,
			),
		);
		if ( ! Stored_Notifications::is_quiet( $stored['quietFrom'], $stored['quietTo'], $now, wp_timezone() ) ) {
			$state = $this->send_due( $state, $stored );
		}
		Waiting_Sites::set( array() !== array_filter( array_column( $state['channels'], 'events' ) ) );
	}

	/**
	 * @param  State  $state
	 * @param  Stored $stored
	 * @return State
	 */
	private function send_due( array $state, array $stored ): array {
		$latest_start = $this->clock->monotonic_ms() + self::MAX_MS;
		foreach ( Notification_State::due( $state, $this->clock->now_ms() ) as $channel ) {
			if ( $this->clock->monotonic_ms() < $latest_start ) {
				$state = $this->send( $channel, $stored );
			}
		}
		return $state;
	}

	/**
	 * Sends a test message of a user to each channel and stores the results.
	 *
	 * @param  int           $user_id 0 for a command without `--user`.
	 * @throws Read_Failed
	 * @return WP_Error|null Why nothing was sent, for example from a copy of the site.
	 */
	public function test( int $user_id ): ?WP_Error {
		$stored   = $this->store->get();
		$channels = Stored_Notifications::channels( $stored );
		$error    = array() === $channels
			? Errors::make( 'headless_deploy_notifications_off' )
			: $this->refusal() ?? $this->claim_test( $channels, $user_id );
		if ( null !== $error ) {
			return $error;
		}
		foreach ( $channels as $channel ) {
			$result = $this->sender->send( $channel, static fn( int $reader ): Message => Message::test(), $stored );
			self::change( static fn( array $state ): array => Notification_State::tested( $state, $channel, $result ) );
		}
		return null;
	}

	/**
	 * Allows one test message a minute, because it goes to other users.
	 *
	 * @param list<string> $channels
	 */
	private function claim_test( array $channels, int $user_id ): ?WP_Error {
		$now     = $this->clock->now_ms();
		$claimed = ( new Option_Row( Notification_State::OPTION ) )->change(
			Notification_State::read( ... ),
			static function ( array $state ) use ( $channels, $user_id, $now ): array|WP_Error {
				$next = Notification_State::with_tests( $state, $channels, $user_id, $now );
				return is_array( $next ) ? $next : Errors::make( 'headless_deploy_test_repeated', seconds: (string) (int) ceil( $next / 1000 ) );
			},
		);
		return is_wp_error( $claimed ) ? $claimed : null;
	}

	/**
	 * @throws Read_Failed
	 * @return array<string, Channel>
	 */
	public function channels(): array {
		$state = Notification_State::read( ( new Option_Row( Notification_State::OPTION ) )->read() );
		return array_intersect_key( $state['channels'], array_flip( Stored_Notifications::channels( $this->store->get() ) ) );
	}

	/**
	 * @param  Stored $stored
	 * @return State
	 */
	private function send( string $channel, array $stored ): array {
		$now    = $this->clock->now_ms();
		$claim  = Etag::random();
		$state  = self::change( static fn( array $state ): array => Notification_State::claimed( $state, $channel, $claim, $now ) );
		$events = $state['channels'][ $channel ]['events'] ?? array();
		if ( $claim !== ( $state['channels'][ $channel ]['claim'] ?? '' ) || array() === $events ) {
			return $state;
		}
		$labels = $this->environments->labels();
		$result = $this->sender->send(
			$channel,
			static fn( int $reader ): Message => Message::of_events( $events, $labels, $reader ),
			$stored,
		);
		return self::change(
			static fn( array $state ): array => Notification_State::sent(
				$state,
				$channel,
				$claim,
				count( $events ),
				$result,
				$stored['digestMinutes'] * 60_000,
			),
		);
	}

	/**
	 * @param  Closure(State): State $edit
	 * @throws Read_Failed
	 * @return State                 What is stored afterwards; when the database refuses to write, a state without channels.
	 */
	private static function change( Closure $edit ): array {
		$changed = ( new Option_Row( Notification_State::OPTION ) )->change( Notification_State::read( ... ), $edit );
		return is_wp_error( $changed ) ? Notification_State::read( null ) : $changed;
	}

	/**
	 * Reads what is known of the lanes of the current site. Of an environment that this site must not send to, for example
	 * on a copy of the site, nothing counts: the original tells its users.
	 *
	 * @throws Read_Failed
	 * @return array<string, Lane_Fact|null> By lane, as `environment/lane`; null where nothing new is known.
	 */
	private function facts(): array {
		$permissions = $this->send_policy->all();
		$facts       = array();
		// An unfinished run follows the last one that ended, so it replaces it.
		foreach ( array( ...$this->log->last_of_lanes(), ...self::unfinished() ) as $run ) {
			$permission = $permissions[ $run->key->environment_id ] ?? null;
			if ( null !== $permission && ! $permission->is_blocked() ) {
				$facts[ $run->key->environment_id . '/' . $run->key->lane->value ] = Lane_Fact::of( $run );
			}
		}
		return $facts;
	}

	/**
	 * Returns why this site sends no message at all: it must not send to any of its environments.
	 *
	 * @throws Read_Failed
	 */
	private function refusal(): ?WP_Error {
		$permissions = $this->send_policy->all();
		$blocked     = array_filter( $permissions, static fn( Send_Permission $one ): bool => $one->is_blocked() );
		return count( $blocked ) < count( $permissions ) ? null : ( array_values( $blocked )[0] ?? null )?->error();
	}

	/**
	 * @throws Read_Failed
	 * @return list<Run_Record>
	 */
	private static function unfinished(): array {
		global $wpdb;
		$rows = Queue_Reader::rows( (string) $wpdb->prepare(
			"SELECT * FROM {$wpdb->headless_deploy_runs} WHERE status IN ('sending', 'retrying') AND blog_id = %d",
			get_current_blog_id(),
		) );
		return array_map( Run_Record::from_row( ... ), $rows );
	}
}
