<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Stored_Value;
use HeadlessDeploy\Untyped;
use WP_Error;

/**
 * What the host of the API credentials offers: its accounts, its installs, and the requests that it lacks. The option
 * keeps them for a few minutes.
 *
 * @phpstan-type Account array{name: string, id: string, role: 'read'|'write'}
 * @phpstan-type Facts array{of: string, at: int, isLocal: bool, accounts: list<Account>, maxBytes: int, isListed: bool, install: string, lacking: list<string>}
 */
final class Host_Facts {
	public const OPTION = 'headless_deploy_host_facts';

	private const MAX_AGE_MS = 600_000;

	public function __construct(
		private readonly Host_Client $client,
		private readonly Environments $environments,
		private readonly Clock $clock,
	) {}

	/**
	 * @param  bool           $is_fresh Whether to ask the host although its facts are known.
	 * @return Facts|WP_Error
	 */
	public function read( Credentials $credentials, bool $is_fresh ): array|WP_Error {
		$known = self::parse( ( new Option_Row( self::OPTION ) )->read() );
		if ( ! $is_fresh && $known['of'] === $credentials->etag && abs( $this->clock->now_ms() - $known['at'] ) < self::MAX_AGE_MS ) {
			return $known;
		}
		$facts = $this->ask( $credentials );
		return is_wp_error( $facts ) ? $facts : $this->keep( array( 'of' => $credentials->etag, 'at' => $this->clock->now_ms() ) + $facts );
	}

	/**
	 * Records that the host answered that it lacks a request, which then is not offered.
	 */
	public function note_lacking( Credentials $credentials, string $operation ): void {
		$known = self::parse( ( new Option_Row( self::OPTION ) )->read() );
		if ( $known['of'] === $credentials->etag ) {
			$this->keep( array( 'lacking' => array_values( array_unique( array( ...$known['lacking'], $operation ) ) ) ) + $known );
		}
	}

	/**
	 * @param  Facts          $facts
	 * @return Facts|WP_Error
	 */
	private function keep( array $facts ): array|WP_Error {
		return ( new Option_Row( self::OPTION ) )->change( self::parse( ... ), static fn(): array => $facts );
	}

	/**
	 * @return Facts|WP_Error
	 */
	private function ask( Credentials $credentials ): array|WP_Error {
		$session = $this->client->get( $credentials, '_local/session' );
		if ( ! self::is_lacking( $session ) ) {
			return is_wp_error( $session ) ? $session : $this->facts_of_local( $credentials, $session );
		}
		$listed = $this->client->get( $credentials, 'v1/accounts' );
		if ( is_wp_error( $listed ) && ! self::is_lacking( $listed ) ) {
			return $listed;
		}
		$accounts = is_wp_error( $listed ) ? $this->connected_accounts( $credentials ) : self::list_in( $listed, 'results' );
		if ( is_wp_error( $accounts ) ) {
			return $accounts;
		}
		$facts = array(
			'accounts' => self::named( $accounts ),
			'isListed' => ! is_wp_error( $listed ),
			'install'  => self::own_install( array() ),
			'lacking'  => is_wp_error( $listed ) ? array( 'listAccountIds' ) : array(),
		) + self::parse( null );
		return $this->with_probed( $credentials, $facts );
	}

	/**
	 * @return Facts|WP_Error
	 */
	private function facts_of_local( Credentials $credentials, Host_Response $session ): array|WP_Error {
		$accounts = self::list_in( $session, 'accounts' );
		$response = is_wp_error( $accounts ) ? $accounts : $this->client->get( $credentials, '_local/installs' );
		$installs = is_wp_error( $response ) ? $response : self::list_in( $response, 'installs' );
		if ( is_wp_error( $accounts ) || is_wp_error( $installs ) ) {
			return is_wp_error( $accounts ) ? $accounts : $installs;
		}
		return array(
			'isLocal'  => true,
			'accounts' => self::named( $accounts ),
			'maxBytes' => is_int( $session->field( 'maxUploadBytes' ) ) ? $session->field( 'maxUploadBytes' ) : 0,
			'isListed' => true,
			'install'  => self::own_install( $installs ),
		) + self::parse( null );
	}

