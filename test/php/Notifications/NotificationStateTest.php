<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Notifications;

use HeadlessDeploy\Notifications\Notification_State;
use PHPUnit\Framework\TestCase;

final class NotificationStateTest extends TestCase {
	private const NOW   = 1_800_000_000_000;
	private const EVENT = array( 'kind' => 'failed', 'environment' => 'production', 'run' => 1, 'code' => '', 'at' => self::NOW );
	private const SENT  = array( 'at' => self::NOW, 'code' => '', 'data' => array() );

	public function test_a_sender_whose_claim_expired_does_not_change_what_the_next_one_sends(): void {
		$first  = Notification_State::claimed( self::state(), 'chat', 'first', self::NOW );
		$second = Notification_State::claimed( $first, 'chat', 'second', self::NOW + 120_000 );
		$this->assertSame( 'second', $second['channels']['chat']['claim'] );
		$failed = array( 'code' => 'headless_deploy_chat_refused' ) + self::SENT;
		foreach ( array( self::SENT, $failed ) as $late_result ) {
			$this->assertSame( $second, Notification_State::sent( $second, 'chat', 'first', 1, $late_result, 0 ) );
		}
		$done = Notification_State::sent( $second, 'chat', 'second', 1, self::SENT, 0 );
		$this->assertSame( array( array(), '' ), array( $done['channels']['chat']['events'], $done['channels']['chat']['claim'] ) );
		$this->assertSame( $done, Notification_State::sent( $done, 'chat', 'first', 1, $failed, 0 ), 'The claim of a sent message is empty.' );
	}

	public function test_a_channel_is_claimed_again_only_when_the_claim_is_over(): void {
		$claimed = Notification_State::claimed( self::state(), 'chat', 'first', self::NOW );
		$this->assertSame( $claimed, Notification_State::claimed( $claimed, 'chat', 'second', self::NOW + 119_999 ) );
		$this->assertSame( array(), Notification_State::due( $claimed, self::NOW + 119_999 ) );
		$this->assertSame( array( 'chat' ), Notification_State::due( $claimed, self::NOW + 120_000 ) );
	}

	public function test_events_that_arrive_while_a_message_is_sent_wait_for_the_next_one(): void {
		$claimed                                 = Notification_State::claimed( self::state(), 'chat', 'first', self::NOW );
		$later                                   = array( 'run' => 2 ) + self::EVENT;
		$claimed['channels']['chat']['events'][] = $later;
		$this->assertSame( array( $later ), Notification_State::sent( $claimed, 'chat', 'first', 1, self::SENT, 0 )['channels']['chat']['events'] );
	}

	public function test_a_channel_that_cannot_be_used_keeps_the_newest_50_events(): void {
		$state                               = self::state();
		$state['channels']['chat']['events'] = array_map( static fn( int $run ): array => array( 'run' => $run ) + self::EVENT, range( 1, 60 ) );
		$next                                = Notification_State::with_facts( $state, array(), array(), array( 'chat' ), array(), self::NOW );
		$this->assertSame( range( 11, 60 ), array_column( $next['channels']['chat']['events'], 'run' ) );
	}

	public function test_the_incident_of_a_removed_environment_is_forgotten(): void {
		$incident           = array( 'since' => self::NOW, 'told' => array( 'failed' ) );
		$state              = self::state();
		$state['incidents'] = array( 'production/build' => $incident, 'staging/build' => $incident );
		$next               = Notification_State::with_facts( $state, array(), array( 'production/build', 'production/cache' ), array( 'chat' ), array(), self::NOW );
		$this->assertSame( array( 'production/build' => $incident ), $next['incidents'] );
	}

	public function test_a_clock_that_was_set_back_delays_no_message(): void {
		$day   = 86_400_000;
		$state = self::state();
		foreach ( array( 'nextAt', 'claimedUntil' ) as $field ) {
			$later                               = $state;
			$later['channels']['chat'][ $field ] = self::NOW + $day;
			$this->assertSame( array(), Notification_State::due( $later, self::NOW ), $field );
			$this->assertSame( array( 'chat' ), Notification_State::due( $later, self::NOW - 1 ), "$field: no digest is longer than a day." );
		}
	}

	public function test_the_tests_of_one_user_do_not_forget_those_of_another(): void {
		$state = self::state();
		foreach ( array( 5, 6 ) as $user ) {
			$state = Notification_State::with_tests( $state, array( 'chat', 'user-5' ), $user, self::NOW );
			$this->assertIsArray( $state );
		}
		$this->assertSame( 60_000, Notification_State::with_tests( $state, array( 'user-5' ), 5, self::NOW ) );
		$this->assertSame( 1, Notification_State::with_tests( $state, array( 'chat' ), 6, self::NOW + 59_999 ) );
		$this->assertIsArray( Notification_State::with_tests( $state, array( 'user-6' ), 5, self::NOW ), 'Another channel.' );
		$later = Notification_State::with_facts( $state, array(), array(), array( 'chat' ), array(), self::NOW + 60_000 );
		$this->assertSame( array(), $later['tests'], 'Users are stored for a minute.' );
	}

	public function test_an_erased_user_is_in_no_channel_and_no_test(): void {
		$state = self::state();
		foreach ( array( 5, 55 ) as $user ) {
			$state['channels'][ "user-$user" ] = $state['channels']['chat'];
			$state                             = Notification_State::with_tests( $state, array( 'chat', "user-$user", 'user-15' ), $user, self::NOW );
			$this->assertIsArray( $state );
		}
		$kept = Notification_State::without_user( $state, 5 );
		$this->assertSame( array( array( 'chat', 'user-55' ), array( '55 chat', '55 user-55', '55 user-15' ) ), array( array_keys( $kept['channels'] ), array_keys( $kept['tests'] ) ) );
	}

	private static function state(): array {
		$state                               = Notification_State::with_facts( Notification_State::read( null ), array(), array(), array( 'chat' ), array(), self::NOW );
		$state['channels']['chat']['events'] = array( self::EVENT );
		return $state;
	}
}
