<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

use Closure;
use CURLFile;
use CurlHandle;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Secrets\Webhook;
use HeadlessDeploy\Untyped;
use WpOrg\Requests\Exception;
use WpOrg\Requests\HookManager;
use WpOrg\Requests\Transport;

/**
 * Sends one request by cURL. Passes the whole URL only to cURL: everything around it, and so every other plugin,
 * sees the URL without its token and a redacted response. WordPress's own transport reads a body to its end, repeats a
 * request after an unreadable response, and exposes its handle.
 */
final class Sealed_Transport implements Transport {
	/**
	 * The form part of an uploaded file, as the hosting service names it.
	 */
	private const FILE_PART = 'repository';

	/**
	 * How long the transfer of a file may stall, with the time that the host needs to check the file.
	 */
	private const MAX_STALL_SECONDS = 120;

	/**
	 * @param string                         $connect_to   IP address that was checked, or empty.
	 * @param string                         $certificates CA bundle, or empty for cURL's own.
	 * @param (Closure(string): string)|null $hide         Receives the response and returns what plugins may see of it.
	 */
	public function __construct(
		private readonly Webhook $webhook,
		private readonly string $connect_to,
		private readonly string $certificates,
		private readonly Transfer_Limit $limit,
		private readonly Redactor $redactor,
		private readonly ?CURLFile $file = null,
		private readonly ?Closure $hide = null,
	) {}

	/**
	 * @param  non-empty-string     $url
	 * @param  array<string, mixed> $headers
	 * @param  array<mixed>|string  $data    Unused: the webhook has the body.
	 * @param  array<string, mixed> $options Of WordPress's Requests library.
	 * @throws Exception            When there is no answer.
	 */
	public function request( $url, $headers = array(), $data = array(), $options = array() ): string {
		/** @var array{hooks: HookManager, type: string, useragent: string} $options */
		$handle   = $this->prepare( $options['hooks'], $options['type'], $options['useragent'] );
		$received = new Transfer_Result( $this->limit );
		$this->seal( $handle, $headers, $received );
		curl_exec( $handle );
		$number = curl_errno( $handle );
		// The transfer was stopped at the size limit; the received part is a response.
		if ( 0 !== $number && ! ( $this->limit->is_too_large() && $received->has_headers() ) ) {
			throw new Exception( $this->redactor->redact( "cURL error $number: " . curl_error( $handle ) ), 'curlerror' );
		}
		// The truncated response to a webhook is dropped, because half a secret at its end could not be redacted.
		$response = $received->response( array() === $this->webhook->secrets() );
		return $this->redactor->redact( null === $this->hide ? $response : ( $this->hide )( $response ) );
	}

	/**
	 * Returns a copy of a handle that other plugins and WordPress's proxy have configured. They may keep the original,
	 * which never learns the secret or the response.
	 *
	 * @param string $method POST, GET, HEAD, PATCH or DELETE.
	 */
	private function prepare( HookManager $hooks, string $method, string $agent ): CurlHandle {
		$shown = curl_init();
		$hooks->dispatch( 'curl.before_request', array( &$shown ) );
		curl_setopt_array(
			$shown,
			array(
				CURLOPT_URL          => $this->webhook->public_url,
				CURLOPT_USERAGENT    => '' === $agent ? 'Headless Deploy' : $agent,
				CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1,
				CURLOPT_TIMEOUT_MS   => $this->limit->ms_left(),
			),
		);
		curl_setopt_array(
			$shown,
			match ( $method ) {
				'POST' => array( CURLOPT_POST => true, CURLOPT_POSTFIELDS => '' ),
				'PATCH', 'DELETE' => array( CURLOPT_CUSTOMREQUEST => $method ),
				default => array( CURLOPT_NOBODY => 'HEAD' === $method ),
			},
		);
		$hooks->dispatch( 'curl.before_send', array( &$shown ) );
		$copy = curl_copy_handle( $shown );
		return false === $copy ? throw new Exception( 'cURL has no memory.', 'curlerror' ) : $copy;
	}

