<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Runs;

use HeadlessDeploy\Runs\Change_Summary;
use HeadlessDeploy\Runs\Reason;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

/** Proves how changes and their authors are named. */
final class ChangeSummaryTest extends Wp_Test_Case {
	private const MARIA   = array( 'user_id' => 2, 'user_name' => 'Maria' );
	private const MACHINE = array( 'user_id' => 0, 'user_name' => '' );
	private const REMOVED = array( 'user_id' => 7, 'user_name' => '' );

	/** @return iterable<string, array{list<array{user_id: int, user_name: string}>, string}> */
	public static function users(): iterable {
		yield 'nothing is known' => array( array(), '2 changes' );
		yield 'WordPress alone' => array( array( self::MACHINE, self::MACHINE ), '2 changes' );
		yield 'a user and WordPress' => array( array( self::MACHINE, self::MARIA ), '2 changes by WordPress and Maria' );
		yield 'a user and one who was removed' => array( array( self::MARIA, self::REMOVED ), '2 changes by Maria' );
	}

	/** @param list<array{user_id: int, user_name: string}> $users Users of the changes. */
	#[DataProvider( 'users' )]
	public function test_names_all_users_who_made_the_changes( array $users, string $expected ): void {
		$reasons = array_map( static fn( array $user ): Reason => new Reason( 'updated', ...$user ), $users );
		$this->assertSame( $expected, Change_Summary::by( 2, $reasons ) );
	}

	public function test_does_not_count_a_schedule_as_a_change(): void {
		$reasons = array(
			new Reason( 'scheduled', ...self::MACHINE ),
			new Reason( 'updated', ...self::MARIA ),
		);
		$this->assertSame( '1 change by Maria', Change_Summary::by( 1, $reasons ) );
	}

	public function test_says_what_happened_to_the_newest_object_and_how_many_others_changed(): void {
		$summer = array( 'event' => 'updated', 'title' => 'Summer', 'link' => '/1', 'text' => 'Page “Summer” updated' );
		$winter = array( 'event' => 'updated', 'title' => 'Winter', 'link' => '/2', 'text' => 'Page “Winter” updated' );
		$saved  = new Reason( ...$summer, ...self::MARIA );
		$this->assertSame( 'Page “Summer” updated, and 2 more by Maria', Change_Summary::titled( 3, array( $saved ) ) );
		$this->assertSame( 'Page “Summer” updated by Maria', Change_Summary::titled( 1, array( $saved ) ) );
		$this->assertSame( 'Page updated', Change_Summary::titled( 1, array( new Reason( text: 'Page updated' ) ) ) );
		$this->assertSame( '2 changes', Change_Summary::titled( 2, array() ) );
		$this->assertSame( 'Page “Winter” updated, and 1 more by WordPress and Maria', Change_Summary::titled( 2, array( new Reason( ...$winter, ...self::MACHINE ), $saved ) ) );
		$this->assertSame( 'Page “Summer” updated, and 1 more by Maria', Change_Summary::titled( 2, array( $saved, new Reason( ...$winter, ...self::REMOVED ) ) ) );
	}

	public function test_counts_an_object_once_that_was_saved_several_times(): void {
		$save = static fn( string $event, string $text, string $link = '/1' ): Reason => new Reason( ...array( 'event' => $event, 'title' => 'Summer', 'link' => $link, 'text' => $text ), ...self::MARIA );
		$this->assertSame( 'Page published by Maria', Change_Summary::titled( 3, array( $save( 'updated', 'Page updated' ), $save( 'updated', 'Page updated' ), $save( 'published', 'Page published' ) ) ) );
		$this->assertSame( 'Page moved by Maria', Change_Summary::titled( 2, array( $save( 'updated', 'Page updated' ), $save( 'moved', 'Page moved' ) ) ) );
		$this->assertSame( 'Page unpublished by Maria', Change_Summary::titled( 2, array( $save( 'unpublished', 'Page unpublished' ), $save( 'published', 'Page published' ) ) ) );
		$this->assertSame( 'Page updated, and 5 more by Maria', Change_Summary::titled( 7, array( $save( 'updated', 'Page updated' ), $save( 'updated', 'Other', '/2' ), $save( 'updated', 'Page updated' ) ) ) );
	}

	public function test_a_schedule_is_no_further_change(): void {
		$reasons = array(
			new Reason( event: 'scheduled', text: 'Schedule “Nightly”' ),
			new Reason( ...array( 'event' => 'updated', 'title' => 'Summer', 'text' => 'Page “Summer” updated', 'link' => '/1' ), ...self::MARIA ),
		);
		$this->assertSame( 'Page “Summer” updated by Maria', Change_Summary::titled( 1, $reasons ) );
	}
}
