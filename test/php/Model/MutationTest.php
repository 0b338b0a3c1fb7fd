<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use RuntimeException;

final class MutationTest extends TestCase {
	public function test_the_code_of_each_mutation_is_found(): void {
		$faults = array();
		foreach ( Mutations::all() as $name => $mutation ) {
			try {
				$this->assertStringStartsWith( '<?php', $mutation->broken() );
			} catch ( RuntimeException $fault ) {
				$faults[] = "$name: {$fault->getMessage()}";
			}
			$this->assert_finder_exists( $mutation->finder );
		}
		$this->assertSame( array(), $faults );
	}

	public function test_the_layout_of_the_code_makes_no_difference(): void {
		$plain  = ( new Mutation( 'Due_Time::at', 'true === $lane->unfinished?->is_manual', 'broken()' ) )->broken();
		$layout = ( new Mutation( 'Due_Time::at', "true\n\t\t===  \$lane\n->unfinished?->is_manual", 'broken()' ) )->broken();
		$this->assertStringContainsString( '|| broken()', $plain );
		$this->assertSame( $plain, $layout );
		$this->assertStringContainsString( 'broken()', ( new Mutation( 'Queue_Reader::select_under_lease', 'WHERE \' . \'$lane_condition', 'broken()' ) )->broken() );
	}

	/**
	 * @return array<string, array{place: string, search: string, message: string}>
	 */
	public static function missing(): array {
		return array(
			'a class that was renamed'    => array( 'place' => 'No_Time::at', 'search' => 'return', 'message' => 'includes has the class No_Time 0 times' ),
			'a method that was renamed'   => array( 'place' => 'Due_Time::never', 'search' => 'return', 'message' => 'There is no Due_Time::never.' ),
			'a constant that was renamed' => array( 'place' => 'Dispatcher::NO_ROUNDS', 'search' => '3', 'message' => 'There is no Dispatcher::NO_ROUNDS.' ),
			'code of another method'      => array( 'place' => 'Due_Time::at', 'search' => '$automation->hold', 'message' => 'Due_Time::at has this 0 times' ),
			'code of a comment'           => array( 'place' => 'Retention::delete_all', 'search' => '// ', 'message' => 'Retention::delete_all has this 0 times' ),
			'code that occurs twice'      => array( 'place' => 'Due_Time::at', 'search' => '$lane', 'message' => 'Due_Time::at has this' ),
			'nothing'                     => array( 'place' => 'Due_Time::at', 'search' => ' ', 'message' => 'Due_Time::at has this 0 times' ),
		);
	}

	#[DataProvider( 'missing' )]
	public function test_throws_when_the_code_is_not_found_once( string $place, string $search, string $message ): void {
		$this->expectException( RuntimeException::class );
		$this->expectExceptionMessage( $message );
		( new Mutation( $place, $search, '' ) )->broken();
	}

	private function assert_finder_exists( string $finder ): void {
		list( $test, $method ) = explode( '::', "$finder::" );
		$path                  = Mutation::MODEL === $test ? "Model/$test" : str_replace( '.', '/', $test );
		$this->assertStringContainsString( 'function ' . strtok( "$method.", '.' ), (string) file_get_contents( dirname( __DIR__ ) . "/$path.php" ), $finder );
	}
}
