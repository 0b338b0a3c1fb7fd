<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Notifications;

use DateTimeZone;
use HeadlessDeploy\Notifications\Stored_Notifications;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class QuietHoursTest extends Wp_Test_Case {
	public static function hours(): array {
		return array(
			'before the begin'                 => array( '22:00', '07:00', '21:59', false ),
			'at the begin'                     => array( '22:00', '07:00', '22:00', true ),
			'after midnight'                   => array( '22:00', '07:00', '00:30', true ),
			'at the end'                       => array( '22:00', '07:00', '07:00', false ),
			'at the begin of hours of one day' => array( '12:00', '13:00', '12:00', true ),
			'within hours of one day'          => array( '12:00', '13:00', '12:30', true ),
			'after hours of one day'           => array( '12:00', '13:00', '13:00', false ),
			'without quiet hours'              => array( '', '', '03:00', false ),
		);
	}

	#[DataProvider( 'hours' )]
	public function test_includes_the_hours_in_the_time_zone_of_the_site( string $from, string $to, string $time, bool $is_quiet ): void {
		$now = (int) strtotime( "2026-07-01 $time:00 Asia/Tokyo" ) * 1000;
		$this->assertSame( $is_quiet, Stored_Notifications::is_quiet( $from, $to, $now, new DateTimeZone( 'Asia/Tokyo' ) ) );
	}
}
