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
	/**
	 * The variable from which a front end reads the secret of refresh requests (docs/front-end-kit.md).
	 */
	public const REFRESH_SECRET_VARIABLE = 'HEADLESS_DEPLOY_REFRESH_SECRET';

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
			id: Json_Schema::text( 'ID in this plugin.' ),
			label: Json_Schema::text( 'Label in this plugin.' ),
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
	 * @return list<array{account: string, app: string, environment: string, id: string, label: string, message: string}>
	 */
	public function all( Credentials $credentials ): array {
		$facts = static fn( Environment $one ): array => array(
			'account'     => $one->target['account'],
			'app'         => $one->target['app'],
			'environment' => $one->target['environment'],
			'id'          => $one->id,
			'label'       => $one->label,
			'message'     => self::existing( $one ),
		);
		return array_map( $facts, $this->hosted( $credentials ) );
	}

	/**
	 * @return list<Environment> Those at the host of the credentials.
	 */
	public function hosted( Credentials $credentials ): array {
		return array_values(
			array_filter(
				$this->environments->all(),
				static fn( Environment $one ): bool => '' !== $one->target['environment'] && $credentials->is_for( $one->target ),
			),
		);
	}

	/**
	 * Reads the webhooks of a connected environment from the host again, which creates them if they were deleted, and
	 * stores them instead of the ones that the host no longer accepts.
	 *
	 * @param  string          $id In this plugin.
	 * @return Result|WP_Error
	 */
	public function reconnect( Credentials $credentials, string $id ): array|WP_Error {
		$environment = $this->find( $credentials, $id );
		if ( is_wp_error( $environment ) ) {
			return $environment;
		}
		$hosted = Hosted_Environment::of_target( $environment->target );
		$hooks  = $this->client->create_secret( $credentials, '_local/' . $hosted->path() . '/webhooks' );
		if ( is_wp_error( $hooks ) ) {
			return self::manual_or( $hooks );
		}
		$updated = $this->replace( $credentials, $environment, $hooks );
		return is_wp_error( $updated )
			? $updated
			: self::result(
				'connected',
				$updated,
				/* translators: %s: name of an environment. */
				sprintf( __( '“%s” is connected again with the webhook URL of the host.', 'headless-deploy' ), $updated->label ),
			);
	}

	/**
	 * Stores the new webhooks of an environment if this site is connected to it.
	 */
	public function adopt( Credentials $credentials, Hosted_Environment $hosted, Host_Response $hooks ): ?WP_Error {
		foreach ( $this->hosted( $credentials ) as $environment ) {
			if ( $hosted->is_target( $environment->target, $credentials ) ) {
				$updated = $this->replace( $credentials, $environment, $hooks );
				return is_wp_error( $updated ) ? $updated : null;
			}
		}
		return null;
	}

	/**
	 * Sets the secret of refresh requests as a variable of the environment at the host.
	 *
	 * @param  string          $id In this plugin.
	 * @return string|WP_Error What to do next.
	 */
	public function set_refresh_secret( Credentials $credentials, string $id ): string|WP_Error {
		$environment = $this->find( $credentials, $id );
		$secret      = $this->environments->refresh_secrets( $id )[0] ?? '';
		if ( is_wp_error( $environment ) || '' === $secret ) {
			return is_wp_error( $environment ) ? $environment : Errors::make( 'headless_deploy_refresh_secret_missing' );
		}
		$path = 'v1/' . Hosted_Environment::of_target( $environment->target )->path() . '/shellVariables';
		$body = (string) wp_json_encode( array( 'set' => array( array( 'key' => self::REFRESH_SECRET_VARIABLE, 'value' => $secret ) ) ) );
		$set  = $this->client->change( $credentials, 'PATCH', $path, $body, array( $secret ) );
		return is_wp_error( $set ) ? $set : sprintf(
			/* translators: %s: name of a variable. */
			__( '%s is set at the host. The front end has it after the next build: press Rebuild, then send a test request.', 'headless-deploy' ),
			self::REFRESH_SECRET_VARIABLE,
		);
	}

	private function find( Credentials $credentials, string $id ): Environment|WP_Error {
		$environment = $this->environments->get( $id );
		if ( null === $environment ) {
			return Errors::make( 'headless_deploy_unknown_environment', id: $id );
		}
		$is_hosted = '' !== $environment->target['environment'] && $credentials->is_for( $environment->target );
		return $is_hosted ? $environment : Errors::make( 'headless_deploy_other_host', label: $environment->label );
	}

	private function replace( Credentials $credentials, Environment $environment, Host_Response $hooks ): Environment|WP_Error {
		$url = $this->environments->recognize( $hooks->text( 'rebuild' ) );
		if ( is_wp_error( $url ) || $url->target !== $environment->target ) {
			return Errors::make( 'headless_deploy_host_webhook_invalid' );
		}
		$input = Environment_Input::from_body( array( 'webhookUrl' => $hooks->text( 'rebuild' ) ) );
		return is_wp_error( $input ) ? $input : $this->environments->update( $environment->id, $input );
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
		return is_wp_error( $created )
			? $created
			: self::result(
				'connected',
				$created,
				/* translators: %s: name of an environment. */
				sprintf( __( '“%s” is connected. New changes are deployed to it.', 'headless-deploy' ), $created->label ),
			);
	}

	private function input(
		Credentials $credentials,
		Hosted_Environment $environment,
		Host_Response $found,
		Host_Response $hooks,
	): Environment_Input|WP_Error {
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
