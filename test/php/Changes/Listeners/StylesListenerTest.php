<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

final class StylesListenerTest extends Changes_Test_Case {
	private const NONE = '{"version": 3, "isGlobalStylesUserThemeJSON": true }';
	private const RED  = '{"version":3,"isGlobalStylesUserThemeJSON":true,"styles":{"color":{"text":"red"}}}';

	public function test_the_post_that_wordpress_makes_for_nothing_is_not_noted(): void {
		$this->watch( 'styles' );
		$this->styles( self::NONE );
		$this->assertSame( array(), $this->noted() );
	}

	public function test_styles_that_change_are_noted(): void {
		$id = $this->styles( self::NONE );
		$this->watch( 'styles' );
		wp_update_post( array( 'ID' => $id, 'post_content' => wp_slash( self::RED ) ) );
		$this->assertSame( array( 'Styles changed' ), $this->noted() );
		$this->forget();
		wp_update_post( array( 'ID' => $id, 'post_content' => wp_slash( str_replace( ',', ', ', self::RED ) ) ) );
		$this->assertSame( array(), $this->noted(), 'Other blanks are no other styles.' );
		wp_update_post( array( 'ID' => $id, 'post_content' => wp_slash( self::NONE ) ) );
		$this->assertSame( array( 'Styles changed' ), $this->noted() );
	}

	public function test_styles_that_are_deleted_are_noted_if_there_were_any(): void {
		$none = $this->styles( self::NONE );
		$red  = $this->styles( self::RED );
		$this->watch( 'styles' );
		wp_delete_post( $none, true );
		$this->assertSame( array(), $this->noted() );
		wp_delete_post( $red, true );
		$this->assertSame( array( 'Styles changed' ), $this->noted() );
	}

	public function test_additional_css_is_noted_once(): void {
		$this->watch( 'styles', 'theme' );
		wp_update_custom_css_post( 'body { color: red }' );
		$this->assertSame( array( 'Styles changed' ), $this->noted(), 'Where the post is kept is no setting of the theme.' );
		$this->forget();
		wp_update_custom_css_post( 'body { color: red }' );
		$this->assertSame( array(), $this->noted() );
		wp_update_custom_css_post( 'body { color: blue }' );
		$this->assertSame( array( 'Styles changed' ), $this->noted() );
	}

	public function test_nobody_who_leaves_styles_alone_is_bothered(): void {
		$this->watch( 'content' );
		$this->styles( self::RED );
		$this->assertSame( array(), $this->noted() );
	}

	private function styles( string $json ): int {
		return $this->post( array( 'post_type' => 'wp_global_styles', 'post_title' => 'Custom Styles', 'post_content' => wp_slash( $json ) ) );
	}
}
