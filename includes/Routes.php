<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use HeadlessDeploy\Changes\General\General_Controller;
use HeadlessDeploy\Changes\General\General_Schema;
use HeadlessDeploy\Changes\General\General_Settings;
use HeadlessDeploy\Environments\Environments_Controller;
use HeadlessDeploy\Environments\Settings_Controller;
use HeadlessDeploy\Hosting\Credentials_Controller;
use HeadlessDeploy\Runs\Export;
use HeadlessDeploy\Runs\Export_Controller;
use HeadlessDeploy\Runs\Run_Actions_Controller;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Run_Response;
use HeadlessDeploy\Runs\Run_Schema;
use HeadlessDeploy\Runs\Runs_Controller;
use HeadlessDeploy\Runs\Schedule_Runs;
use HeadlessDeploy\Schedules\Schedule_Schema;
use HeadlessDeploy\Schedules\Schedule_View;
use HeadlessDeploy\Schedules\Schedules_Controller;
use HeadlessDeploy\Site_Health\Hosts_Controller;
use HeadlessDeploy\Status\Status_Controller;
use HeadlessDeploy\Status\System_Cron;

/**
 * Creates and registers the REST controllers.
 */
final class Routes {
	public function __construct( private readonly Services $services ) {}

	/**
	 * Hooked to `rest_api_init`.
	 */
	public function register(): void {
		$this->register_settings();
		$this->register_runs();
	}

	private function register_settings(): void {
		$services         = $this->services;
		$environments     = $services->environments;
		$schedule_wake_up = $services->dispatcher()->schedule_wake_up( ... );
		$general          = new General_Settings( $services->routing, $services->clock );
		$schedules        = new Schedule_View( $services->schedules, ( new Schedule_Runs( new Run_Log(), $services->run_view() ) )->last( ... ) );
		$sections         = array(
			'general' => array(
				'value'  => $general->view( ... ),
				'schema' => General_Schema::view( ... ),
			),
			'schedules' => array(
				'value'  => $schedules->all( ... ),
				'schema' => static fn(): array => Json_Schema::list_of( Schedule_Schema::schedule( Run_Schema::run() ) ),
			),
			'credentials' => array(
				'value'  => static fn(): ?array => $services->credentials->shown(),
				'schema' => static fn(): array => Json_Schema::or_null( Credentials_Controller::schema(), 'Null if none are entered.' ),
			),
			'systemCron' => array(
				'value'  => System_Cron::both( ... ),
				'schema' => static fn(): array => Json_Schema::or_null( System_Cron::schema() ),
			),
		);
		( new Settings_Controller( $environments, $sections ) )->register_routes();
		( new Credentials_Controller( $services->credentials, $services->credential_check() ) )->register_routes();
		( new General_Controller( $general ) )->register_routes();
		( new Schedules_Controller( $services->schedules, $schedules, $schedule_wake_up, Run_Schema::run( ... ) ) )->register_routes();
		( new Environments_Controller( $environments, $schedule_wake_up ) )->register_routes();
		( new Hosts_Controller( static fn() => $services->health_tests()->hosts() ) )->register_routes();
	}

	private function register_runs(): void {
		$services   = $this->services;
		$dispatcher = $services->dispatcher();
		$manual_run = $services->manual_run( $dispatcher );
		$view       = $services->run_view();
		$response   = new Run_Response( $view );
		( new Status_Controller( $services->status(), $dispatcher, $services->deferred_dispatch(), $services->clock ) )->register_routes();
		( new Run_Actions_Controller( $manual_run, $dispatcher, $services->queue, $services->send_policy(), $response ) )->register_routes();
		( new Runs_Controller( new Run_Log(), $view, $manual_run, $response ) )->register_routes();
		( new Export_Controller( new Export( new Run_Log(), $view ), $services->clock ) )->register_routes();
	}
}
