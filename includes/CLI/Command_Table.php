<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Schedules\Schedule_View;
use HeadlessDeploy\Services;

/**
 * Creates and registers the commands.
 */
final class Command_Table {
	public function __construct( private readonly Services $services ) {}

	/**
	 * Registers all commands. Hooked to `cli_init`.
	 */
	public function register(): void {
		$services   = $this->services;
		$console    = new Wp_Cli_Console();
		$choice     = new Environment_Argument( $services->environments, $console );
		$calls      = new Recording_Caller( $services->caller() );
		$dispatcher = $services->dispatcher_with( $calls );
		$watcher    = new Run_Watcher( $services->store, new Run_Log(), $dispatcher, $services->clock, $services->sleep(), $console );
		$runs       = new Action_Runner( $services->manual_run( $dispatcher ), $dispatcher, $watcher, $console );
		$actions    = new Action_Commands( $choice, $runs );
		$hold       = new Hold_Commands( $services->environments, $dispatcher, $choice, $console );
		$commands   = array(
			'status'        => new Status_Command( $services->status(), $choice, $console ),
			'rebuild'       => array( $actions, 'rebuild' ),
			'clean-rebuild' => array( $actions, 'clean_rebuild' ),
			'purge-cache'   => array( $actions, 'purge_cache' ),
			'dispatch'      => new Dispatch_Command( $dispatcher, $services->cron_events( $dispatcher ), $calls, $this->reset( ... ), $services->clock, $services->sleep(), new Stop_Signal(), new Dispatch_Report( new Run_Log() ), $console ),
			'pending'       => new Pending_Commands( $services->status(), $services->store, $dispatcher, $choice, $runs, $console ),
			'hold'          => array( $hold, 'hold' ),
			'release'       => array( $hold, 'release' ),
			'runs'          => new Runs_Commands( new Run_Log(), $services->run_view(), $choice, $runs, $console ),
			'environments'  => new Environments_Commands( $services->environments, $dispatcher, $choice, new Environment_Fields( $console ), $console ),
			'schedules'     => new Schedules_Commands( $services->schedules, new Schedule_View( $services->schedules ), $dispatcher, $choice, $console ),
		);
		( new Commands( $commands, new Shell_Capabilities(), $console ) )->register();
	}

	private function reset(): void {
		$this->services->collector->flush();
		Cache_Reset::reset();
		$this->services->routing->load();
	}
}
