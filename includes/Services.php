<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use Closure;
use HeadlessDeploy\Abilities\Abilities;
use HeadlessDeploy\Changes\Change_Collector;
use HeadlessDeploy\Changes\Listeners\Listeners;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Changes\Unrecorded_Change_Scan;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Hosting\Credential_Check;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Hosting\Platform;
use HeadlessDeploy\Http\Caller;
use HeadlessDeploy\Http\Client;
use HeadlessDeploy\Http\Fetcher;
use HeadlessDeploy\Queue\Change_Store;
use HeadlessDeploy\Queue\Deferred_Dispatch;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Due_Schedules;
use HeadlessDeploy\Queue\Manual_Run;
use HeadlessDeploy\Queue\Page_Query;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Runs\Reasons;
use HeadlessDeploy\Runs\Retention;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Run_View;
use HeadlessDeploy\Runs\Undeployed_Log;
use HeadlessDeploy\Schedules\Next_Run_Store;
use HeadlessDeploy\Schedules\Schedules;
use HeadlessDeploy\Schedules\Stored_Schedules;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Site_Health\Tests;
use HeadlessDeploy\Status\Scheduler_Status;
use HeadlessDeploy\Status\Status;
use HeadlessDeploy\Tracking\Build_Check;
use HeadlessDeploy\Tracking\Page_Check;
use HeadlessDeploy\Tracking\Run_Pages;
use HeadlessDeploy\Tracking\Tracker;
use HeadlessDeploy\Tracking\Tracking_Store;

/**
 * Creates the plugin's objects. Objects for listeners are created at once and read nothing; objects for an entry point
 * are created when it is used.
 */
final class Services {
	public readonly Routing $routing;
	public readonly Environments $environments;
	public readonly Queue_Reader $queue;
	public readonly Wake_Up $wake_up;
	public readonly Write_Failure $write_failure;
	public readonly Change_Collector $collector;
	public readonly Listeners $listeners;
	public readonly Schedules $schedules;
	public readonly Installation $installation;
	public readonly Credential_Store $credentials;

	private ?Dispatcher $dispatcher = null;

	/**
	 * @param Caller|null               $caller Null for the real one.
	 * @param (Closure(int): void)|null $sleep  Sleeps milliseconds; null for usleep().
	 */
	public function __construct(
		public readonly Clock $clock,
		private readonly ?Caller $caller = null,
		private readonly ?Closure $sleep = null,
	) {
		$this->routing       = new Routing();
		$secrets             = new Encryption();
		$this->environments  = new Environments( $secrets, $clock, $this->routing );
		$this->credentials   = new Credential_Store( $secrets, null, $this->clock );
		$this->queue         = new Queue_Reader( $clock );
		$this->wake_up       = new Wake_Up();
		$this->write_failure = new Write_Failure();
		$this->collector     = new Change_Collector( new Change_Store(), $this->wake_up, $clock, $this->write_failure );
		$this->listeners     = new Listeners( new Policy( $this->routing ), $this->collector );
		$this->installation  = new Installation( $this->wake_up, $this->routing );
		$this->schedules     = new Schedules( $this->environments, $clock, $this->next_runs() );
	}

	public function dispatcher(): Dispatcher {
		$this->dispatcher ??= $this->dispatcher_with( $this->caller() );
		return $this->dispatcher;
	}

	public function dispatcher_with( Caller $caller ): Dispatcher {
		$schedules = new Due_Schedules( new Stored_Schedules(), $this->next_runs(), $this->send_policy(), $this->clock );
		return new Dispatcher( $this->queue, $this->send_policy(), $caller, $this->clock, $this->wake_up, $schedules, tracker: $this->tracker() );
	}

	public function abilities(): Abilities {
		return new Abilities( $this->environments, $this->status( ... ), fn(): Manual_Run => $this->manual_run( $this->dispatcher() ), $this->run_view( ... ) );
	}

	/**
	 * `Queue_Reader` creates a dropped table again.
	 */
	private function next_runs(): Next_Run_Store {
		return new Next_Run_Store( $this->clock, Queue_Reader::rows( ... ) );
	}

	public function tracker(): Tracker {
		$fetcher = new Fetcher( $this->clock );
		$builds  = new Build_Check( new Platform( $fetcher ), $this->credentials, $this->clock );
		return new Tracker( new Tracking_Store(), $this->send_policy(), new Run_Pages(), new Page_Check( $fetcher ), $builds, $this->clock );
	}

	public function credential_check(): Credential_Check {
		return new Credential_Check( new Platform( new Fetcher( $this->clock ) ), $this->environments, $this->credentials, $this->clock );
	}

	public function manual_run( Dispatcher $dispatcher ): Manual_Run {
		return new Manual_Run( $this->queue, $dispatcher, $this->send_policy(), $this->clock, $this->write_failure );
	}

	public function deferred_dispatch(): Deferred_Dispatch {
		return new Deferred_Dispatch( $this->dispatcher(), $this->clock, $this->sleep() );
	}

	public function status(): Status {
		return new Status( $this->queue, $this->send_policy(), new Run_Log(), $this->run_view(), new Reasons(), new Scheduler_Status( $this->wake_up ), $this->clock );
	}

	/**
	 * Creates the status for pages that show it beside other content: without reasons, and read in one statement.
	 */
	public function page_status(): Status {
		$week = fn( int $blog_id ): string => Run_Log::sums_sql( $blog_id, $this->clock->now_ms() - Run_Log::WEEK_MS );
		$page = new Page_Query( $this->queue, $this->routing, $week, Undeployed_Log::builds_sql( ... ) );
		$log  = new Run_Log( $page );
		return new Status( $page, new Send_Policy( $this->page_environments(), page_options: array( Wake_Up::LAST_RUN_OPTION ) ), $log, new Run_View( $log, new Reasons(), $this->environments ), new Reasons(), new Scheduler_Status( $this->wake_up ), $this->clock );
	}

	/**
	 * Creates environments for display, which may be read from the option cache. They have their own encryption key
	 * object, because the cached data may be outdated.
	 */
	private function page_environments(): Environments {
		return new Environments( new Encryption(), $this->clock, $this->routing );
	}

	public function run_view(): Run_View {
		return new Run_View( new Run_Log(), new Reasons(), $this->environments );
	}

	/**
	 * @param Dispatcher|null $dispatcher Null for the default.
	 */
	public function cron_events( ?Dispatcher $dispatcher = null ): Cron_Events {
		$scan = new Unrecorded_Change_Scan( new Policy( $this->routing ), $this->listeners->changes );
		return new Cron_Events( $this->environments, $dispatcher ?? $this->dispatcher(), $this->wake_up, new Retention(), $scan, new Network_Repair( $this->environments ), $this->clock );
	}

	public function health_tests(): Tests {
		return new Tests( $this->environments, $this->credentials, $this->send_policy(), $this->queue, $this->wake_up, $this->routing, $this->write_failure, $this->clock );
	}

	public function send_policy(): Send_Policy {
		return new Send_Policy( $this->environments );
	}

	public function caller(): Caller {
		return $this->caller ?? new Client( $this->environments, $this->clock );
	}

	/**
	 * @return Closure(int): void
	 */
	public function sleep(): Closure {
		return $this->sleep ?? static function ( int $ms ): void {
			usleep( $ms * 1000 );
		};
	}
}
