<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Stored_Value;

/**
 * The value of the option `headless_deploy_notification_state`: the open incidents, and of each channel the events that wait,
 * when it may be used next, and the result of the last message; and when each user tested a channel. Pure: times are arguments,
 * in milliseconds.
 *
 * @phpstan-import-type Incident from Incidents
 * @phpstan-import-type Event from Incidents
 * @phpstan-type Result array{at: int, code: string, data: array<string, string>}
 * @phpstan-type Channel array{events: list<Event>, nextAt: int, attempts: int, claim: string, claimedUntil: int, result: Result|null}
 * @phpstan-type State array{incidents: array<string, Incident>, channels: array<string, Channel>, tests: array<string, int>}
 */
final class Notification_State {
	public const OPTION = 'headless_deploy_notification_state';

	private const MAX_EVENTS = 50;

	/**
	 * Longer than an e-mail or a request may take. After it, the message of a crashed process is sent again.
	 */
	private const CLAIM_MS = 120_000;

	/**
	 * Delays after failed messages. After the last one the events are dropped.
	 */
	private const RETRY_MS = array( 60_000, 300_000, 1_800_000, 7_200_000 );

	/**
	 * The shortest time between two test messages of a user to a channel.
	 */
	private const TEST_MS = 60_000;

	/**
	 * @return State
	 */
	public static function read( ?string $raw ): array {
		/** @var State */
		return Stored_Value::of_row( self::schema(), $raw );
	}

	private static function schema(): Json_Schema {
		$text   = Json_Schema::text();
		$number = Json_Schema::integer();
		return Json_Schema::partial(
			incidents: Json_Schema::map_of( Json_Schema::partial( since: $number, told: Json_Schema::list_of( $text ) ) ),
			channels: Json_Schema::map_of( self::channel_schema() ),
			tests: Json_Schema::map_of( $number ),
		);
	}

	private static function channel_schema(): Json_Schema {
		$text   = Json_Schema::text();
		$number = Json_Schema::integer();
		return Json_Schema::partial(
			events: Json_Schema::list_of( Json_Schema::partial( kind: $text, environment: $text, run: $number, code: $text, at: $number ) ),
			nextAt: $number,
			attempts: $number,
			claim: $text,
			claimedUntil: $number,
			result: Json_Schema::partial( at: $number, code: $text, data: Json_Schema::map_of( $text ) )->or_null(),
		);
	}

	/**
	 * @return Channel
	 */
	private static function new_channel(): array {
		/** @var Channel */
		return Stored_Value::read( self::channel_schema(), null );
	}

	/**
	 * Adds what the facts say to the events of each channel; channels that are not used any more are dropped.
	 *
	 * @param  State           $state
	 * @param  list<Lane_Fact> $facts
	 * @param  list<string>    $lanes    Lanes of environments that exist, as `environment/lane`.
	 * @param  list<string>    $channels
	 * @param  list<string>    $kinds
	 * @return State
	 */
	public static function with_facts( array $state, array $facts, array $lanes, array $channels, array $kinds, int $now ): array {
		$next = Incidents::next( array_intersect_key( $state['incidents'], array_flip( $lanes ) ), $facts, $kinds, $now );
		$used = array();
		foreach ( $channels as $name ) {
			$used[ $name ]           = $state['channels'][ $name ] ?? self::new_channel();
			$used[ $name ]['events'] = array_slice( array( ...$used[ $name ]['events'], ...$next['events'] ), -self::MAX_EVENTS );
		}
		return array(
			'incidents' => $next['incidents'],
			'channels'  => $used,
			'tests'     => self::recent_tests( $state, $now ),
		);
	}

