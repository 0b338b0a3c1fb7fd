<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\TestCase;

/**
 * Applies each mutation in its own process and expects that a test fails.
 */
#[Group( 'model' )]
#[Group( 'processes' )]
final class MutationsTest extends TestCase {
	/**
	 * Enough for the rarest mutation that the model finds; others have their own finder.
	 */
	private const MAX_SCHEDULES = 400;

	/**
	 * PHPUnit's exit code for a failed test. An error has code 2 and proves nothing.
	 */
	private const TESTS_HAVE_FAILED = 1;

	private static ?Mutation_Server $server = null;

	public static function tearDownAfterClass(): void {
		self::$server?->stop();
		self::$server = null;
	}

	public static function mutations(): array {
		$seeds = Seeds::from_environment();
		$share = array();
		foreach ( array_keys( Mutations::all() ) as $number => $name ) {
			if ( $seeds->is_in_share( $number ) ) {
				$share[ $name ] = array( $name, Mutations::all()[ $name ] );
			}
		}
		return $share;
	}

	#[DataProvider( 'mutations' )]
	public function test_a_test_fails_when_a_rule_is_broken( string $name, Mutation $mutation ): void {
		$mutation->broken();
		if ( $this->is_found_by_remembered_seed( $name, $mutation ) ) {
			return;
		}
		list( $code, $output ) = $this->run_tests( $name, $mutation->finder, array( 'HEADLESS_DEPLOY_TEST_SCHEDULES' => (string) self::MAX_SCHEDULES ) );
		$this->assertSame( self::TESTS_HAVE_FAILED, $code, "Nothing has failed although $name.\n$output" );
		// Notices have the same exit code.
		$this->assertStringContainsString( "\nFAILURES!\n", $output );
		if ( 1 === preg_match( '/^Seed (\d+):/m', $output, $found ) ) {
			$file = self::seed_file( $name );
			is_dir( dirname( $file ) ) || mkdir( dirname( $file ), 0o777, true );
			file_put_contents( $file, $found[1] );
		}
	}

	/**
	 * Runs the schedule by which an earlier run has found the mutation.
	 */
	private function is_found_by_remembered_seed( string $name, Mutation $mutation ): bool {
		$file = self::seed_file( $name );
		if ( Mutation::MODEL !== $mutation->finder || ! is_file( $file ) ) {
			return false;
		}
		$seed                  = (string) (int) file_get_contents( $file );
		list( $code, $output ) = $this->run_tests( $name, $mutation->finder, array( 'HEADLESS_DEPLOY_TEST_SEED' => $seed, 'HEADLESS_DEPLOY_TEST_SCHEDULES' => '1' ) );
		$is_found              = self::TESTS_HAVE_FAILED === $code && str_contains( $output, "Seed $seed:" );
		$is_found && $this->addToAssertionCount( 1 );
		return $is_found;
	}

	private static function seed_file( string $name ): string {
		return dirname( __DIR__, 3 ) . '/.local/model/' . sanitize_title( $name );
	}

	/**
	 * Returns the file of the test, because loading all tests takes long.
	 */
	private static function test_file( string $project, string $finder ): string {
		$class = explode( '::', $finder )[0];
		$path  = Mutation::MODEL === $finder ? "Model/$class" : str_replace( '.', '/', $class );
		return "$project/test/php/$path.php";
	}

	/**
	 * @param  array<string, string> $seeds
	 * @return array{int, string}    Exit code and output.
	 */
	private function run_tests( string $name, string $finder, array $seeds ): array {
		self::$server ??= new Mutation_Server();
		return self::$server->run( $finder, self::test_file( dirname( __DIR__, 3 ), $finder ), array( 'HEADLESS_DEPLOY_TEST_MUTATION' => $name ) + $seeds );
	}
}
