<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Schedules;

use HeadlessDeploy\Environments\Removed_Environment;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Schedules\Next_Run_Store;
use HeadlessDeploy\Schedules\Stored_Schedules;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_REST_Request;

final class SchedulesControllerTest extends Rest_Queue_Test_Case {
	private const ROUTE   = self::API . '/settings/schedules';
	private const NIGHTLY = array(
		'label'       => 'Nightly clean rebuild',
		'environment' => 'production',
		'action'      => 'cleanRebuild',
		'frequency'   => 'daily',
		'time'        => '03:00',
	);

	protected function setUp(): void {
		parent::setUp();
		update_option( 'timezone_string', 'Europe/Stockholm' );
		$this->clock->now = 1000 * (int) strtotime( '2026-11-20T21:00:00Z' );
		$this->log_in( 'administrator' );
	}

	public function test_returns_the_added_schedule(): void {
		$response = $this->rest( 'POST', self::ROUTE, self::NIGHTLY );
		$this->assertSame( 201, $response->get_status() );
		$schedule = $response->get_data();
		$etag     = $schedule['etag'];
		unset( $schedule['etag'], $schedule['lastSaved'] );
		$this->assertSame(
			array(
				'id'          => 'nightly-clean-rebuild',
				'label'       => 'Nightly clean rebuild',
				'environment' => 'production',
				'action'      => 'cleanRebuild',
				'frequency'   => 'daily',
				'weekday'     => null,
				'day'         => null,
				'time'        => '03:00',
				'nextRunAt'   => '2026-11-21T02:00:00.000Z',
				'lastRun'     => null,
			),
			$schedule,
		);
		$this->assertNotSame( '', $etag );
		$this->assertStringEndsWith( '/settings/schedules/nightly-clean-rebuild', $response->get_headers()['Location'] );
		$this->assertSame( 'no-store', $response->get_headers()['Cache-Control'] );
		$this->assertSame( $response->get_data(), $this->rest( 'GET', self::ROUTE . '/nightly-clean-rebuild' )->get_data() );
		$this->assertSame( array( $response->get_data() ), $this->rest( 'GET', self::ROUTE )->get_data()['schedules'] );
		$this->assertSame( array( $response->get_data() ), $this->rest( 'GET', self::API . '/settings' )->get_data()['schedules'] );
	}

