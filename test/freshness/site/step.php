<?php
/**
 * The steps of the freshness test, below the root of its WordPress: build the world; make a change; send what is due, answer
 * and plan the next change.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Freshness;

$freshness_step = json_decode( (string) file_get_contents( 'php://input' ), true, 16, JSON_THROW_ON_ERROR );
if ( 'import' === ( $freshness_step['way'] ?? '' ) ) {
	define( 'WP_IMPORTING', true );
}
require __DIR__ . '/wp-load.php';
require_once __DIR__ . '/wp-content/freshness/choice.php';
require_once __DIR__ . '/wp-content/freshness/changes.php';
require_once __DIR__ . '/wp-content/freshness/answers.php';
require_once __DIR__ . '/wp-content/freshness/build-world.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';

/**
 * Chooses a kind of change, and the request that makes it.
 *
 * @return array<string, mixed>|null Null when the world has no object for it.
 */
function plan( int $seed, string $only ): ?array {
	$choice = new Choice( $seed );
	$sent   = Sent_Changes::all();
	$called = Called_Changes::all();
	$kinds  = '' === $only ? array( ...array_keys( $sent ), ...array_keys( $called ) ) : array( $only );
	$kind   = $choice->of( $kinds );
	try {
		return isset( $sent[ $kind ] )
			? array( 'kind' => $kind, 'way' => 'request', 'seed' => $seed, 'request' => $sent[ $kind ]( $choice ) )
			: array( 'kind' => $kind, 'way' => $choice->of( array( 'visitor', 'cron', 'import' ) ), 'seed' => $seed );
	} catch ( Nothing_To_Change ) {
		return null;
	}
}

/** Makes a change as a plugin does. */
function call( string $kind, int $seed ): bool {
	try {
		Called_Changes::all()[ $kind ]( new Choice( $seed ) );
		return true;
	} catch ( Nothing_To_Change ) {
		return false;
	}
}

add_action( 'freshness_change', __NAMESPACE__ . '\call', 10, 2 );

$freshness_answer = match ( $freshness_step['do'] ) {
	'build' => array( 'built' => null === World_Builder::build(), 'paths' => Answer_List::all() ),
	'call'  => array( 'made' => call( $freshness_step['kind'], $freshness_step['seed'] ) ),
	'cron'  => array( 'scheduled' => wp_schedule_single_event( time() - 1, 'freshness_change', array( $freshness_step['kind'], $freshness_step['seed'] ) ) ),
	'plan'  => array( 'plan' => plan( $freshness_step['seed'], $freshness_step['only'] ), 'nonce' => wp_create_nonce( 'wp_rest' ) ),
	'send'  => array( 'sent' => do_action( \HeadlessDeploy\Queue\Wake_Up::SINGLE_EVENT ) ),
	'read'  => Answers::read( $freshness_step['paths'] ),
};
header( 'Content-Type: application/json' );
echo json_encode( $freshness_answer, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE );
