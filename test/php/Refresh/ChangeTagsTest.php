<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Refresh\Change_Tags;
use HeadlessDeploy\Refresh\Post_Facts;
use HeadlessDeploy\Refresh\Recorded_Changes;
use HeadlessDeploy\Refresh\Site_Facts;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class ChangeTagsTest extends TestCase {
	private const POST = array( 'event' => Change::UPDATED, 'type' => Change::POST, 'subtype' => 'post', 'id' => 7, 'user' => 1, 'at' => 1000 );
	private const TERM = array( 'type' => Change::TERM, 'subtype' => 'category', 'id' => 3 ) + self::POST;

	/**
	 * @param array<string, mixed> $reason
	 * @param list<string>         $tags
	 */
	#[DataProvider( 'changes' )]
	public function test_a_change_has_the_tags_of_what_it_concerns( array $reason, array $tags ): void {
		$row   = (object) array( 'changes' => '1', 'manual' => '0', 'reasons' => (string) json_encode( array( $reason ) ) );
		$facts = new Site_Facts(
			posts: array(
				7 => new Post_Facts( 'post', 2, '/hello/', array( 3 => 'category' ), true ),
				8 => new Post_Facts( 'page', 2, '/about/', array() ),
			),
			below: array(),
			gone: array(),
			terms_below: array(),
			terms: array( 40 => array( 'id' => 4, 'taxonomy' => 'post_tag' ) ),
			archives: array(),
			lists: array(),
			has_all_paths: true,
		);
		$this->assertSame( $tags, Change_Tags::of( Recorded_Changes::of_rows( array( $row ) ), $facts )->tags );
	}

	public static function changes(): iterable {
		$kept = array( 'feed', 'front', 'post-7', 'post-any' );
		$all  = array( 'author-2', 'author-any', 'comment-list', 'comments-7', ...$kept, 'post-list', 'post-meta', 'term-3', 'term-any-category' );
		yield 'a post that lists show as before' => array( array( 'kept' => 1 ) + self::POST, $kept );
		yield 'meta of a post' => array( array( 'kept' => 1, 'meta' => 'color' ) + self::POST, array( ...$kept, 'post-meta' ) );
		yield 'a post' => array( self::POST, $all );
		$lost = array( 'author-9', 'term-4', 'term-any-post_tag' );
		yield 'a post that had another author and another term' => array( array( 'author' => 9, 'terms' => '40' ) + self::POST, self::sorted( array( ...$all, ...$lost ) ) );
		yield 'other terms of a post' => array( array( 'kept' => 1, 'terms' => '40' ) + self::POST, array( ...$kept, 'term-4', 'term-any-post_tag' ) );
		yield 'a post that became sticky' => array( array( 'kept' => 1, 'sticky' => 1 ) + self::POST, self::sorted( array( ...$kept, 'option-sticky_posts' ) ) );
		yield 'a page' => array( array( 'id' => 8, 'subtype' => 'page' ) + self::POST, array( 'author-2', 'author-any', 'front', 'page-any', 'page-list', 'page-meta', 'post-8' ) );
		yield 'a term' => array( self::TERM, array( 'term-3', 'term-any-category', 'term-list-category', 'term-self-3' ) );
		yield 'the number of posts of a term' => array( array( 'kept' => 1 ) + self::TERM, array( 'term-3', 'term-any-category' ) );
	}

	public function test_a_page_or_a_term_that_moved_has_the_tags_of_what_is_below_it(): void {
		$row   = (object) array( 'changes' => '1', 'manual' => '0', 'reasons' => (string) json_encode( array( array( 'kept' => 1 ) + self::TERM ) ) );
		$facts = new Site_Facts(
			posts: array(),
			below: array( 9 => new Post_Facts( 'page', 2, '/new/below/', array(), true ) ),
			gone: array( '/old/below/' ),
			terms_below: array( 5 ),
			terms: array(),
			archives: array( 5 => array( '/category/below/' ) ),
			lists: array(),
			has_all_paths: true,
		);
		$content = Change_Tags::of( Recorded_Changes::of_rows( array( $row ) ), $facts );
		$this->assertSame( array( 'comment-list', 'comments-9', 'page-any', 'post-9', 'term-3', 'term-5', 'term-any-category', 'term-self-5' ), $content->tags );
		$this->assertSame( array( array( '/category/below/', '/new/below/' ), array( '/old/below/' ) ), array( $content->changed, $content->gone ) );
	}

	/**
	 * @param  list<string> $tags
	 * @return list<string>
	 */
	private static function sorted( array $tags ): array {
		sort( $tags, SORT_STRING );
		return $tags;
	}
}
