<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Refresh\Recorded_Changes;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class RecordedChangesTest extends TestCase {
	private const POST = array( 'event' => Change::UPDATED, 'type' => Change::POST, 'subtype' => 'post', 'id' => 7, 'user' => 1, 'at' => 1000 );

	/**
	 * @param list<mixed> $reasons
	 */
	#[DataProvider( 'rows' )]
	public function test_renews_all_pages_where_a_row_does_not_name_all_changes( bool $is_all, array $reasons, int $changes = 1 ): void {
		$row = array( 'changes' => (string) $changes, 'manual' => '0', 'reasons' => (string) json_encode( $reasons ) );
		$this->assertSame( $is_all, Recorded_Changes::of_rows( array( (object) $row ) )->is_all );
	}

	public static function rows(): iterable {
		yield 'one post' => array( false, array( self::POST ) );
		yield 'a post that was saved again' => array( false, array( self::POST, array( 'again' => 1 ) + self::POST ) );
		yield 'more changes than reasons' => array( true, array( self::POST ), 2 );
		yield 'no reason' => array( true, array() );
		yield 'unknown previous state' => array( true, array( array( 'all' => 1 ) + self::POST ) );
		yield 'a type of a newer version' => array( true, array( array( 'type' => 'comet' ) + self::POST ) );
		yield 'a post without an id' => array( true, array( array( 'id' => 0 ) + self::POST ) );
		yield 'synced pattern' => array( true, array( array( 'subtype' => 'wp_block' ) + self::POST ) );
	}

	public function test_renews_all_pages_after_too_many_rows_or_objects(): void {
		$rows = static fn( int $count, int $objects ): array => array_map(
			static fn( int $number ): object => (object) array( 'changes' => '1', 'manual' => '0', 'reasons' => (string) json_encode( array( array( 'id' => 1 + $number % $objects ) + self::POST, array( 'id' => 1001 + $number % $objects ) + self::POST ) ) ),
			range( 1, $count ),
		);
		$this->assertFalse( Recorded_Changes::of_rows( $rows( 1000, 500 ) )->is_all );
		$this->assertTrue( Recorded_Changes::of_rows( $rows( 1001, 500 ) )->is_all );
		$this->assertTrue( Recorded_Changes::of_rows( $rows( 1000, 501 ) )->is_all );
	}

	public function test_ignores_damaged_details(): void {
		$reason = array( 'terms' => array( 1 ), 'author' => '2', 'old' => 5, 'path' => '' ) + self::POST;
		$post   = Recorded_Changes::of_rows( array( (object) array( 'changes' => '1', 'manual' => '0', 'reasons' => (string) json_encode( array( $reason ) ) ) ) )->posts[7];
		$this->assertSame( array( array(), array(), array() ), array( $post->term_taxonomies, $post->authors, $post->paths ) );
	}
}
