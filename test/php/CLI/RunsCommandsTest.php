<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use PHPUnit\Framework\Attributes\Group;

#[Group( 'cli' )]
#[Group( 'processes' )]
final class RunsCommandsTest extends Cli_Test_Case {
	protected const ENVIRONMENTS = array(
		'Production' => self::ACCEPTED,
		'Refusing'   => '400',
		'Echo'       => '403 that echoes the token',
	);

	public function test_lists_the_newest_run_first_and_filters(): void {
		$this->wp( 0, 'rebuild', '--environment=production' );
		$this->wp( 0, 'purge-cache', '--environment=production' );
		$this->wp( 2, 'clean-rebuild', '--environment=refusing' );
		$ids = fn( string ...$arguments ): array => array_column( $this->rows( 'runs', 'list', ...$arguments ), 'id' );
		$this->assertSame( array( 3, 2, 1 ), $ids() );
		$this->assertSame( array( 2, 1 ), $ids( '--environment=production' ) );
		$this->assertSame( array( 3 ), $ids( '--status=failed' ) );
		$this->assertSame( array( 2 ), $ids( '--action=purge-cache' ) );
		$this->assertSame( array( 2 ), $ids( '--limit=1', '--page=2' ) );
		$this->assertSame( "3\n", $this->wp( 0, 'runs', 'list', '--status=failed', '--limit=1', '--field=id' )->output );
	}

	public function test_refuses_an_invalid_filter(): void {
		$this->wp( 1, 'runs', 'list', '--status=done' );
		$this->assertStringContainsString( '--limit takes a number from 1 to 1000', $this->wp( 1, 'runs', 'list', '--limit=0' )->errors );
		$this->wp( 1, 'runs', 'list', '--page=one' );
	}

	public function test_shows_all_fields_of_a_run(): void {
		$this->wp( 2, 'rebuild', '--environment=refusing' );
		$run  = $this->rows( 'runs', 'get', '1' );
		$json = self::$site->run( array( 'headless-deploy', 'runs', 'get', '1', '--format=json' ) )->json();
		$this->assertCount( count( $json ), $run );
		$this->assertSame( 'failed', $json['status'] );
		$this->assertSame( 400, $json['attempts'][0]['httpStatus'] );
		$table = $this->wp( 0, 'runs', 'get', '1' )->output;
		$this->assertStringContainsString( "httpStatus\t400\n", $table );
		$this->assertStringContainsString( "attempts\t1\n", $table );
		$this->assertMatchesRegularExpression( '/^createdAt\t\w+ \d+, \d{4}, \d+:\d\d:\d\d [ap]m \S+$/m', $table, 'A table shows the time in the format of the site.' );
		$this->assertSame( $json['createdAt'] . "\n", $this->wp( 0, 'runs', 'get', '1', '--field=createdAt' )->output, 'A single field is printed for scripts.' );
		$this->assertSame( "{$json['headline']['text']}\n", $this->wp( 0, 'runs', 'get', '1', '--field=headline' )->output, 'The command prints the headline of the server.' );
		$this->assertStringContainsString( 'status: failed', $this->wp( 0, 'runs', 'get', '1', '--format=yaml' )->output );
	}

	public function test_shows_the_response_of_the_host_without_the_token(): void {
		$this->wp( 3, 'rebuild', '--environment=echo' );
		$json = self::$site->run( array( 'headless-deploy', 'runs', 'get', '1', '--format=json' ) )->json();
		$this->assertNotSame( '', $json['response']['excerpt'] );
		$this->wp( 0, 'runs', 'get', '1' );
		$this->wp( 0, 'runs', 'list', '--fields=id,message,response' );
	}

	public function test_refuses_an_unknown_run(): void {
		foreach ( array( '99', '-1', '1x' ) as $id ) {
			$this->assertStringContainsString( 'does not exist', $this->wp( 1, 'runs', 'get', $id )->errors );
		}
		$this->assertStringContainsString( 'does not exist', $this->wp( 1, 'runs', 'retry', '99' )->errors );
	}

	public function test_retries_a_failed_run(): void {
		$this->publish();
		$this->wp( 0, 'pending', 'cancel', '--environment=production' );
		$this->wp( 2, 'pending', 'now', '--environment=refusing' );
		$this->wp_with( self::$host->webhook_url( '202', self::TOKEN ), 0, 'environments', 'update', 'refusing', '--webhook-url' );
		$failed = (string) $this->rows( 'runs', 'list', '--status=failed' )[0]['id'];
		$this->assertStringContainsString( 'Rebuild of Refusing was accepted.', $this->wp( 0, 'runs', 'retry', $failed, '--wait' )->output );
		$rows = $this->rows( 'runs', 'list', '--environment=refusing', '--fields=status,cause,changes' );
		$this->assertSame( array( 'accepted', 'cli', 1 ), array_values( $rows[0] ), 'The retry includes its change.' );
		$this->assertSame( 'failed', $rows[1]['status'], 'The failed run stays.' );
	}

	public function test_does_not_retry_a_run_of_a_removed_environment(): void {
		$this->wp( 2, 'rebuild', '--environment=refusing' );
		$this->wp( 0, 'environments', 'remove', 'refusing', '--yes' );
		$this->assertStringContainsString( 'Environment “refusing” does not exist', $this->wp( 1, 'runs', 'retry', '1' )->errors );
		$this->assertSame( 'refusing', $this->rows( 'runs', 'list', '--environment=refusing' )[0]['environment'] );
	}

	public function test_removes_control_characters_from_messages_of_the_host(): void {
		$this->wp( 0, 'rebuild', '--environment=production' );
		self::$site->sql( "UPDATE wp_headless_deploy_runs SET service_message = '" . json_encode( "\e[31mred\e[0m\n\u{202e}turned\x07" ) . "' WHERE id = 1" );
		foreach ( array( 'table', 'yaml' ) as $format ) {
			$this->assertDoesNotMatchRegularExpression( '/[\x00-\x08\x0b-\x1f\x7f]|\x{202e}/u', $this->wp( 0, 'runs', 'get', '1', "--format=$format" )->output );
		}
		$this->assertStringNotContainsString( "\e", $this->wp( 0, 'runs', 'list', '--fields=response', '--format=csv' )->output );
		$this->assertStringContainsString( '[31mred [0m turned', $this->wp( 0, 'runs', 'list', '--fields=response' )->output );
	}
}
