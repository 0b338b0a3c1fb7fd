<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use HeadlessDeploy\Time_Format;
use PHPUnit\Framework\Attributes\DataProvider;

/**
 * The TypeScript tests read the same test/contract/durations.json.
 */
final class TimeFormatTest extends Wp_Test_Case {
	/**
	 * @param array{ms: int, remaining: string, elapsed: string, duration: string} $span
	 */
	#[DataProvider( 'spans' )]
	public function test_writes_spans_of_time_as_the_browser_does( array $span ): void {
		$this->assertSame(
			$span,
			array( 'ms' => $span['ms'], 'remaining' => Time_Format::remaining( $span['ms'] ), 'elapsed' => Time_Format::elapsed( $span['ms'] ), 'duration' => Time_Format::duration( $span['ms'] ) ),
		);
	}

	public static function spans(): iterable {
		foreach ( Contract::read( 'durations' )['spans'] as $span ) {
			yield "{$span['ms']} ms" => array( $span );
		}
	}
}
