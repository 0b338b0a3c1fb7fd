<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\TestCase;

/**
 * Breaks one rule after the other, each in a process of its own, and expects that a test fails.
 */
#[Group( 'model' )]
#[Group( 'processes' )]
final class MutationsTest extends TestCase {
	/**
	 * More than the rarest needs; what is rarer has a finder of its own.
	 */
	private const MOST_SCHEDULES = 400;

	/**
	 * PHPUnit's exit code when a test has failed; an error would be 2, and no proof.
	 */
	private const TESTS_HAVE_FAILED = 1;

	/**
	 * The mutations of this process.
	 *
	 * @return array<string, array{string, Mutation}>
	 */
	public static function mutations(): array {
		$seeds = Seeds::from_environment();
		$mine  = array();
		foreach ( array_keys( Mutations::all() ) as $number => $name ) {
			if ( $seeds->is_mine( $number ) ) {
				$mine[ $name ] = array( $name, Mutations::all()[ $name ] );
			}
		}
		return $mine;
	}

	/**
	 * Breaks a rule.
	 */
	#[DataProvider( 'mutations' )]
	public function test_a_broken_rule_is_found( string $name, Mutation $mutation ): void {
		$mutation->broken();
		list( $code, $output ) = $this->run_tests( $name, $mutation->finder );
		$this->assertSame( self::TESTS_HAVE_FAILED, $code, "Nothing has failed although $name.\n$output" );
	}

	/**
	 * Runs some tests with a broken rule.
	 *
	 * @return array{int, string} Exit code and output.
	 */
	private function run_tests( string $name, string $finder ): array {
		$project = dirname( __DIR__, 3 );
		$process = proc_open(
			array( PHP_BINARY, "$project/vendor/bin/phpunit", '-c', "$project/test/php/phpunit.xml.dist", '--do-not-cache-result', '--stop-on-failure', '--stop-on-error', '--filter', $finder ),
			array( 1 => array( 'pipe', 'w' ), 2 => array( 'redirect', 1 ) ),
			$pipes,
			$project,
			array(
				'HEADLESS_DEPLOY_TEST_MUTATION'  => $name,
				'HEADLESS_DEPLOY_TEST_SCHEDULES' => (string) self::MOST_SCHEDULES,
				'HEADLESS_DEPLOY_TEST_SHARD'     => '1/1',
			) + getenv(),
		);
		$this->assertIsResource( $process );
		$output = (string) stream_get_contents( $pipes[1] );
		return array( proc_close( $process ), $output );
	}
}
