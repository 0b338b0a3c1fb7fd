<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale\Network;

use HeadlessDeploy\Runs\Retention;
use HeadlessDeploy\Runs\Search_Reasons;
use HeadlessDeploy\Secrets\Standard_Webhook;
use HeadlessDeploy\Tests\Wp_Test_Case;

/**
 * The requests of each route that are measured, by method and path. They go to the main site of the large network.
 */
final class Route_Requests {
	private const HOSTED   = array( 'account' => 'acme', 'app' => 'shop', 'environment' => 'e1' );
	private const SCHEDULE = array( 'label' => 'Nightly', 'environment' => 'staging', 'action' => 'rebuild', 'frequency' => 'daily', 'time' => '03:00' );
	private const UPLOAD   = self::HOSTED + array( 'fileName' => 'shop.zip', 'size' => 29 );
	private const SETTINGS = '/settings/environments/staging';
	private const STAGING  = '/environments/staging';
	private const NEW_HOOK = Hosting_Answers::URL . '/wh/v1/accounts/acme/apps/shop/environments/e9/webhooks/webhook:rebuild?token=' . Wp_Test_Case::TOKEN;

	/**
	 * Entries of an index: a page beyond the first begins after those of the pages before, and only the last entry tells that
	 * no other run has a rare value.
	 */
	public const LOG_OF_SITE = 5 * Retention::MAX_PER_ENVIRONMENT + 1;

	/**
	 * A search reads the newest changes of the site, and passes those that are pending.
	 */
	private const SEARCHED = Search_Reasons::MAX_ROWS + Large_Network::PENDING + 10;

	/**
	 * A feed reads the changes of its environment around the time of the sequence.
	 */
	private const CHANGES_OF_ENVIRONMENT = 2 * Retention::MAX_PER_ENVIRONMENT + 10;

	/**
	 * A restored environment looks for its canceled runs among its changes.
	 */
	private const RESTORED = 25 * Retention::MAX_PER_ENVIRONMENT;

	/**
	 * @return array<string, array<string, Route_Request>> By method and path, then by what is special about the request.
	 */
	public static function all( int $now ): array {
		return array(
			...self::of_settings(),
			...self::of_runs(),
			...self::of_hosting(),
			...self::of_front_end( $now ),
		);
	}

	/**
	 * @return array<string, array<string, Route_Request>>
	 */
	private static function of_settings(): array {
		$schedule = new Route_Request( 'POST', '/settings/schedules', self::SCHEDULE, 201 );
		$remove   = new Route_Request( 'DELETE', self::SETTINGS );
		return array(
			'GET /settings'                                   => array( '' => new Route_Request( 'GET', '/settings' ) ),
			'POST /settings/recognize'                        => array( '' => new Route_Request( 'POST', '/settings/recognize', array( 'webhookUrl' => self::NEW_HOOK ) ) ),
			'POST /settings/environments'                     => array( '' => new Route_Request( 'POST', '/settings/environments', array( 'webhookUrl' => self::NEW_HOOK, 'label' => 'Another' ), 201 ) ),
			'PUT /settings/environments/{id}'                 => array( '' => new Route_Request( 'PUT', self::SETTINGS, array( 'label' => 'Renamed' ) ) ),
			'DELETE /settings/environments/{id}'              => array( '' => $remove ),
			'POST /settings/environments/{id}/restore'        => array( '' => new Route_Request( 'POST', self::SETTINGS . '/restore', after: array( $remove ), reads: self::RESTORED ) ),
			'POST /settings/environments/{id}/refresh-secret' => array( '' => new Route_Request( 'POST', '/settings/environments/edge/refresh-secret' ) ),
			'POST /settings/environments/{id}/refresh-test'   => array( '' => new Route_Request( 'POST', '/settings/environments/edge/refresh-test' ) ),
			'POST /settings/environments/{id}/pause'          => array( '' => new Route_Request( 'POST', self::SETTINGS . '/pause' ) ),
			'POST /settings/environments/{id}/resume'         => array( '' => new Route_Request( 'POST', self::SETTINGS . '/resume', after: array( new Route_Request( 'POST', self::SETTINGS . '/pause' ) ) ) ),
			'POST /settings/environments/{id}/confirm-copy'   => array( '' => new Route_Request( 'POST', self::SETTINGS . '/confirm-copy' ) ),
			'POST /settings/environments/{id}/confirm-move'   => array( '' => new Route_Request( 'POST', self::SETTINGS . '/confirm-move' ) ),
			'PUT /settings/general'                           => array( '' => new Route_Request( 'PUT', '/settings/general', array( 'ignoredMeta' => array( 'views' ) ) ) ),
			'PUT /settings/credentials'                       => array( '' => Hosting_Answers::credentials() ),
			'DELETE /settings/credentials'                    => array( '' => new Route_Request( 'DELETE', '/settings/credentials' ) ),
			'POST /settings/credentials/check'                => array( '' => new Route_Request( 'POST', '/settings/credentials/check' ) ),
			'GET /settings/schedules'                         => array( '' => new Route_Request( 'GET', '/settings/schedules', after: array( $schedule ) ) ),
			'GET /settings/schedules/{id}'                    => array( '' => new Route_Request( 'GET', '/settings/schedules/%id%', after: array( $schedule ) ) ),
			'POST /settings/schedules'                        => array( '' => $schedule ),
			'PUT /settings/schedules/{id}'                    => array( '' => new Route_Request( 'PUT', '/settings/schedules/%id%', array( 'time' => '04:00' ), after: array( $schedule ) ) ),
			'DELETE /settings/schedules/{id}'                 => array( '' => new Route_Request( 'DELETE', '/settings/schedules/%id%', after: array( $schedule ) ) ),
			'PUT /settings/notifications'                     => array( '' => new Route_Request( 'PUT', '/settings/notifications', array( 'recipients' => array( 1 ) ) ) ),
			'POST /settings/notifications/test'               => array( '' => new Route_Request( 'POST', '/settings/notifications/test', after: array( new Route_Request( 'PUT', '/settings/notifications', array( 'recipients' => array( 1 ) ) ) ) ) ),
		);
	}

