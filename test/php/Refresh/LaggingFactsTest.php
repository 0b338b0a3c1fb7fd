<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Refresh\Refresh_Content;
use HeadlessDeploy\Refresh\Refresh_Reader;
use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use HeadlessDeploy\Tests\Lagging_Replica;
use PHPUnit\Framework\Attributes\Group;

/**
 * What a refresh names while a database replica is behind.
 */
#[Group( 'mariadb' )]
final class LaggingFactsTest extends Changes_Test_Case {
	use Lagging_Replica;

	protected function setUp(): void {
		parent::setUp();
		$this->watch( 'content', 'terms' );
		set_error_handler( static fn( int $level, string $message ): bool => str_contains( $message, 'on null' ), E_WARNING | E_DEPRECATED );
	}

	protected function tearDown(): void {
		restore_error_handler();
		parent::tearDown();
	}

	public function test_names_the_page_the_author_and_the_archives_of_a_new_post(): void {
		$parent = (int) wp_insert_term( 'Food', 'category' )['term_id'];
		$child  = (int) wp_insert_term( 'Bread', 'category', array( 'parent' => $parent ) )['term_id'];
		$this->forget();
		$this->lag();
		$post = wp_insert_post( array( 'post_title' => 'New', 'post_name' => 'new', 'post_status' => 'publish' ) );
		$GLOBALS['wpdb']->insert( $GLOBALS['wpdb']->term_relationships, array( 'object_id' => $post, 'term_taxonomy_id' => $child ) );
		$content = $this->content();
		$this->assertSame( array(), array_diff( array( "post-$post", 'post-list', 'author-' . get_current_user_id(), "term-$child" ), $content['tags'] ), implode( ' ', $content['tags'] ) );
		$this->assertSame( array(), array_diff( array( '/new/', '/category/food/bread/', '/category/food/' ), $content['paths']['changed'] ), implode( ' ', $content['paths']['changed'] ) );
		$this->assertSame( 'some', $content['scope'] );
	}

	public function test_names_the_new_address_of_a_post_that_moved(): void {
		$post = $this->post( array( 'post_title' => 'Hello', 'post_name' => 'old' ) );
		$this->forget();
		$this->lag();
		wp_update_post( array( 'ID' => $post, 'post_name' => 'moved' ) );
		$content = $this->content();
		$this->assertContains( '/moved/', $content['paths']['changed'] );
		$this->assertContains( '/old/', $content['paths']['gone'] );
	}

	public function test_a_cache_that_kept_the_answer_of_the_replica_is_not_used(): void {
		$post = $this->post( array( 'post_title' => 'Hello', 'post_name' => 'old' ) );
		$this->forget();
		$this->lag();
		wp_update_post( array( 'ID' => $post, 'post_name' => 'moved' ) );
		do_action( 'shutdown' );
		$this->assertSame( 'old', get_post( $post )->post_name ?? '', 'A visitor reads the post, and a persistent cache keeps it.' );
		$this->assertContains( '/moved/', $this->content()['paths']['changed'] );
	}

	/**
	 * @return array{scope: string, tags: list<string>, paths: array{changed: list<string>, gone: list<string>}}
	 */
	private function content(): array {
		global $wpdb;
		do_action( 'shutdown' );
		$rows    = $wpdb->get_results( "SELECT changes, manual, reasons FROM {$wpdb->headless_deploy_changes}" );
		$content = ( new Refresh_Reader() )->of_rows( (array) $rows );
		$this->assertInstanceOf( Refresh_Content::class, $content );
		return $content->to_array();
	}
}
