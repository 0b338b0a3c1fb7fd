<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

final class StylesListenerTest extends Changes_Test_Case {
	private const NONE = '{"version": 3, "isGlobalStylesUserThemeJSON": true }';
	private const RED  = '{"version":3,"isGlobalStylesUserThemeJSON":true,"styles":{"color":{"text":"red"}}}';

	public function test_ignores_the_empty_styles_post_that_wordpress_creates(): void {
		$this->watch( 'styles' );
		$this->styles( self::NONE );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_records_changed_styles(): void {
		$id = $this->styles( self::NONE );
		$this->watch( 'styles' );
		wp_update_post( array( 'ID' => $id, 'post_content' => wp_slash( self::RED ) ) );
		$this->assertSame( array( 'Styles changed' ), $this->recorded() );
		$this->forget();
		wp_update_post( array( 'ID' => $id, 'post_content' => wp_slash( str_replace( ',', ', ', self::RED ) ) ) );
		$this->assertSame( array(), $this->recorded(), 'Whitespace does not change the styles.' );
		wp_update_post( array( 'ID' => $id, 'post_content' => wp_slash( self::NONE ) ) );
		$this->assertSame( array( 'Styles changed' ), $this->recorded() );
	}

	public function test_records_deleted_styles_unless_they_were_empty(): void {
		$none = $this->styles( self::NONE );
		$red  = $this->styles( self::RED );
		$this->watch( 'styles' );
		wp_delete_post( $none, true );
		$this->assertSame( array(), $this->recorded() );
		wp_delete_post( $red, true );
		$this->assertSame( array( 'Styles changed' ), $this->recorded() );
	}

	public function test_records_additional_css_once(): void {
		$this->watch( 'styles', 'theme' );
		wp_update_custom_css_post( 'body { color: red }' );
		$this->assertSame( array( 'Styles changed' ), $this->recorded(), 'The ID of the post is not a theme setting.' );
		$this->forget();
		wp_update_custom_css_post( 'body { color: red }' );
		$this->assertSame( array(), $this->recorded() );
		wp_update_custom_css_post( 'body { color: blue }' );
		$this->assertSame( array( 'Styles changed' ), $this->recorded() );
	}

	private function styles( string $json ): int {
		return $this->post( array( 'post_type' => 'wp_global_styles', 'post_title' => 'Custom Styles', 'post_content' => wp_slash( $json ) ) );
	}
}
