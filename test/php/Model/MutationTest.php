<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use PHPUnit\Framework\TestCase;
use RuntimeException;

final class MutationTest extends TestCase {
	public function test_each_mutated_text_occurs_in_the_code(): void {
		$names  = array();
		$faults = array();
		foreach ( Mutations::all() as $name => $mutation ) {
			$original = (string) file_get_contents( dirname( __DIR__, 3 ) . "/includes/{$mutation->file}.php" );
			try {
				$this->assertNotSame( $original, $mutation->broken(), $name );
			} catch ( RuntimeException $fault ) {
				$faults[] = $fault->getMessage();
			}
			$this->assert_finder_exists( $mutation->finder );
			$names[] = $name;
		}
		$this->assertSame( array(), $faults );
		$this->assertGreaterThanOrEqual( 20, count( $names ) );
	}

	public function test_throws_when_the_text_is_missing(): void {
		$this->expectException( RuntimeException::class );
		$this->expectExceptionMessage( 'includes/Queue/Due_Time.php has this 0 times' );
		( new Mutation( 'Queue/Due_Time', array( 'this is not there' => '' ) ) )->broken();
	}

	public function test_throws_when_the_text_occurs_twice(): void {
		$this->expectException( RuntimeException::class );
		( new Mutation( 'Queue/Due_Time', array( 'return' => '' ) ) )->broken();
	}

	private function assert_finder_exists( string $finder ): void {
		list( $test, $method ) = explode( '::', "$finder::" );
		$path                  = Mutation::MODEL === $test ? "Model/$test" : str_replace( '.', '/', $test );
		$this->assertStringContainsString( 'function ' . strtok( "$method.", '.' ), (string) file_get_contents( dirname( __DIR__ ) . "/$path.php" ), $finder );
	}
}
