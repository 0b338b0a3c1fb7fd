<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Refresh;

use HeadlessDeploy\Environments\Automation;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

/**
 * Visitors see a file while they see the post to which it is attached. Compares the responses that show it before and after
 * each change of that post.
 */
#[Group( 'newest' )]
final class AttachedFilesTest extends Coverage_Test_Case {
	private const DATE   = '2026-01-01 10:00:00';
	private const ROUTES = array(
		'media', 'media?per_page=1', 'media?author={author}', 'media?parent=0', 'media?parent={post}', 'media?slug=image', 'media?include={file}',
		'posts', 'posts?slug=shows-it', 'posts?slug=shows-it&_embed=1', 'posts?slug=shows-it&_embed=wp:term', 'posts/{shown}?_fields=_links', 'comments?_embed=1',
	);

	protected function setUp(): void {
		parent::setUp();
		register_post_type( 'secret', array( 'public' => false ) );
		register_post_status( 'archived', array( 'public' => true ) );
		$this->watch_with_refresh( ...Automation::SOURCES );
	}

	protected function tearDown(): void {
		parent::tearDown();
		unregister_post_type( 'secret' );
		unset( $GLOBALS['wp_post_statuses']['archived'] );
	}

	/**
	 * @param string $from   Status of the post, `trashed` after it if it is in the Trash.
	 * @param string $change A status, or what happens to the post.
	 */
	#[DataProvider( 'changes' )]
	public function test_each_response_that_shows_the_file_has_a_tag_of_the_change( string $type, string $from, string $change, bool $has_effect = true ): void {
		global $wpdb;
		list( $status, $is_trashed ) = array( ...explode( ' ', $from ), '' );

		$author = $this->user( 'author' );
		$post   = $this->post( array( 'post_type' => $type, 'post_status' => $status, 'post_date' => self::DATE ) );
		$file   = $this->attachment( $post, array( 'post_date' => self::DATE, 'post_name' => 'image', 'post_author' => $author ) );
		$shown  = $this->post( array( 'post_name' => 'shows-it', 'post_date' => self::DATE ) );
		wp_insert_comment( array( 'comment_post_ID' => $file, 'comment_content' => 'Nice', 'comment_date_gmt' => self::DATE, 'comment_approved' => '1' ) );
		set_post_thumbnail( $shown, $file );
		'' === $is_trashed || wp_trash_post( $post );
		$this->forget();
		$read = function () use ( $author, $post, $file, $shown ): array {
			$server = $this->server();
			$routes = array_map( static fn( string $route ): string => strtr( $route, array( '{author}' => $author, '{post}' => $post, '{file}' => $file, '{shown}' => $shown ) ), self::ROUTES );
			return array_combine( $routes, array_map( fn( string $route ): array => $this->response( $server, $route ), $routes ) );
		};
		$before = $read();

		$this->start_plugin( $this->clock, $this->caller );
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertNotFalse( match ( $change ) {
			'trash'         => wp_trash_post( $post ),
			'trash by save' => wp_update_post( array( 'ID' => $post, 'post_status' => 'trash' ) ),
			'restore'       => wp_untrash_post( $post ),
			'delete'        => wp_delete_post( $post, true ),
			'detach'        => wp_update_post( array( 'ID' => $file, 'post_parent' => 0 ) ),
			'detach by SQL' => array( $wpdb->update( $wpdb->posts, array( 'post_parent' => 0 ), array( 'ID' => $file ) ), clean_attachment_cache( $file ) ),
			default         => wp_update_post( array( 'ID' => $post, 'post_status' => $change ) ),
		} );
		$content = $this->content();
		// A run without changes renews all pages.
		$is_all   = $content->is_all && array() !== $this->rows();
		$after    = $read();
		$affected = array_keys( array_filter( $before, static fn( array $response, string $route ): bool => $response['body'] !== $after[ $route ]['body'], ARRAY_FILTER_USE_BOTH ) );
		$this->assertSame( $has_effect, array() !== $affected );
		foreach ( $is_all ? array() : $affected as $route ) {
			$this->assertNotSame( array(), array_intersect( $before[ $route ]['tags'], $content->tags ), "$route has " . implode( ' ', $before[ $route ]['tags'] ) . '; the change has ' . implode( ' ', $content->tags ) );
		}
	}

	public static function changes(): iterable {
		// WordPress hides drafts and pending posts alike.
		$statuses = array( 'draft', 'private', 'publish', 'archived' );
		foreach ( $statuses as $from ) {
			foreach ( array_diff( array( ...$statuses, 'trash', 'trash by save', 'delete', 'detach' ), array( $from ) ) as $change ) {
				$is_hidden  = in_array( $from, array( 'draft', 'private' ), true );
				$has_effect = ! $is_hidden || ! in_array( $change, array( 'draft', 'private', 'trash' ), true );
				yield "post: $from, $change" => array( 'post', $from, $change, $has_effect );
			}
		}
		yield 'post: pending, publish' => array( 'post', 'pending', 'publish' );
		yield 'post: publish, pending' => array( 'post', 'publish', 'pending' );
		foreach ( array( 'draft', 'publish' ) as $from ) {
			foreach ( array( 'draft', 'publish', 'restore', 'delete', 'detach' ) as $change ) {
				$has_effect = 'publish' === $from || ! in_array( $change, array( 'draft', 'restore' ), true );
				yield "post: $from in the Trash, $change" => array( 'post', "$from trashed", $change, $has_effect );
			}
		}
		yield 'post: draft, detached in the media library' => array( 'post', 'draft', 'detach by SQL' );
		yield 'post: auto-draft, delete' => array( 'post', 'auto-draft', 'delete' );
		yield 'page: draft, publish' => array( 'page', 'draft', 'publish' );
		yield 'page: draft, delete' => array( 'page', 'draft', 'delete' );
		yield 'page: publish in the Trash, restore' => array( 'page', 'publish trashed', 'restore' );
		yield 'pattern: draft, publish' => array( 'wp_block', 'draft', 'publish' );
		yield 'pattern: publish, trash' => array( 'wp_block', 'publish', 'trash' );
		yield 'pattern: publish in the Trash, publish' => array( 'wp_block', 'publish trashed', 'publish' );
		foreach ( array( 'publish', 'delete' ) as $change ) {
			yield "type that is not public: draft, $change" => array( 'secret', 'draft', $change );
		}
		foreach ( array( 'draft', 'delete' ) as $change ) {
			yield "type that is not public: publish, $change" => array( 'secret', 'publish', $change );
		}
	}
}
