<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use Closure;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Hosting\Uploads\Upload;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Network;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Untyped;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Handles `/hosting/account` and `/hosting/connect`, and forwards the requests of `Hosting_Operations` to the host. The API
 * password stays on the server.
 *
 * @phpstan-import-type Facts from Host_Facts
 */
final class Hosting_Controller {
	/**
	 * The paths of the host begin with `v1/` or `_local/`.
	 */
	private const PATH = '/hosting/(?P<path>[v_][A-Za-z0-9._~:/-]+)';

	public function __construct(
		private readonly Credential_Store $credentials,
		private readonly Host_Client $client,
		private readonly Host_Facts $facts,
		private readonly Site_Connection $connection,
	) {}

	public function register_routes(): void {
		$fresh = array( 'refresh' => Json_Schema::boolean() );
		Rest::register( 'GET', '/hosting/account', $this->account( ... ), Capabilities::MANAGE, self::schema( ... ), $fresh );
		Rest::register( 'POST', '/hosting/connect', $this->connect( ... ), Capabilities::MANAGE, Site_Connection::schema( ... ) );
		Rest::register( 'POST', '/hosting/reconnect', $this->reconnect( ... ), Capabilities::MANAGE, Site_Connection::schema( ... ) );
		Rest::register(
			'POST',
			'/hosting/refresh-secret',
			$this->set_refresh_secret( ... ),
			Capabilities::MANAGE,
			static fn(): Json_Schema => Json_Schema::closed( message: Json_Schema::text() )->named( 'hosting-message' ),
		);
		// The platform's OpenAPI document describes the responses.
		Rest::register( 'GET, POST, PATCH, DELETE', self::PATH, $this->forward( ... ), Capabilities::MANAGE, null );
	}

	private static function schema(): Json_Schema {
		$account = Json_Schema::closed(
			name: Json_Schema::text(),
			id: Json_Schema::text( 'The UUID that the usage API uses; empty if unknown.' ),
			role: Json_Schema::text( 'Of the API user; `write` if unknown.' )->with( enum: array( 'read', 'write' ) ),
		);
		return Json_Schema::closed(
			hasCredentials: Json_Schema::boolean( 'Whether API credentials are stored. If not, the fields about the host are empty.' ),
			mayEnterCredentials: Json_Schema::boolean(),
			apiUrl: Json_Schema::text(),
			user: Json_Schema::text( 'The API user; empty for users who may not see it.' ),
			isLocal: Json_Schema::boolean( 'Whether the host is the local platform.' ),
			portalUrl: Json_Schema::text( 'The address of the host’s portal; empty if unknown.' ),
			accounts: Json_Schema::list_of( $account, 'The accounts of the API user. Where the host lists none: those of the connected environments.' ),
			maxUploadBytes: Json_Schema::integer( 'The largest zip that the plugin and the host accept.' ),
			isListed: Json_Schema::boolean( 'Whether the host lists all accounts. If not, the user enters other names.' ),
			operations: Json_Schema::list_of( Json_Schema::text(), 'The requests that the host offers, by their `operationId` in the OpenAPI document of the platform; also `upload` and `connect`.' ),
			install: Json_Schema::text( 'The WordPress install that this site is; empty if unknown.' ),
			connections: Site_Connection::list_schema(),
		)->named( 'hosting-account' );
	}

	private function account( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$credentials = $this->credentials->for_hosting();
		if ( is_wp_error( $credentials ) ) {
			$is_missing = 'headless_deploy_credentials_missing' === $credentials->get_error_code();
			return $is_missing ? Rest::uncached( $this->view( null, null ) ) : $credentials;
		}
		$facts = $this->facts->read( $credentials, (bool) ( $request->get_query_params()['refresh'] ?? false ) );
		return is_wp_error( $facts ) ? $facts : Rest::uncached( $this->view( $credentials, $facts ) );
	}

	/**
	 * @param  Facts|null           $facts
	 * @return array<string, mixed>
	 */
	private function view( ?Credentials $credentials, ?array $facts ): array {
		return array(
			'hasCredentials'      => null !== $credentials,
			'mayEnterCredentials' => Network::is_operator(),
			'apiUrl'              => $credentials->api_url ?? '',
			'user'                => $credentials?->view()['user'] ?? '',
			'isLocal'             => $facts['isLocal'] ?? false,
			'portalUrl'           => null !== $credentials && ( $facts['isLocal'] ?? false ) ? Platform::portal( $credentials ) : '',
			'accounts'            => $facts['accounts'] ?? array(),
			'maxUploadBytes'      => min(
				Upload::MAX_BYTES,
				( $facts['maxBytes'] ?? 0 ) > 0 ? $facts['maxBytes'] : Upload::MAX_BYTES,
			),
			'isListed'    => $facts['isListed'] ?? false,
			'operations'  => null === $facts ? array() : Hosting_Operations::offered( $facts['isLocal'], $facts['lacking'] ),
			'install'     => $facts['install'] ?? '',
			'connections' => null === $credentials ? array() : $this->connection->all( $credentials ),
		);
	}