	/**
	 * @param  State        $state
	 * @return list<string> Channels with events that may be sent now.
	 */
	public static function due( array $state, int $now ): array {
		// A later time was stored before the clock was set back.
		$is_past = static fn( int $time ): bool => $time <= $now || $time > $now + Stored_Notifications::MAX_DIGEST_MINUTES * 60_000;
		$is_due  = static fn( array $channel ): bool => array() !== $channel['events']
			&& $is_past( $channel['nextAt'] )
			&& $is_past( $channel['claimedUntil'] );
		return array_map( strval( ... ), array_keys( array_filter( $state['channels'], $is_due ) ) );
	}

	/**
	 * @param  State  $state
	 * @param  string $claim A random text: the process whose text is stored sends.
	 * @return State
	 */
	public static function claimed( array $state, string $name, string $claim, int $now ): array {
		if ( in_array( $name, self::due( $state, $now ), true ) ) {
			$state['channels'][ $name ] = array( 'claim' => $claim, 'claimedUntil' => $now + self::CLAIM_MS ) + $state['channels'][ $name ];
		}
		return $state;
	}

	/**
	 * Stores the result of a message.
	 *
	 * @param  State  $state
	 * @param  int    $sent_events How many events the message contained.
	 * @param  Result $result      Without a code when it was sent.
	 * @param  int    $digest_ms   When the next message may follow.
	 * @return State
	 */
	public static function sent( array $state, string $name, string $claim, int $sent_events, array $result, int $digest_ms ): array {
		$channel = $state['channels'][ $name ] ?? null;
		if ( null === $channel || $claim !== $channel['claim'] ) {
			return $state;
		}
		$delay                      = '' === $result['code'] ? null : self::RETRY_MS[ $channel['attempts'] ] ?? null;
		$state['channels'][ $name ] = array(
			'events'       => null === $delay ? array_slice( $channel['events'], $sent_events ) : $channel['events'],
			'nextAt'       => $result['at'] + ( $delay ?? $digest_ms ),
			'attempts'     => null === $delay ? 0 : $channel['attempts'] + 1,
			'claim'        => '',
			'claimedUntil' => 0,
			'result'       => $result,
		);
		return $state;
	}

	/**
	 * Notes that a user tests channels. The times are kept apart from the channels, so that a user who removes a channel
	 * and adds it again does not test it twice.
	 *
	 * @param  State        $state
	 * @param  list<string> $channels
	 * @return State|int    For how many milliseconds the user has to wait, if one of the channels was tested.
	 */
	public static function with_tests( array $state, array $channels, int $user_id, int $now ): array|int {
		$tests  = array_fill_keys( array_map( static fn( string $channel ): string => "$user_id $channel", $channels ), $now );
		$recent = self::recent_tests( $state, $now );
		$same   = array_intersect_key( $recent, $tests );
		return array() === $same ? array( 'tests' => $tests + $recent ) + $state : max( $same ) + self::TEST_MS - $now;
	}

	/**
	 * @param  State $state
	 * @return State
	 */
	public static function without_user( array $state, int $user_id ): array {
		unset( $state['channels'][ "user-$user_id" ] );
		$state['tests'] = array_filter(
			$state['tests'],
			static fn( string $test ): bool => ! str_starts_with( $test, "$user_id " ) && ! str_ends_with( $test, " user-$user_id" ),
			ARRAY_FILTER_USE_KEY,
		);
		return $state;
	}

	/**
	 * @param  State              $state
	 * @return array<string, int>
	 */
	private static function recent_tests( array $state, int $now ): array {
		// A later time was stored before the clock was set back.
		return array_filter( $state['tests'], static fn( int $at ): bool => $at <= $now && $now < $at + self::TEST_MS );
	}

	/**
	 * Stores the result of a test message. Events that wait are unaffected.
	 *
	 * @param  State  $state
	 * @param  Result $result
	 * @return State
	 */
	public static function tested( array $state, string $name, array $result ): array {
		$state['channels'][ $name ] = array( 'result' => $result ) + ( $state['channels'][ $name ] ?? self::new_channel() );
		return $state;
	}
}
