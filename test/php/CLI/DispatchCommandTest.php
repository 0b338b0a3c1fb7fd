<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;

#[Group( 'cli' )]
#[Group( 'processes' )]
final class DispatchCommandTest extends Cli_Test_Case {
	protected const CONNECTED = array( 'Production' => self::FINE, 'Broken' => '500' );

	public function test_sends_what_is_due_and_says_what_it_did(): void {
		$this->publish();
		$this->publish( 'Hello again' );
		$this->assertSame( "No run was due.\n", $this->wp( 0, 'dispatch' )->output );
		$this->let_time_pass();
		$output = $this->wp( 0, 'dispatch' )->output;
		$this->assertStringContainsString( "Production: Rebuild, 2 changes: The host accepted the request (HTTP 200).\n", $output );
		$this->assertMatchesRegularExpression( '/^Broken: Rebuild, 2 changes: The host reported an internal error.* The run is retried at .*\.$/m', $output );
		$this->assertCount( 2, $this->asked() );
		$this->assertSame( "No run was due.\n", $this->wp( 0, 'dispatch' )->output );
	}

	public function test_says_nothing_when_it_is_told_to_be_quiet(): void {
		$this->publish();
		$this->let_time_pass();
		$result = $this->wp( 0, 'dispatch', '--quiet' );
		$this->assertSame( '', $result->output . $result->errors );
		$this->assertCount( 2, $this->asked() );
	}

	public function test_counts_as_an_scheduler(): void {
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
	public function test_watches_until_it_is_asked_to_stop( int $signal ): void {
		$process = self::$site->start( array( 'headless-deploy', 'dispatch', '--watch', '--interval=1' ) );
		$process->wait_for( 'Waiting for due runs.' );
		$this->publish();
		$this->let_time_pass();
		$process->wait_for( 'Production: Rebuild, 1 change: The host accepted the request (HTTP 200).' );
		$this->wp( 0, 'environments', 'remove', 'broken', '--yes' );
		$this->publish();
		$this->let_time_pass();
		$process->wait_for( "\nProduction: Rebuild, 1 change: The host accepted the request (HTTP 200).\n" );
		$process->signal( $signal );
		$result = $process->end();
		$this->record( $result );
		$this->assertSame( 0, $result->code, $result->errors );
		$this->assertStringEndsWith( "Stopped.\n", $result->output );
		$this->assertSame( '0', trim( self::$site->php( 'global $wpdb; echo $wpdb->get_var( "SELECT COUNT(*) FROM wp_headless_deploy_lanes WHERE lease IS NOT NULL" );' ) ), 'No lease is left.' );
	}

	#[RequiresPhpExtension( 'pcntl' )]
	#[RequiresPhpExtension( 'posix' )]
	public function test_ends_a_run_that_is_being_sent_before_it_stops(): void {
		$this->wp_with( self::url( 'silence' ), 0, 'environments', 'update', 'broken', '--webhook-url' );
		$this->wp( 0, 'environments', 'remove', 'production', '--yes' );
		$this->publish();
		$this->let_time_pass();
		// Asked to stop in the middle of the call, which a host that says nothing draws out.
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
		$this->assertCount( 1, $this->asked() );
		$this->assertSame( 'retrying', $this->rows( 'runs', 'list', '--fields=status' )[0]['status'] );
	}

	public function test_refuses_an_interval_that_is_none(): void {
		foreach ( array( '0', '301', 'often' ) as $interval ) {
			$this->assertStringContainsString( '--interval takes', $this->wp( 1, 'dispatch', '--watch', "--interval=$interval" )->errors );
		}
	}
}
