<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Faults;

use CurlHandle;

/**
 * Requests pages of a server and keeps its cookies.
 */
final class Browser {
	private readonly CurlHandle $handle;

	public int $status = 0;

	public function __construct( private readonly string $url ) {
		$this->handle = $this->open();
	}

	public function get( string $path ): string {
		curl_setopt( $this->handle, CURLOPT_HTTPGET, true );
		return $this->send( $path );
	}

	/**
	 * Asks for several pages at once.
	 *
	 * @param  list<string>          $paths
	 * @return array<string, string> Headers and body by path.
	 */
	public function get_all( array $paths, int $at_once ): array {
		$pages = array();
		foreach ( array_chunk( $paths, $at_once ) as $chunk ) {
			$multi   = curl_multi_init();
			$handles = array();
			foreach ( $chunk as $path ) {
				$handles[ $path ] = $this->open();
				curl_setopt( $handles[ $path ], CURLOPT_URL, $this->url . $path );
				foreach ( (array) curl_getinfo( $this->handle, CURLINFO_COOKIELIST ) as $cookie ) {
					curl_setopt( $handles[ $path ], CURLOPT_COOKIELIST, (string) $cookie );
				}
				curl_multi_add_handle( $multi, $handles[ $path ] );
			}
			do {
				curl_multi_exec( $multi, $running );
				curl_multi_select( $multi, 0.1 );
			} while ( $running > 0 );
			$pages += array_map( static fn( CurlHandle $handle ): string => (string) curl_multi_getcontent( $handle ), $handles );
		}
		return $pages;
	}

	/**
	 * @param array<string, string> $fields
	 */
	public function post( string $path, array $fields ): string {
		curl_setopt( $this->handle, CURLOPT_POSTFIELDS, http_build_query( $fields ) );
		return $this->send( $path );
	}

	private function open(): CurlHandle {
		$handle = curl_init();
		assert( $handle instanceof CurlHandle );
		curl_setopt_array(
			$handle,
			array(
				CURLOPT_RETURNTRANSFER => true,
				CURLOPT_COOKIEFILE     => '',
				CURLOPT_FOLLOWLOCATION => true,
				CURLOPT_MAXREDIRS      => 5,
				CURLOPT_TIMEOUT        => 30,
				CURLOPT_HEADER         => true,
			),
		);
		return $handle;
	}

	private function send( string $path ): string {
		curl_setopt( $this->handle, CURLOPT_URL, $this->url . $path );
		$answer       = (string) curl_exec( $this->handle );
		$this->status = (int) curl_getinfo( $this->handle, CURLINFO_RESPONSE_CODE );
		return $answer;
	}
}
