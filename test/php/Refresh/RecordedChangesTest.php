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
		yield 'synced pattern' => array( false, array( array( 'subtype' => 'wp_block' ) + self::POST ) );
		yield 'template' => array( true, array( array( 'subtype' => 'wp_template' ) + self::POST ) );
		yield 'an option that is shown' => array( false, array( array( 'type' => Change::OPTION, 'id' => 0, 'name' => 'blogname' ) + self::POST ) );
		yield 'an option that any page depends on' => array( true, array( array( 'type' => Change::OPTION, 'id' => 0, 'name' => 'permalink_structure' ) + self::POST ) );
		yield 'an option that is not watched' => array( true, array( array( 'type' => Change::OPTION, 'id' => 0, 'name' => 'ticker' ) + self::POST ) );
		yield 'a comment without its post' => array( true, array( array( 'type' => Change::COMMENT ) + self::POST ) );
		yield 'a user' => array( false, array( array( 'type' => Change::USER ) + self::POST ) );
	}

	/**
	 * @param array<string, mixed> $reason
	 * @param list<string>         $tags
	 */
	#[DataProvider( 'objects' )]
	public function test_an_object_without_a_page_has_its_tags( array $reason, array $tags ): void {
		$row = array( 'changes' => '1', 'manual' => '0', 'reasons' => (string) json_encode( array( $reason + self::POST ) ) );
		$this->assertSame( $tags, Recorded_Changes::of_rows( array( (object) $row ) )->tags );
	}

	public static function objects(): iterable {
		yield 'user' => array( array( 'type' => Change::USER ), array( 'author-7', 'author-self-7', 'author-any' ) );
		yield 'comment' => array( array( 'type' => Change::COMMENT, 'post' => 3 ), array( 'comment-7', 'comments-3', 'comment-list' ) );
		yield 'menu' => array( array( 'type' => Change::MENU ), array( 'menu-7', 'menu-list' ) );
		yield 'menu locations' => array( array( 'type' => Change::LOCATIONS, 'id' => 0 ), array( 'menu-list' ) );
		yield 'option that is shown' => array( array( 'type' => Change::OPTION, 'id' => 0, 'name' => 'blogname' ), array( 'option-blogname' ) );
		yield 'option of the whole site' => array( array( 'type' => Change::OPTION, 'id' => 0, 'name' => 'timezone_string' ), array( 'site' ) );
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
