<?php
/**
 * The steps of the freshness test, below the root of its WordPress: build the world; make a change; send what is due, answer
 * and plan the next change.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Freshness;

use HeadlessDeploy\Changes\Listeners\Url_Bases_Listener;
use HeadlessDeploy\Queue\Wake_Up;

$freshness_step = json_decode( (string) file_get_contents( 'php://input' ), true, 16, JSON_THROW_ON_ERROR );
if ( 'import' === ( $freshness_step['way'] ?? '' ) ) {
	define( 'WP_IMPORTING', true );
}
require __DIR__ . '/wp-load.php';
require_once __DIR__ . '/wp-content/freshness/changes.php';
require_once __DIR__ . '/wp-content/freshness/answers.php';
require_once __DIR__ . '/wp-content/freshness/build-world.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';

/**
 * Sends what is due, and returns what was recorded.
 *
 * @param  int                                        $after The newest change that the test knows.
 * @return array{newest: int, recorded: list<string>}
 */
function recorded( string $step, int $after ): array {
	global $wpdb;
	if ( 'send' === $step ) {
		do_action( Wake_Up::SINGLE_EVENT );
	}
	$rows    = $wpdb->get_results( "SELECT id, reasons FROM {$wpdb->headless_deploy_changes} WHERE id > $after ORDER BY id" );
	$reasons = array_merge( ...array_map( static fn( object $row ): array => (array) json_decode( $row->reasons, true ), $rows ) );
	return array( 'newest' => (int) ( end( $rows )->id ?? $after ), 'recorded' => array_map( static fn( array $reason ): string => "{$reason['type']} {$reason['subtype']} {$reason['event']}", $reasons ) );
}

/** Time passes between two changes of the bases of addresses, of which the plugin tells at most one in five minutes. */
function pass_time(): void {
	$state = get_option( Url_Bases_Listener::OPTION );
	if ( is_array( $state ) ) {
		update_option( Url_Bases_Listener::OPTION, array( 'refreshed_at' => 0 ) + $state, false );
	}
}

add_action( 'freshness_change', Changes::call( ... ), 10, 2 );

$freshness_answer = match ( $freshness_step['do'] ) {
	'build' => array( 'built' => null === World_Builder::build( $freshness_step['number'] ), 'paths' => Answer_List::all(), 'whole' => Answer_List::WHOLE, 'kinds' => Changes::kinds() ),
	'call'  => array( 'made' => Changes::call( $freshness_step['kind'], $freshness_step['seed'] ) ),
	'cron'  => array( 'scheduled' => wp_schedule_single_event( time() - 1, 'freshness_change', array( $freshness_step['kind'], $freshness_step['seed'] ) ) ),
	'plan'  => array( 'passed' => null === pass_time(), 'plan' => Changes::plan( $freshness_step['seed'], $freshness_step['only'] ), 'nonce' => wp_create_nonce( 'wp_rest' ) ),
	'send', 'recorded' => recorded( $freshness_step['do'], $freshness_step['after'] ),
	'read' => Answers::read( $freshness_step['paths'] ),
};
header( 'Content-Type: application/json' );
echo json_encode( $freshness_answer, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE );
