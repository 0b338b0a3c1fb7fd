<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use PHPUnit\Framework\TestCase;
use RuntimeException;

final class MutationTest extends TestCase {
	public function test_each_rule_stands_where_it_is_broken(): void {
		$names = array();
		foreach ( Mutations::all() as $name => $mutation ) {
			$original = (string) file_get_contents( dirname( __DIR__, 3 ) . "/includes/{$mutation->file}.php" );
			$this->assertNotSame( $original, $mutation->broken(), $name );
			$names[] = $name;
		}
		$this->assertGreaterThanOrEqual( 20, count( $names ) );
	}

	public function test_a_text_that_is_not_there_any_more_is_an_error(): void {
		$this->expectException( RuntimeException::class );
		$this->expectExceptionMessage( 'includes/Queue/Due_Time.php has this 0 times' );
		( new Mutation( 'Queue/Due_Time', array( 'this is not there' => '' ) ) )->broken();
	}

	public function test_a_text_that_is_there_twice_is_an_error(): void {
		$this->expectException( RuntimeException::class );
		( new Mutation( 'Queue/Due_Time', array( 'return' => '' ) ) )->broken();
	}
}