	/**
	 * @return array<string, array<string, Route_Request>>
	 */
	private static function of_runs(): array {
		// It looks for a manual run among the pending changes.
		$cancel = new Route_Request( 'POST', '/environments/production/pending/build/cancel', reads: 2 * Large_Network::PENDING + 10 );
		$lists  = array(
			''                           => array(),
			'100 runs'                   => array( 'per_page' => 100 ),
			'a late page'                => array( 'page' => 200 ),
			'the last page'              => array( 'page' => 50, 'per_page' => 100 ),
			'of an environment'          => array( 'environment' => 'staging' ),
			'of an unknown environment'  => array( 'environment' => 'unknown' ),
			'live'                       => array( 'status' => 'live' ),
			'building, of which is none' => array( 'status' => 'building' ),
			'failed'                     => array( 'status' => 'failed' ),
			'canceled or failed'         => array( 'status' => 'canceled,failed', 'environment' => 'staging' ),
			'of a user'                  => array( 'cause' => 'manual', 'user' => 1 ),
			'of a user without runs'     => array( 'user' => 999 ),
			'Clean Rebuild, none'        => array( 'action' => 'cleanRebuild' ),
			'by the host, none'          => array( 'cause' => 'host' ),
			'with a title'               => array( 'search' => 'Report 7' ),
			'with a user’s name'         => array( 'search' => 'admin' ),
			'with an operation'          => array( 'search' => 'op-99' ),
			'with a text of no run'      => array( 'search' => 'zzzz' ),
		);
		$run = '/runs/' . Large_Network::newest_run( 'staging', 'failed' );
		return array(
			'GET /environments' => array( '' => new Route_Request( 'GET', '/environments' ) ),
			'GET /status'       => array( '' => new Route_Request( 'GET', '/status' ) ),
			'POST /dispatch'    => array(
				''               => new Route_Request( 'POST', '/dispatch' ),
				'10,000 changes' => new Route_Request( 'POST', '/dispatch', after: array( new Route_Request( 'PUT', '/settings/environments/production', array( 'automation' => array( 'quietPeriodSeconds' => 0 ) ) ) ), reads: Large_Network::PENDING + 10 ),
			),
			'POST /environments/{id}/runs'                  => array( '' => new Route_Request( 'POST', self::STAGING . '/runs', array( 'action' => 'rebuild' ), 201 ) ),
			'POST /environments/{id}/hold'                  => array( '' => new Route_Request( 'POST', self::STAGING . '/hold' ) ),
			'POST /environments/{id}/release'               => array( '' => new Route_Request( 'POST', self::STAGING . '/release', after: array( new Route_Request( 'POST', self::STAGING . '/hold' ) ) ) ),
			'POST /environments/{id}/pending/{lane}/now'    => array( '' => new Route_Request( 'POST', self::STAGING . '/pending/build/now', status: 201 ) ),
			'POST /environments/{id}/pending/{lane}/cancel' => array( '10,000 changes' => $cancel ),
			'POST /environments/{id}/pending/{lane}/undo'   => array( '10,000 changes' => new Route_Request( 'POST', '/environments/production/pending/build/undo', after: array( $cancel ) ) ),
			'GET /runs'                                     => array_map( static fn( array $query ): Route_Request => new Route_Request( 'GET', '/runs', $query, reads: isset( $query['search'] ) ? self::SEARCHED : self::LOG_OF_SITE ), $lists ),
			'GET /runs/{id}'                                => array( '' => new Route_Request( 'GET', $run ) ),
			'GET /runs/export'                              => array(
				''       => new Route_Request( 'GET', '/runs/export' ),
				'JSON'   => new Route_Request( 'GET', '/runs/export', array( 'format' => 'json' ) ),
				'failed' => new Route_Request( 'GET', '/runs/export', array( 'status' => 'failed' ), reads: self::LOG_OF_SITE ),
			),
			'POST /runs/{id}/retry' => array( '' => new Route_Request( 'POST', $run . '/retry', status: 201 ) ),
		);
	}

