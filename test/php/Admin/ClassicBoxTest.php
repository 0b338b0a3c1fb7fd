<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Admin;

use HeadlessDeploy\Admin\Classic_Box;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Post;

final class ClassicBoxTest extends Wp_Test_Case {
	private const IN_2099 = array( 'post_date' => '2099-11-24 09:00:00', 'post_date_gmt' => '2099-11-24 09:00:00' );

	protected function setUp(): void {
		parent::setUp();
		$GLOBALS['wp_meta_boxes'] = array();
		require_once ABSPATH . 'wp-admin/includes/template.php';
		set_current_screen( 'post' );
		$this->start_plugin();
		wp_set_current_user( $this->user( 'editor' ) );
	}

	protected function tearDown(): void {
		$GLOBALS['wp_meta_boxes']  = array();
		$GLOBALS['current_screen'] = null;
		parent::tearDown();
	}

	public function test_appears_in_the_classic_editor_and_not_in_the_block_editor(): void {
		$box = $this->box( $this->summer( 'draft' ) );
		$this->assertNotNull( $box );
		$this->assertSame( array( '__back_compat_meta_box' => true ), $box['args'] );
	}

	#[DataProvider( 'roles_without_view' )]
	public function test_does_not_appear_for_users_who_may_not_view_deployments( string $role ): void {
		wp_set_current_user( $this->user( $role ) );
		$this->assertNull( $this->box( $this->summer( 'draft' ) ) );
	}

	public static function roles_without_view(): iterable {
		yield 'contributor' => array( 'contributor' );
		yield 'subscriber' => array( 'subscriber' );
	}

	public function test_loads_its_script_with_the_id_of_the_post(): void {
		$this->connect();
		$this->start_plugin();
		$this->assertFalse( Classic_Box::is_on( get_current_screen() ) );
		$post  = $this->summer( 'publish' );
		$facts = $this->facts( $post );
		$this->assert_fields( array( 'source' => 'content', 'status' => 'publish', 'mayPublish' => true, 'permalink' => get_permalink( $post ) ), $facts );
		$this->assertSame( strtotime( $post->post_modified_gmt . ' UTC' ), strtotime( $facts['savedAt'] ) );
		$this->assertTrue( Classic_Box::is_on( get_current_screen() ) );
	}

	public function test_tells_its_script_where_a_scheduled_post_is_read(): void {
		$this->connect();
		$this->start_plugin();
		$post  = $this->summer( 'future', self::IN_2099 );
		$facts = $this->facts( $post );
		$this->assertSame( str_replace( ' ', 'T', $post->post_date_gmt ), $facts['schedule']['dateGmt'] );
		list( $route, $query ) = explode( '?', $facts['schedule']['path'] );
		wp_parse_str( $query, $parameters );
		$request = new \WP_REST_Request( 'GET', $route );
		$request->set_query_params( $parameters );
		$this->assertSame( array( 'status' => 'future', 'link' => get_permalink( $post ) ), array_diff_key( (array) rest_do_request( $request )->get_data(), array( 'id' => true ) ) );
		$this->assertNull( $this->facts( $this->summer( 'draft' ) )['schedule'] );
		register_post_type( 'book', array( 'public' => true, 'show_in_rest' => false ) );
		$this->assertNull( $this->facts( $this->summer( 'future', array( 'post_type' => 'book' ) + self::IN_2099 ) )['schedule'] );
		unregister_post_type( 'book' );
	}

	public function test_does_not_appear_on_other_screens(): void {
		do_action( 'add_meta_boxes', 'comment', (object) array( 'comment_ID' => 1 ) );
		do_action( 'add_meta_boxes', 'link' );
		$this->assertNull( $this->box( $this->summer( 'publish', array( 'post_type' => 'nav_menu_item' ) ) ) );
		$this->assertSame( array(), array_filter( $GLOBALS['wp_meta_boxes'], static fn( array $boxes ): bool => str_contains( (string) wp_json_encode( $boxes ), 'headless-deploy' ) ) );
	}

	/**
	 * @param array<string, mixed> $automation The automatic actions of the environment.
	 */
	#[DataProvider( 'plans' )]
	public function test_describes_the_effect_of_saving( string $status, array $automation, string $sentence ): void {
		$this->connect( 'Production', $automation );
		$this->start_plugin();
		$this->assertStringContainsString( $sentence, $this->rendered( $this->summer( $status ) ) );
	}

	public static function plans(): iterable {
		$none = array( 'policy' => array( 'content' => 'none' ) );
		yield 'a draft' => array( 'draft', array(), 'Production is rebuilt 10 s after you publish.' );
		yield 'an update' => array( 'publish', array(), 'The front end is rebuilt 10 s after you save.' );
		yield 'nothing' => array( 'draft', $none, 'Nothing is sent to Production: its automation ignores changes to content.' );
		yield 'private' => array( 'private', array(), 'Nothing is sent: private content is not on the site.' );
	}

