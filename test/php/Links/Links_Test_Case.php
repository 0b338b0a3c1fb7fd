<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Links;

use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use WP_Post;

/**
 * A site with pretty permalinks, a connected front end, and a page of wp-admin.
 */
abstract class Links_Test_Case extends Rest_Queue_Test_Case {
	protected const FRONT_END = 'https://www.example.test';

	protected function setUp(): void {
		parent::setUp();
		require_once ABSPATH . 'wp-admin/includes/template.php';
		require_once ABSPATH . 'wp-admin/includes/class-wp-screen.php';
		require_once ABSPATH . 'wp-admin/includes/screen.php';
		set_current_screen( 'edit-post' );
		$this->start_plugin( $this->clock, $this->caller, $this->clock->pass( ... ) );
		$this->log_in( 'administrator' );
	}

	protected function tearDown(): void {
		$GLOBALS['wp_rewrite']->set_permalink_structure( '/%postname%/' );
		$GLOBALS['current_screen'] = null;
		unset( $GLOBALS['wp_rest_auth_cookie'], $GLOBALS['post'], $GLOBALS['post_ID'], $_SERVER['HTTP_X_WP_NONCE'], $_SERVER['HTTP_REFERER'] );
		parent::tearDown();
	}

	protected function set_links( ?string $links ): void {
		$this->assertSame( 200, $this->rest( 'PUT', self::API . '/settings/general', array( 'links' => $links ) )->get_status() );
	}

	protected function set_front_end( string $environment_id, string $url ): void {
		$this->start_plugin( $this->clock, $this->caller, $this->clock->pass( ... ) );
		$this->assertSame( 200, $this->rest( 'PUT', self::API . "/settings/environments/$environment_id", array( 'frontEndUrl' => $url ), array( 'If-Match' => '*' ) )->get_status() );
	}

	/**
	 * @param array<string, mixed> $fields
	 */
	protected function summer( array $fields = array() ): WP_Post {
		$post = get_post( $this->post( $fields + array( 'post_title' => 'Summer', 'post_name' => 'summer' ) ) );
		$this->assertInstanceOf( WP_Post::class, $post );
		return $post;
	}
}
