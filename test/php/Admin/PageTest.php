<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Admin;

use HeadlessDeploy\Admin\Compiled_Scripts;
use HeadlessDeploy\Admin\Page;
use PHPUnit\Framework\Attributes\DataProvider;

final class PageTest extends Admin_Test_Case {
	public function test_adds_the_menu_item_between_comments_and_appearance(): void {
		global $menu;
		wp_set_current_user( $this->user( 'author' ) );
		$menu = array();
		( new Page( new Compiled_Scripts( $this->plugin_file() ) ) )->add();
		$this->assertSame( array( 'headless-deploy', 'headless_deploy_view', 'dashicons-cloud-upload' ), array( $menu[30][2], $menu[30][1], $menu[30][6] ) );
	}

	public function test_a_subscriber_gets_no_menu_item_no_link_and_no_page(): void {
		wp_set_current_user( $this->user( 'subscriber' ) );
		( new Page( new Compiled_Scripts( $this->plugin_file() ) ) )->add();
		$this->assertStringNotContainsString( 'headless', (string) wp_json_encode( $GLOBALS['submenu'] ?? array() ) );
		$this->assertSame( array( 'x' => 'y' ), ( new Page( new Compiled_Scripts( $this->plugin_file() ) ) )->add_link( array( 'x' => 'y' ) ) );
	}

	#[DataProvider( 'tabs' )]
	public function test_the_url_selects_the_tab( string $role, mixed $named, string $shown ): void {
		wp_set_current_user( $this->user( $role ) );
		$_GET['tab'] = $named;
		$this->assertSame( $shown, Page::current_tab() );
	}

	public static function tabs(): iterable {
		yield 'none' => array( 'administrator', null, 'overview' );
		yield 'connections' => array( 'administrator', 'connections', 'connections' );
		yield 'connections as an editor' => array( 'editor', 'connections', 'overview' );
		yield 'unknown' => array( 'administrator', '"><script>', 'overview' );
		yield 'a list' => array( 'administrator', array( 'connections' ), 'overview' );
	}

	public function test_prints_the_root_element_of_the_panel(): void {
		$this->build( 'overview' );
		$page = $this->rendered();
		$this->assertStringContainsString( '<h1>Headless Deploy</h1>', $page );
		$this->assertStringContainsString( '<div id="headless-deploy-root"><noscript>', $page );
	}

	#[DataProvider( 'visitors' )]
	public function test_links_to_the_tabs_that_the_user_may_see( string $role, string $tab, string $expected ): void {
		$this->build( 'overview', 'activity', 'automation', 'connections' );
		$_GET['tab'] = $tab;
		$page        = $this->rendered( $role );
		unset( $_GET['tab'] );
		preg_match_all( '#<a href="([^"]+)"( aria-current="page")?>(\w+)</a>#', $page, $links, PREG_SET_ORDER );
		$shown = array_map( static fn( array $link ): string => $link[3] . ( '' === $link[2] ? '' : '*' ), $links );
		$this->assertSame( $expected, implode( ' ', $shown ) );
		$this->assertStringEndsWith( 'page=headless-deploy', $links[0][1] );
		$this->assertStringEndsWith( 'page=headless-deploy&#038;tab=activity', $links[1][1] );
	}

	public static function visitors(): iterable {
		yield 'administrator' => array( 'administrator', '', 'Overview* Activity Automation Connections Hosting' );
		yield 'administrator at Automation' => array( 'administrator', 'automation', 'Overview Activity Automation* Connections Hosting' );
		yield 'editor at Activity' => array( 'editor', 'activity', 'Overview Activity*' );
		yield 'author who typed an address' => array( 'author', 'connections', 'Overview* Activity' );
	}

	public function test_explains_how_to_build_the_missing_files(): void {
		$this->assertStringContainsString( 'npm run build', $this->rendered() );
		$this->assertStringNotContainsString( 'headless-deploy-root', $this->rendered() );
	}

	public function test_the_plugins_page_links_to_the_connections(): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$links = ( new Page( new Compiled_Scripts( $this->plugin_file() ) ) )->add_link( array( 'deactivate' => '-' ) );
		$this->assertSame( array( 'headless-deploy', 'deactivate' ), array_keys( $links ) );
		$this->assertStringContainsString( 'page=headless-deploy&#038;tab=connections', $links['headless-deploy'] );
	}

	private function rendered( string $role = 'administrator' ): string {
		wp_set_current_user( $this->user( $role ) );
		( new Page( new Compiled_Scripts( $this->plugin_file() ) ) )->add();
		ob_start();
		do_action( 'toplevel_page_headless-deploy' );
		return (string) ob_get_clean();
	}
}
