<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Json_Schema;

/**
 * All requests that are forwarded to the host, by their `operationId` in the OpenAPI document of the platform. The
 * browser gets no webhook's token and no password: responses with webhooks stay on the server.
 */
final class Hosting_Operations {
	/**
	 * What `npm run docs` copies from the document to `Host_Requests`.
	 */
	public const FORWARDED = array(
		'listRegions',
		'listApps',
		'readApp',
		'listEnvironments',
		'readEnvironment',
		'clearCache',
		'readBuild',
		'redeployBuild',
		'readOperation',
		'cancelOperation',
		'getAccountLimits',
		'refreshAccountDiskUsage',
		'refreshInstallDiskUsage',
		'listLocalAccounts',
		'listLocalInstalls',
		'listAppSummaries',
		'readEnvironmentSummary',
		'readCache',
		'readVariables',
		'readWebhookSummary',
		'refreshDiskUsage',
		'readSession',
		'deleteApp',
		'deleteEnvironment',
		'deleteWebhooks',
		'listBuilds',
		'listOperations',
		'listAccountIds',
		'listInstallIds',
		'getAccountUsage',
		'readDiskUsage',
		'getInstallUsage',
		'createApp',
		'createEnvironment',
		'readBuildLog',
		'readOutput',
		'listCacheGroups',
		'invalidateCacheGroup',
		'changeEnvironment',
		'changeShellVariables',
		'createWebhooks',
		'regenerateWebhooks',
		'startBuild',
	);

	private const WITH_WEBHOOKS = array( 'createWebhooks', 'regenerateWebhooks' );

	/**
	 * @return array<string, Hosting_Operation>
	 */
	public static function all(): array {
		$operations = array();
		foreach ( Host_Requests::all() as $id => $request ) {
			$operations[ $id ] = new Hosting_Operation(
				$request['method'],
				$request['path'],
				isset( $request['query'] ) ? Json_Schema::from_array( $request['query'] ) : null,
				isset( $request['body'] ) ? Json_Schema::from_array( $request['body'] ) : null,
				in_array( $id, self::WITH_WEBHOOKS, true ),
			);
		}
		return $operations;
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
}
