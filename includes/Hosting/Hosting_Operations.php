<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Json_Schema;

/**
 * All requests that are forwarded to the host, by their `operationId` in the OpenAPI document of the platform. The
 * browser gets no webhook's token and no password: responses with webhooks stay on the server.
 */
final class Hosting_Operations {
	private const APPS              = 'v1/accounts/{account}/apps';
	private const ENVIRONMENT       = self::APPS . '/{app}/environments/{environment}';
	private const LOCAL             = '_local/accounts/{account}';
	private const LOCAL_ENVIRONMENT = self::LOCAL . '/apps/{app}/environments/{environment}';

	/**
	 * Requests without parameters other than those of their path.
	 */
	private const PLAIN = array(
		'listRegions'             => 'GET v1/regions',
		'listApps'                => 'GET ' . self::APPS,
		'readApp'                 => 'GET ' . self::APPS . '/{app}',
		'listEnvironments'        => 'GET ' . self::APPS . '/{app}/environments',
		'readEnvironment'         => 'GET ' . self::ENVIRONMENT,
		'clearCache'              => 'POST ' . self::ENVIRONMENT . ':clearCache',
		'readBuild'               => 'GET ' . self::ENVIRONMENT . '/builds/{build}',
		'redeployBuild'           => 'POST ' . self::ENVIRONMENT . '/builds/{build}:redeploy',
		'readOperation'           => 'GET ' . self::ENVIRONMENT . '/operations/{operation}',
		'cancelOperation'         => 'POST ' . self::ENVIRONMENT . '/operations/{operation}:cancel',
		'getAccountLimits'        => 'GET v1/accounts/{account}/limits',
		'refreshAccountDiskUsage' => 'POST v1/accounts/{account}/usage/refresh_disk_usage',
		'refreshInstallDiskUsage' => 'POST v1/installs/{install}/usage/refresh_disk_usage',
		'listLocalAccounts'       => 'GET _local/accounts',
		'listLocalInstalls'       => 'GET _local/installs',
		'listAppSummaries'        => 'GET ' . self::LOCAL . '/apps',
		'readEnvironmentSummary'  => 'GET ' . self::LOCAL_ENVIRONMENT . '/summary',
		'readCache'               => 'GET ' . self::LOCAL_ENVIRONMENT . '/cache',
		'readVariables'           => 'GET ' . self::LOCAL_ENVIRONMENT . '/variables',
		'readWebhookSummary'      => 'GET ' . self::LOCAL_ENVIRONMENT . '/webhooks/summary',
		'refreshDiskUsage'        => 'POST ' . self::LOCAL . '/usage/refresh',
		'readSession'             => 'GET _local/session',
		'deleteApp'               => 'DELETE ' . self::APPS . '/{app}',
		'deleteEnvironment'       => 'DELETE ' . self::ENVIRONMENT,
		'deleteWebhooks'          => 'DELETE ' . self::LOCAL_ENVIRONMENT . '/webhooks',
	);

	private const MAX_NAME_LENGTH     = 63;
	private const MAX_TEXT_LENGTH     = 256;
	private const MAX_VARIABLES       = 200;
	private const MAX_VARIABLE_LENGTH = 32_768;
	private const MAX_PAGE_SIZE       = 1000;

	/**
	 * @return array<string, Hosting_Operation>
	 */
	public static function all(): array {
		return self::plain() + self::lists() + self::usage() + array(
			'createApp'         => new Hosting_Operation( 'POST', self::APPS, Json_Schema::closed( appId: self::name() ), self::new_app() ),
			'createEnvironment' => new Hosting_Operation( 'POST', self::APPS . '/{app}/environments', body: self::new_environment() ),
			'readBuildLog'      => new Hosting_Operation(
				'GET',
				self::ENVIRONMENT . '/builds/{build}/log',
				Json_Schema::partial( offset: self::count() ),
			),
			'readOutput' => new Hosting_Operation(
				'GET',
				self::LOCAL_ENVIRONMENT . '/output',
				Json_Schema::partial( offset: self::count() ),
			),
			'listCacheGroups' => new Hosting_Operation(
				'GET',
				self::LOCAL_ENVIRONMENT . '/cache/groups',
				Json_Schema::partial( filter: self::text() ),
			),
			'invalidateCacheGroup' => new Hosting_Operation(
				'POST',
				self::LOCAL_ENVIRONMENT . '/cache/groups/invalidate',
				body: Json_Schema::closed( group: self::text()->with( minLength: 1 ) ),
			),
			'changeEnvironment'    => new Hosting_Operation( 'PATCH', self::ENVIRONMENT, body: self::environment_changes() ),
			'changeShellVariables' => new Hosting_Operation( 'PATCH', self::ENVIRONMENT . '/shellVariables', body: self::variable_changes() ),
			'createWebhooks'       => new Hosting_Operation( 'POST', self::LOCAL_ENVIRONMENT . '/webhooks', is_webhook: true ),
			'regenerateWebhooks'   => new Hosting_Operation( 'POST', self::LOCAL_ENVIRONMENT . '/webhooks:regenerate', is_webhook: true ),
			'startBuild'           => new Hosting_Operation(
				'POST',
				self::LOCAL_ENVIRONMENT . '/builds',
				body: Json_Schema::closed( action: Json_Schema::text()->with( enum: array( 'rebuild', 'cleanRebuild' ) ) ),
			),
		);
	}

