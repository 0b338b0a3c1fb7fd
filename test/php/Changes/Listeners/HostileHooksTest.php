<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Changes\Listeners;

use Closure;
use HeadlessDeploy\Tests\Changes\Changes_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use ReflectionFunction;
use stdClass;
use Throwable;
use WP_Hook;

/**
 * Other plugins fire WordPress's hooks too, with fewer arguments and with other types. A listener must not end their request.
 */
final class HostileHooksTest extends Changes_Test_Case {
	/**
	 * The plugin's own action, which reports wrong arguments to the developer, and the end of the request.
	 */
	private const OTHER_HOOKS = array( 'headless_deploy_request', 'shutdown' );

	/**
	 * @return array<string, array{mixed}>
	 */
	public static function arguments(): array {
		return array(
			'nothing'           => array( null ),
			'an empty text'     => array( '' ),
			'a text'            => array( 'five' ),
			'a number as text'  => array( '5' ),
			'a negative number' => array( -5 ),
			'an empty list'     => array( array() ),
			'a list of lists'   => array( array( array( 'five' ), null ) ),
			'an object'         => array( new stdClass() ),
			'false'             => array( false ),
		);
	}

	#[DataProvider( 'arguments' )]
	public function test_no_listener_fails_on_the_arguments_of_other_plugins( mixed $argument ): void {
		$this->watch_with_refresh( 'content', 'terms', 'files', 'authors', 'comments', 'menus', 'templates', 'styles', 'options', 'theme', 'acf' );
		rest_get_server();
		$called   = array();
		$failures = array();
		foreach ( self::callbacks() as list( $hook, $callback, $accepted ) ) {
			for ( $given = min( 1, $accepted ); $given <= $accepted; $given++ ) {
				try {
					$callback( ...array_fill( 0, $given, $argument ) );
				} catch ( Throwable $failure ) {
					$failures[] = "$hook with $given arguments: " . $failure->getMessage();
				}
				$called[ $hook ] = true;
			}
		}
		do_action( 'shutdown' );
		$this->assertSame( array(), $failures );
		$this->assertGreaterThan( 50, count( $called ) );
	}

	/**
	 * @return list<array{string, Closure, int}> Hook, callback and number of arguments that it accepts.
	 */
	private static function callbacks(): array {
		global $wp_filter;
		$found = array();
		foreach ( $wp_filter as $name => $hook ) {
			foreach ( ! in_array( $name, self::OTHER_HOOKS, true ) && $hook instanceof WP_Hook ? $hook->callbacks : array() as $callbacks ) {
				foreach ( $callbacks as list( 'function' => $callback, 'accepted_args' => $accepted ) ) {
					if ( $callback instanceof Closure && 1 === preg_match( '#/includes/(?:Changes|Refresh)/#', (string) ( new ReflectionFunction( $callback ) )->getFileName() ) ) {
						$found[] = array( (string) $name, $callback, $accepted );
					}
				}
			}
		}
		return $found;
	}
}
