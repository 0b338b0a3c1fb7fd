<?php
/**
 * Plugin Name: Probe of the mutation test
 * Description: Notes which hooks fire and which tags are made in a request that changes something or sends a refresh.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

// WP-CLI loads plugins in a function.
$GLOBALS['freshness_probes'] = array();

function freshness_probe( int $mutation, mixed $value ): mixed {
	$GLOBALS['freshness_probes'][ $mutation ] = true;
	return $value;
}

add_action(
	'shutdown',
	static function (): void {
		global $wp_actions, $wp_filters, $freshness_probes, $freshness_step;
		if ( ! in_array( $freshness_step['do'] ?? '', array( 'read', 'plan' ), true ) ) {
			$noted = array( 'hooks' => array( ...array_keys( $wp_actions ), ...array_keys( $wp_filters ) ), 'tags' => array_keys( $freshness_probes ) );
			file_put_contents( WP_CONTENT_DIR . '/probe.log', json_encode( $noted ) . "\n", FILE_APPEND | LOCK_EX );
		}
	},
	PHP_INT_MAX,
);
