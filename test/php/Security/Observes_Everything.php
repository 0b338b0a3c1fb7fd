<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

use CurlHandle;
use SensitiveParameterValue;

/**
 * Records all that a plugin can see of a request: the arguments of every hook and of all functions on the stack, with
 * their objects, dumped in every way that PHP offers.
 */
trait Observes_Everything {
	private string $seen = '';

	/**
	 * cURL handles that plugins have received.
	 *
	 * @var list<CurlHandle>
	 */
	private array $handles = array();

	private function observe(): void {
		add_action( 'requests-requests.before_request', $this->search_options( ... ), PHP_INT_MAX, 5 );
		add_action( 'http_api_curl', $this->keep_handle( ... ) );
		add_action( 'all', $this->search_frames( ... ), 10, 10 );
	}

	/**
	 * Records the options of a request, after all other plugins.
	 *
	 * @param array<mixed> $options
	 */
	private function search_options( mixed $url, mixed $headers, mixed $data, mixed $type, array &$options ): void {
		$this->search( array( $url, $headers, $data, $type, $options ) );
	}

	private function keep_handle( CurlHandle $handle ): void {
		$this->handles[] = $handle;
		$this->search( curl_getinfo( $handle ) );
	}

	/**
	 * Records a hook and the stack with all arguments and objects.
	 *
	 * @param mixed ...$values Name of the hook, arguments.
	 */
	private function search_frames( mixed ...$values ): void {
		$this->search( $values );
		foreach ( debug_backtrace( DEBUG_BACKTRACE_PROVIDE_OBJECT ) as $frame ) {
			if ( str_starts_with( $frame['class'] ?? '', 'PHPUnit\\' ) ) {
				break;
			}
			if ( str_starts_with( $frame['class'] ?? '', 'HeadlessDeploy\\Tests\\' ) ) {
				continue; // The test itself was told the secret.
			}
			$this->search( array( $frame['args'] ?? array(), $frame['object'] ?? null ) );
		}
		foreach ( $this->handles as $handle ) {
			$this->search( curl_getinfo( $handle ) );
		}
	}

	/**
	 * Records a hook and the arguments of the plugin's functions on the stack, as texts and arrays.
	 *
	 * @param mixed ...$values Name of the hook, arguments.
	 */
	private function search_plugin_frames( mixed ...$values ): void {
		$this->search( array_filter( $values, is_scalar( ... ) ) );
		foreach ( debug_backtrace() as $frame ) {
			if ( str_starts_with( $frame['class'] ?? '', 'HeadlessDeploy\\' ) && ! str_starts_with( $frame['class'] ?? '', 'HeadlessDeploy\\Tests\\' ) ) {
				$this->search( array_filter( $frame['args'] ?? array(), static fn( mixed $argument ): bool => ! is_object( $argument ) || $argument instanceof SensitiveParameterValue ) );
				$this->search( array( print_r( array_filter( $frame['args'] ?? array(), is_object( ... ) ), true ) ) );
			}
		}
	}

	/**
	 * Records all texts in a value, including private properties of objects of the plugin and the HTTP library.
	 *
	 * @param int $depth Maximum depth.
	 */
	private function search( mixed $value, int $depth = 8 ): void {
		if ( is_string( $value ) ) {
			$this->seen .= strlen( $value ) < 100_000 ? "$value\n" : '';
		} elseif ( $value instanceof SensitiveParameterValue ) {
			// PHP 8.1 shows arguments that are marked as sensitive.
			$this->search( $value->getValue(), $depth );
		} elseif ( is_array( $value ) && $depth > 0 ) {
			foreach ( $value as $key => $part ) {
				$this->search( $key );
				$this->search( $part, $depth - 1 );
			}
		} elseif ( is_object( $value ) && $depth > 0 && 1 === preg_match( '/^(HeadlessDeploy\\\\(?!Tests)|WpOrg\\\\|WP_HTTP)/', $value::class ) ) {
			$this->search( (array) $value, $depth - 1 );
		}
	}

	/**
	 * Fails if any form of a secret was recorded.
	 *
	 * @param string ...$secrets In clear, 12 characters or more each.
	 */
	private function assert_not_seen( string ...$secrets ): void {
		foreach ( $secrets as $secret ) {
			$forms = array( rtrim( $secret, '=' ), rawurlencode( $secret ), substr( base64_encode( $secret ), 0, -4 ), substr( base64_encode( "x$secret" ), 4, -4 ), substr( base64_encode( "xx$secret" ), 4, -4 ) );
			foreach ( $forms as $form ) {
				$at = strpos( $this->seen, $form );
				$this->assertFalse( $at, false === $at ? '' : "“{$secret}” is in: …" . substr( $this->seen, max( 0, $at - 600 ), 700 ) );
			}
		}
	}
}
