<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

final class RunsCommandsTest extends Command_Test_Case {
	public function test_lists_the_newest_run_first_and_filters(): void {
		$this->connect( 'Refusing' );
		$this->wp( 0, 'rebuild', '--environment=production' );
		$this->wp( 0, 'purge-cache', '--environment=production' );
		$this->caller->refuse();
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
		$this->assertStringContainsString( '--limit takes a number from 1 to 1000', $this->wp( 1, 'runs', 'list', '--limit=0' )->errors );
		$this->wp( 1, 'runs', 'list', '--page=one' );
	}

	public function test_refuses_an_unknown_run(): void {
		foreach ( array( '99', '-1', '1x' ) as $id ) {
			$this->assertStringContainsString( 'does not exist', $this->wp( 1, 'runs', 'get', $id )->errors );
		}
		$this->assertStringContainsString( 'does not exist', $this->wp( 1, 'runs', 'retry', '99' )->errors );
	}

	public function test_retries_a_failed_run(): void {
		$this->publish();
		$this->caller->refuse();
		$this->wp( 2, 'pending', 'now' );
		$failed = (string) $this->rows( 'runs', 'list', '--status=failed' )[0]['id'];
		$this->assertStringContainsString( 'Rebuild of Production was accepted.', $this->wp( 0, 'runs', 'retry', $failed, '--wait' )->output );
		$rows = $this->rows( 'runs', 'list', '--fields=status,cause,changes' );
		$this->assertSame( array( 'accepted', 'cli', 1 ), array_values( $rows[0] ), 'The retry includes its change.' );
		$this->assertSame( 'failed', $rows[1]['status'], 'The failed run stays.' );
	}

	public function test_does_not_retry_a_run_of_a_removed_environment(): void {
		$this->connect( 'Refusing' );
		$this->caller->refuse();
		$this->wp( 2, 'rebuild', '--environment=refusing' );
		$this->wp( 0, 'environments', 'remove', 'refusing', '--yes' );
		$this->assertStringContainsString( 'Environment “refusing” does not exist', $this->wp( 1, 'runs', 'retry', '1' )->errors );
		$this->assertSame( 'refusing', $this->rows( 'runs', 'list', '--environment=refusing' )[0]['environment'] );
	}
}
