<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

/**
 * Uses only the hook of Advanced Custom Fields; that plugin is not installed.
 */
final class AcfListenerTest extends Changes_Test_Case {
	public function test_a_page_with_another_value_is_noted(): void {
		$this->watch( 'acf' );
		$this->save( 'footer', array( 'footer_text' => 'Hello', '_footer_text' => 'field_1' ) );
		$this->assertSame( array( 'Option page “footer” changed' ), $this->noted() );
		$this->forget();
		$this->save( 'options', array( 'options_text' => 'Hello', '_options_text' => 'field_1' ) );
		$this->assertSame( array( 'Option page changed' ), $this->noted(), 'All pages share this id by default.' );
	}

	public function test_a_page_is_called_what_people_see(): void {
		require_once __DIR__ . '/acf-functions.php';
		$GLOBALS['headless_deploy_test_option_pages'] = array(
			'header' => array( 'post_id' => 'options', 'page_title' => 'Header' ),
			'footer' => array( 'post_id' => 'options', 'page_title' => 'Footer' ),
			'shop'   => array( 'post_id' => 'shop', 'page_title' => 'Shop settings' ),
			'broken' => 'nonsense',
		);
		$this->watch( 'acf' );
		$_GET['page'] = 'footer';
		$this->save( 'options', array( 'options_text' => 'Hello' ) );
		$this->save( 'shop', array( 'shop_text' => 'Hello' ) );
		unset( $GLOBALS['headless_deploy_test_option_pages'] );
		$this->assertSame( array( 'Option page “Footer” changed', 'Option page “Shop settings” changed' ), $this->noted() );
	}

	public function test_a_page_that_is_saved_as_it_was_is_not_noted(): void {
		update_option( 'options_text', 'Hello' );
		$this->watch( 'acf' );
		$this->save( 'options', array( 'options_text' => 'Hello' ) );
		$this->assertSame( array(), $this->noted() );
	}

	public function test_a_page_with_a_longer_name_is_one_page(): void {
		$this->watch( 'acf' );
		$this->save( 'options_de', array( 'options_de_text' => 'Hallo' ) );
		$this->assertSame( array( 'Option page “options_de” changed' ), $this->noted() );
	}

	public function test_posts_terms_and_users_are_no_option_pages(): void {
		$this->watch( 'acf' );
		foreach ( array( 7, '7', 'user_1', 'term_3', 'comment_2', '', null, array() ) as $id ) {
			do_action( 'acf/save_post', $id );
			update_option( 'user_1_text', wp_generate_uuid4() );
		}
		$this->assertSame( array(), $this->noted() );
	}

	public function test_a_value_that_other_code_writes_is_noted_at_the_end(): void {
		$this->watch( 'acf' );
		update_option( 'options_text', 'Hello' );
		update_option( 'options_more', 'Hello' );
		$this->assertSame( array( 'Option page changed' ), $this->noted() );
		$this->assertSame( array( 1 ), $this->counts() );
	}

	public function test_options_of_other_plugins_are_not_noted(): void {
		$this->watch( 'acf' );
		update_option( 'footer_text', 'Hello' );
		update_option( 'optionsframework', 'Hello' );
		$this->assertSame( array(), $this->noted() );
	}

	public function test_nobody_who_leaves_option_pages_alone_is_bothered(): void {
		$this->watch( 'content' );
		$this->save( 'options', array( 'options_text' => 'Hello' ) );
		$this->assertSame( array(), $this->noted() );
	}

	/**
	 * Saves a page as ACF does: its values are stored at priority 10 of its hook.
	 *
	 * @param array<string, string> $values Options that are written.
	 */
	private function save( string $page, array $values ): void {
		$write = static function () use ( $values ): void {
			array_walk( $values, static fn( string $value, string $name ) => update_option( $name, $value ) );
		};
		add_action( 'acf/save_post', $write );
		do_action( 'acf/save_post', $page );
		remove_action( 'acf/save_post', $write );
	}
}
