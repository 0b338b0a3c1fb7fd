<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale\Network;

use Closure;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Refresh\Refresh_Reader;
use HeadlessDeploy\Runs\Retention;
use HeadlessDeploy\Tests\Scale\Statement_Meter;
use PHPUnit\Framework\Attributes\DataProvider;

/**
 * Measures saves, the cron events and what WordPress asks the plugin for.
 */
final class BackgroundCostTest extends Large_Network_Test_Case {
	/**
	 * @param Closure(self): mixed $work
	 */
	#[DataProvider( 'tasks' )]
	public function test_background_work_reads_few_rows_and_writes_no_table_to_disk( string $name, Closure $work, int $reads = 0 ): void {
		wp_cache_flush();
		$this->assert_cost( $name, Statement_Meter::measure( fn() => $work( $this ), is_of_plugin: true ), $reads );
	}

	/**
	 * @return iterable<string, array{string, Closure(self): mixed, int}>
	 */
	public static function tasks(): iterable {
		$reads = array(
			// The round continues with the next environments, whose oldest run that is kept is at the end of their log.
			'cron: ' => Retention::MAX_PER_ENVIRONMENT + 1,
			// The runs of a day, of a user.
			'Site Health: the tests' => 2 * Route_Requests::LOG_OF_SITE,
			'privacy: '              => Route_Requests::LOG_OF_SITE,
		);
		$tasks = array(
			'save: publish a post'               => static fn( self $test ) => array( $test->post( array( 'post_author' => 1 ) ), do_action( 'shutdown' ) ),
			'cron: the event of a site'          => static fn() => do_action( Wake_Up::SINGLE_EVENT ),
			'cron: the round of the network'     => static fn() => do_action( Wake_Up::RECURRING_EVENT ),
			'cron: retention, nothing to delete' => static fn( self $test ) => ( new Retention( $test->clock ) )->sweep( $test->clock->now ),
			'cron: retention, 1,000 old runs'    => static fn( self $test ) => $test->delete_old_runs(),
			'a refresh: the changes of a run'    => static fn() => ( new Refresh_Reader() )->of_run( Large_Network::newest_run( 'edge' ), 'edge' ),
			'Site Health: the tests'             => static fn() => array_map( static fn( array $test ): mixed => call_user_func( $test['test'] ), self::health_tests() ),
			'Site Health: the information'       => static fn() => apply_filters( 'debug_information', array() ),
			'privacy: the exporter'              => static fn() => self::personal_data( 'wp_privacy_personal_data_exporters' ),
			'privacy: the eraser'                => static fn() => self::personal_data( 'wp_privacy_personal_data_erasers' ),
		);
		foreach ( $tasks as $name => $work ) {
			$of_task = array_filter( $reads, static fn( string $beginning ): bool => str_starts_with( $name, $beginning ), ARRAY_FILTER_USE_KEY );
			yield $name => array( $name, $work, (int) reset( $of_task ) );
		}
	}

	/**
	 * Deletes the runs of the first 1,000 times when the log was written to.
	 */
	private function delete_old_runs(): void {
		global $wpdb;
		$runs = (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->headless_deploy_runs}" );
		$age  = Retention::DAYS * DAY_IN_SECONDS * 1000 - ( Large_Network::runs() - 1_000 ) * Large_Network::RUN_EVERY_MS;
		( new Retention( $this->clock ) )->sweep( $this->clock->now + $age );
		$this->assertEqualsWithDelta( $runs - 1_000, (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->headless_deploy_runs}" ), 1 );
	}

	/**
	 * @return array<string, array{test: callable}>
	 */
	private static function health_tests(): array {
		$tests = apply_filters( 'site_status_tests', array( 'direct' => array(), 'async' => array() ) );
		return array_filter( $tests['direct'], static fn( string $id ): bool => str_starts_with( $id, 'headless_deploy_' ), ARRAY_FILTER_USE_KEY );
	}

	private static function personal_data( string $filter ): void {
		foreach ( apply_filters( $filter, array() ) as $id => $tool ) {
			if ( str_starts_with( $id, 'headless-deploy' ) ) {
				call_user_func( $tool['callback'], 'admin@example.test', 1 );
			}
		}
	}
}
