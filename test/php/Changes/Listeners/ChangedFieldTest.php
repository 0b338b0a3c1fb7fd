<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

final class ChangedFieldTest extends Changes_Test_Case {
	public function test_reports_whether_a_save_changed_anything(): void {
		$this->watch( 'content' );
		$made = $this->rest( 'POST', '/wp/v2/posts', array( 'title' => 'Hello', 'status' => 'publish' ) )->get_data();
		$this->assertSame( array( 'changed' => true ), $made['headless_deploy'] );
		$route = '/wp/v2/posts/' . $made['id'];
		$this->forget();
		$this->assertSame( array( 'changed' => false ), $this->rest( 'POST', $route, array( 'title' => 'Hello' ) )->get_data()['headless_deploy'] );
		$this->forget();
		$this->assertSame( array( 'changed' => true ), $this->rest( 'POST', $route, array( 'title' => 'Other' ) )->get_data()['headless_deploy'] );
	}

	public function test_reports_a_changed_category_or_featured_image(): void {
		$id   = $this->post();
		$term = wp_insert_term( 'News', 'category' );
		$this->assertIsArray( $term );
		$this->watch( 'content' );
		$this->assertSame( array( 'changed' => true ), $this->rest( 'POST', "/wp/v2/posts/$id", array( 'categories' => array( $term['term_id'] ) ) )->get_data()['headless_deploy'] );
		$this->forget();
		$this->assertSame( array( 'changed' => false ), $this->rest( 'POST', "/wp/v2/posts/$id", array( 'categories' => array( $term['term_id'] ) ) )->get_data()['headless_deploy'] );
	}

	public function test_reports_no_change_for_a_draft(): void {
		$this->watch( 'content' );
		$this->assertSame( array( 'changed' => false ), $this->rest( 'POST', '/wp/v2/posts', array( 'title' => 'Hello' ) )->get_data()['headless_deploy'] );
	}

	public function test_reports_a_change_although_a_plugin_saves_the_post_again(): void {
		$this->watch( 'content' );
		$again = static function ( int $id ) use ( &$again ): void {
			remove_action( 'wp_after_insert_post', $again, 20 );
			wp_update_post( array( 'ID' => $id ) );
		};
		add_action( 'wp_after_insert_post', $again, 20 );
		$this->assertSame( array( 'changed' => true ), $this->rest( 'POST', '/wp/v2/posts', array( 'title' => 'Hello', 'status' => 'publish' ) )->get_data()['headless_deploy'] );
	}

	public function test_reports_nothing_to_a_reading_request(): void {
		$id = $this->post();
		$this->watch( 'content' );
		$this->assertNull( $this->rest( 'GET', "/wp/v2/posts/$id", array( 'context' => 'edit' ) )->get_data()['headless_deploy'] );
		$this->assertArrayNotHasKey( 'headless_deploy', $this->rest( 'GET', "/wp/v2/posts/$id" )->get_data(), 'It stands in the edit context alone.' );
	}

	public function test_is_null_when_content_is_ignored(): void {
		$this->watch( 'terms' );
		$this->assertNull( $this->rest( 'POST', '/wp/v2/posts', array( 'title' => 'Hello', 'status' => 'publish' ) )->get_data()['headless_deploy'] );
	}

	public function test_the_schema_lists_the_field_as_readonly(): void {
		$this->watch( 'content' );
		$schema = $this->rest( 'OPTIONS', '/wp/v2/pages' )->get_data()['schema']['properties']['headless_deploy'];
		$this->assertTrue( $schema['readonly'] );
		$this->assertSame( array( 'object', 'null' ), $schema['type'] );
		$made = $this->rest( 'POST', '/wp/v2/pages', array( 'title' => 'Hello', 'status' => 'publish', 'headless_deploy' => array( 'changed' => false ) ) );
		$this->assertSame( 201, $made->get_status() );
		$this->assertSame( array( 'changed' => true ), $made->get_data()['headless_deploy'] );
	}

	public function test_post_types_that_cannot_count_have_no_field(): void {
		$this->watch( 'content' );
		foreach ( array( 'blocks', 'templates', 'media' ) as $route ) {
			$this->assertArrayNotHasKey( 'headless_deploy', $this->rest( 'OPTIONS', "/wp/v2/$route" )->get_data()['schema']['properties'], $route );
		}
	}
}
