<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Environments\Automation;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

/**
 * Compares WordPress's REST responses before and after a change: each response that differs must have had a tag of the
 * change. A front end that stores what it read is fresh after a refresh exactly then.
 */
#[Group( 'newest' )]
final class CoverageTest extends Coverage_Test_Case {
	private const DATE = '2026-01-01 10:00:00';

	/**
	 * @var array<string, array{body: string, tags: list<string>}>|null
	 */
	private static ?array $before = null;

	/**
	 * @var array<string, int>
	 */
	private array $ids = array();

	protected function setUp(): void {
		parent::setUp();
		register_taxonomy( 'genre', 'book', array( 'public' => true, 'show_in_rest' => true, 'rest_base' => 'genres' ) );
		register_post_type( 'book', array( 'public' => true, 'show_in_rest' => true, 'rest_base' => 'books', 'has_archive' => true, 'taxonomies' => array( 'genre' ), 'supports' => array( 'title', 'editor', 'author' ) ) );
		$author = $this->user( 'author' );
		$other  = $this->user( 'author' );
		$parent = (int) wp_insert_term( 'Parent', 'category' )['term_id'];
		$child  = (int) wp_insert_term( 'Child', 'category', array( 'parent' => $parent ) )['term_id'];
		$empty  = (int) wp_insert_term( 'Empty', 'category' )['term_id'];
		$tag    = (int) wp_insert_term( 'Fast', 'post_tag' )['term_id'];
		$image  = (int) wp_insert_attachment( array( 'post_date' => self::DATE, 'post_title' => 'Image', 'post_mime_type' => 'image/png' ), 'image.png' );
		$one    = $this->dated_post( array( 'post_name' => 'one', 'post_title' => 'One', 'post_author' => $author, 'post_category' => array( $child ), 'tags_input' => array( 'Fast' ) ) );
		$two    = $this->dated_post( array( 'post_name' => 'two', 'post_title' => 'Two', 'post_author' => $author, 'post_category' => array( $parent ) ) );
		$draft  = $this->dated_post( array( 'post_name' => 'draft', 'post_title' => 'Draft', 'post_author' => $other, 'post_status' => 'draft', 'post_category' => array( $empty ) ) );
		$page   = $this->dated_post( array( 'post_type' => 'page', 'post_name' => 'about', 'post_title' => 'About' ) );
		$below  = $this->dated_post( array( 'post_type' => 'page', 'post_name' => 'team', 'post_title' => 'Team', 'post_parent' => $page ) );
		$genre  = (int) wp_insert_term( 'Novel', 'genre' )['term_id'];
		$book   = $this->dated_post( array( 'post_type' => 'book', 'post_name' => 'dune', 'post_title' => 'Dune', 'tax_input' => array( 'genre' => array( $genre ) ), 'post_author' => $author ) );
		wp_set_object_terms( $book, array( $genre ), 'genre' );
		$this->ids = compact( 'author', 'other', 'parent', 'child', 'empty', 'tag', 'image', 'one', 'two', 'draft', 'page', 'below', 'genre', 'book' );
		$this->watch( ...Automation::SOURCES );
		$this->forget();
		// A request of a front end is not one of wp-admin.
		unset( $GLOBALS['current_screen'] );
	}

	protected function tearDown(): void {
		parent::tearDown();
		unregister_post_type( 'book' );
		unregister_taxonomy( 'genre' );
	}

	/**
	 * @param callable(array<string, int>): mixed $change
	 */
	#[DataProvider( 'changes' )]
	public function test_each_response_that_a_change_affects_has_one_of_its_tags( callable $change ): void {
		$before = $this->responses_before();
		$this->start_plugin( $this->clock, $this->caller );
		wp_set_current_user( $this->user( 'administrator' ) );
		set_current_screen( 'dashboard' );
		$this->assertNotFalse( $change( $this->ids ) );
		$content = $this->content();
		unset( $GLOBALS['current_screen'] );
		$after    = $this->responses();
		$affected = array_keys( array_filter( $before, static fn( array $response, string $route ): bool => $response['body'] !== $after[ $route ]['body'], ARRAY_FILTER_USE_BOTH ) );
		$this->assertNotSame( array(), $affected );
		foreach ( $content->is_all ? array() : $affected as $route ) {
			$this->assertNotSame( array(), array_intersect( $before[ $route ]['tags'], $content->tags ), "$route has " . implode( ' ', $before[ $route ]['tags'] ) . '; the change has ' . implode( ' ', $content->tags ) );
		}
		$this->addToAssertionCount( 1 );
	}

