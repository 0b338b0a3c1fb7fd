<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Network;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Rest;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Handles `PUT` and `DELETE /settings/credentials` and `POST /settings/credentials/check`. The password is write-only.
 */
final class Credentials_Controller {
	private const ROUTE  = '/settings/credentials';
	private const FIELDS = array(
		'apiUrl'   => 2048,
		'user'     => 190,
		'password' => 512,
	);

	public function __construct(
		private readonly Credential_Store $store,
		private readonly Credential_Check $check,
	) {}

	public function register_routes(): void {
		Rest::register( 'PUT', self::ROUTE, $this->save( ... ), Capabilities::MANAGE, self::schema( ... ) );
		Rest::register( 'DELETE', self::ROUTE, $this->delete( ... ), Capabilities::MANAGE, self::schema( ... ) );
		Rest::register( 'POST', self::ROUTE . '/check', $this->check( ... ), Capabilities::MANAGE, self::schema( ... ) );
	}

	public static function schema(): Json_Schema {
		$locked = Json_Schema::text()->with( enum: array_keys( self::FIELDS ) );
		return Json_Schema::closed(
			apiUrl: Json_Schema::text(),
			user: Json_Schema::text(),
			hasPassword: Json_Schema::boolean( 'The password itself is write-only.' ),
			lockedBy: Json_Schema::text()->or_null( 'The first constant of wp-config.php that sets a field.' ),
			lockedFields: Json_Schema::list_of( $locked, 'The fields that wp-config.php sets.' ),
			works: Json_Schema::boolean()->or_null( 'Result of the last check; null before the first.' ),
			checkedAt: Json_Schema::time()->or_null(),
			message: Json_Schema::text( 'Result of the last check; empty before the first.' ),
			lastSaved: Last_Saved::schema(),
			etag: Json_Schema::text( 'Changes with every write; sent back as `If-Match`.' ),
		)->named( 'credentials' );
	}

	/**
	 * Describes the body of a write. `Credential_Errors` validates the body, because its messages name the next step.
	 */
	public static function input_schema(): Json_Schema {
		$text = static fn( int $max_length ): Json_Schema => Json_Schema::text()->with( maxLength: $max_length );
		return Json_Schema::partial( ...array_map( $text, self::FIELDS ) )->named( 'credentials-input' );
	}

	private function save( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$input = $this->refusal( $request, ...array_keys( self::FIELDS ) ) ?? $this->input( $request );
		$error = is_wp_error( $input ) ? $input : $this->store->save( $input, Rest::expected_etag( $request ) );
		return is_wp_error( $error ) ? $this->with_current( $error ) : $this->response( $this->store->get() );
	}

	private function delete( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$error = $this->refusal( $request ) ?? $this->store->delete( Rest::expected_etag( $request ) );
		return is_wp_error( $error ) ? $this->with_current( $error ) : Rest::uncached( array( 'deleted' => true ) );
	}

	private function check( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$refusal     = $this->refusal( $request );
		$credentials = null === $refusal ? $this->store->get() : null;
		if ( null === $credentials ) {
			return $refusal ?? Errors::make( 'headless_deploy_credentials_missing' );
		}
		if ( $credentials->is_key_lost() ) {
			return $this->response( $credentials );
		}
		return $credentials->is_complete()
			? $this->response( $this->check->run( $credentials ) )
			: Errors::make( 'headless_deploy_credentials_missing' );
	}

	private function refusal( WP_REST_Request $request, string ...$known ): ?WP_Error {
		return Network::is_operator()
			? Rest::refuse_unknown_fields( $request, ...$known )
			: Errors::make( 'headless_deploy_credentials_super_admin' );
	}

	private function input( WP_REST_Request $request ): Credential_Input|WP_Error {
		$locked = $this->store->configured_fields();
		$texts  = array();
		foreach ( Rest::body( $request ) as $name => $value ) {
			$name = (string) $name;
			if ( ! is_string( $value ) || strlen( $value ) > self::FIELDS[ $name ] ) {
				return Errors::make( self::error_of( $name ) );
			}
			if ( in_array( $name, $locked, true ) ) {
				return Errors::make( 'headless_deploy_credentials_locked', field: $name, constant: Configured_Credentials::CONSTANTS[ $name ] );
			}
			$texts[ $name ] = $value;
		}
		return array() === $texts ? Errors::make( 'headless_deploy_body_missing' ) : Credential_Input::from_body( $texts, new Local_Hosts() );
	}

	private static function error_of( string $name ): string {
		return match ( $name ) {
			'apiUrl' => 'headless_deploy_api_url_invalid',
			'user'   => 'headless_deploy_api_user_invalid',
			default  => 'headless_deploy_api_password_missing',
		};
	}

	private function with_current( WP_Error $error ): WP_Error {
		return Rest::with_current( $error, 'credentials', fn(): ?array => $this->store->get()?->view() );
	}

	private function response( ?Credentials $credentials ): WP_REST_Response|WP_Error {
		return null === $credentials ? Errors::make( 'headless_deploy_credentials_missing' ) : Rest::uncached( $credentials->view() );
	}
}
