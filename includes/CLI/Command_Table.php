<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Deliveries\Delivery_Log;
use HeadlessDeploy\Services;
use HeadlessDeploy\Triggers\Schedules\Schedule_View;

/**
 * Makes the commands when WP-CLI comes in.
 */
final class Command_Table {
	public function __construct( private readonly Services $services ) {}

	/**
	 * Registers all commands. Hooked to `cli_init`.
	 */
	public function register(): void {
		$services   = $this->services;
		$console    = new Wp_Cli_Console();
		$choice     = new Choice( $services->environments, $console );
		$calls      = new Noting_Caller( $services->caller() );
		$dispatcher = $services->dispatcher_by( $calls );
		$follower   = new Follower( $services->store, new Delivery_Log(), $dispatcher, $services->clock, $services->sleep(), $console );
		$runs       = new Runs( $services->press( $dispatcher ), $dispatcher, $follower, $console );
		$presses    = new Press_Commands( $choice, $runs );
		$standing   = new Standing_Commands( $services->environments, $dispatcher, $choice, $console );
		$commands   = array(
			'status'        => new Status_Command( $services->status(), $choice, $console ),
			'rebuild'       => array( $presses, 'rebuild' ),
			'clean-rebuild' => array( $presses, 'clean_rebuild' ),
			'purge-cache'   => array( $presses, 'purge_cache' ),
			'dispatch'      => new Dispatch_Command( $dispatcher, $services->cron_events( $dispatcher ), $calls, $this->renew( ... ), $services->clock, $services->sleep(), new Stop_Signal(), new Dispatch_Report( new Delivery_Log() ), $console ),
			'pending'       => new Pending_Commands( $services->status(), $services->store, $dispatcher, $choice, $runs, $console ),
			'hold'          => array( $standing, 'hold' ),
			'release'       => array( $standing, 'release' ),
			'deliveries'    => new Deliveries_Commands( new Delivery_Log(), $services->delivery_view(), $choice, $runs, $console ),
			'environments'  => new Environments_Commands( $services->environments, $dispatcher, $choice, new Environment_Words( $console ), $console ),
			'schedules'     => new Schedules_Commands( $services->schedules, new Schedule_View( $services->schedules ), $dispatcher, $choice, $console ),
		);
		( new Commands( $commands, new Shell_Rights(), $console ) )->register();
	}

	/**
	 * Lets a process that runs for long write what it has collected, and see which settings there are now.
	 */
	private function renew(): void {
		$this->services->collector->flush();
		Fresh_State::renew();
		$this->services->routing->load();
	}
}