	private function connect( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$body = Rest::fields(
			$request,
			Json_Schema::partial( ...Hosted_Environment::fields() ),
			'headless_deploy_hosting_environment_missing',
		);
		$environment = is_wp_error( $body ) ? $body : Hosted_Environment::from_body( $body );
		if ( is_wp_error( $environment ) ) {
			return $environment;
		}
		$credentials = $this->credentials->for_hosting();
		$result      = is_wp_error( $credentials ) ? $credentials : $this->connection->connect( $credentials, $environment );
		return is_wp_error( $result ) ? $result : Rest::uncached( $result );
	}

	private function reconnect( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$result = $this->for_connected( $request, $this->connection->reconnect( ... ) );
		return is_wp_error( $result ) ? $result : Rest::uncached( $result );
	}

	private function set_refresh_secret( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$message = $this->for_connected( $request, $this->connection->set_refresh_secret( ... ) );
		return is_wp_error( $message ) ? $message : Rest::uncached( array( 'message' => $message ) );
	}

	/**
	 * Calls a function with the credentials and the environment that the body names by its ID in this plugin.
	 *
	 * @template T
	 * @param  Closure(Credentials, string): T $work
	 * @return T|WP_Error
	 */
	private function for_connected( WP_REST_Request $request, Closure $work ): mixed {
		$body = Rest::fields(
			$request,
			Json_Schema::partial( environment: Json_Schema::text()->with( pattern: '^[a-z0-9-]{1,64}$(?!\n)' ) ),
			'headless_deploy_body_missing',
		);
		if ( is_wp_error( $body ) ) {
			return $body;
		}
		$credentials = $this->credentials->for_hosting();
		return is_wp_error( $credentials ) ? $credentials : $work( $credentials, Untyped::text( $body['environment'] ) );
	}

	private function forward( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$credentials = $this->credentials->for_hosting();
		$path        = Rest::from_path( $request, 'path' );
		$id          = Hosting_Operations::find( $request->get_method(), $path );
		if ( is_wp_error( $credentials ) || null === $id ) {
			return is_wp_error( $credentials ) ? $credentials : Errors::make( 'headless_deploy_hosting_operation_unknown' );
		}
		$operation = Hosting_Operations::all()[ $id ];
		$query     = $operation->query( $request );
		$body      = is_wp_error( $query ) ? $query : $operation->body( $request );
		if ( is_wp_error( $query ) || is_wp_error( $body ) ) {
			return self::with_field( is_wp_error( $query ) ? $query : $body );
		}
		$response = match ( true ) {
			$operation->is_webhook       => $this->client->create_secret( $credentials, $path ),
			'GET' === $operation->method => $this->client->get( $credentials, $path . $query ),
			default                      => $this->client->change( $credentials, $operation->method, $path . $query, $body ),
		};
		if ( is_wp_error( $response ) ) {
			$this->note( $credentials, $id, $response );
			return self::with_field( $response );
		}
		if ( $operation->is_webhook ) {
			return $this->connection->adopt( $credentials, Hosting_Operation::environment_of( $path ), $response )
				?? new WP_REST_Response( null, 204, array( 'Cache-Control' => 'no-store' ) );
		}
		// WordPress sends no body for null, which is no JSON.
		return new WP_REST_Response(
			is_object( $response->json ) ? (array) $response->json : $response->json,
			null === $response->json ? 204 : $response->status,
			array( 'Cache-Control' => 'no-store' ),
		);
	}

	/**
	 * Adds the name of the invalid field, where the host names one, as in the host's own response.
	 */
	private static function with_field( WP_Error $error ): WP_REST_Response {
		$response = rest_convert_error_to_response( $error );
		$field    = array_intersect_key( (array) $error->get_error_data(), array( 'field' => true ) );
		$response->set_data( $field + (array) $response->get_data() );
		return $response;
	}

	private function note( Credentials $credentials, string $id, WP_Error $error ): void {
		if ( 'headless_deploy_host_lacks_route' === $error->get_error_code() ) {
			$this->facts->note_lacking( $credentials, $id );
		}
	}
}