	/**
	 * @return array<string, array<string, Route_Request>>
	 */
	private static function of_hosting(): array {
		$upload  = new Route_Request( 'POST', '/hosting/uploads', self::UPLOAD, 201 );
		$append  = new Route_Request( 'PUT', '/hosting/uploads/%id%', array( 'offset' => '0' ), headers: array( 'Content-Type' => 'application/octet-stream' ), bytes: "PK\x03\x04 the entries PK\x05\x06 the end", after: array( $upload ) );
		$path    = '/hosting/v1/accounts/acme/apps/shop';
		$connect = new Route_Request( 'POST', '/hosting/connect', self::HOSTED );
		return array(
			'GET /hosting/account'            => array( '' => new Route_Request( 'GET', '/hosting/account' ) ),
			'GET /hosting/{path}'             => array( '' => new Route_Request( 'GET', $path ) ),
			'POST /hosting/{path}'            => array( '' => new Route_Request( 'POST', $path . '/environments/e1:clearCache' ) ),
			'PATCH /hosting/{path}'           => array( '' => new Route_Request( 'PATCH', $path . '/environments/e1', array( 'rootDirectory' => 'apps/web' ) ) ),
			'DELETE /hosting/{path}'          => array( '' => new Route_Request( 'DELETE', $path ) ),
			'POST /hosting/connect'           => array( '' => $connect ),
			'POST /hosting/reconnect'         => array( '' => new Route_Request( 'POST', '/hosting/reconnect', array( 'environment' => 'production-2' ), after: array( $connect ) ) ),
			'POST /hosting/refresh-secret'    => array( '' => new Route_Request( 'POST', '/hosting/refresh-secret', array( 'environment' => 'edge' ) ) ),
			'GET /hosting/uploads'            => array( '' => new Route_Request( 'GET', '/hosting/uploads', after: array( $upload ) ) ),
			'POST /hosting/uploads'           => array( '' => $upload ),
			'GET /hosting/uploads/{id}'       => array( '' => new Route_Request( 'GET', '/hosting/uploads/%id%', after: array( $upload ) ) ),
			'PUT /hosting/uploads/{id}'       => array( '' => $append ),
			'DELETE /hosting/uploads/{id}'    => array( '' => new Route_Request( 'DELETE', '/hosting/uploads/%id%', after: array( $upload ) ) ),
			'POST /hosting/uploads/{id}/send' => array( '' => new Route_Request( 'POST', '/hosting/uploads/%id%/send', after: array( $append ) ) ),
			'GET /site-health/hosts'          => array( '' => new Route_Request( 'GET', '/site-health/hosts' ) ),
			'GET /site-health/change-feed'    => array( '' => new Route_Request( 'GET', '/site-health/change-feed' ) ),
		);
	}

	/**
	 * @return array<string, array<string, Route_Request>>
	 */
	private static function of_front_end( int $now ): array {
		global $wpdb;
		$newest = (int) $wpdb->get_var( "SELECT MAX(id) FROM {$wpdb->headless_deploy_changes}" );
		return array(
			'GET /changes' => array(
				'the newest'                => self::feed( $now ),
				'10 changes of the network' => self::feed( $now, $newest - 10 ),
				'2,000'                     => self::feed( $now, $newest - 2_000 ),
				'200,000'                   => self::feed( $now, $newest - 200_000 ),
				'all'                       => self::feed( $now, 1 ),
			),
			'GET /moved' => array( '' => new Route_Request( 'GET', '/moved', array( 'path' => '/nowhere/' ), 404 ) ),
		);
	}

	private static function feed( int $now, ?int $since = null ): Route_Request {
		$query = array( 'environment' => 'edge' ) + ( null === $since ? array() : array( 'since' => (string) $since ) );
		$at    = intdiv( $now, 1000 );
		$id    = 'request-' . $since;
		return new Route_Request(
			'GET',
			'/changes',
			$query,
			headers: array(
				'webhook-id'        => $id,
				'webhook-timestamp' => (string) $at,
				'webhook-signature' => Standard_Webhook::sign( array( Large_Network::REFRESH_SECRET ), $id, $at, 'GET /changes?' . build_query( $query ) ),
			),
			reads: self::CHANGES_OF_ENVIRONMENT,
		);
	}
}
