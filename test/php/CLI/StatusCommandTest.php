<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'cli' )]
#[Group( 'processes' )]
final class StatusCommandTest extends Cli_Test_Case {
	protected const ENVIRONMENTS = array(
		'Production' => self::ACCEPTED,
		'Refusing'   => '400',
		'Broken'     => '500',
	);

	public function test_ends_with_0_when_all_environments_are_up_to_date(): void {
		$result = $this->wp( 0, 'status' );
		$this->assertStringContainsString( 'upToDate', $result->output );
		$this->assertSame( '', $result->errors );
	}

	public function test_ends_with_0_while_changes_are_pending_or_held(): void {
		$this->publish();
		$row = $this->rows( 'status', '--environment=production' )[0];
		$this->assertSame( array( 'production', 'pending', 1, null ), array( $row['id'], $row['status'], $row['changes'], $row['lastAt'] ) );
		$this->assertMatchesRegularExpression( '/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/', $row['dueAt'] );
		foreach ( array( 'production', 'refusing', 'broken' ) as $id ) {
			$this->wp( 0, 'hold', "--environment=$id" );
		}
		$this->assertSame( 'held', trim( $this->wp( 0, 'status', '--environment=production', '--field=status' )->output ) );
		$this->wp( 0, 'status' );
	}

	public function test_ends_with_2_when_a_run_failed(): void {
		$this->wp( 2, 'rebuild', '--environment=refusing' );
		$this->wp( 3, 'rebuild', '--environment=broken' );
		$this->wp( 2, 'status' );
		$this->wp( 0, 'status', '--environment=production' );
		$row = $this->rows( 'status', '--environment=refusing', '--fields=status,lastRun,lastAction,lastStatus,message' )[0];
		$this->assertSame( array( 'failed', 1, 'rebuild', 'failed' ), array( $row['status'], $row['lastRun'], $row['lastAction'], $row['lastStatus'] ) );
		$this->assertStringContainsString( 'The host rejected the request, often because', $row['message'] );
	}

	public function test_ends_with_3_while_a_run_is_retried(): void {
		$this->wp( 3, 'rebuild', '--environment=broken' );
		$this->wp( 3, 'status' );
		$row = $this->rows( 'status', '--environment=broken', '--fields=status,nextAttemptAt,message' )[0];
		$this->assertSame( 'retrying', $row['status'] );
		$this->assertNotNull( $row['nextAttemptAt'] );
		$this->assertStringContainsString( 'The host reported an internal error', $row['message'] );
	}

	public function test_ends_with_3_while_an_environment_is_paused_and_explains_how_to_resume_it(): void {
		$this->wp( 0, 'environments', 'pause', 'production' );
		$result = $this->wp( 3, 'status', '--format=csv', '--fields=id,status,paused,message' );
		$this->assertStringContainsString( 'production,paused,person,"Automatic runs are paused. Manual runs are still sent. To resume, run: wp headless-deploy environments resume production"', $result->output );
	}

	public function test_ends_with_3_when_a_run_is_overdue(): void {
		$this->publish();
		$this->make_changes_due();
		$result = $this->wp( 3, 'status' );
		$this->assertStringContainsString( 'A run was due 60 minutes ago', $result->errors );
		$this->assertStringContainsString( '* * * * * wp --path=', $result->errors );
		$this->assertStringContainsString( 'headless-deploy dispatch', $result->errors );
	}

	public function test_ends_with_1_for_an_unknown_environment(): void {
		$this->wp( 1, 'status', '--environment=other' );
	}

	#[DataProvider( 'formats' )]
	public function test_prints_each_format( string $format, string $expected ): void {
		$this->assertSame( $expected, $this->wp( 0, 'status', '--environment=production', '--fields=id,label,status,dueAt', "--format=$format" )->output );
	}

	public static function formats(): array {
		return array(
			'table' => array( 'table', "id\tlabel\tstatus\tdueAt\nproduction\tProduction\tupToDate\t\n" ),
			'csv'   => array( 'csv', "id,label,status,dueAt\nproduction,Production,upToDate,\n" ),
			'json'  => array( 'json', '[{"id":"production","label":"Production","status":"upToDate","dueAt":null}]' . "\n" ),
			'yaml'  => array( 'yaml', "---\n- \n  id: production\n  label: Production\n  status: upToDate\n  dueAt: null\n" ),
		);
	}

	public function test_refuses_an_unknown_format(): void {
		$this->assertStringContainsString( "Invalid value specified for 'format'", $this->wp( 1, 'status', '--format=xml' )->errors );
	}
}