	public static function changes(): iterable {
		yield 'title' => array( static fn( array $ids ) => wp_update_post( array( 'ID' => $ids['one'], 'post_title' => 'New' ) ) );
		yield 'slug' => array( static fn( array $ids ) => wp_update_post( array( 'ID' => $ids['one'], 'post_name' => 'new' ) ) );
		yield 'slug that was asked for' => array( static fn( array $ids ) => wp_update_post( array( 'ID' => $ids['one'], 'post_name' => 'missing' ) ) );
		yield 'author' => array( static fn( array $ids ) => wp_update_post( array( 'ID' => $ids['one'], 'post_author' => $ids['other'] ) ) );
		yield 'categories' => array( static fn( array $ids ) => wp_update_post( array( 'ID' => $ids['one'], 'post_category' => array( $ids['empty'] ) ) ) );
		yield 'terms without a save' => array( static fn( array $ids ) => wp_set_object_terms( $ids['two'], array( $ids['tag'] ), 'post_tag' ) );
		yield 'removed terms' => array( static fn( array $ids ) => wp_remove_object_terms( $ids['one'], array( $ids['tag'] ), 'post_tag' ) );
		yield 'featured image' => array( static fn( array $ids ) => set_post_thumbnail( $ids['one'], $ids['image'] ) );
		yield 'date' => array( static fn( array $ids ) => wp_update_post( array( 'ID' => $ids['one'], 'post_date' => '2020-01-01 10:00:00', 'edit_date' => true ) ) );
		yield 'published' => array( static fn( array $ids ) => wp_update_post( array( 'ID' => $ids['draft'], 'post_status' => 'publish' ) ) );
		yield 'unpublished' => array( static fn( array $ids ) => wp_update_post( array( 'ID' => $ids['one'], 'post_status' => 'draft' ) ) );
		yield 'trashed' => array( static fn( array $ids ) => wp_trash_post( $ids['one'] ) );
		yield 'deleted' => array( static fn( array $ids ) => wp_delete_post( $ids['one'], true ) );
		yield 'private' => array( static fn( array $ids ) => wp_update_post( array( 'ID' => $ids['two'], 'post_status' => 'private' ) ) );
		yield 'password' => array( static fn( array $ids ) => wp_update_post( array( 'ID' => $ids['two'], 'post_password' => 'secret' ) ) );
		yield 'type' => array( static fn( array $ids ) => set_post_type( $ids['two'], 'page' ) );
		yield 'sticky' => array( static fn( array $ids ) => stick_post( $ids['two'] ) ?? true );
		yield 'page title' => array( static fn( array $ids ) => wp_update_post( array( 'ID' => $ids['page'], 'post_title' => 'New' ) ) );
		yield 'page slug' => array( static fn( array $ids ) => wp_update_post( array( 'ID' => $ids['page'], 'post_name' => 'new' ) ) );
		yield 'page parent' => array( static fn( array $ids ) => wp_update_post( array( 'ID' => $ids['below'], 'post_parent' => 0 ) ) );
		yield 'page trashed' => array( static fn( array $ids ) => wp_trash_post( $ids['page'] ) );
		yield 'page deleted' => array( static fn( array $ids ) => wp_delete_post( $ids['page'], true ) );
		yield 'term name' => array( static fn( array $ids ) => wp_update_term( $ids['child'], 'category', array( 'name' => 'New' ) ) );
		yield 'term slug' => array( static fn( array $ids ) => wp_update_term( $ids['parent'], 'category', array( 'slug' => 'new' ) ) );
		yield 'term parent' => array( static fn( array $ids ) => wp_update_term( $ids['child'], 'category', array( 'parent' => 0 ) ) );
		yield 'term description' => array( static fn( array $ids ) => wp_update_term( $ids['tag'], 'post_tag', array( 'description' => 'New' ) ) );
		yield 'new term' => array( static fn() => wp_insert_term( 'Newest', 'category' ) );
		yield 'deleted tag' => array( static fn( array $ids ) => wp_delete_term( $ids['tag'], 'post_tag' ) );
		yield 'deleted term without posts' => array( static fn( array $ids ) => array( wp_remove_object_terms( $ids['one'], array( $ids['tag'] ), 'post_tag' ), wp_delete_term( $ids['tag'], 'post_tag' ) ) );
		yield 'deleted category' => array( static fn( array $ids ) => wp_delete_term( $ids['child'], 'category' ) );
		yield 'book' => array( static fn( array $ids ) => wp_update_post( array( 'ID' => $ids['book'], 'post_title' => 'Dune II' ) ) );
		yield 'genre of a book' => array( static fn( array $ids ) => wp_set_object_terms( $ids['book'], array(), 'genre' ) );
		yield 'name of a genre' => array( static fn( array $ids ) => wp_update_term( $ids['genre'], 'genre', array( 'name' => 'New' ) ) );
		yield 'two posts' => array( static fn( array $ids ) => array( wp_trash_post( $ids['one'] ), wp_update_post( array( 'ID' => $ids['two'], 'post_title' => 'New' ) ) ) );
	}

