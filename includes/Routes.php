<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use HeadlessDeploy\Deliveries\Deliveries_Controller;
use HeadlessDeploy\Deliveries\Delivery_Log;
use HeadlessDeploy\Deliveries\Export;
use HeadlessDeploy\Deliveries\Export_Controller;
use HeadlessDeploy\Deliveries\Run_Answer;
use HeadlessDeploy\Deliveries\Runs_Controller;
use HeadlessDeploy\Deliveries\Schedule_Runs;
use HeadlessDeploy\Environments\Environments_Controller;
use HeadlessDeploy\Environments\Settings_Controller;
use HeadlessDeploy\Environments\Standing_Controller;
use HeadlessDeploy\Hosting\Credentials_Controller;
use HeadlessDeploy\Site_Health\Hosts_Controller;
use HeadlessDeploy\Status\Status_Controller;
use HeadlessDeploy\Status\System_Cron;
use HeadlessDeploy\Triggers\General\General_Controller;
use HeadlessDeploy\Triggers\General\General_Settings;
use HeadlessDeploy\Triggers\Schedules\Schedule_View;
use HeadlessDeploy\Triggers\Schedules\Schedules_Controller;

/**
 * Makes the controllers when REST comes in.
 */
final class Routes {
	public function __construct( private readonly Services $services ) {}

	/**
	 * Registers all routes. Hooked to `rest_api_init`.
	 */
	public function register(): void {
		$this->register_settings();
		$this->register_work();
	}

	/**
	 * What administrators set.
	 */
	private function register_settings(): void {
		$services     = $this->services;
		$environments = $services->environments;
		$set_alarm    = $services->dispatcher()->set_alarm( ... );
		$general      = new General_Settings( $services->routing, $services->clock );
		$schedules    = new Schedule_View( $services->schedules, ( new Schedule_Runs( new Delivery_Log(), $services->delivery_view() ) )->last( ... ) );
		$parts        = array(
			'general'     => $general->view( ... ),
			'schedules'   => $schedules->all( ... ),
			'credentials' => static fn(): ?array => $services->credentials->shown(),
			'systemCron'  => System_Cron::both( ... ),
		);
		( new Settings_Controller( $environments, $parts ) )->register_routes();
		( new Credentials_Controller( $services->credentials, $services->credential_check() ) )->register_routes();
		( new General_Controller( $general ) )->register_routes();
		( new Schedules_Controller( $services->schedules, $schedules, $set_alarm ) )->register_routes();
		( new Standing_Controller( $environments, $set_alarm ) )->register_routes();
		( new Hosts_Controller( static fn() => $services->health_tests()->hosts() ) )->register_routes();
	}

	/**
	 * What editors see and press.
	 */
	private function register_work(): void {
		$services   = $this->services;
		$dispatcher = $services->dispatcher();
		$press      = $services->press( $dispatcher );
		$view       = $services->delivery_view();
		$answer     = new Run_Answer( $view );
		( new Environments_Controller( $services->environments ) )->register_routes();
		( new Status_Controller( $services->status(), $dispatcher, $services->waiter(), $services->clock ) )->register_routes();
		( new Runs_Controller( $press, $dispatcher, $services->store, $services->gatekeeper(), $answer ) )->register_routes();
		( new Deliveries_Controller( new Delivery_Log(), $view, $press, $answer ) )->register_routes();
		( new Export_Controller( new Export( new Delivery_Log(), $view ), $services->clock ) )->register_routes();
	}
}
