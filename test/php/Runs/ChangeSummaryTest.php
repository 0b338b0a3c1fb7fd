<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Runs;

use HeadlessDeploy\Runs\Change_Summary;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

/** Proves how changes and their authors are named. */
final class ChangeSummaryTest extends Wp_Test_Case {
	private const MARIA   = array( 'id' => 2, 'name' => 'Maria' );
	private const MACHINE = array( 'id' => 0, 'name' => '' );
	private const REMOVED = array( 'id' => 7, 'name' => '' );

	/** @return iterable<string, array{list<array{id: int, name: string}>, string}> */
	public static function users(): iterable {
		yield 'nothing is known' => array( array(), '2 changes' );
		yield 'WordPress alone' => array( array( self::MACHINE, self::MACHINE ), '2 changes' );
		yield 'a user and WordPress' => array( array( self::MACHINE, self::MARIA ), '2 changes by WordPress and Maria' );
		yield 'a user and one who was removed' => array( array( self::MARIA, self::REMOVED ), '2 changes by Maria' );
	}

	/** @param list<array{id: int, name: string}> $users Users of the changes. */
	#[DataProvider( 'users' )]
	public function test_names_all_users_who_made_the_changes( array $users, string $expected ): void {
		$reasons = array_map( static fn( array $user ): array => array( 'event' => 'updated', 'user' => $user ), $users );
		$this->assertSame( $expected, Change_Summary::by( 2, $reasons ) );
	}

	public function test_does_not_count_a_schedule_as_a_change(): void {
		$reasons = array(
			array( 'event' => 'scheduled', 'user' => self::MACHINE ),
			array( 'event' => 'updated', 'user' => self::MARIA ),
		);
		$this->assertSame( '1 change by Maria', Change_Summary::by( 1, $reasons ) );
	}

	public function test_names_the_newest_change_the_number_of_the_others_and_their_authors(): void {
		$titled = array( 'event' => 'updated', 'title' => 'Summer', 'text' => 'Page “Summer” updated', 'user' => self::MARIA );
		$this->assertSame( 'Summer + 2 by Maria', Change_Summary::titled( 3, array( $titled ) ) );
		$this->assertSame( 'Summer by Maria', Change_Summary::titled( 1, array( $titled ) ) );
		$this->assertSame( 'Page “Summer” updated', Change_Summary::titled( 1, array( array( 'title' => '', 'user' => self::MACHINE ) + $titled ) ) );
		$this->assertSame( '2 changes', Change_Summary::titled( 2, array() ) );
		$this->assertSame( 'Summer + 1 by WordPress and Maria', Change_Summary::titled( 2, array( array( 'user' => self::MACHINE ) + $titled, $titled ) ) );
		$this->assertSame( 'Summer + 1 by Maria', Change_Summary::titled( 2, array( $titled, array( 'user' => self::REMOVED ) + $titled ) ) );
	}
}
