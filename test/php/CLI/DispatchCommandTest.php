<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;

#[Group( 'cli' )]
#[Group( 'processes' )]
final class DispatchCommandTest extends Cli_Test_Case {
	protected const ENVIRONMENTS = array( 'Production' => self::ACCEPTED, 'Broken' => '500' );

	public function test_sends_due_runs_and_reports_them(): void {
		$this->publish();
		$this->publish( 'Hello again' );
		$this->assertSame( "No run was due.\n", $this->wp( 0, 'dispatch' )->output );
		$this->make_changes_due();
		$output = $this->wp( 0, 'dispatch' )->output;
		$this->assertStringContainsString( "Production: Rebuild, 2 changes: The host accepted the request (HTTP 200).\n", $output );
		$this->assertMatchesRegularExpression( '/^Broken: Rebuild, 2 changes: The host reported an internal error.* The run is retried at .*\.$/m', $output );
		$this->assertCount( 2, $this->called_actions() );
		$this->assertSame( "No run was due.\n", $this->wp( 0, 'dispatch' )->output );
	}

	public function test_prints_nothing_with_quiet(): void {
		$this->publish();
		$this->make_changes_due();
		$result = $this->wp( 0, 'dispatch', '--quiet' );
		$this->assertSame( '', $result->output . $result->errors );
		$this->assertCount( 2, $this->called_actions() );
	}

	public function test_counts_as_a_scheduler(): void {
		self::$site->php( 'wp_clear_scheduled_hook( "headless_deploy_scheduler" );' );
		$this->assertStringContainsString( 'WP-Cron is not running', $this->wp( 3, 'status' )->errors );
		$this->wp( 0, 'dispatch' );
		$this->assertSame( '', $this->wp( 0, 'status' )->errors );
	}

	public static function signals(): array {
		return array(
			'SIGTERM' => array( SIGTERM ),
			'Ctrl-C'  => array( SIGINT ),
		);
	}

	#[DataProvider( 'signals' )]
	#[RequiresPhpExtension( 'pcntl' )]
	public function test_watches_until_a_signal_stops_it( int $signal ): void {
		$process = self::$site->start( array( 'headless-deploy', 'dispatch', '--watch', '--interval=1' ) );
		$process->wait_for( 'Waiting for due runs.' );
		$this->publish();
		$this->make_changes_due();
		$process->wait_for( 'Production: Rebuild, 1 change: The host accepted the request (HTTP 200).' );
		$this->wp( 0, 'environments', 'remove', 'broken', '--yes' );
		$this->publish();
		$this->make_changes_due();
		$process->wait_for( "\nProduction: Rebuild, 1 change: The host accepted the request (HTTP 200).\n" );
		$process->signal( $signal );
		$result = $process->end();
		$this->record( $result );
		$this->assertSame( 0, $result->code, $result->errors );
		$this->assertStringEndsWith( "Stopped.\n", $result->output );
		$this->assertSame( '0', self::$site->sql( 'SELECT COUNT(*) FROM wp_headless_deploy_lanes WHERE lease IS NOT NULL' ), 'The lease is released.' );
	}

	#[RequiresPhpExtension( 'pcntl' )]
	#[RequiresPhpExtension( 'posix' )]
	public function test_completes_a_call_before_it_stops(): void {
		$this->wp_with( self::url( 'silence' ), 0, 'environments', 'update', 'broken', '--webhook-url' );
		$this->wp( 0, 'environments', 'remove', 'production', '--yes' );
		$this->publish();
		$this->make_changes_due();
		// The signal arrives during the call, because the host does not answer.
		$signal = self::$site->folder . '/signal.php';
		file_put_contents(
			$signal,
			'<?php WP_CLI::add_wp_hook(
				"http_api_curl",
				static function ( $handle ) {
					curl_setopt( $handle, CURLOPT_TIMEOUT_MS, 500 );
					posix_kill( getmypid(), SIGTERM );
				},
				PHP_INT_MAX
			);',
		);
		$result = self::$site->run( array( "--require=$signal", 'headless-deploy', 'dispatch', '--watch' ) );
		$this->record( $result );
		$this->assertSame( 0, $result->code, $result->errors );
		$this->assertStringContainsString( 'Broken: Rebuild, 1 change: The host did not respond', $result->output );
		$this->assertStringEndsWith( "Stopped.\n", $result->output );
		$this->assertCount( 1, $this->called_actions() );
		$this->assertSame( 'retrying', $this->rows( 'runs', 'list', '--fields=status' )[0]['status'] );
	}

	public function test_refuses_an_invalid_interval(): void {
		foreach ( array( '0', '301', 'often' ) as $interval ) {
			$this->assertStringContainsString( '--interval takes', $this->wp( 1, 'dispatch', '--watch', "--interval=$interval" )->errors );
		}
	}
}