	/**
	 * Reads the responses before the first change only, because they are always the same.
	 *
	 * @return array<string, array{body: string, tags: list<string>}>
	 */
	private function responses_before(): array {
		self::$before ??= $this->responses();
		$this->assertSame( self::$before['posts'], $this->response( $this->server(), 'posts' ), 'Each test begins with the same posts.' );
		return self::$before;
	}

	/**
	 * @return array<string, array{body: string, tags: list<string>}> By route and query.
	 */
	private function responses(): array {
		$routes = array(
			'posts', 'posts?_embed=1', 'posts?per_page=1', 'posts?search=Two', 'posts?slug=one', 'posts?slug=one&_embed=1', 'posts?slug=missing', 'posts?include={one},{two}',
			'posts?categories={child}', 'posts?categories={empty}', 'posts?tags={tag}&_embed=1', 'posts?author={author}', 'posts?author={other}', 'posts?sticky=1', 'posts?categories_exclude={child}',
			'posts/{one}', 'posts/{two}', 'posts/{two}?_embed=1', 'posts/{one}?_fields=id,slug', 'pages', 'pages?slug=team', 'pages?parent={page}', 'pages/{below}', 'pages/{below}?_embed=1', 'pages/{page}',
			'categories', 'categories?hide_empty=1', 'categories?orderby=count&order=desc', 'categories?post={one}', 'categories?parent={parent}', 'categories?slug=child', 'categories/{child}', 'categories/{empty}', 'categories/{parent}', 'tags', 'tags/{tag}', 'tags?hide_empty=1', 'tags?post={two}',
			'users', 'users/{author}', 'search?search=o', 'search?search=e&type=term&subtype=category', 'media/{image}', 'books', 'books?genres={genre}', 'books?slug=dune&_embed=1', 'books/{book}?_embed=1', 'genres', 'genres/{genre}', 'genres?post={book}', 'search?search=Dune&subtype=book',
		);
		$values = array_combine( array_map( static fn( string $name ): string => '{' . $name . '}', array_keys( $this->ids ) ), array_map( strval( ... ), $this->ids ) );
		$server = $this->server();
		$read   = fn( string $route ): array => $this->response( $server, strtr( $route, $values ) );
		return array_combine( $routes, array_map( $read, $routes ) );
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	private function dated_post( array $fields ): int {
		return $this->post( $fields + array( 'post_date' => self::DATE ) );
	}
}
