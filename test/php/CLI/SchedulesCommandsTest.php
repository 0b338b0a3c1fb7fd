<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use PHPUnit\Framework\Attributes\DataProvider;

final class SchedulesCommandsTest extends Command_Test_Case {
	public function test_adds_lists_and_removes(): void {
		$added = $this->wp( 0, 'schedules', 'add', '--action=clean-rebuild', '--frequency=weekly', '--weekday=monday', '--time=03:30', '--label=Weekly' );
		$this->assertMatchesRegularExpression( '/^Success: Added schedule “Weekly” with ID weekly\. Next run: \w+ \d+, \d{4}, 3:30:00 am \S+\.$/m', $added->output );
		$row = $this->rows( 'schedules', 'list' )[0];
		$this->assertSame( array( 'weekly', 'Weekly', 'production', 'cleanRebuild', 'weekly', 'monday', null, '03:30' ), array_slice( array_values( $row ), 0, 8 ) );
		$this->assertStringContainsString( 'T03:30:00.000Z', $row['nextRunAt'] );
		$this->assertCount( 1, $this->rows( 'schedules', 'list', '--environment=production' ) );
		$this->assertSame( "Success: Removed “Weekly”.\n", $this->wp( 0, 'schedules', 'remove', 'weekly' )->output );
		$this->assertSame( array(), $this->rows( 'schedules', 'list' ) );
		$this->wp( 1, 'schedules', 'remove', 'weekly' );
	}

	public function test_adds_a_monthly_schedule(): void {
		$this->assertSame( "first\n", $this->wp( 0, 'schedules', 'add', '--action=purgeCache', '--frequency=monthly', '--day=1', '--time=00:05', '--label=First', '--porcelain' )->output );
		$this->assertSame( 1, $this->rows( 'schedules', 'list' )[0]['day'] );
	}

	public function test_sends_a_scheduled_run(): void {
		$this->wp( 0, 'schedules', 'add', '--action=rebuild', '--frequency=hourly', '--time=00:00' );
		$this->clock->pass( HOUR_IN_SECONDS * 1000 );
		$this->wp( 0, 'dispatch' );
		$this->assertSame( array( 'rebuild' ), $this->called_actions() );
		$this->assertSame( 'schedule', $this->rows( 'runs', 'list', '--fields=cause' )[0]['cause'] );
	}

	public function test_adds_and_finds_a_refresh(): void {
		$this->assertStringContainsString( '“Production” does not offer Refresh.', $this->wp( 1, 'schedules', 'add', '--action=refresh', '--frequency=daily', '--time=03:30' )->errors );
		$this->wp( 0, 'environments', 'update', 'production', '--refresh-url=https://www.example.test/api/refresh' );
		$this->wp_with( "whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=\n", 0, 'environments', 'refresh-secret', 'production', '--enter' );
		$this->wp( 0, 'schedules', 'add', '--action=refresh', '--frequency=daily', '--time=03:30' );
		$this->assertSame( array( 'refresh' ), array_column( $this->rows( 'schedules', 'list' ), 'action' ) );
		$this->assertSame( array(), $this->rows( 'runs', 'list', '--action=refresh' ) );
	}

	public static function wrong(): array {
		return array(
			'no such time'        => array( array( '--action=rebuild', '--frequency=daily', '--time=25:00' ), '25:00' ),
			'no weekday'          => array( array( '--action=rebuild', '--frequency=weekly', '--time=03:30' ), 'weekday' ),
			'no such day'         => array( array( '--action=rebuild', '--frequency=monthly', '--day=32', '--time=03:30' ), 'day' ),
			'no such environment' => array( array( '--action=rebuild', '--frequency=daily', '--time=03:30', '--environment=other' ), 'Environment “other” does not exist' ),
		);
	}

	/**
	 * @param list<string> $arguments
	 */
	#[DataProvider( 'wrong' )]
	public function test_refuses_an_invalid_schedule( array $arguments, string $expected_error ): void {
		$this->assertStringContainsString( $expected_error, $this->wp( 1, 'schedules', 'add', ...$arguments )->errors );
		$this->assertFalse( get_option( 'headless_deploy_schedules' ) );
	}
}