	/**
	 * Sets the secret URL and headers, and the options that no plugin may change.
	 *
	 * @param array<string, mixed> $headers Public headers.
	 */
	private function seal( CurlHandle $handle, array $headers, Transfer_Result $received ): void {
		$options = array(
			CURLOPT_URL               => $this->webhook->secret_url(),
			CURLOPT_HTTPHEADER        => $this->header_lines( $headers ),
			CURLOPT_PROTOCOLS         => CURLPROTO_HTTP | CURLPROTO_HTTPS,
			CURLOPT_FOLLOWLOCATION    => false,
			CURLOPT_SSL_VERIFYPEER    => true,
			CURLOPT_SSL_VERIFYHOST    => 2,
			CURLOPT_TIMEOUT_MS        => $this->limit->ms_left(),
			CURLOPT_CONNECTTIMEOUT_MS => min( Calls::MAX_MS, $this->limit->ms_left() ),
			// With an encoding set, cURL decompresses any encoding, even one that was not requested.
			CURLOPT_ENCODING                 => null,
			CURLOPT_HEADER                   => false,
			CURLOPT_SUPPRESS_CONNECT_HEADERS => true,
			CURLOPT_HEADERFUNCTION           => $received->add_header( ... ),
			CURLOPT_WRITEFUNCTION            => $received->add_body( ... ),
			// Callbacks of other plugins would receive this handle.
			CURLOPT_VERBOSE    => false,
			CURLOPT_NOPROGRESS => true,
		);
		if ( defined( 'CURLOPT_PREREQFUNCTION' ) ) {
			$options[ constant( 'CURLOPT_PREREQFUNCTION' ) ] = static fn(): int => 0;
		}
		if ( '' !== $this->certificates ) {
			$options[ CURLOPT_CAINFO ] = $this->certificates;
		}
		if ( '' !== $this->connect_to ) {
			// Connects to the checked address: DNS may return another one the next time.
			$host                       = (string) wp_parse_url( $this->webhook->public_url, PHP_URL_HOST );
			$port                       = wp_parse_url( $this->webhook->public_url, PHP_URL_PORT ) ?? 443;
			$options[ CURLOPT_RESOLVE ] = array( "$host:$port:{$this->connect_to}" );
		}
		$body = $this->webhook->extras?->body() ?? '';
		if ( '' !== $body ) {
			$options[ CURLOPT_POSTFIELDS ] = $body;
		}
		if ( null !== $this->file ) {
			$options += array(
				CURLOPT_POSTFIELDS      => array( self::FILE_PART => $this->file ),
				CURLOPT_LOW_SPEED_LIMIT => 1,
				CURLOPT_LOW_SPEED_TIME  => self::MAX_STALL_SECONDS,
			);
		}
		curl_setopt_array( $handle, $options );
	}

	/**
	 * @param  array<string, mixed> $headers Public headers.
	 * @return list<string>
	 */
	private function header_lines( array $headers ): array {
		$lines = array( 'Connection: close', 'Expect:', 'Accept-Encoding: ' . Compressed_Body::accepted() );
		foreach ( $this->webhook->headers( $headers ) as $name => $value ) {
			if ( ! in_array( strtolower( (string) $name ), array( 'connection', 'expect', 'accept-encoding' ), true ) ) {
				$lines[] = $name . ': ' . Untyped::text( $value );
			}
		}
		return $lines;
	}

	/**
	 * @param  array<mixed>         $requests
	 * @param  array<string, mixed> $options
	 * @throws Exception            Always.
	 */
	public function request_multiple( $requests, $options ): never {
		throw new Exception( 'A sealed transport sends one request.', 'headless_deploy.multiple' );
	}

	/**
	 * @param array<string, bool> $capabilities
	 */
	public static function test( $capabilities = array() ): bool {
		return Send_Policy::has_curl();
	}
}
