<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use HeadlessDeploy\Tests\Changes\Changes_Test_Case;

/**
 * Uses only the hook of Advanced Custom Fields; that plugin is not installed.
 */
final class AcfListenerTest extends Changes_Test_Case {
	public function test_records_an_options_page_with_a_changed_value(): void {
		$this->watch( 'acf' );
		$this->save( 'footer', array( 'footer_text' => 'Hello', '_footer_text' => 'field_1' ) );
		$this->assertSame( array( 'Option page “footer” changed' ), $this->recorded() );
		$this->forget();
		$this->save( 'options', array( 'options_text' => 'Hello', '_options_text' => 'field_1' ) );
		$this->assertSame( array( 'Option page changed' ), $this->recorded(), 'All pages share this ID by default.' );
	}

	public function test_records_the_title_of_the_options_page(): void {
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
		$this->assertSame( array( 'Option page “Footer” changed', 'Option page “Shop settings” changed' ), $this->recorded() );
	}

	public function test_ignores_an_options_page_that_is_saved_unchanged(): void {
		update_option( 'options_text', 'Hello' );
		$this->watch( 'acf' );
		$this->save( 'options', array( 'options_text' => 'Hello' ) );
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_distinguishes_options_pages_whose_names_share_a_prefix(): void {
		$this->watch( 'acf' );
		$this->save( 'options_de', array( 'options_de_text' => 'Hallo' ) );
		$this->assertSame( array( 'Option page “options_de” changed' ), $this->recorded() );
	}

	public function test_ignores_fields_of_posts_terms_and_users(): void {
		$this->watch( 'acf' );
		foreach ( array( 7, '7', 'user_1', 'term_3', 'comment_2', '', null, array() ) as $id ) {
			do_action( 'acf/save_post', $id );
			update_option( 'user_1_text', wp_generate_uuid4() );
		}
		$this->assertSame( array(), $this->recorded() );
	}

	public function test_records_a_value_that_code_writes_at_shutdown(): void {
		$this->watch( 'acf' );
		update_option( 'options_text', 'Hello' );
		update_option( 'options_more', 'Hello' );
		$this->assertSame( array( 'Option page changed' ), $this->recorded() );
		$this->assertSame( array( 1 ), $this->counts() );
	}

	public function test_records_a_value_that_is_changed_or_deleted(): void {
		update_option( 'options_text', 'Hello' );
		$this->watch( 'acf' );
		update_option( 'options_text', 'Goodbye' );
		$this->assertSame( array( 'Option page changed' ), $this->recorded() );
		$this->forget();
		delete_option( 'options_text' );
		$this->assertSame( array( 'Option page changed' ), $this->recorded() );
	}

	public function test_ignores_options_of_other_plugins(): void {
		$this->watch( 'acf' );
		update_option( 'footer_text', 'Hello' );
		update_option( 'optionsframework', 'Hello' );
		$this->assertSame( array(), $this->recorded() );
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
