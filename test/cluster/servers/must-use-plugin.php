<?php
/**
 * Plugin Name: Test cluster
 * Description: Names the run in each call of the host. A request can run the recurring event, or read how many changes the
 *              database refused.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Cluster\Site;

use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;

/**
 * Reads which run a call belongs to: each lane has one that is sent.
 */
function run_of( string $url ): ?int {
	global $wpdb;
	if ( 1 !== preg_match( '#/environments/([^/]+)/(webhooks|refresh)#', $url, $parts ) ) {
		return null;
	}
	$id = $wpdb->get_var( $wpdb->prepare(
		"SELECT id FROM {$wpdb->headless_deploy_runs} WHERE status = 'sending' AND environment_id = %s AND lane = %s",
		$parts[1],
		'refresh' === $parts[2] ? 'refresh' : 'build',
	) );
	return null === $id ? null : (int) $id;
}

/**
 * @param  array<string, mixed> $arguments
 * @return array<string, mixed>
 */
function add_run( array $arguments, string $url ): array {
	$run = run_of( $url );
	if ( null !== $run ) {
		$arguments['headers']['X-Test-Run'] = (string) $run;
	}
	return $arguments;
}

add_filter( 'http_request_args', __NAMESPACE__ . '\add_run', 10, 2 );

// A system cron runs it every five minutes. The test has less time.
if ( isset( $_GET['recurring-event'] ) ) {
	define( 'DOING_CRON', true );
	add_action(
		'wp_loaded',
		static function (): void {
			do_action( Wake_Up::RECURRING_EVENT );
			wp_send_json( true );
		},
		PHP_INT_MAX,
	);
}

// What the notice of wp-admin counts.
if ( isset( $_GET['refused-changes'] ) ) {
	add_action( 'wp_loaded', static fn() => wp_send_json( ( new Write_Failure() )->get()['changes'] ?? 0 ) );
}