	public function test_keeps_a_wake_up_until_the_schedule_is_deleted(): void {
		$this->rest( 'POST', self::ROUTE, self::NIGHTLY );
		$this->assertSame( (int) strtotime( '2026-11-21T02:00:06Z' ), wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
		$this->rest( 'PUT', self::ROUTE . '/nightly-clean-rebuild', array( 'time' => '04:00' ) );
		$this->assertSame( (int) strtotime( '2026-11-21T03:00:06Z' ), wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
		$this->rest( 'DELETE', self::ROUTE . '/nightly-clean-rebuild' );
		$this->assertFalse( wp_next_scheduled( Wake_Up::SINGLE_EVENT ) );
	}

	public function test_the_log_names_the_schedule_of_a_run(): void {
		$this->rest( 'POST', self::ROUTE, self::NIGHTLY );
		$this->clock->pass( 5 * 3_600_000 );
		$this->rest( 'POST', self::API . '/dispatch' );
		$run = $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'][0];
		$this->assert_fields( array( 'cause' => 'schedule', 'action' => 'cleanRebuild', 'changes' => 0 ), $run );
		$this->assertSame( array( 'Schedule “Nightly clean rebuild”' ), array_column( $run['reasons'], 'text' ) );
		$this->assertSame( array( 'id' => 0, 'name' => '' ), $run['reasons'][0]['user'] );
	}

	/**
	 * @param array<string, mixed> $change   Differences from a daily schedule.
	 * @param array<string, mixed> $expected
	 */
	#[DataProvider( 'good' )]
	public function test_drops_fields_that_the_frequency_does_not_use( array $change, array $expected ): void {
		$data = $this->rest( 'POST', self::ROUTE, $change + self::NIGHTLY )->get_data();
		$this->assertSame( $expected, array_intersect_key( $data, $expected ), (string) wp_json_encode( $data ) );
	}

	public static function good(): iterable {
		yield 'hourly' => array( array( 'frequency' => 'hourly', 'time' => '17:20', 'day' => 3 ), array( 'day' => null, 'time' => '00:20', 'nextRunAt' => '2026-11-20T21:20:00.000Z' ) );
		yield 'daily' => array( array( 'weekday' => 'monday' ), array( 'weekday' => null, 'time' => '03:00' ) );
		yield 'weekly' => array( array( 'frequency' => 'weekly', 'weekday' => 'sunday', 'day' => null ), array( 'weekday' => 'sunday', 'day' => null, 'nextRunAt' => '2026-11-22T02:00:00.000Z' ) );
		yield 'monthly' => array( array( 'frequency' => 'monthly', 'day' => 31, 'weekday' => null ), array( 'weekday' => null, 'day' => 31, 'nextRunAt' => '2026-11-30T02:00:00.000Z' ) );
	}

	public function test_names_a_schedule_without_a_label_after_its_action(): void {
		$data = $this->rest( 'POST', self::ROUTE, array_diff_key( self::NIGHTLY, array( 'label' => '' ) ) )->get_data();
		$this->assertSame( array( 'clean-rebuild-every-day', 'Clean Rebuild every day' ), array( $data['id'], $data['label'] ) );
	}

	public function test_changes_only_the_given_fields_and_moves_the_next_run(): void {
		$before = $this->rest( 'POST', self::ROUTE, self::NIGHTLY )->get_data();
		$after  = $this->rest( 'PUT', self::ROUTE . '/' . $before['id'], array( 'frequency' => 'weekly', 'weekday' => 'monday' ), array( 'If-Match' => '"' . $before['etag'] . '"' ) );
		$this->assertSame( 200, $after->get_status() );
		$this->assert_fields( array( 'time' => '03:00', 'weekday' => 'monday', 'nextRunAt' => '2026-11-23T02:00:00.000Z' ), $after->get_data() );
		$back = $this->rest( 'PUT', self::ROUTE . '/' . $before['id'], array( 'frequency' => 'daily' ) )->get_data();
		$this->assertSame( array( null, '2026-11-21T02:00:00.000Z' ), array( $back['weekday'], $back['nextRunAt'] ) );
	}

	public function test_answers_a_stale_write_with_412_and_the_current_schedule(): void {
		$seen          = $this->rest( 'POST', self::ROUTE, self::NIGHTLY )->get_data();
		$route         = self::ROUTE . '/' . $seen['id'];
		$newer_version = $this->rest( 'PUT', $route, array( 'time' => '04:00' ) )->get_data();
		foreach ( array( 'PUT' => array( 'time' => '05:00' ), 'DELETE' => array() ) as $method => $body ) {
			$refused = $this->rest( $method, $route, $body, array( 'If-Match' => 'W/"' . $seen['etag'] . '"' ) );
			$this->assertSame( array( 412, 'headless_deploy_edit_conflict' ), array( $refused->get_status(), $refused->get_data()['code'] ) );
			$this->assertSame( $newer_version, $refused->get_data()['data']['schedule'] );
		}
		$this->assertSame( 200, $this->rest( 'PUT', $route, array( 'time' => '05:00' ), array( 'If-Match' => $newer_version['etag'] ) )->get_status() );
	}

	public function test_returns_the_deleted_schedule_and_deletes_its_row(): void {
		$schedule = $this->rest( 'POST', self::ROUTE, self::NIGHTLY )->get_data();
		$deleted  = $this->rest( 'DELETE', self::ROUTE . '/' . $schedule['id'] );
		$this->assertSame( array( 200, true, $schedule['id'] ), array( $deleted->get_status(), $deleted->get_data()['deleted'], $deleted->get_data()['previous']['id'] ) );
		$this->assertSame( array(), ( new Next_Run_Store() )->read( get_current_blog_id() ) );
		foreach ( array( 'GET', 'PUT', 'DELETE' ) as $method ) {
			$again = $this->rest( $method, self::ROUTE . '/' . $schedule['id'], 'PUT' === $method ? self::NIGHTLY : array() );
			$this->assertSame( array( 404, 'headless_deploy_unknown_schedule' ), array( $again->get_status(), $again->get_data()['code'] ) );
		}
	}

	public function test_deletes_the_schedules_of_a_removed_environment(): void {
		$this->connect( 'Staging' );
		$this->rest( 'POST', self::ROUTE, self::NIGHTLY );
		$this->rest( 'POST', self::ROUTE, array( 'label' => 'Other', 'environment' => 'staging' ) + self::NIGHTLY );
		$this->assertSame( 200, $this->rest( 'DELETE', self::API . '/settings/environments/production' )->get_status() );
		$this->assertSame( array( 'other' ), array_column( $this->rest( 'GET', self::ROUTE )->get_data()['schedules'], 'id' ) );
		$this->assertSame( array( 'other' ), array_keys( ( new Next_Run_Store() )->read( get_current_blog_id() ) ) );
	}

	public function test_restores_the_schedules_of_a_restored_environment(): void {
		$this->connect( 'Staging' );
		$nightly = $this->rest( 'POST', self::ROUTE, self::NIGHTLY )->get_data();
		$this->rest( 'DELETE', self::API . '/settings/environments/production' );
		// A schedule of the same name takes its ID in the meantime.
		$this->rest( 'POST', self::ROUTE, array( 'environment' => 'staging' ) + self::NIGHTLY );
		$this->assertSame( 200, $this->rest( 'POST', self::API . '/settings/environments/production/restore' )->get_status() );
		$schedules = $this->rest( 'GET', self::ROUTE )->get_data()['schedules'];
		$this->assertSame( array( $nightly['id'], $nightly['id'] . '-2' ), array_column( $schedules, 'id' ) );
		$this->assertSame( array( 'id' => $nightly['id'] . '-2' ) + $nightly, $schedules[1] );
		$this->assertEqualsCanonicalizing( array_column( $schedules, 'id' ), array_keys( ( new Next_Run_Store() )->read( get_current_blog_id() ) ) );
		$this->assertSame( array(), get_option( Stored_Schedules::OPTION )['removed'] );
	}

	public function test_keeps_the_schedules_when_a_user_restores_before_the_removal_has_ended_them(): void {
		$nightly = $this->rest( 'POST', self::ROUTE, self::NIGHTLY )->get_data();
		add_action( 'headless_deploy_environment_removed', fn() => $this->rest( 'POST', self::API . '/settings/environments/production/restore' ), 1 );
		$this->rest( 'DELETE', self::API . '/settings/environments/production' );
		$this->assertSame( array( $nightly ), $this->rest( 'GET', self::ROUTE )->get_data()['schedules'] );
		$this->assertSame( array( $nightly['id'] ), array_keys( ( new Next_Run_Store() )->read( get_current_blog_id() ) ) );
	}

	public function test_deletes_the_schedules_of_an_environment_that_cannot_be_restored_any_more(): void {
		$this->rest( 'POST', self::ROUTE, self::NIGHTLY );
		$this->rest( 'DELETE', self::API . '/settings/environments/production' );
		$this->assertArrayHasKey( 'production', get_option( Stored_Schedules::OPTION )['removed'] );
		$this->clock->pass( 600_000 );
		do_action( Removed_Environment::EXPIRY_EVENT );
		$this->assertSame( array(), get_option( Stored_Schedules::OPTION )['removed'] );
	}

	public function test_accepts_two_schedules_with_the_same_name(): void {
		$this->rest( 'POST', self::ROUTE, self::NIGHTLY );
		$this->assertSame( 'nightly-clean-rebuild-2', $this->rest( 'POST', self::ROUTE, self::NIGHTLY )->get_data()['id'] );
	}

	public function test_refuses_the_51st_schedule(): void {
		$stored = Stored_Schedules::default();
		for ( $number = 1; $number <= 50; $number++ ) {
			$stored['schedules'][ "s$number" ] = array( 'weekday' => null, 'day' => null, 'etag' => 'x' ) + self::NIGHTLY;
		}
		update_option( Stored_Schedules::OPTION, $stored, false );
		$refused = $this->rest( 'POST', self::ROUTE, self::NIGHTLY );
		$this->assertSame( array( 409, 'headless_deploy_too_many_schedules' ), array( $refused->get_status(), $refused->get_data()['code'] ) );
		$this->assertStringContainsString( '50', $refused->get_data()['message'] );
	}

	public function test_moves_the_next_runs_when_the_time_zone_of_the_site_changes(): void {
		$this->rest( 'POST', self::ROUTE, self::NIGHTLY );
		update_option( 'timezone_string', 'Asia/Kolkata' );
		$this->assertSame( '2026-11-20T21:30:00.000Z', $this->rest( 'GET', self::ROUTE . '/nightly-clean-rebuild' )->get_data()['nextRunAt'] );
		$this->assertSame( 1000 * (int) strtotime( '2026-11-20T21:30:00Z' ), ( new Next_Run_Store() )->read( get_current_blog_id() )['nightly-clean-rebuild']->at );
		update_option( 'timezone_string', '' );
		update_option( 'gmt_offset', '-9.5' );
		$this->assertSame( 1000 * (int) strtotime( '2026-11-21T12:30:00Z' ), ( new Next_Run_Store() )->read( get_current_blog_id() )['nightly-clean-rebuild']->at );
	}

	/**
	 * @param array<string, mixed> $change Differences from a valid schedule.
	 */
	#[DataProvider( 'bad' )]
	public function test_explains_an_invalid_value_and_stores_nothing( array $change, int $status, string $code, string $word ): void {
		$body    = array_filter( array_merge( self::NIGHTLY, $change ), static fn( mixed $value ): bool => 'absent' !== $value );
		$refused = $this->rest( 'POST', self::ROUTE, $body );
		$this->assertSame( array( $status, $code ), array( $refused->get_status(), $refused->get_data()['code'] ), (string) wp_json_encode( $refused->get_data() ) );
		$this->assertStringContainsString( $word, $refused->get_data()['message'] );
		$this->assertFalse( get_option( Stored_Schedules::OPTION ) );
		$this->assertSame( array(), ( new Next_Run_Store() )->read( get_current_blog_id() ) );
	}

	public static function bad(): iterable {
		yield 'an unknown field' => array( array( 'tiem' => '03:00' ), 400, 'headless_deploy_field_unknown', 'tiem' );
		yield 'a field that is answered only' => array( array( 'nextRunAt' => '2026' ), 400, 'headless_deploy_field_unknown', 'nextRunAt' );
		yield 'an unknown environment' => array( array( 'environment' => 'live' ), 400, 'headless_deploy_schedule_environment', 'production' );
		yield 'no environment' => array( array( 'environment' => 'absent' ), 400, 'headless_deploy_schedule_incomplete', 'environment' );
		yield 'nothing but a label' => array( array( 'environment' => 'absent', 'action' => 'absent', 'frequency' => 'absent', 'time' => 'absent' ), 400, 'headless_deploy_schedule_incomplete', 'environment, action, frequency, time' );
		yield 'an unknown action' => array( array( 'action' => 'restart' ), 400, 'rest_invalid_param', 'cleanRebuild' );
		yield 'an unknown frequency' => array( array( 'frequency' => 'yearly' ), 400, 'rest_invalid_param', 'monthly' );
		yield 'weekly without a day' => array( array( 'frequency' => 'weekly' ), 400, 'headless_deploy_schedule_incomplete', 'weekday' );
		yield 'weekly with null' => array( array( 'frequency' => 'weekly', 'weekday' => null ), 400, 'headless_deploy_schedule_incomplete', 'weekday' );
		yield 'an unknown weekday' => array( array( 'frequency' => 'weekly', 'weekday' => 'Monday' ), 400, 'rest_invalid_param', 'monday' );
		yield 'monthly without a day' => array( array( 'frequency' => 'monthly' ), 400, 'headless_deploy_schedule_incomplete', 'day' );
		yield 'day 0' => array( array( 'frequency' => 'monthly', 'day' => 0 ), 400, 'rest_invalid_param', '31' );
		yield 'day 32' => array( array( 'frequency' => 'monthly', 'day' => 32 ), 400, 'rest_invalid_param', '31' );
		yield 'half a day' => array( array( 'frequency' => 'monthly', 'day' => 1.5 ), 400, 'rest_invalid_param', 'day' );
		yield 'a time beyond the day' => array( array( 'time' => '24:00' ), 400, 'headless_deploy_schedule_time', '24:00' );
		yield 'a time without a zero' => array( array( 'time' => '3:00' ), 400, 'headless_deploy_schedule_time', '23:59' );
		yield 'a time with a line end' => array( array( 'time' => "03:00\n" ), 400, 'headless_deploy_schedule_time', '03:00' );
		yield 'a time that is not a number' => array( array( 'time' => 'noon' ), 400, 'headless_deploy_schedule_time', 'noon' );
		yield 'a time as a number' => array( array( 'time' => 3 ), 400, 'rest_invalid_param', 'string' );
		yield 'a time that is too long' => array( array( 'time' => str_repeat( '0', 17 ) ), 400, 'rest_invalid_param', 'time' );
		yield 'a label of blanks' => array( array( 'label' => " \n\u{200b}" ), 400, 'headless_deploy_schedule_label', 'name' );
		yield 'a label that is too long' => array( array( 'label' => str_repeat( 'x', 81 ) ), 400, 'rest_invalid_param', '80' );
		yield 'a label as a list' => array( array( 'label' => array( 'x' ) ), 400, 'rest_invalid_param', 'string' );
	}

	public function test_refuses_an_action_without_a_webhook(): void {
		$stored = get_option( 'headless_deploy_environments' );
		unset( $stored['environments']['production']['urls']['purgeCache'] );
		update_option( 'headless_deploy_environments', $stored );
		$refused = $this->rest( 'POST', self::ROUTE, array( 'action' => 'purgeCache' ) + self::NIGHTLY );
		$this->assertSame( array( 422, 'headless_deploy_action_not_offered' ), array( $refused->get_status(), $refused->get_data()['code'] ) );
	}

	public function test_refuses_a_body_that_is_not_json(): void {
		$request = new WP_REST_Request( 'POST', self::ROUTE );
		$request->set_header( 'Content-Type', 'text/plain' );
		$request->set_body( 'label=x' );
		$this->assertSame( 400, rest_do_request( $request )->get_status() );
		$this->assertSame( array(), $this->rest( 'GET', self::ROUTE )->get_data()['schedules'] );
	}

	public function test_ignores_invalid_stored_schedules(): void {
		$valid = array( 'weekday' => null, 'day' => null, 'etag' => 'x' ) + self::NIGHTLY;
		foreach ( array( 'text', 7, array( 'schedules' => 'text' ), array( 'schedules' => array( 'a' => 'text', 7 => $valid, 'B!' => $valid, 'b' => array( 'action' => 'restart' ) + $valid, 'c' => array( 'time' => '99:99' ) + $valid, 'd' => array( 'frequency' => 'weekly', 'weekday' => 'x' ) + $valid, 'e' => array( 'frequency' => 'monthly', 'day' => 99 ) + $valid, 'f' => array( 'frequency' => 'monthly', 'day' => 31 ) + $valid ) ) ) as $stored ) {
			update_option( Stored_Schedules::OPTION, $stored, false );
			$response = $this->rest( 'GET', self::ROUTE );
			$this->assertSame( 200, $response->get_status() );
			$this->rest( 'POST', self::API . '/dispatch' );
		}
		$this->assertSame( array( 'f' ), array_column( $response->get_data()['schedules'], 'id' ) );
	}
}
