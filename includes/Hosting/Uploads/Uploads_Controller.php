<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting\Uploads;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Hosting\Hosted_Environment;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Untyped;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Handles `/hosting/uploads`. A chunk is the raw body of a request with the type `application/octet-stream`.
 */
final class Uploads_Controller {
	private const ROUTE = '/hosting/uploads';
	private const ONE   = self::ROUTE . '/(?P<id>[a-f0-9]{32})';

	private const STATES = array( Upload::RECEIVING, 'received', Upload::SENDING, Upload::SENT, Upload::FAILED, 'interrupted' );

	private const MAX_NAME_LENGTH = 190;

	public function __construct(
		private readonly Credential_Store $credentials,
		private readonly Uploads $uploads,
	) {}

	public function register_routes(): void {
		Rest::register( 'GET', self::ROUTE, $this->list( ... ), Capabilities::MANAGE, self::list_schema( ... ) );
		Rest::register( 'POST', self::ROUTE, $this->start( ... ), Capabilities::MANAGE, self::schema( ... ) );
		Rest::register( 'GET', self::ONE, $this->show( ... ), Capabilities::MANAGE, self::schema( ... ) );
		Rest::register( 'PUT', self::ONE, $this->append( ... ), Capabilities::MANAGE, self::schema( ... ) );
		Rest::register( 'POST', self::ONE . '/send', $this->send( ... ), Capabilities::MANAGE, self::schema( ... ) );
		Rest::register( 'DELETE', self::ONE, $this->delete( ... ), Capabilities::MANAGE, self::schema( ... ) );
	}

	public static function input_schema(): Json_Schema {
		return Json_Schema::closed(
			...Hosted_Environment::fields(),
			fileName: Json_Schema::text()->with( minLength: 1, maxLength: self::MAX_NAME_LENGTH ),
			size: Json_Schema::integer( 'Bytes of the whole file.' )->with( minimum: 1 ),
		)->named( 'hosting-upload-input' );
	}

	private static function schema(): Json_Schema {
		return Json_Schema::closed(
			id: Json_Schema::text(),
			account: Json_Schema::text(),
			app: Json_Schema::text(),
			environment: Json_Schema::text(),
			fileName: Json_Schema::text(),
			size: Json_Schema::integer( 'Bytes of the whole file.' ),
			received: Json_Schema::integer( 'Bytes that have arrived.' ),
			maxChunkBytes: Json_Schema::integer( 'A chunk may be smaller.' ),
			state: Json_Schema::one_of( 'hosting-upload-state', self::STATES )->described( '`interrupted`: PHP ended while the file was sent, so the host may have it.' ),
			message: Json_Schema::text( 'Why it failed or was interrupted; else empty.' ),
			operation: Json_Schema::text( 'Resource name of the operation at the host; empty until it is sent.' ),
			build: Json_Schema::text( 'Resource name of the build at the host; empty until it is sent.' ),
			createdAt: Json_Schema::time(),
			updatedAt: Json_Schema::time(),
		)->named( 'hosting-upload' );
	}

	private static function list_schema(): Json_Schema {
		return Json_Schema::closed( uploads: Json_Schema::list_of( self::schema() ) )->named( 'hosting-uploads' );
	}

	private function list(): WP_REST_Response|WP_Error {
		return $this->credentials->hosting_refusal()
			?? Rest::uncached( array( 'uploads' => array_map( $this->view( ... ), $this->uploads->of( get_current_user_id() ) ) ) );
	}

	private function start( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$body = Rest::fields( $request, self::input_schema(), 'headless_deploy_upload_fields_missing' );
		if ( is_wp_error( $body ) || ! isset( $body['fileName'], $body['size'] ) ) {
			return is_wp_error( $body ) ? $body : Errors::make( 'headless_deploy_upload_fields_missing' );
		}
		$environment = Hosted_Environment::from_body( $body );
		if ( is_wp_error( $environment ) ) {
			return $environment;
		}
		$credentials = $this->credentials->for_hosting();
		if ( is_wp_error( $credentials ) ) {
			return $credentials;
		}
		$started = $this->uploads->start( $environment, self::file_name( Untyped::text( $body['fileName'] ) ), Untyped::number( $body['size'] ) );
		return is_wp_error( $started ) ? $started : Rest::uncached( $this->view( $started ), 201 );
	}

	private function show( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		return $this->respond( $this->upload( $request ) );
	}

	private function append( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$offset   = $request->get_query_params()['offset'] ?? '';
		$is_chunk = 'application/octet-stream' === ( $request->get_content_type()['value'] ?? '' )
			&& is_string( $offset )
			&& ctype_digit( $offset );
		$upload = $this->upload( $request );
		if ( is_wp_error( $upload ) || ! $is_chunk ) {
			return is_wp_error( $upload )
				? $upload
				: Errors::make( 'headless_deploy_upload_chunk_invalid', limit: (string) size_format( Upload::chunk_bytes() ) );
		}
		return $this->respond( $this->uploads->append( $upload, $request->get_body(), max( 0, (int) $offset ) ) ?? $upload );
	}

	private function send( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$upload      = Rest::refuse_unknown_fields( $request ) ?? $this->upload( $request );
		$credentials = is_wp_error( $upload ) ? $upload : $this->credentials->for_hosting();
		if ( is_wp_error( $upload ) || is_wp_error( $credentials ) ) {
			return is_wp_error( $upload ) ? $upload : $credentials;
		}
		return $this->respond( $this->uploads->send( $upload, $credentials ) );
	}

	private function delete( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$upload = Rest::refuse_unknown_fields( $request ) ?? $this->upload( $request );
		$error  = is_wp_error( $upload ) ? $upload : $this->uploads->delete( $upload );
		return $error ?? Rest::uncached( array( 'deleted' => true ) );
	}

	private function upload( WP_REST_Request $request ): Upload|WP_Error {
		return $this->credentials->hosting_refusal() ?? $this->uploads->get( Rest::from_path( $request, 'id' ) );
	}

	private function respond( Upload|WP_Error $upload ): WP_REST_Response|WP_Error {
		return is_wp_error( $upload ) ? $upload : Rest::uncached( $this->view( $upload ) );
	}

	/**
	 * @return array<string, mixed>
	 */
	private function view( Upload $upload ): array {
		$stored   = $upload->to_array();
		$file     = $this->uploads->file( $upload );
		$received = Upload::SENT === $stored['state'] ? $stored['size'] : (int) $file?->size();
		$state    = match ( $stored['state'] ) {
			Upload::SENDING   => true === $file?->is_locked() ? Upload::SENDING : 'interrupted',
			Upload::RECEIVING => $received === $stored['size'] ? 'received' : Upload::RECEIVING,
			default           => $stored['state'],
		};
		$facts = array(
			'id'            => $upload->id,
			'received'      => $received,
			'maxChunkBytes' => Upload::chunk_bytes(),
			'state'         => $state,
			'message'       => 'interrupted' === $state ? Errors::message( 'headless_deploy_upload_interrupted' ) : $stored['message'],
			'createdAt'     => Iso_Time::of( $stored['createdAt'] ),
			'updatedAt'     => Iso_Time::of( max( $stored['updatedAt'], (int) $file?->written_at() ) ),
		);
		return $facts + array_diff_key( $stored, array( 'user' => 0 ) );
	}

	private static function file_name( string $name ): string {
		$clean = sanitize_file_name( $name );
		return '' === $clean ? 'upload.zip' : $clean;
	}
}
