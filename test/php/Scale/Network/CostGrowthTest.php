<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale\Network;

use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Tests\Scale\Statement_Meter;
use HeadlessDeploy\Tests\Scale\Work_Cost;
use PHPUnit\Framework\Attributes\DataProvider;

/**
 * Measures how the cost of a save, a page, a list, the status and a dispatch grows with the rows of the tables.
 */
final class CostGrowthTest extends Large_Network_Test_Case {
	private const ROWS = array( 1, 100, 10_000, 1_000_000 );

	/**
	 * A save writes its row and reads none of the others.
	 */
	private const READS_OF_SAVE = 10;

	/**
	 * A dispatch adds the pending rows to the run, and reads each of them a few times.
	 */
	private const READS_PER_PENDING_ROW = 10;

	/**
	 * The status looks for the newest runs of each environment.
	 */
	private const READS_PER_ENVIRONMENT = 10;

	public static function setUpBeforeClass(): void {
		parent::setUpBeforeClass();
		foreach ( self::ROWS as $rows ) {
			self::tables( $rows )->create();
		}
	}

	public static function tearDownAfterClass(): void {
		foreach ( self::ROWS as $rows ) {
			self::tables( $rows )->drop();
		}
		parent::tearDownAfterClass();
	}

	/**
	 * @return iterable<string, array{int}>
	 */
	public static function rows(): iterable {
		foreach ( self::ROWS as $rows ) {
			yield number_format( $rows ) . ' rows' => array( $rows );
		}
	}

	#[DataProvider( 'rows' )]
	public function test_only_a_dispatch_costs_more_with_more_rows( int $rows ): void {
		Admin_Page::prepare( 'dashboard' );
		$this->restart();
		self::tables( $rows )->use();
		$save = $this->measure( 'save', $rows, fn() => array( $this->post( array( 'post_author' => 1 ) ), do_action( 'shutdown' ) ) );
		$this->assertLessThanOrEqual( self::READS_OF_SAVE, $save->reads() );
		$page = $this->measure( 'page', $rows, static fn() => Admin_Page::view( 'dashboard' ) );
		$this->assertSame( array(), $page->problems( Admin_Page::READS_OF_PENDING ) );
		foreach ( array( 'list' => '/runs', 'status' => '/status' ) as $name => $route ) {
			$cost = $this->measure( $name, $rows, fn() => $this->assertSame( 200, $this->rest( 'GET', '/' . Rest::ROUTE_NAMESPACE . $route )->get_status() ) );
			$this->assertSame( array(), $cost->problems( self::READS_PER_ENVIRONMENT * Grown_Tables::ENVIRONMENTS ), $name );
		}
		$dispatch = $this->measure( 'dispatch', $rows, static fn() => do_action( Wake_Up::SINGLE_EVENT ) );
		$this->assertSame( array( 'production rebuild' ), $this->caller->calls );
		$this->assertLessThanOrEqual( self::READS_PER_PENDING_ROW * $rows + 2_000, $dispatch->reads() );
	}

	private function measure( string $name, int $rows, callable $work ): Work_Cost {
		wp_cache_flush();
		$cost = Statement_Meter::measure( $work, is_of_plugin: true );
		$this->assertSame( 0, $cost->disk_tables(), $name );
		Cost_Report::add( $name, $cost, $rows );
		return $cost;
	}

	private static function tables( int $rows ): Grown_Tables {
		return new Grown_Tables( $rows, Large_Network::ensure() );
	}
}