	public function test_says_that_a_type_that_does_not_count_is_refreshed(): void {
		$this->connect();
		( new Routing() )->save_general( array( 'postTypes' => array( 'page' ) ) );
		$this->start_plugin();
		$this->assertStringContainsString( 'Nothing is sent: changes to this content type are ignored.', $this->rendered( $this->summer( 'draft' ) ) );
		$this->add_refresh_url();
		$this->start_plugin();
		$post = $this->summer( 'draft' );
		$this->assertStringContainsString( '<p>Production is refreshed 1 s after you publish.</p>', $this->rendered( $post ) );
		$this->assertSame( 'refreshOnly', $this->facts( $post )['source'] );
	}

	public function test_shows_when_a_scheduled_post_is_published(): void {
		$this->connect();
		$this->start_plugin();
		$post = $this->summer( 'future', self::IN_2099 );
		$this->assertStringContainsString( 'Production is rebuilt when this is published on November 24, 2099, 9:00 am.', $this->rendered( $post ) );
	}

	#[DataProvider( 'roles' )]
	public function test_links_to_the_connections_for_managers_only( string $role, bool $is_shown ): void {
		$environment  = $this->connect();
		$environments = new Environments( new Encryption(), new System_Clock() );
		$environments->pause( $environment->id, Pause_Reason::Token, null, $environment->etag );
		$this->start_plugin();
		wp_set_current_user( $this->user( $role ) );
		$box = $this->rendered( $this->summer( 'draft' ) );
		$this->assertSame( $is_shown, str_contains( html_entity_decode( $box ), 'tab=connections&replace=' . $environment->id ) );
		$this->assertSame( $is_shown, str_contains( $box, 'until you replace the webhook URL.' ) );
	}

	public static function roles(): iterable {
		yield 'administrator' => array( 'administrator', true );
		yield 'editor' => array( 'editor', false );
	}

	public function test_shows_why_a_run_failed(): void {
		$this->connect();
		$this->mock_http( 'https://', $this->answer( 400 ) );
		$this->rest( 'POST', '/headless-deploy/v1/environments/production/runs', array( 'action' => 'rebuild' ) );
		$this->start_plugin();
		$box = $this->rendered( $this->summer( 'draft' ) );
		$this->assertStringContainsString( 'Failed: the host rejected the request', $box );
		$this->assertStringContainsString( 'The host rejected the request. Ask an administrator to fix this.', $box );
	}

	public function test_says_that_an_editor_has_to_publish_the_post_of_a_contributor(): void {
		$this->connect();
		$this->start_plugin();
		$author = wp_get_current_user();
		$author->add_cap( 'publish_posts', false );
		$this->assertStringContainsString( 'Nothing is sent until an editor publishes this post.', $this->rendered( $this->summer( 'draft' ) ) );
		$this->assertStringContainsString( 'The front end is rebuilt', $this->rendered( $this->summer( 'publish' ) ) );
	}

	public function test_appears_for_post_types_without_the_block_editor_unless_they_are_hidden(): void {
		register_post_type( 'old_book', array( 'public' => true, 'show_in_rest' => false ) );
		register_post_type( 'hidden_note', array( 'public' => false, 'show_ui' => true ) );
		$this->connect();
		$this->start_plugin();
		$book = $this->summer( 'draft', array( 'post_type' => 'old_book' ) );
		$note = $this->summer( 'draft', array( 'post_type' => 'hidden_note' ) );
		$box  = $this->rendered( $book );
		$none = $this->box( $note );
		unregister_post_type( 'old_book' );
		unregister_post_type( 'hidden_note' );
		$this->assertStringContainsString( 'Production is rebuilt 10 s after you publish.', $box );
		$this->assertNull( $none );
	}

	public function test_explains_that_no_environment_is_connected(): void {
		$this->assertStringContainsString( 'Nothing is sent: no front end is connected yet.', $this->rendered( $this->summer( 'draft' ) ) );
	}

	public function test_escapes_names_and_prints_no_secret(): void {
		$this->connect( 'A <b>bold</b> name' );
		$this->start_plugin();
		$box = $this->rendered( $this->summer( 'draft' ) );
		$this->assertStringNotContainsString( '<b>bold', $box );
		$this->assertStringNotContainsString( self::TOKEN, $box );
		$this->assertStringContainsString( 'page=headless-deploy', $box );
	}

	private function summer( string $status, array $fields = array() ): WP_Post {
		$post = get_post( wp_insert_post( $fields + array( 'post_title' => 'Summer', 'post_status' => $status ) ) );
		$this->assertInstanceOf( WP_Post::class, $post );
		return $post;
	}

	/**
	 * Opens the editor and returns the box of the plugin, or null.
	 *
	 * @return array<string, mixed>|null
	 */
	private function box( WP_Post $post ): ?array {
		do_action( 'add_meta_boxes', $post->post_type, $post );
		return $GLOBALS['wp_meta_boxes'][ $post->post_type ]['side']['default']['headless-deploy'] ?? null;
	}

	/**
	 * Returns the data of a post that the box prints for its script.
	 *
	 * @return array<string, mixed>
	 */
	private function facts( WP_Post $post ): array {
		$this->assertSame( 1, preg_match( '/<div id="headless-deploy-classic" data-post="([^"]+)">/', $this->rendered( $post ), $found ) );
		return json_decode( html_entity_decode( $found[1] ), true );
	}

	private function rendered( WP_Post $post ): string {
		$box = $this->box( $post );
		$this->assertNotNull( $box );
		ob_start();
		$box['callback']( $post );
		return (string) ob_get_clean();
	}
}
