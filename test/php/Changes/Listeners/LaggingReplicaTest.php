<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use HeadlessDeploy\Tests\Lagging_Replica;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use WP_Error;

#[Group( 'mariadb' )]
final class LaggingReplicaTest extends Changes_Test_Case {
	use Lagging_Replica;

	private int $post;

	protected function setUp(): void {
		parent::setUp();
		$this->post = $this->post( array( 'post_title' => 'Hello' ) );
		$this->watch( 'content' );
		// WordPress reads properties of the post that it does not find.
		set_error_handler( static fn( int $level, string $message ): bool => str_contains( $message, 'on null' ), E_WARNING | E_DEPRECATED );
	}

	protected function tearDown(): void {
		restore_error_handler();
		parent::tearDown();
	}

	/**
	 * @return array<string, array{string, array<string, string>, string}>
	 */
	public static function new_posts(): array {
		return array(
			'published'       => array( 'insert', array( 'post_status' => 'publish' ), 'published' ),
			'a draft'         => array( 'insert', array( 'post_status' => 'draft' ), '' ),
			'a private post'  => array( 'insert', array( 'post_status' => 'private' ), '' ),
			'an ignored type' => array( 'insert', array( 'post_status' => 'publish', 'post_type' => 'revision' ), '' ),
		);
	}

	/**
	 * @param array<string, string> $fields
	 */
	#[DataProvider( 'new_posts' )]
	public function test_compares_a_new_post_that_cannot_be_read_back( string $how, array $fields, string $event ): void {
		$this->lag();
		$id = wp_insert_post( $fields + array( 'post_title' => 'It\'s new', 'post_content' => 'Content' ) );
		$this->assertNull( get_post( $id ), "The replica has no such post ($how)." );
		$this->assertSame( '' === $event ? array() : array( "$event $id post" ), $this->events() );
	}

	/**
	 * @return array<string, array{array<string, mixed>, string}>
	 */
	public static function updates(): array {
		return array(
			'another title'                => array( array( 'post_title' => 'It\'s another' ), 'updated' ),
			'another slug'                 => array( array( 'post_name' => 'moved' ), 'updated' ),
			'a draft'                      => array( array( 'post_status' => 'draft' ), 'unpublished' ),
			'in the Trash'                 => array( array( 'post_status' => 'trash' ), 'trashed' ),
			'the same title'               => array( array( 'post_title' => 'Hello' ), '' ),
			'a password and a quoted text' => array( array( 'post_password' => 'a"b\'c\\d' ), 'updated' ),
		);
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	#[DataProvider( 'updates' )]
	public function test_compares_an_update_with_what_was_written( array $fields, string $event ): void {
		$this->lag();
		wp_update_post( wp_slash( array( 'ID' => $this->post ) + $fields ) );
		$this->assertSame( 'Hello', get_post( $this->post )->post_title ?? '', 'The replica answers the old post.' );
		$this->assertSame( '' === $event ? array() : array( "$event $this->post post" ), $this->events() );
	}

	public function test_a_draft_that_is_published_is_recorded(): void {
		$this->stop_plugin();
		$draft = $this->post( array( 'post_title' => 'Draft', 'post_status' => 'draft' ) );
		$this->watch_again();
		$this->lag();
		wp_update_post( array( 'ID' => $draft, 'post_status' => 'publish' ) );
		$this->assertSame( array( "published $draft post" ), $this->events() );
	}

	public function test_rest_saves_are_recorded(): void {
		$this->lag();
		$this->rest( 'POST', "/wp/v2/posts/$this->post", array( 'title' => 'By REST' ) );
		$this->assertSame( array( "updated $this->post post" ), $this->events() );
	}

	public function test_every_save_is_told_to_an_environment_with_a_refresh_url(): void {
		$input = Environment_Input::from_body( array( 'refreshUrl' => 'https://www.example.test/api/refresh', 'refreshSecret' => 'whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=' ) );
		$this->assertNotInstanceOf( WP_Error::class, $input );
		$this->assertNotInstanceOf( WP_Error::class, ( new Environments( new Encryption(), new System_Clock() ) )->update( 'production', $input ) );
		$this->watch_again();
		$this->lag();
		$new = wp_insert_post( array( 'post_title' => 'New', 'post_status' => 'publish' ) );
		wp_update_post( array( 'ID' => $this->post, 'post_title' => 'Another' ) );
		do_action( 'shutdown' );
		$this->start_plugin( $this->clock, $this->caller );
		// The replica still has the first title: the second save looks like none to the policy, but is told.
		wp_update_post( array( 'ID' => $this->post, 'post_title' => 'Hello' ) );
		$events = $this->events( 'refresh' );
		$this->assertSame( array( $new, $this->post, $this->post ), array_map( static fn( string $event ): int => (int) explode( ' ', $event )[1], $events ), implode( ', ', $events ) );
	}

	private function watch_again(): void {
		$this->start_plugin( $this->clock, $this->caller );
	}

	/**
	 * @return list<string> Event, post and type of each reason of a lane, oldest first.
	 */
	private function events( string $lane = 'build' ): array {
		global $wpdb;
		do_action( 'shutdown' );
		$events = array();
		foreach ( $wpdb->get_col( $wpdb->prepare( "SELECT reasons FROM {$wpdb->headless_deploy_changes} WHERE lane = %s ORDER BY id", $lane ) ) as $json ) {
			foreach ( array_reverse( (array) json_decode( (string) $json, true ) ) as $reason ) {
				$events[] = "{$reason['event']} {$reason['id']} {$reason['subtype']}";
			}
		}
		return $events;
	}
}
