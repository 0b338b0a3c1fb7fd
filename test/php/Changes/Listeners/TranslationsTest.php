<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

final class TranslationsTest extends Changes_Test_Case {
	/**
	 * Polylang 3.8.5 writes a new translation of a post that has one into the description of their term.
	 */
	public function test_a_post_whose_translation_is_another_one_is_updated(): void {
		register_taxonomy( 'post_translations', 'post', array( 'public' => false ) );
		$french = $this->post();
		$old    = $this->post();
		$new    = $this->post();
		$term   = wp_insert_term( 'pll_1', 'post_translations', array( 'description' => serialize( array( 'en' => $old, 'fr' => $french ) ) ) );
		$this->assertIsArray( $term );
		$this->watch_with_refresh( 'content' );
		wp_update_term( $term['term_id'], 'post_translations', array( 'description' => serialize( array( 'en' => $old, 'fr' => $french ) ) ) );
		$this->assertSame( array(), $this->changes_of( 'refresh' ) );
		wp_update_term( $term['term_id'], 'post_translations', array( 'description' => serialize( array( 'en' => $new, 'fr' => $french ) ) ) );
		$changes = $this->changes_of( 'build' );
		$this->forget();
		wp_update_term( $term['term_id'], 'post_translations', array( 'description' => 'O:8:"stdClass":0:{}' ) );
		$broken = $this->changes_of( 'build' );
		unregister_taxonomy( 'post_translations' );
		$this->assertEqualsCanonicalizing( array( "updated $old kept=1", "updated $french kept=1", "updated $new kept=1" ), $changes );
		$this->assertSame( array(), $broken, 'Not of Polylang.' );
	}
}
