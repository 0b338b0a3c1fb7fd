<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Refresh\Refresh_Content;
use PHPUnit\Framework\TestCase;

final class RefreshContentTest extends TestCase {
	public function test_lists_each_text_once_and_no_path_as_changed_and_gone(): void {
		$content = Refresh_Content::some( array( 'post-2', 'post-1', 'post-2' ), array( '/b/', '', '/a/' ), array( '/a/', '/c/' ) );
		$this->assertSame( array( 'scope' => 'some', 'tags' => array( 'post-1', 'post-2' ), 'paths' => array( 'changed' => array( '/a/', '/b/' ), 'gone' => array( '/c/' ) ) ), $content->to_array() );
	}

	public function test_becomes_all_beyond_its_limits(): void {
		$texts = static fn( int $count ): array => array_map( static fn( int $number ): string => "x-$number", range( 1, $count ) );
		$this->assertFalse( Refresh_Content::some( $texts( 5000 ), $texts( 2000 ), array() )->is_all );
		$this->assertTrue( Refresh_Content::some( $texts( 5001 ), array(), array() )->is_all );
		$this->assertTrue( Refresh_Content::some( array(), $texts( 2000 ), array( '/gone/' ) )->is_all );
	}

	public function test_becomes_all_with_a_tag_that_a_header_cannot_contain(): void {
		$this->assertTrue( Refresh_Content::some( array( 'term-list-my, taxonomy' ), array(), array() )->is_all );
	}
}
