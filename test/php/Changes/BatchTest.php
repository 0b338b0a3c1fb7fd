<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes;

use HeadlessDeploy\Changes\Batch;
use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Queue\Stored_Reason;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class BatchTest extends TestCase {
	/**
	 * @param array<string, string|int|true> $earlier
	 * @param array<string, string|int|true> $later
	 * @param array<string, string|int|true> $expected
	 */
	#[DataProvider( 'details' )]
	public function test_keeps_what_both_changes_replaced( array $earlier, array $later, array $expected ): void {
		$this->assertSame( self::reason( $expected )->jsonSerialize(), Batch::merged( self::reason( $earlier ), self::reason( $later ) )->jsonSerialize() );
		$this->assertSame( self::reason( $later )->jsonSerialize(), Batch::merged( null, self::reason( $later ) )->jsonSerialize() );
	}

	public static function details(): iterable {
		yield 'page data of the save before the terms' => array( array( 'path' => '/a/', 'mark' => 5 ), array(), array( 'path' => '/a/', 'mark' => 5 ) );
		yield 'the newer mark' => array( array( 'mark' => 5 ), array( 'mark' => 6 ), array( 'mark' => 6 ) );
		yield 'terms of both' => array( array( 'terms' => '3,4' ), array( 'terms' => '4,5' ), array( 'terms' => '3,4,5' ) );
		yield 'terms of the earlier one' => array( array( 'terms' => '3' ), array(), array( 'terms' => '3' ) );
		yield 'the previous author' => array( array( 'author' => 2 ), array(), array( 'author' => 2 ) );
		yield 'two previous authors' => array( array( 'author' => 2 ), array( 'author' => 3 ), array( 'author' => 3, 'all' => true ) );
		yield 'a path that changed once' => array( array( 'old' => '/a/' ), array(), array( 'old' => '/a/' ) );
		yield 'a path that changed twice' => array( array( 'old' => '/a/' ), array( 'old' => '/b/' ), array( 'old' => '/b/', 'all' => true ) );
		yield 'fields that changed twice' => array( array( 'was' => '1|0||a' ), array( 'was' => '1|0||b' ), array( 'was' => '1|0||b', 'all' => true ) );
		yield 'a page that moved and was removed' => array( array( 'old' => '/a/' ), array( 'path' => '/b/' ), array( 'old' => '/a/', 'path' => '/b/' ) );
		yield 'a page that was removed at two paths' => array( array( 'path' => '/a/' ), array( 'path' => '/b/' ), array( 'path' => '/b/', 'all' => true ) );
		yield 'another member of a list and the same members' => array( array(), array( 'kept' => true ), array() );
		yield 'the same members twice' => array( array( 'kept' => true ), array( 'kept' => true ), array( 'kept' => true ) );
		yield 'an unknown previous state' => array( array( 'all' => true ), array(), array( 'all' => true ) );
	}

	/**
	 * @param array<string, string|int|true> $details
	 */
	private static function reason( array $details ): Stored_Reason {
		return new Stored_Reason( Change::UPDATED, Change::POST, 'post', 7, 1, 1000, ...$details );
	}
}
