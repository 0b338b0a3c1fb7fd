<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Queue\Missing_Tables;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Tracking\Tracking_Store;

/**
 * Creates the tests, which share the data that they read.
 */
final class Tests {
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
		private readonly Notifications_Check $notifications,
	) {
		$this->facts = new Health_Facts( $send_policy, $queue, new Run_Log(), $clock );
	}

	/**
	 * @return array<string, array{string, Check}> Label and test, by ID.
	 */
	public function for_every_site(): array {
		$checks = array(
			'headless_deploy_scheduler' => array(
				__( 'Background tasks', 'headless-deploy' ),
				new Scheduler_Check( $this->facts, $this->wake_up, self::is_set( 'DISABLE_WP_CRON' ), self::is_set( 'ALTERNATE_WP_CRON' ) ),
			),
			'headless_deploy_database' => array( __( 'Headless Deploy database tables', 'headless-deploy' ), new Database_Check( $this->facts, $this->write_failure, new Missing_Tables() ) ),
			'headless_deploy_server'   => array( __( 'PHP requirements of Headless Deploy', 'headless-deploy' ), new Server_Check( Server_Facts::of_this_server() ) ),
		);
		if ( defined( 'HEADLESS_DEPLOY_ENVIRONMENTS' ) ) {
			$checks['headless_deploy_constant'] = array( __( 'Environments in wp-config.php', 'headless-deploy' ), new Constant_Check( $this->environments->problems() ) );
		}
		return $checks;
	}

	/**
	 * @return array<string, array{string, Check}> Label and test, by ID.
	 */
	public function for_connections(): array {
		$key = defined( 'HEADLESS_DEPLOY_ENCRYPTION_KEY' ) ? constant( 'HEADLESS_DEPLOY_ENCRYPTION_KEY' ) : '';
		return array(
			'headless_deploy_overdue_runs'   => array( __( 'Overdue runs', 'headless-deploy' ), new Overdue_Check( $this->facts ) ),
			'headless_deploy_last_runs'      => array( __( 'Last runs', 'headless-deploy' ), new Runs_Check( $this->facts ) ),
			'headless_deploy_notifications'  => array( __( 'Notifications about failed deployments', 'headless-deploy' ), $this->notifications ),
			'headless_deploy_copy'           => array( __( 'Deploying changes from this site', 'headless-deploy' ), new Copy_Check( $this->facts ) ),
			'headless_deploy_encryption_key' => array(
				__( 'Encryption of webhook tokens', 'headless-deploy' ),
				new Key_Check( $this->facts, $this->environments->key_source( ... ), is_string( $key ) ? strlen( $key ) : 0 ),
			),
		);
	}

	public function hosts(): Hosts_Check {
		return new Hosts_Check( $this->facts, ( new Host_Probe( new Calls( $this->clock ) ) )->error_code( ... ), $this->clock );
	}

	public function feed(): Feed_Check {
		return new Feed_Check( $this->facts, Feed_Request::send( ... ) );
	}

	public function information(): Debug_Information {
		return new Debug_Information( $this->facts, $this->wake_up, $this->routing, $this->credentials, new Tracking_Store(), $this->environments->key_source(), Server_Facts::of_this_server() );
	}

	private static function is_set( string $name ): bool {
		return defined( $name ) && (bool) constant( $name );
	}
}
