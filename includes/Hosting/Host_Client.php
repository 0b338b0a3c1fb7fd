<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use CURLFile;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Secrets\Webhook;
use SensitiveParameter;
use Throwable;
use WP_Error;

/**
 * Sends the requests of the hosting screens to the host's API. A failed request is an error, never an empty result.
 */
final class Host_Client {
	/**
	 * A part of a log has at most 256 KiB, and six times as many as JSON if it contains only control characters.
	 */
	private const MAX_BYTES = 2_097_152;

	private const MAX_UPLOAD_MS = 3_600_000;

	/**
	 * Failures before a response whose own message says what to do.
	 */
	private const CONNECTION_ERRORS = array(
		'headless_deploy_tls_failed',
		'headless_deploy_private_address',
		'headless_deploy_http_blocked',
		'headless_deploy_no_curl',
	);

	public function __construct( private readonly Calls $calls ) {}

	/**
	 * @param string $path With its query, without a slash at the beginning.
	 */
	public function get( Credentials $credentials, string $path ): Host_Response|WP_Error {
		return $this->send( $credentials, 'GET', $path );
	}

	/**
	 * @param string       $method  POST, PATCH or DELETE.
	 * @param string       $body    JSON, or empty.
	 * @param list<string> $secrets Values of the body that are redacted from the response.
	 */
	public function change(
		Credentials $credentials,
		string $method,
		string $path,
		#[SensitiveParameter]
		string $body = '',
		#[SensitiveParameter]
		array $secrets = array(),
	): Host_Response|WP_Error {
		return $this->send( $credentials, $method, $path, $body, more_secrets: $secrets );
	}

	/**
	 * Creates something whose secret is in the response, which no other plugin sees.
	 */
	public function create_secret( Credentials $credentials, string $path ): Host_Response|WP_Error {
		return $this->send( $credentials, 'POST', $path, hides_body: true );
	}

	public function upload( Credentials $credentials, string $path, CURLFile $file ): Host_Response|WP_Error {
		return $this->send( $credentials, 'POST', $path, file: $file );
	}

	/**
	 * @param list<string> $more_secrets
	 */
	private function send(
		Credentials $credentials,
		string $method,
		string $path,
		#[SensitiveParameter]
		string $body = '',
		?CURLFile $file = null,
		bool $hides_body = false,
		#[SensitiveParameter]
		array $more_secrets = array(),
	): Host_Response|WP_Error {
		$url     = $credentials->api_url . '/' . $path;
		$sign_in = $credentials->sign_in();
		$secrets = array_merge( $credentials->secrets(), $sign_in->sensitive_parts(), $more_secrets );
		$extras  = 'GET' !== $method && null === $file ? $sign_in->with_body( $body ) : $sign_in;
		$limit   = $this->calls->start( null === $file ? Calls::MAX_MS : self::MAX_UPLOAD_MS, self::MAX_BYTES );
		try {
			$answer = $this->calls->send(
				new Webhook( $url, $url, $secrets, false, $extras ),
				$limit,
				$method,
				file: $file,
				hides_body: $hides_body,
			);
		} catch ( Throwable ) {
			// Of another plugin's hook. Its message may contain the password.
			return Errors::make( 'headless_deploy_call_failed' );
		}
		if ( 0 === $answer->status ) {
			return $this->connection_error( $answer->response, $credentials );
		}
		if ( ! $answer->response->is_accepted() || $limit->is_too_large() ) {
			return self::refusal( $answer->response, $path, $answer->body );
		}
		return self::success( $answer->status, $answer->hidden_body() );
	}

	private static function success( int $status, #[SensitiveParameter] string $body ): Host_Response|WP_Error {
		$json = '' === trim( $body ) ? null : json_decode( $body );
		return JSON_ERROR_NONE === json_last_error() || '' === trim( $body ) ? new Host_Response( $status, $json ) : self::unclear( $status );
	}

	private static function refusal( Response $parsed, string $path, string $body ): WP_Error {
		$status = $parsed->http_status;
		if ( 401 === $status ) {
			return Errors::make( 'headless_deploy_credentials_refused' );
		}
		if ( in_array( $status, array( 405, 501 ), true ) || ( 404 === $status && self::is_unknown_route( $parsed->service_message, $path ) ) ) {
			return Errors::make( 'headless_deploy_host_lacks_route' );
		}
		if ( $status < 400 || '' === $parsed->service_message ) {
			return self::unclear( $status );
		}
		$field = ( new Host_Response( $status, json_decode( $body ) ) )->text( 'field' );
		return new WP_Error(
			'headless_deploy_host_error',
			$parsed->service_message,
			array( 'status' => $status ) + ( '' === $field ? array() : array( 'field' => $field ) ),
		);
	}

	/**
	 * Tells whether a 404 is about the route. About a missing application or build a host says more than “Not Found”;
	 * only the usage API says just that of an account or install.
	 */
	private static function is_unknown_route( string $message, string $path ): bool {
		$is_usage = 1 === preg_match( '#^v1/(?:accounts|installs)/[0-9a-f-]{36}(?:/|$)#i', $path );
		return '' === $message || ( 'not found' === strtolower( $message ) && ! $is_usage );
	}

	private static function unclear( int $status ): WP_Error {
		return Errors::make( 'headless_deploy_credentials_unclear', status: (string) $status );
	}

	private function connection_error( Response $parsed, Credentials $credentials ): WP_Error {
		$host = (string) wp_parse_url( $credentials->api_url, PHP_URL_HOST );
		return match ( true ) {
			in_array( $parsed->error_code, self::CONNECTION_ERRORS, true ) => Errors::make( $parsed->error_code ),
			'headless_deploy_timeout' === $parsed->error_code              => Errors::make( 'headless_deploy_host_timeout', host: $host ),
			default                                                        => Errors::make( 'headless_deploy_credentials_unreachable', host: $host ),
		};
	}
}