	/**
	 * Asks for what the interface document does not describe.
	 *
	 * @param  Facts          $facts
	 * @return Facts|WP_Error
	 */
	private function with_probed( Credentials $credentials, array $facts ): array|WP_Error {
		$probes = array( 'listRegions' => 'v1/regions' );
		if ( array() !== $facts['accounts'] ) {
			$probes['listApps'] = 'v1/accounts/' . rawurlencode( $facts['accounts'][0]['name'] ) . '/apps';
		}
		foreach ( $probes as $operation => $path ) {
			$response = $this->client->get( $credentials, $path );
			if ( self::is_lacking( $response ) ) {
				$facts['lacking'][] = $operation;
			} elseif ( is_wp_error( $response ) ) {
				return $response;
			}
		}
		return $facts;
	}

	/**
	 * Returns the accounts of the environments at this host, because not every host lists accounts.
	 *
	 * @return list<Account>
	 */
	private function connected_accounts( Credentials $credentials ): array {
		$connected = array_filter( $this->environments->all(), static fn( Environment $one ): bool => $credentials->is_for( $one->target ) );
		$names     = array_unique( array_filter( array_map( static fn( Environment $one ): string => $one->target['account'], $connected ) ) );
		return array_map( static fn( string $name ): array => array( 'name' => $name, 'id' => '', 'role' => 'write' ), array_values( $names ) );
	}

	/**
	 * Returns the name of the install that this site is: as the hosting service of WordPress says it, or the one with
	 * this site's address.
	 *
	 * @param list<array<string, mixed>> $installs
	 */
	private static function own_install( array $installs ): string {
		if ( defined( 'PWP_NAME' ) && is_string( constant( 'PWP_NAME' ) ) ) {
			return constant( 'PWP_NAME' );
		}
		$addresses = array_map( untrailingslashit( ... ), array( home_url(), site_url() ) );
		foreach ( $installs as $install ) {
			if ( is_string( $install['url'] ?? null ) && in_array( untrailingslashit( $install['url'] ), $addresses, true ) ) {
				return is_string( $install['name'] ?? null ) ? $install['name'] : '';
			}
		}
		return '';
	}

	/**
	 * Returns a list of a response. A response without it is not an empty list: another server may have sent it.
	 *
	 * @return list<array<string, mixed>>|WP_Error
	 */
	private static function list_in( Host_Response $response, string $name ): array|WP_Error {
		$list = $response->field( $name );
		return is_array( $list )
			? array_map( Untyped::members( ... ), array_values( $list ) )
			: Errors::make( 'headless_deploy_credentials_unclear', status: (string) $response->status );
	}

	/**
	 * @param  list<array<string, mixed>> $accounts
	 * @return list<Account>
	 */
	private static function named( array $accounts ): array {
		$named = array();
		foreach ( $accounts as $account ) {
			if ( is_string( $account['name'] ?? null ) ) {
				$named[] = array(
					'name' => $account['name'],
					'id'   => is_string( $account['id'] ?? null ) ? $account['id'] : '',
					'role' => 'read' === ( $account['role'] ?? '' ) ? 'read' : 'write',
				);
			}
		}
		return $named;
	}

	private static function is_lacking( Host_Response|WP_Error $response ): bool {
		return is_wp_error( $response ) && 'headless_deploy_host_lacks_route' === $response->get_error_code();
	}

	/**
	 * @return Facts
	 */
	private static function parse( ?string $raw ): array {
		$account = Json_Schema::closed(
			name: Json_Schema::text(),
			id: Json_Schema::text(),
			role: Json_Schema::one_of( 'role', array( 'read', 'write' ) ),
		);
		/** @var Facts */
		return Stored_Value::of_row(
			Json_Schema::partial(
				of: Json_Schema::text(),
				at: Json_Schema::integer(),
				isLocal: Json_Schema::boolean(),
				accounts: Json_Schema::list_of( $account ),
				maxBytes: Json_Schema::integer(),
				isListed: Json_Schema::boolean(),
				install: Json_Schema::text(),
				lacking: Json_Schema::list_of( Json_Schema::text() ),
			),
			$raw,
		);
	}
}
