<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Schedules;

use DateTimeImmutable;
use DateTimeZone;
use HeadlessDeploy\Action;
use HeadlessDeploy\Schedules\Frequency;
use HeadlessDeploy\Schedules\Recurrence;
use HeadlessDeploy\Schedules\Schedule;
use HeadlessDeploy\Schedules\Weekday;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class RecurrenceTest extends TestCase {
	private const DAY = 86_400;

	/**
	 * Zones that change by an hour, by half an hour, at midnight, around Ramadan, never, have changed for good, have left
	 * out a whole day, or are mere offsets.
	 */
	private const ZONES = array( 'Europe/Stockholm', 'Europe/Dublin', 'America/New_York', 'America/Havana', 'America/Sao_Paulo', 'America/Santiago', 'America/St_Johns', 'Africa/Casablanca', 'Africa/Cairo', 'Asia/Tehran', 'Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Beirut', 'Asia/Pyongyang', 'Australia/Lord_Howe', 'Australia/Adelaide', 'Pacific/Apia', 'Pacific/Chatham', 'Pacific/Kiritimati', 'Antarctica/Troll', 'UTC', '+05:30', '-09:30', '+14:00' );

	/**
	 * @param array<string, string|int> $what Frequency, time, weekday and day.
	 */
	#[DataProvider( 'moments' )]
	public function test_next_run( string $zone, array $what, string $after, string $expected ): void {
		$next = ( new Recurrence( new DateTimeZone( $zone ) ) )->after( $this->schedule( $what ), $this->ms( $after ) );
		$this->assertSame( $this->iso( $this->ms( $expected ) ), $this->iso( $next ) );
	}

	public static function moments(): iterable {
		$daily   = array( 'frequency' => 'daily' );
		$weekly  = array( 'frequency' => 'weekly' );
		$monthly = array( 'frequency' => 'monthly' );
		$hourly  = array( 'frequency' => 'hourly' );
		$at      = static fn( string $time ): array => array( 'time' => $time );

		yield 'daily, later today' => array( 'Europe/Stockholm', $daily + $at( '03:00' ), '2026-11-21T01:59:59.999Z', '2026-11-21T02:00Z' );
		yield 'daily, strictly after' => array( 'Europe/Stockholm', $daily + $at( '03:00' ), '2026-11-21T02:00:00.000Z', '2026-11-22T02:00Z' );
		yield 'daily, a millisecond after' => array( 'Europe/Stockholm', $daily + $at( '03:00' ), '2026-11-21T02:00:00.001Z', '2026-11-22T02:00Z' );
		yield 'daily at midnight' => array( 'Asia/Kolkata', $daily + $at( '00:00' ), '2026-11-21T18:29Z', '2026-11-21T18:30Z' );
		yield 'daily at the last minute' => array( 'Pacific/Kiritimati', $daily + $at( '23:59' ), '2026-12-31T09:59Z', '2027-01-01T09:59Z' );
		yield 'daily in an offset' => array( '+05:30', $daily + $at( '03:00' ), '2026-11-21T00:00Z', '2026-11-21T21:30Z' );
		yield 'daily in a half-hour offset west' => array( '-09:30', $daily + $at( '03:00' ), '2026-11-21T12:29Z', '2026-11-21T12:30Z' );

		yield 'daily in the hour left out' => array( 'Europe/Stockholm', $daily + $at( '02:30' ), '2026-03-28T12:00Z', '2026-03-29T01:00Z' );
		yield 'daily after the hour left out' => array( 'Europe/Stockholm', $daily + $at( '02:30' ), '2026-03-29T01:00Z', '2026-03-30T00:30Z' );
		yield 'daily in the hour that comes twice' => array( 'Europe/Stockholm', $daily + $at( '02:30' ), '2026-10-24T12:00Z', '2026-10-25T00:30Z' );
		yield 'daily, not a second time' => array( 'Europe/Stockholm', $daily + $at( '02:30' ), '2026-10-25T00:30Z', '2026-10-26T01:30Z' );
		yield 'daily in the half hour left out' => array( 'Australia/Lord_Howe', $daily + $at( '02:15' ), '2026-10-03T00:00Z', '2026-10-03T15:30Z' );
		yield 'daily in the half hour that comes twice' => array( 'Australia/Lord_Howe', $daily + $at( '01:45' ), '2026-04-04T00:00Z', '2026-04-04T14:45Z' );
		yield 'daily after that half hour' => array( 'Australia/Lord_Howe', $daily + $at( '01:45' ), '2026-04-04T14:45Z', '2026-04-05T15:15Z' );
		yield 'daily at a midnight left out' => array( 'America/Santiago', $daily + $at( '00:00' ), '2026-09-05T12:00Z', '2026-09-06T04:00Z' );
		yield 'daily at a midnight that comes once' => array( 'America/Santiago', $daily + $at( '00:00' ), '2026-04-04T12:00Z', '2026-04-05T04:00Z' );
		yield 'daily before a midnight that is put off' => array( 'America/Santiago', $daily + $at( '23:30' ), '2026-04-04T12:00Z', '2026-04-05T02:30Z' );
		yield 'daily, on a day left out' => array( 'Pacific/Apia', $daily + $at( '03:00' ), '2011-12-29T14:00Z', '2011-12-30T10:00Z' );
		yield 'daily, after a day left out' => array( 'Pacific/Apia', $daily + $at( '03:00' ), '2011-12-30T10:00Z', '2011-12-30T13:00Z' );
		yield 'daily, after 2037' => array( 'Asia/Tokyo', $daily + $at( '03:00' ), '2099-06-01T00:00Z', '2099-06-01T18:00Z' );

		yield 'weekly, today' => array( 'Europe/Stockholm', $weekly + $at( '06:30' ) + array( 'weekday' => 'saturday' ), '2026-11-21T05:00Z', '2026-11-21T05:30Z' );
		yield 'weekly, today is over' => array( 'Europe/Stockholm', $weekly + $at( '06:30' ) + array( 'weekday' => 'saturday' ), '2026-11-21T05:30Z', '2026-11-28T05:30Z' );
		yield 'weekly, in two days' => array( 'Europe/Stockholm', $weekly + $at( '06:30' ) + array( 'weekday' => 'monday' ), '2026-11-21T05:30Z', '2026-11-23T05:30Z' );
		yield 'weekly, yesterday' => array( 'Europe/Stockholm', $weekly + $at( '06:30' ) + array( 'weekday' => 'friday' ), '2026-11-21T05:30Z', '2026-11-27T05:30Z' );
		yield 'weekly, its day begins earlier than in UTC' => array( 'Pacific/Kiritimati', $weekly + $at( '01:00' ) + array( 'weekday' => 'sunday' ), '2026-11-21T10:59Z', '2026-11-21T11:00Z' );
		yield 'weekly, in the hour left out' => array( 'America/New_York', $weekly + $at( '02:30' ) + array( 'weekday' => 'sunday' ), '2026-03-02T00:00Z', '2026-03-08T07:00Z' );
		yield 'weekly, on a day left out' => array( 'Pacific/Apia', $weekly + $at( '03:00' ) + array( 'weekday' => 'friday' ), '2011-12-25T00:00Z', '2011-12-30T10:00Z' );

		yield 'monthly' => array( 'Europe/Stockholm', $monthly + $at( '03:00' ) + array( 'day' => 1 ), '2026-11-21T00:00Z', '2026-12-01T02:00Z' );
		yield 'monthly, over the new year' => array( 'Europe/Stockholm', $monthly + $at( '03:00' ) + array( 'day' => 15 ), '2026-12-15T02:00Z', '2027-01-15T02:00Z' );
		yield 'monthly, day 31 in November' => array( 'Europe/Stockholm', $monthly + $at( '03:00' ) + array( 'day' => 31 ), '2026-11-21T00:00Z', '2026-11-30T02:00Z' );
		yield 'monthly, day 31 after November' => array( 'Europe/Stockholm', $monthly + $at( '03:00' ) + array( 'day' => 31 ), '2026-11-30T02:00Z', '2026-12-31T02:00Z' );
		yield 'monthly, day 31 in February' => array( 'Europe/Stockholm', $monthly + $at( '03:00' ) + array( 'day' => 31 ), '2027-01-31T02:00Z', '2027-02-28T02:00Z' );
		yield 'monthly, day 30 in a leap February' => array( 'Europe/Stockholm', $monthly + $at( '03:00' ) + array( 'day' => 30 ), '2028-01-30T02:00Z', '2028-02-29T02:00Z' );
		yield 'monthly, day 30 after a leap February' => array( 'Europe/Stockholm', $monthly + $at( '03:00' ) + array( 'day' => 30 ), '2028-02-29T02:00Z', '2028-03-30T01:00Z' );
		yield 'monthly, the month begins earlier than in UTC' => array( 'Pacific/Kiritimati', $monthly + $at( '00:30' ) + array( 'day' => 1 ), '2026-11-30T10:29Z', '2026-11-30T10:30Z' );
		yield 'monthly, the month ends later than in UTC' => array( 'America/New_York', $monthly + $at( '23:30' ) + array( 'day' => 31 ), '2026-12-01T00:00Z', '2026-12-01T04:30Z', );

		yield 'hourly' => array( 'Europe/Stockholm', $hourly + $at( '00:15' ), '2026-11-21T04:15Z', '2026-11-21T05:15Z' );
		yield 'hourly, the hour does not count' => array( 'Europe/Stockholm', $hourly + $at( '17:15' ), '2026-11-21T04:00Z', '2026-11-21T04:15Z' );
		yield 'hourly, by the minutes of the zone' => array( 'Asia/Kolkata', $hourly + $at( '00:15' ), '2026-11-21T04:00Z', '2026-11-21T04:45Z' );
		yield 'hourly, over the hour left out' => array( 'Europe/Stockholm', $hourly + $at( '00:15' ), '2026-03-29T00:15Z', '2026-03-29T01:15Z' );
		yield 'hourly, in the hour that comes twice' => array( 'Europe/Stockholm', $hourly + $at( '00:15' ), '2026-10-25T00:15Z', '2026-10-25T01:15Z' );
		yield 'hourly, over the half hour left out' => array( 'Australia/Lord_Howe', $hourly + $at( '00:15' ), '2026-10-03T14:45Z', '2026-10-03T16:15Z' );
	}

	#[DataProvider( 'zones' )]
	public function test_a_daily_schedule_runs_once_every_day( string $zone ): void {
		$this->assert_once_for_each(
			$zone,
			static fn( string $time ): array => array( 'frequency' => 'daily', 'time' => $time ),
			static fn( int $from ): int => $from + 1,
		);
	}

	#[DataProvider( 'zones' )]
	public function test_a_weekly_schedule_runs_once_every_week( string $zone ): void {
		$this->assert_once_for_each(
			$zone,
			static fn( string $time ): array => array( 'frequency' => 'weekly', 'time' => $time, 'weekday' => 'sunday' ),
			static fn( int $from ): int => $from + 1 + ( 7 - (int) gmdate( 'N', ( $from + 1 ) * self::DAY ) ),
		);
	}

	#[DataProvider( 'zones' )]
	public function test_a_monthly_schedule_runs_once_every_month( string $zone ): void {
		$this->assert_once_for_each(
			$zone,
			static fn( string $time ): array => array( 'frequency' => 'monthly', 'time' => $time, 'day' => 31 ),
			static function ( int $from ): int {
				$next = $from + 1;
				return $next + (int) gmdate( 't', $next * self::DAY ) - (int) gmdate( 'j', $next * self::DAY );
			},
		);
	}

	#[DataProvider( 'zones' )]
	public function test_an_hourly_schedule_runs_every_hour_at_its_minute( string $zone ): void {
		$place      = new DateTimeZone( $zone );
		$recurrence = new Recurrence( $place );
		$schedule   = $this->schedule( array( 'frequency' => 'hourly', 'time' => '00:45' ) );
		foreach ( $this->changes_of( $place ) as $change ) {
			$last = null;
			for ( $moment = $recurrence->after( $schedule, 1000 * ( $change - 4 * 3600 ) ); $moment < 1000 * ( $change + 4 * 3600 ); $moment = $recurrence->after( $schedule, $moment ) ) {
				$this->assertSame( '45:00', ( new DateTimeImmutable( '@' . intdiv( $moment, 1000 ) ) )->setTimezone( $place )->format( 'i:s' ) );
				$shifts_by_an_hour = 'Australia/Lord_Howe' !== $zone && 'Asia/Pyongyang' !== $zone;
				$this->assertContains( null === $last ? 3_600_000 : $moment - $last, $shifts_by_an_hour ? array( 3_600_000 ) : array( 1_800_000, 3_600_000, 5_400_000 ) );
				$last = $moment;
			}
		}
	}

	public static function zones(): iterable {
		foreach ( self::ZONES as $zone ) {
			yield $zone => array( $zone );
		}
	}

	public function test_recognizes_the_moments_of_a_schedule(): void {
		$recurrence = new Recurrence( new DateTimeZone( 'Europe/Stockholm' ) );
		$schedule   = $this->schedule( array( 'frequency' => 'daily', 'time' => '02:30' ) );
		$this->assertTrue( $recurrence->includes( $schedule, $this->ms( '2026-10-25T00:30Z' ) ) );
		$this->assertFalse( $recurrence->includes( $schedule, $this->ms( '2026-10-25T01:30Z' ) ), 'The second 02:30 of that night.' );
		$this->assertTrue( $recurrence->includes( $schedule, $this->ms( '2026-03-29T01:00Z' ) ), 'The first moment after the gap.' );
		$this->assertFalse( $recurrence->includes( $schedule, $this->ms( '2026-03-29T01:00Z' ) + 1 ) );
	}

	/**
	 * @param callable(string): array<mixed> $what     Makes a schedule of a time of day.
	 * @param callable(int): int             $next_day The day of the schedule after a day, in days since 1970.
	 */
	private function assert_once_for_each( string $zone, callable $what, callable $next_day ): void {
		$place      = new DateTimeZone( $zone );
		$recurrence = new Recurrence( $place );
		foreach ( $this->changes_of( $place ) as $change ) {
			foreach ( array( '00:00', '00:30', '01:45', '02:15', '02:59', '03:00', '23:30' ) as $time ) {
				$schedule = $this->schedule( $what( $time ) );
				$day      = $next_day( intdiv( $change, self::DAY ) - 40 );
				$moment   = $this->moment_of( $day, $time, $place );
				for ( $round = 0; $day < intdiv( $change, self::DAY ) + 3; $round++ ) {
					$day      = $next_day( $day );
					$expected = $this->moment_of( $day, $time, $place );
					if ( $expected > $moment ) {
						$moment = intdiv( $recurrence->after( $schedule, 1000 * $moment ), 1000 );
					}
					$this->assertSame( $this->iso( 1000 * $expected ), $this->iso( 1000 * $moment ), "$zone, $time" );
				}
			}
		}
	}

	/**
	 * Returns some of the moments at which a zone changes its clocks, or any where it never does.
	 *
	 * @return list<int>
	 */
	private function changes_of( DateTimeZone $place ): array {
		$changes = array_column( $place->getTransitions( strtotime( '2009-01-01' ), strtotime( '2035-01-01' ) ) ?: array(), 'ts' );
		array_shift( $changes );
		$every = max( 1, intdiv( count( $changes ), 8 ) );
		$some  = array_filter( $changes, static fn( int $number ): bool => 0 === $number % $every || $number < 8, ARRAY_FILTER_USE_KEY );
		return array() === $some ? array( strtotime( '2028-02-29T12:00Z' ) ) : array_values( $some );
	}

	/**
	 * Finds the moment of a local time among all that it could be: the local time minus each offset of those days.
	 */
	private function moment_of( int $day, string $time, DateTimeZone $place ): int {
		$local   = $day * self::DAY + 3600 * (int) substr( $time, 0, 2 ) + 60 * (int) substr( $time, 3 );
		$changes = $place->getTransitions( $local - 2 * self::DAY, $local + 2 * self::DAY ) ?: array( array( 'ts' => $local - 2 * self::DAY, 'offset' => $place->getOffset( new DateTimeImmutable( '@0' ) ) ) );
		$shows   = static fn( int $moment ): int => $moment + $place->getOffset( new DateTimeImmutable( '@' . $moment ) );
		$all     = array_filter( array_map( static fn( array $change ): int => $local - $change['offset'], $changes ), static fn( int $moment ): bool => $shows( $moment ) === $local );
		if ( array() !== $all ) {
			return min( $all );
		}
		$gaps = array_filter( array_column( $changes, 'ts' ), static fn( int $moment ): bool => $shows( $moment - 1 ) < $local && $shows( $moment ) > $local );
		return min( $gaps );
	}

	/**
	 * @param array<mixed> $what Frequency, time, weekday and day.
	 */
	private function schedule( array $what ): Schedule {
		return new Schedule( 'test', 'Test', 'production', Action::Rebuild, Frequency::from( $what['frequency'] ), isset( $what['weekday'] ) ? Weekday::from( $what['weekday'] ) : null, $what['day'] ?? null, $what['time'] );
	}

	private function ms( string $iso ): int {
		return (int) ( new DateTimeImmutable( $iso ) )->format( 'Uv' );
	}

	private function iso( int $ms ): string {
		return gmdate( 'Y-m-d\TH:i:s\Z', intdiv( $ms, 1000 ) );
	}
}
