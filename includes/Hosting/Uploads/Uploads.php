<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting\Uploads;

use CURLFile;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Hosting\Credentials;
use HeadlessDeploy\Hosting\Host_Client;
use HeadlessDeploy\Hosting\Host_Response;
use HeadlessDeploy\Hosting\Hosted_Environment;
use HeadlessDeploy\Read_Failed;
use WP_Error;

/**
 * The uploads of the current site: each belongs to the user who started it, arrives in chunks, and is deleted a day after
 * its last chunk.
 */
final class Uploads {
	public const CLEANUP_EVENT = 'headless_deploy_remove_uploads';

	private const MAX_AGE_MS = 86_400_000;

	public function __construct(
		private readonly Upload_Store $store,
		private readonly Upload_Folder $folder,
		private readonly Host_Client $client,
		private readonly Clock $clock,
	) {}

	/**
	 * @throws Read_Failed
	 * @return list<Upload> Newest first.
	 */
	public function of( int $user_id ): array {
		return array_values( array_filter( $this->store->all(), static fn( Upload $one ): bool => $user_id === $one->user() ) );
	}

	/**
	 * @throws Read_Failed
	 */
	public function get( string $id ): Upload|WP_Error {
		$upload = $this->store->get( $id );
		return get_current_user_id() === $upload?->user() ? $upload : Errors::make( 'headless_deploy_unknown_upload' );
	}

	/**
	 * @param int $size Bytes of the whole file.
	 */
	public function start( Hosted_Environment $environment, string $file_name, int $size ): Upload|WP_Error {
		if ( $size > Upload::MAX_BYTES ) {
			return Errors::make( 'headless_deploy_upload_too_large', limit: (string) size_format( Upload::MAX_BYTES ) );
		}
		$fields = array(
			'user'        => get_current_user_id(),
			'account'     => $environment->account,
			'app'         => $environment->app,
			'environment' => $environment->environment,
			'fileName'    => $file_name,
			'size'        => $size,
			'createdAt'   => $this->clock->now_ms(),
		);
		$upload = Upload::from_array( bin2hex( random_bytes( 16 ) ), array() )->with( $fields, $this->clock->now_ms() );
		$error  = $this->folder->prepare( $size ) ?? $this->store->add( $upload );
		self::schedule_cleanup();
		return $error ?? $upload;
	}

	/**
	 * Appends a chunk. An error about the offset has the expected one as `received`.
	 *
	 * @param int<0, max> $offset
	 */
	public function append( Upload $upload, string $bytes, int $offset ): ?WP_Error {
		$file = $this->folder->file( $upload->id );
		if ( null === $file || Upload::RECEIVING !== $upload->state() ) {
			return Errors::make( 'headless_deploy_upload_ended' );
		}
		if ( '' === $bytes || strlen( $bytes ) > Upload::chunk_bytes() || $offset + strlen( $bytes ) > $upload->size() ) {
			return Errors::make( 'headless_deploy_upload_chunk_invalid', limit: (string) size_format( Upload::chunk_bytes() ) );
		}
		$error = $this->folder->space_error( strlen( $bytes ) ) ?? $this->append_locked( $upload, $file, $bytes, $offset );
		$file->unlock();
		$data = array( 'received' => $file->size() ) + (array) $error?->get_error_data();
		return null === $error ? null : new WP_Error( $error->get_error_code(), $error->get_error_message(), $data );
	}

	/**
	 * @param int<0, max> $offset
	 */
	private function append_locked( Upload $upload, Upload_File $file, string $bytes, int $offset ): ?WP_Error {
		$current = $this->lock( $upload, $file );
		if ( is_wp_error( $current ) ) {
			return $current;
		}
		return Upload::RECEIVING === $current->state() ? $file->append( $bytes, $offset ) : Errors::make( 'headless_deploy_upload_ended' );
	}

	/**
	 * Sends the file to the host. Nothing is sent twice.
	 */
	public function send( Upload $upload, Credentials $credentials ): Upload|WP_Error {
		if ( Upload::SENT === $upload->state() ) {
			return $upload;
		}
		$file = $this->folder->file( $upload->id );
		if ( null === $file || ! Send_Policy::has_curl() ) {
			return Errors::make( null === $file ? 'headless_deploy_unknown_upload' : 'headless_deploy_no_curl' );
		}
		$current = $this->lock( $upload, $file );
		return is_wp_error( $current ) || Upload::SENT === $current->state() ? $current : $this->deliver( $current, $file, $credentials );
	}

	/**
	 * Locks the file of an upload and returns its record, read again: since it was read, another request may have sent or
	 * deleted the upload. Its file, which the lock has created again, is then deleted.
	 */
	private function lock( Upload $upload, Upload_File $file ): Upload|WP_Error {
		$error = $file->lock();
		if ( null !== $error ) {
			return $error;
		}
		$current = $this->store->get( $upload->id );
		if ( null === $current || Upload::SENT === $current->state() ) {
			$file->delete();
		}
		return $current ?? Errors::make( 'headless_deploy_unknown_upload' );
	}

	public function delete( Upload $upload ): ?WP_Error {
		$file  = $this->folder->file( $upload->id );
		$error = $file?->lock();
		if ( null !== $error ) {
			return $error;
		}
		$file?->delete();
		$this->store->delete( $upload );
		return null;
	}

	/**
	 * Returns the file of an upload; null when the folder is gone.
	 */
	public function file( Upload $upload ): ?Upload_File {
		return $this->folder->file( $upload->id );
	}

	/**
	 * Deletes uploads without a chunk or a change since a day. Hooked to the cleanup event, which is scheduled only while
	 * there are uploads.
	 *
	 * @throws Read_Failed
	 */
	public function remove_stale(): void {
		// Before the work, because a failed read ends it.
		self::schedule_cleanup();
		$oldest = $this->clock->now_ms() - self::MAX_AGE_MS;
		$kept   = array();
		foreach ( $this->store->all() as $upload ) {
			$is_stale = max( $upload->updated_at(), (int) $this->file( $upload )?->written_at() ) <= $oldest;
			if ( ! $is_stale || null !== $this->delete( $upload ) ) {
				$kept[] = $upload->id;
			}
		}
		if ( 0 === $this->folder->remove_unknown( $kept, $oldest ) && array() === $kept ) {
			wp_clear_scheduled_hook( self::CLEANUP_EVENT );
		}
	}

	private static function schedule_cleanup(): void {
		if ( false === wp_next_scheduled( self::CLEANUP_EVENT ) ) {
			wp_schedule_single_event( time() + DAY_IN_SECONDS, self::CLEANUP_EVENT );
		}
	}

	/**
	 * Sends a complete file to the host. cURL reads it in parts, so it is never in memory. The record says afterwards whether
	 * the host has it, even if the browser did not wait for the response.
	 *
	 * @param Upload_File $file Is locked, and unlocked afterwards; deleted when the host has it.
	 */
	public function deliver( Upload $upload, Upload_File $file, Credentials $credentials ): Upload|WP_Error {
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
