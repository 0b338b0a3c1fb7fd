<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting\Uploads;

use CURLFile;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Hosting\Credentials;
use HeadlessDeploy\Hosting\Host_Client;
use HeadlessDeploy\Hosting\Host_Response;
use WP_Error;

/**
 * Sends a complete file to the host. cURL reads it in parts, so it is never in memory. The record says afterwards whether
 * the host has it, even if the browser did not wait for the response.
 */
final class Upload_Sender {
	public function __construct(
		private readonly Host_Client $client,
		private readonly Upload_Store $store,
		private readonly Clock $clock,
	) {}

	/**
	 * @param Upload_File $file Is locked, and unlocked afterwards; deleted when the host has it.
	 */
	public function send( Upload $upload, Upload_File $file, Credentials $credentials ): Upload|WP_Error {
		$sent = $this->refusal( $upload, $file ) ?? $this->send_locked( $upload, $file, $credentials );
		if ( is_wp_error( $sent ) ) {
			$file->unlock();
		} else {
			$file->delete();
		}
		return $sent;
	}

	private function refusal( Upload $upload, Upload_File $file ): ?WP_Error {
		$received = $file->size();
		return match ( true ) {
			$received !== $upload->size() => Errors::make(
				'headless_deploy_upload_incomplete',
				received: (string) size_format( $received, 1 ),
				size: (string) size_format( $upload->size(), 1 ),
			),
			! $file->is_zip() => Errors::make( 'headless_deploy_upload_not_zip', name: $upload->file_name() ),
			default           => null,
		};
	}

	private function send_locked( Upload $upload, Upload_File $file, Credentials $credentials ): Upload|WP_Error {
		$started = $this->store->change( $upload, array( 'state' => Upload::SENDING, 'message' => '' ), $this->clock->now_ms() );
		if ( is_wp_error( $started ) ) {
			return $started;
		}
		ignore_user_abort( true );
		if ( function_exists( 'set_time_limit' ) ) {
			set_time_limit( 0 );
		}
		$response = $this->client->upload(
			$credentials,
			'fu/v1/' . $upload->environment()->path() . ':upload',
			new CURLFile( $file->path, 'application/zip', $upload->file_name() ),
		);
		if ( is_wp_error( $response ) ) {
			$this->store->change( $upload, array( 'state' => Upload::FAILED, 'message' => $response->get_error_message() ), $this->clock->now_ms() );
			return $response;
		}
		return $this->store->change( $upload, self::result( $response ), $this->clock->now_ms() );
	}

	/**
	 * @return array<string, string>
	 */
	private static function result( Host_Response $response ): array {
		$metadata = $response->field( 'metadata' );
		$build    = is_array( $metadata ) ? $metadata['build'] ?? '' : '';
		return array(
			'state'     => Upload::SENT,
			'operation' => $response->text( 'name' ),
			'build'     => is_string( $build ) ? $build : '',
		);
	}
}