	/**
	 * Returns the names of the requests that a host offers, with the two that the plugin makes itself.
	 *
	 * @param  list<string> $lacking Those that the host does not know.
	 * @return list<string>
	 */
	public static function offered( bool $is_local, array $lacking ): array {
		$known = array_filter( self::all(), static fn( Hosting_Operation $one ): bool => $is_local || ! $one->is_local() );
		return array_values(
			array_diff( array( ...array_keys( $known ), 'upload', ...( $is_local ? array( 'connect' ) : array() ) ), $lacking ),
		);
	}

	/**
	 * Returns the `operationId` of a request, null for one that is not forwarded.
	 */
	public static function find( string $method, string $path ): ?string {
		foreach ( self::all() as $id => $operation ) {
			if ( $operation->matches( $method, $path ) ) {
				return $id;
			}
		}
		return null;
	}

	/**
	 * @return array<string, Hosting_Operation>
	 */
	private static function plain(): array {
		return array_map(
			static fn( string $request ): Hosting_Operation => new Hosting_Operation( ...explode( ' ', $request, 2 ) ),
			self::PLAIN,
		);
	}

	/**
	 * @return array<string, Hosting_Operation>
	 */
	private static function lists(): array {
		$page = array(
			'pageSize'  => self::count( 1, self::MAX_PAGE_SIZE ),
			'pageToken' => self::text(),
		);
		$order  = Json_Schema::text()->with( enum: array( 'createTime desc', 'createTime', 'createTime asc' ) );
		$offset = Json_Schema::partial( limit: self::count( 1, self::MAX_PAGE_SIZE ), offset: self::count() );
		return array(
			'listBuilds'     => new Hosting_Operation( 'GET', self::ENVIRONMENT . '/builds', Json_Schema::partial( ...$page, orderBy: $order ) ),
			'listOperations' => new Hosting_Operation( 'GET', self::ENVIRONMENT . '/operations', Json_Schema::partial( ...$page ) ),
			'listAccountIds' => new Hosting_Operation( 'GET', 'v1/accounts', $offset ),
			'listInstallIds' => new Hosting_Operation( 'GET', 'v1/installs', $offset ),
		);
	}

	/**
	 * @return array<string, Hosting_Operation>
	 */
	private static function usage(): array {
		$days = array_fill_keys( array( 'first_date', 'last_date' ), Json_Schema::text()->with( pattern: '^\d{4}-\d\d-\d\d$' ) );
		$page = array(
			'limit'  => self::count( 1, self::MAX_PAGE_SIZE ),
			'offset' => self::text(),
		);
		return array(
			'getAccountUsage' => new Hosting_Operation( 'GET', 'v1/accounts/{account}/usage', Json_Schema::partial( ...( $days + $page ) ) ),
			'readDiskUsage'   => new Hosting_Operation( 'GET', self::LOCAL . '/usage', Json_Schema::partial( ...$days ) ),
			'getInstallUsage' => new Hosting_Operation( 'GET', 'v1/installs/{install}/usage', Json_Schema::partial( ...$days ) ),
		);
	}

	private static function new_app(): Json_Schema {
		return Json_Schema::closed(
			region: Json_Schema::text()->with( pattern: '^regions/[A-Za-z0-9-]+$', maxLength: self::MAX_NAME_LENGTH ),
			uploadable: Json_Schema::closed(),
		);
	}

	private static function new_environment(): Json_Schema {
		return Json_Schema::closed(
			displayName: self::text()->with( minLength: 1 ),
			branch: Json_Schema::text()->with( enum: array( 'uploadable' ) ),
			wpEnvironment: self::name(),
			rootDirectory: self::text(),
			shellVariables: self::variables(),
		)->optional( 'rootDirectory', 'shellVariables' );
	}

	private static function environment_changes(): Json_Schema {
		return Json_Schema::partial( wpEnvironment: self::name(), rootDirectory: self::text(), purgeOnDeploy: Json_Schema::boolean() );
	}

	private static function variable_changes(): Json_Schema {
		return Json_Schema::partial(
			set: self::variables(),
			remove: Json_Schema::list_of( self::text()->with( minLength: 1 ) )->with( maxItems: self::MAX_VARIABLES ),
		);
	}

	private static function variables(): Json_Schema {
		$variable = Json_Schema::closed(
			key: self::text()->with( minLength: 1 ),
			value: Json_Schema::text()->with( maxLength: self::MAX_VARIABLE_LENGTH ),
		);
		return Json_Schema::list_of( $variable )->with( maxItems: self::MAX_VARIABLES );
	}

	private static function name(): Json_Schema {
		return Json_Schema::text()->with( minLength: 1, maxLength: self::MAX_NAME_LENGTH );
	}

	private static function text(): Json_Schema {
		return Json_Schema::text()->with( maxLength: self::MAX_TEXT_LENGTH );
	}

	private static function count( int $minimum = 0, int $maximum = PHP_INT_MAX ): Json_Schema {
		return Json_Schema::integer()->with( minimum: $minimum, maximum: $maximum );
	}
}
