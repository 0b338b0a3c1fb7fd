<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale;

use HeadlessDeploy\Runs\Search;
use HeadlessDeploy\Runs\Search_Reasons;
use HeadlessDeploy\Secrets\Standard_Webhook;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Counts what the routes that read the log read of one that is hard to sum up: 900 builds failed in a row, 50 runs were
 * canceled, others are being sent, and a refresh had 3,000 changes. Test network measures every route.
 */
#[Group( 'mariadb' )]
#[Group( 'newest' )]
final class LogCostTest extends Large_Tables_Test_Case {
	private const SECRET = 'whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=';

	/** The refresh and the run whose call failed. */
	private const REFRESH = 900_001;
	private const FAILED  = 900_002;

	/**
	 * A filter reads the index entries of the runs of its site, of which the retention keeps at most 1,000 for each environment.
	 * A search reads the newest runs and changes.
	 *
	 * @param array<string, int|string> $parameters
	 * @param int                       $reads      Rows that one statement may read although it answers with few of them.
	 */
	#[DataProvider( 'requests' )]
	public function test_a_route_writes_no_table_to_disk_and_reads_little_beyond_its_answer( string $method, string $path, array $parameters = array(), int $reads = 0, int $status = 200 ): void {
		$this->add_refresh_url();
		$response = null;
		$cost     = Statement_Meter::measure(
			function () use ( $method, $path, $parameters, &$response ): void {
				$response = $this->serve( $method, self::API . $path, $parameters );
			},
			is_of_plugin: true,
		);
		$this->assertSame( $status, $response->get_status(), (string) wp_json_encode( $response->get_data() ) );
		$this->assertSame( array(), $cost->problems( $reads ) );
		$this->assertGreaterThan( 1, count( $cost->statements ) );
	}

	/**
	 * @return iterable<string, list<mixed>>
	 */
	public static function requests(): iterable {
		$log      = self::RUNS / 10 + 1_000;
		$searched = max( 2 * Search::MAX_RUNS, Search_Reasons::MAX_ROWS + 1 );
		$lists    = array(
			'20 runs'                     => array( array(), 0 ),
			'100 runs'                    => array( array( 'per_page' => 100 ), 0 ),
			'a late page'                 => array( array( 'page' => 90 ), $log ),
			'a page beyond the last'      => array( array( 'page' => 1_000_000 ), $log ),
			'canceled'                    => array( array( 'status' => 'canceled' ), $log ),
			'not ended'                   => array( array( 'status' => 'sending,retrying' ), $log ),
			'of a user'                   => array( array( 'user' => 7 ), $log ),
			'by a schedule, none'         => array( array( 'cause' => 'schedule' ), $log ),
			'of an environment'           => array( array( 'environment' => 'environment-3' ), 0 ),
			'of an unknown environment'   => array( array( 'environment' => 'unknown' ), 0 ),
			'with a text of many changes' => array( array( 'search' => 'updated' ), $searched ),
			'with a text of no run'       => array( array( 'search' => 'nowhere' ), $searched ),
		);
		foreach ( $lists as $name => list( $query, $reads ) ) {
			yield "runs, $name" => array( 'GET', '/runs', $query, $reads );
		}
		yield 'the status' => array( 'GET', '/status' );
		yield 'a refresh with 3,000 changes' => array( 'GET', '/runs/' . self::REFRESH );
		yield 'an export of the canceled runs' => array( 'GET', '/runs/export', array( 'format' => 'csv', 'status' => 'canceled' ), $log );
		yield 'an export of an environment' => array( 'GET', '/runs/export', array( 'format' => 'json', 'environment' => 'environment-3' ) );
		yield 'the feed' => array( 'GET', '/changes', array( 'environment' => 'production' ) );
		yield 'the feed since the beginning' => array( 'GET', '/changes', array( 'environment' => 'production', 'since' => 1 ) );
		yield 'a dispatch' => array( 'POST', '/dispatch' );
		// It counts the changes that it cancels.
		yield 'a cancellation' => array( 'POST', '/environments/production/pending/build/cancel', array(), 2_100 );
		yield 'a retry' => array( 'POST', '/runs/' . self::FAILED . '/retry', array(), 0, 201 );
	}

	/**
	 * @param array<string, int|string> $parameters
	 */
	private function serve( string $method, string $path, array $parameters ): WP_REST_Response {
		$timestamp = intdiv( $this->clock->now, 1000 );
		$payload   = "$method " . substr( $path, strlen( self::API ) ) . '?' . http_build_query( $parameters );
		$headers   = array(
			'webhook-id'        => 'one',
			'webhook-timestamp' => (string) $timestamp,
			'webhook-signature' => Standard_Webhook::sign( array( self::SECRET ), 'one', $timestamp, $payload ),
		);
		$response = $this->rest( $method, $path, $parameters, $headers );
		$request  = new WP_REST_Request( $method, $path );
		$request->set_query_params( $parameters );
		ob_start();
		apply_filters( 'rest_pre_serve_request', false, $response, $request, rest_get_server() );
		ob_end_clean();
		return $response;
	}

	/**
	 * Half of the pending changes are those of the canceled runs.
	 */
	protected static function fill_more(): void {
		global $wpdb;
		self::add_unfinished_runs();
		$now     = self::NOW;
		$refresh = self::REFRESH;
		$failed  = self::FAILED;
		$run     = "INSERT INTO {$wpdb->headless_deploy_runs} (blog_id, environment_id, action, cause, attempts, service_message, excerpt, operation, next_check_at, created_at, finished_at, id, lane, changes, status, tracked_status)"
			. " SELECT 1, 'production', 'rebuild', 'automatic', '[]', '\"\"', '\"\"', '\"\"', -1, $now, $now";
		$wpdb->query( "$run, NULL, 'build', 1, 'accepted', 'live'" );
		$wpdb->query( "$run, NULL, 'build', 1, 'accepted', 'failed' FROM seq_1_to_900" );
		$wpdb->query( "$run, NULL, 'build', 1, 'canceled', '' FROM seq_1_to_50" );
		$wpdb->query( "$run, $refresh, 'refresh', 3000, 'accepted', ''" );
		$wpdb->query( "$run, $failed, 'build', 1, 'failed', ''" );
		$wpdb->query( "UPDATE {$wpdb->headless_deploy_runs} SET action = 'refresh' WHERE id = $refresh" );
		$reasons = "CONCAT('[{\"event\":\"updated\",\"type\":\"post\",\"subtype\":\"post\",\"id\":', %s, ',\"user\":1,\"at\":1}]')";
		$wpdb->query( "UPDATE {$wpdb->headless_deploy_changes} SET reasons = " . sprintf( $reasons, 'id' ) . ' WHERE run_id = 0' );
		$wpdb->query( "UPDATE {$wpdb->headless_deploy_changes} c JOIN {$wpdb->headless_deploy_runs} d ON d.status = 'canceled' AND d.id % 50 = c.id % 50 SET c.previous_run_id = d.id WHERE c.run_id = 0 AND c.id % 2 = 0" );
		$wpdb->query(
			"INSERT INTO {$wpdb->headless_deploy_changes} (blog_id, environment_id, lane, action, recorded_at, changes, reasons, cause, run_id)"
			. " SELECT 1, 'production', 'refresh', 'refresh', $now - 5000, 1, " . sprintf( $reasons, 'seq' ) . ", 'automatic', $refresh FROM seq_1_to_3000",
		);
	}
}
