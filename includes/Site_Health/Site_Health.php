<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use Closure;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Notifications\Notification_Store;
use HeadlessDeploy\Notifications\Notification_View;
use HeadlessDeploy\Queue\Missing_Tables;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Tracking\Tracking_Store;
use WP_Error;
use WP_REST_Response;

/**
 * Adds the plugin's tests to Tools → Site Health, for users who can manage deployments, and to WordPress's weekly
 * check. The tests share the data that they read.
 */
final class Site_Health {
	private const HOSTS = 'headless_deploy_hosts';
	private const FEED  = 'headless_deploy_change_feed';

	/**
	 * Of the tests that make HTTP requests.
	 */
	private const ROUTES = array(
		self::HOSTS => '/site-health/hosts',
		self::FEED  => '/site-health/change-feed',
	);

	private readonly Health_Facts $facts;

	public function __construct(
		private readonly Environments $environments,
		private readonly Credential_Store $credentials,
		Send_Policy $send_policy,
		Queue_Reader $queue,
		private readonly Wake_Up $wake_up,
		private readonly Routing $routing,
		private readonly Write_Failure $write_failure,
		private readonly Clock $clock,
		private readonly Calls $calls,
		private readonly Notification_Store $notifications,
		private readonly Notification_View $notification_view,
	) {
		$this->facts = new Health_Facts( $send_policy, $queue, new Run_Log(), $clock );
	}

	/**
	 * Hooked to `site_status_tests`.
	 *
	 * @param  array{direct?: array<string, mixed>, async?: array<string, mixed>} $tests
	 * @return array{direct?: array<string, mixed>, async?: array<string, mixed>}
	 */
	public function add_tests( array $tests ): array {
		if ( ! current_user_can( Capabilities::MANAGE ) && ! wp_doing_cron() ) {
			return $tests;
		}
		foreach ( $this->checks() as $check ) {
			if ( $check->applies ) {
				$tests[ '' === $check->route ? 'direct' : 'async' ][ $check->id ] = $check->entry();
			}
		}
		return $tests;
	}

	/**
	 * Hooked to `debug_information`.
	 *
	 * @param  array<string, mixed> $sections
	 * @return array<string, mixed>
	 */
	public function add_information( array $sections ): array {
		if ( ! current_user_can( Capabilities::MANAGE ) ) {
			return $sections;
		}
		try {
			$key         = $this->environments->key_source();
			$information = new Debug_Information( $this->facts, $this->wake_up, $this->routing, $this->credentials, new Tracking_Store(), $key );
			return $sections + array( 'headless-deploy' => $information->section() );
		} catch ( Read_Failed ) {
			return $sections;
		}
	}

	/**
	 * @param Closure(): self $site_health
	 */
	public static function register_routes( Closure $site_health ): void {
		$may_view   = static fn(): bool => current_user_can( 'view_site_health_checks' ) && current_user_can( Capabilities::MANAGE );
		$permission = static fn(): bool|WP_Error => $may_view() ? true : Errors::make( 'headless_deploy_forbidden' );
		foreach ( self::ROUTES as $id => $route ) {
			$run = static fn(): WP_REST_Response => new WP_REST_Response( $site_health()->checks()[ $id ]->result() );
			Rest::register( 'GET', $route, $run, $permission, Result::schema( ... ) );
		}
	}

	/**
	 * @return array<string, Check> By ID.
	 */
	private function checks(): array {
		$facts            = $this->facts;
		$has_environments = array() !== $this->routing->environments();
		$checks           = array(
			new Check(
				'headless_deploy_scheduler',
				__( 'Background tasks', 'headless-deploy' ),
				fn(): Result => Site_Checks::scheduler(
					$facts,
					$this->wake_up,
					self::is_set( 'DISABLE_WP_CRON' ),
					self::is_set( 'ALTERNATE_WP_CRON' ),
				),
			),
			new Check(
				'headless_deploy_database',
				__( 'Headless Deploy database tables', 'headless-deploy' ),
				fn(): Result => Site_Checks::database( $facts, $this->write_failure, new Missing_Tables() ),
			),
			new Check(
				'headless_deploy_clocks',
				__( 'Clocks of the web server and the database', 'headless-deploy' ),
				fn(): Result => Site_Checks::clocks( $this->clock ),
			),
			new Check(
				'headless_deploy_server',
				__( 'PHP requirements of Headless Deploy', 'headless-deploy' ),
				static fn(): Result => Site_Checks::php(
					Send_Policy::has_curl(),
					function_exists( 'sodium_crypto_secretbox' ),
					extension_loaded( 'sodium' ),
					PHP_INT_SIZE,
				),
			),
			new Check(
				'headless_deploy_constant',
				__( 'Environments in wp-config.php', 'headless-deploy' ),
				fn(): Result => Site_Checks::constant( $this->environments->problems() ),
				defined( 'HEADLESS_DEPLOY_ENVIRONMENTS' ),
			),
			new Check(
				'headless_deploy_overdue_runs',
				__( 'Overdue runs', 'headless-deploy' ),
				static fn(): Result => Run_Checks::overdue( $facts ),
				$has_environments,
			),
			new Check(
				'headless_deploy_last_runs',
				__( 'Last runs', 'headless-deploy' ),
				static fn(): Result => Run_Checks::last_runs( $facts ),
				$has_environments,
			),
			new Check(
				'headless_deploy_notifications',
				__( 'Notifications about failed deployments', 'headless-deploy' ),
				fn(): Result => Run_Checks::notifications( $this->notifications, $this->notification_view ),
				$has_environments,
			),
			new Check(
				'headless_deploy_copy',
				__( 'Deploying changes from this site', 'headless-deploy' ),
				static fn(): Result => Site_Checks::copy( $facts ),
				$has_environments,
			),
			new Check(
				'headless_deploy_encryption_key',
				__( 'Encryption of webhook tokens', 'headless-deploy' ),
				fn(): Result => Site_Checks::encryption_key( $facts, $this->environments->key_source( ... ), self::key_bytes() ),
				$has_environments,
			),
			new Check(
				self::HOSTS,
				__( 'Connection to webhook hosts', 'headless-deploy' ),
				fn(): Result => Connection_Checks::hosts(
					$facts,
					fn( string $origin ): string => Connection_Checks::error_code( $this->calls, $origin ),
					$this->clock,
				),
				$has_environments,
				self::ROUTES[ self::HOSTS ],
			),
			new Check(
				self::FEED,
				__( 'Change feed for front ends', 'headless-deploy' ),
				static fn(): Result => Connection_Checks::change_feed( $facts ),
				$this->routing->has_refresh(),
				self::ROUTES[ self::FEED ],
			),
		);
		return array_column( $checks, null, 'id' );
	}

	private static function is_set( string $constant ): bool {
		return defined( $constant ) && (bool) constant( $constant );
	}

	private static function key_bytes(): int {
		$key = defined( 'HEADLESS_DEPLOY_ENCRYPTION_KEY' ) ? constant( 'HEADLESS_DEPLOY_ENCRYPTION_KEY' ) : '';
		return is_string( $key ) ? strlen( $key ) : 0;
	}
}
