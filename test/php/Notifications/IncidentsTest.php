<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Notifications;

use HeadlessDeploy\Notifications\Incidents;
use HeadlessDeploy\Notifications\Lane_Fact;
use HeadlessDeploy\Queue\Run_Record;
use PHPUnit\Framework\TestCase;

final class IncidentsTest extends TestCase {
	private const SINCE = 1_800_000_000_000;
	private const HOUR  = 3_600_000;
	private const KINDS = array( 'failing', 'failed', 'recovered' );

	public function test_an_hour_of_failures_is_reported_at_its_end(): void {
		$this->assertSame( array(), self::kinds( self::next( array(), 'retrying', self::HOUR - 1 ) ) );
		$this->assertSame( array( 'failing' ), self::kinds( self::next( array(), 'retrying', self::HOUR ) ) );
	}

	public function test_the_hour_begins_with_the_first_failure_of_the_incident(): void {
		$open = array( 'production/build' => array( 'since' => self::SINCE - self::HOUR, 'told' => array() ) );
		$this->assertSame( array( 'failing' ), self::kinds( self::next( $open, 'retrying', 0 ) ) );
	}

	public function test_an_incident_is_reported_once_and_a_final_failure_once_more(): void {
		$told = self::next( array(), 'retrying', self::HOUR );
		$this->assertSame( array(), self::kinds( self::next( $told['incidents'], 'retrying', 9 * self::HOUR ) ) );
		$final = self::next( $told['incidents'], 'failed', self::HOUR );
		$this->assertSame( array( 'failed' ), self::kinds( $final ) );
		$this->assertSame( array(), self::kinds( self::next( $final['incidents'], 'failed', self::HOUR ) ) );
		$this->assertSame( array(), self::kinds( self::next( $final['incidents'], 'retrying', 9 * self::HOUR ) ) );
	}

	public function test_a_repair_is_reported_only_after_its_failure_and_ends_the_incident(): void {
		$short = self::next( array(), 'retrying', self::HOUR - 1 );
		$ended = self::next( $short['incidents'], 'accepted', self::HOUR );
		$this->assertSame( array( array(), array() ), array( self::kinds( $ended ), $ended['incidents'] ) );
		$told  = self::next( array(), 'failed', 0 );
		$ended = self::next( $told['incidents'], 'accepted', self::HOUR );
		$this->assertSame( array( array( 'recovered' ), array() ), array( self::kinds( $ended ), $ended['incidents'] ) );
		$this->assertSame( array( 'failed' ), self::kinds( self::next( $ended['incidents'], 'failed', 2 * self::HOUR ) ) );
	}

	public function test_a_kind_that_no_user_chose_does_not_count_as_reported(): void {
		$unreported = self::next( array(), 'retrying', self::HOUR, array( 'failed', 'recovered' ) );
		$this->assertSame( array(), self::kinds( $unreported ) );
		$this->assertSame( array(), self::kinds( self::next( $unreported['incidents'], 'accepted', self::HOUR ) ) );
		$this->assertSame( array( 'failing' ), self::kinds( self::next( $unreported['incidents'], 'retrying', self::HOUR ) ) );
	}

	/**
	 * @param array<string, mixed> $incidents
	 * @param string               $status    Of the run, in the lane of builds; `accepted` works.
	 * @param int                  $after     Milliseconds after the run was created.
	 * @param list<string>         $kinds
	 */
	private static function next( array $incidents, string $status, int $after, array $kinds = self::KINDS ): array {
		$attempt = array( 'at' => self::SINCE, 'durationMs' => 1, 'httpStatus' => 503, 'error' => 'headless_deploy_service_unavailable' );
		$row     = array(
			'id'         => 7, 'blog_id' => 1, 'environment_id' => 'production', 'lane' => 'build', 'action' => 'rebuild', 'cause' => 'manual', 'user_id' => 0, 'changes' => 1, 'status' => $status,
			'attempts'   => (string) json_encode( array( $attempt ) ), 'tracked_status' => 'accepted' === $status ? 'live' : '', 'tracked_at' => 0, 'next_check_at' => -1, 'tracking' => '', 'http_status' => 0,
			'error_code' => 'accepted' === $status ? '' : 'headless_deploy_service_unavailable', 'replaced_by' => '', 'created_at' => self::SINCE, 'finished_at' => 0,
		);
		return Incidents::next( $incidents, array_filter( array( Lane_Fact::of( Run_Record::from_row( (object) $row ) ) ) ), $kinds, self::SINCE + $after );
	}

	/**
	 * @return list<string>
	 */
	private static function kinds( array $next ): array {
		return array_column( $next['events'], 'kind' );
	}
}
