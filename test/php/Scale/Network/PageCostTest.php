<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale\Network;

use HeadlessDeploy\Admin\Page;
use HeadlessDeploy\Tests\Scale\Statement_Meter;
use PHPUnit\Framework\Attributes\DataProvider;

/**
 * Measures what the plugin adds to the pages of wp-admin and of the site.
 */
final class PageCostTest extends Large_Network_Test_Case {
	private const SCREENS = array(
		'the dashboard'     => 'dashboard',
		'the list of posts' => 'edit-post',
		'the editor'        => 'post',
		'the site'          => 'front',
	);

	/**
	 * @param string $tab Tab of the plugin's page.
	 */
	#[DataProvider( 'pages' )]
	public function test_a_page_reads_few_rows_and_writes_no_table_to_disk( string $name, string $screen, string $tab = '' ): void {
		$_GET = '' === $tab ? array() : array( 'tab' => $tab );
		Admin_Page::prepare( $screen );
		$this->restart();
		wp_cache_flush();
		$cost = Statement_Meter::measure( static fn() => Admin_Page::view( $screen ), is_of_plugin: true );
		$this->assertGreaterThan( 0, count( $cost->statements ) );
		$this->assert_cost( "page: $name", $cost, Admin_Page::READS_OF_PENDING );
	}

	/**
	 * @return iterable<string, array{string, string, string}>
	 */
	public static function pages(): iterable {
		foreach ( array_keys( Page::urls() ) as $tab ) {
			yield $tab => array( $tab, Page::HOOK, $tab );
		}
		foreach ( self::SCREENS as $name => $screen ) {
			yield $name => array( $name, $screen, '' );
		}
	}
}
