<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use Closure;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Stored_Routing;
use HeadlessDeploy\Network_Repair;
use HeadlessDeploy\Queue\Wake_Up;
use PHPUnit\Framework\Attributes\DataProvider;
use RuntimeException;

final class NetworkRepairTest extends Network_Test_Case {
	public static function damages(): array {
		return array(
			'a process died between the settings and the routing' => array( static fn() => update_option( Routing::OPTION, array( 'environments' => array() ) + (array) get_option( Routing::OPTION ) ), 1 ),
			'this process has an older routing'                   => array( static fn() => wp_cache_set( 'alloptions', array( Routing::OPTION => maybe_serialize( Stored_Routing::sanitize( null ) ) ) + wp_load_alloptions(), 'options' ), 0 ),
		);
	}

	/**
	 * @param Closure(): mixed $damage What happens to the routing.
	 * @param int              $missed How many runs are asked for, because changes were missed.
	 */
	#[DataProvider( 'damages' )]
	public function test_the_main_sites_event_repairs_the_routing_of_a_sub_site( Closure $damage, int $missed ): void {
		$this->connect_on( 2 );
		$this->on_site( 2, $damage );
		$this->restart();
		$this->save_on_second_site();
		$this->assertSame( array(), $this->recorded(), 'The routing names no environment, so the change is not noted.' );
		do_action( Wake_Up::RECURRING_EVENT );
		$this->assertSame( array_fill( 0, $missed, '2 site-2 1 pending' ), $this->recorded() );
		$this->restart();
		$this->save_on_second_site();
		$this->assertSame( array_fill( 0, $missed + 1, '2 site-2 1 pending' ), $this->recorded() );
	}

	public function test_a_round_visits_a_bounded_number_of_sites_and_the_next_round_goes_on(): void {
		$sites = array( 2, 3, ...array_map( fn( int $number ): int => $this->add_site( "/site-$number/" ), range( 4, 17 ) ) );
		$first = $this->visited_in_a_round();
		$this->assertSame( array_slice( $sites, 0, Network_Repair::SITES_PER_EVENT - 1 ), $first, 'The main site is the tenth.' );
		$this->assertSame( array_slice( $sites, count( $first ) ), $this->visited_in_a_round() );
		$this->assertSame( $first, $this->visited_in_a_round() );
	}

	public function test_a_site_that_crashes_does_not_block_the_repair_of_other_sites(): void {
		array_map( fn( int $number ): int => $this->add_site( "/site-$number/" ), range( 4, 17 ) );
		$crash = static fn( int $site ) => 2 === $site ? throw new RuntimeException( 'The process was killed.' ) : null;
		add_action( 'switch_blog', $crash );
		try {
			do_action( Wake_Up::RECURRING_EVENT );
			$this->fail( 'Site 2 was not visited.' );
		} catch ( RuntimeException ) {
			remove_action( 'switch_blog', $crash );
			restore_current_blog();
		}
		$this->clock->pass( 300_000 );
		$this->assertNotContains( 2, $this->visited_in_a_round() );
	}

	private function save_on_second_site(): void {
		$this->on_site( 2, fn(): int => $this->post() );
		do_action( 'shutdown' );
	}

	/**
	 * @return list<int>
	 */
	private function visited_in_a_round(): array {
		$this->clock->pass( 300_000 );
		$visited = array();
		$watch   = static function ( int $site ) use ( &$visited ): void {
			$visited[] = $site;
		};
		add_action( 'switch_blog', $watch );
		do_action( Wake_Up::RECURRING_EVENT );
		remove_action( 'switch_blog', $watch );
		return array_values( array_diff( array_unique( $visited ), array( 1 ) ) );
	}
}
