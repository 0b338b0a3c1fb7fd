<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Json_Schema;
use WP_Error;

/**
 * Connects this site to an environment of the host: creates its webhooks where the host's API can, and stores one. The
 * token goes from the host to the store and is in no response.
 *
 * @phpstan-type Result array{state: 'connected'|'existing'|'manual', environment: string, label: string, message: string}
 */
final class Site_Connection {
	public function __construct(
		private readonly Host_Client $client,
		private readonly Environments $environments,
	) {}

	/**
	 * @return Json_Schema What `all()` returns.
	 */
	public static function list_schema(): Json_Schema {
		$connection = Json_Schema::closed(
			account: Json_Schema::text(),
			app: Json_Schema::text(),
			environment: Json_Schema::text( 'ID at the host.' ),
			message: Json_Schema::text(),
		);
		return Json_Schema::list_of( $connection, 'The environments of the host that this site is connected to.' );
	}

	public static function schema(): Json_Schema {
		return Json_Schema::closed(
			state: Json_Schema::one_of( 'hosting-connection-state', array( 'connected', 'existing', 'manual' ) )->described( '`manual`: the host has no API for webhooks, so the user copies the URL from its portal.' ),
			environment: Json_Schema::text( 'ID of the environment in this plugin; empty for `manual`.' ),
			label: Json_Schema::text(),
			message: Json_Schema::text(),
		)->named( 'hosting-connection' );
	}

	/**
	 * @return list<array{account: string, app: string, environment: string, message: string}>
	 */
	public function all( Credentials $credentials ): array {
		$connected = array_filter( $this->environments->all(), static fn( Environment $one ): bool => $credentials->is_for( $one->target ) );
		$facts     = static fn( Environment $one ): array => array(
			'account'     => $one->target['account'],
			'app'         => $one->target['app'],
			'environment' => $one->target['environment'],
			'message'     => self::existing( $one ),
		);
		return array_values( array_map( $facts, $connected ) );
	}

	private static function existing( Environment $environment ): string {
		/* translators: %s: name of an environment. */
		return sprintf( __( '“%s” is already connected to this site.', 'headless-deploy' ), $environment->label );
	}

	/**
	 * @return Result|WP_Error
	 */
	public function connect( Credentials $credentials, Hosted_Environment $environment ): array|WP_Error {
		foreach ( $this->environments->all() as $one ) {
			if ( $environment->is_target( $one->target, $credentials ) ) {
				return self::result( 'existing', $one, self::existing( $one ) );
			}
		}
		$found = $this->client->get( $credentials, 'v1/' . $environment->path() );
		if ( is_wp_error( $found ) ) {
			return self::manual_or( $found );
		}
		$hooks = $this->client->create_secret( $credentials, '_local/' . $environment->path() . '/webhooks' );
		if ( is_wp_error( $hooks ) ) {
			return self::manual_or( $hooks );
		}
		$input   = $this->input( $credentials, $environment, $found, $hooks );
		$created = is_wp_error( $input ) ? $input : $this->environments->create( $input );
		/* translators: %s: name of an environment. */
		return is_wp_error( $created ) ? $created : self::result( 'connected', $created, sprintf( __( '“%s” is connected. New changes are deployed to it.', 'headless-deploy' ), $created->label ) );
	}

	private function input( Credentials $credentials, Hosted_Environment $environment, Host_Response $found, Host_Response $hooks ): Environment_Input|WP_Error {
		$url = $this->environments->recognize( $hooks->text( 'rebuild' ) );
		if ( is_wp_error( $url ) || ! $environment->is_target( $url->target, $credentials ) ) {
			return Errors::make( 'headless_deploy_host_webhook_invalid' );
		}
		$domains = $found->field( 'domains' );
		$domain  = is_array( $domains ) && is_string( $domains[0] ?? null ) ? $domains[0] : '';
		$body    = array(
			'webhookUrl'  => $hooks->text( 'rebuild' ),
			'frontEndUrl' => '' === $domain ? '' : wp_parse_url( $credentials->api_url, PHP_URL_SCHEME ) . "://$domain",
		);
		$label = mb_substr( $found->text( 'displayName' ), 0, 80 );
		return Environment_Input::from_body( '' === trim( $label ) ? $body : $body + array( 'label' => $label ) );
	}

	/**
	 * Returns an error of the host, or how users connect an environment of a host without this API.
	 *
	 * @return Result|WP_Error
	 */
	private static function manual_or( WP_Error $error ): array|WP_Error {
		if ( 'headless_deploy_host_lacks_route' !== $error->get_error_code() ) {
			return $error;
		}
		$message = __( 'Create the webhook in the hosting portal: open the environment, then Settings, and copy the URL. Paste it under Connections.', 'headless-deploy' );
		return array( 'state' => 'manual', 'environment' => '', 'label' => '', 'message' => $message );
	}

	/**
	 * @param  'connected'|'existing' $state
	 * @return Result
	 */
	private static function result( string $state, Environment $environment, string $message ): array {
		return array( 'state' => $state, 'environment' => $environment->id, 'label' => $environment->label, 'message' => $message );
	}
}
