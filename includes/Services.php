<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

use Closure;
use HeadlessDeploy\Abilities\Abilities;
use HeadlessDeploy\Changes\Change_Collector;
use HeadlessDeploy\Changes\General\General_Controller;
use HeadlessDeploy\Changes\General\General_Settings;
use HeadlessDeploy\Changes\Listeners\Listeners;
use HeadlessDeploy\Changes\Missed_Changes;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Changes\Unrecorded_Change_Scan;
use HeadlessDeploy\Changes\Unrecorded_Posts;
use HeadlessDeploy\CLI\Action_Commands;
use HeadlessDeploy\CLI\Action_Runner;
use HeadlessDeploy\CLI\Arguments;
use HeadlessDeploy\CLI\Commands;
use HeadlessDeploy\CLI\Console;
use HeadlessDeploy\CLI\Dispatch_Command;
use HeadlessDeploy\CLI\Dispatch_Report;
use HeadlessDeploy\CLI\Environment_Fields;
use HeadlessDeploy\CLI\Environments_Commands;
use HeadlessDeploy\CLI\Hold_Commands;
use HeadlessDeploy\CLI\Notifications_Commands;
use HeadlessDeploy\CLI\Pending_Commands;
use HeadlessDeploy\CLI\Refresh_Commands;
use HeadlessDeploy\CLI\Run_Watcher;
use HeadlessDeploy\CLI\Runs_Commands;
use HeadlessDeploy\CLI\Schedules_Commands;
use HeadlessDeploy\CLI\Status_Command;
use HeadlessDeploy\CLI\Stop_Signal;
use HeadlessDeploy\CLI\Wp_Cli_Console;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Environments_Controller;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Hosting\Credential_Check;
use HeadlessDeploy\Hosting\Credential_Store;
use HeadlessDeploy\Hosting\Credentials_Controller;
use HeadlessDeploy\Hosting\Host_Client;
use HeadlessDeploy\Hosting\Host_Facts;
use HeadlessDeploy\Hosting\Hosting_Controller;
use HeadlessDeploy\Hosting\Platform;
use HeadlessDeploy\Hosting\Site_Connection;
use HeadlessDeploy\Hosting\Uploads\Upload_Folder;
use HeadlessDeploy\Hosting\Uploads\Upload_Store;
use HeadlessDeploy\Hosting\Uploads\Uploads;
use HeadlessDeploy\Hosting\Uploads\Uploads_Controller;
use HeadlessDeploy\Http\Caller;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Http\Client;
use HeadlessDeploy\Notifications\Message_Sender;
use HeadlessDeploy\Notifications\Notification_Store;
use HeadlessDeploy\Notifications\Notification_View;
use HeadlessDeploy\Notifications\Notifications;
use HeadlessDeploy\Notifications\Notifications_Controller;
use HeadlessDeploy\Notifications\Notifier;
use HeadlessDeploy\Notifications\Run_Announcer;
use HeadlessDeploy\Queue\Change_Store;
use HeadlessDeploy\Queue\Deferred_Dispatch;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Due_Schedules;
use HeadlessDeploy\Queue\Manual_Run;
use HeadlessDeploy\Queue\Page_Query;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Refresh\Change_Feed;
use HeadlessDeploy\Refresh\Feed_Controller;
use HeadlessDeploy\Refresh\Moved_Controller;
use HeadlessDeploy\Refresh\Moved_Posts;
use HeadlessDeploy\Refresh\Refresh_Caller;
use HeadlessDeploy\Refresh\Refresh_Request;
use HeadlessDeploy\Refresh\Refresh_Test;
use HeadlessDeploy\Refresh\Refresh_Test_Controller;
use HeadlessDeploy\Refresh\Replay_Guard;
use HeadlessDeploy\Runs\Export;
use HeadlessDeploy\Runs\Export_Controller;
use HeadlessDeploy\Runs\Reasons;
use HeadlessDeploy\Runs\Retention;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Runs\Run_Actions_Controller;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Run_Response;
use HeadlessDeploy\Runs\Run_Schema;
use HeadlessDeploy\Runs\Run_View;
use HeadlessDeploy\Runs\Runs_Controller;
use HeadlessDeploy\Runs\Schedule_Runs;
use HeadlessDeploy\Runs\Undeployed_Log;
use HeadlessDeploy\Schedules\Next_Run_Store;
use HeadlessDeploy\Schedules\Schedule;
use HeadlessDeploy\Schedules\Schedule_View;
use HeadlessDeploy\Schedules\Schedules;
use HeadlessDeploy\Schedules\Schedules_Controller;
use HeadlessDeploy\Schedules\Stored_Schedules;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Site_Health\Site_Health;
use HeadlessDeploy\Status\Scheduler;
use HeadlessDeploy\Status\Status;
use HeadlessDeploy\Status\Status_Controller;
use HeadlessDeploy\Tracking\Build_Check;
use HeadlessDeploy\Tracking\Observed_Build_Store;
use HeadlessDeploy\Tracking\Observed_Builds;
use HeadlessDeploy\Tracking\Page_Check;
use HeadlessDeploy\Tracking\Refresh_Repeats;
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
	public readonly Notification_Store $notification_store;

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
		$this->routing            = new Routing();
		$secrets                  = new Encryption();
		$this->environments       = new Environments( $secrets, $clock, $this->routing );
		$this->credentials        = new Credential_Store( $secrets, null, $this->clock );
		$this->notification_store = new Notification_Store( $secrets, $clock );
		$this->queue              = new Queue_Reader( $clock );
		$this->wake_up            = new Wake_Up();
		$this->write_failure      = new Write_Failure();
		$this->collector          = new Change_Collector( new Change_Store(), $this->wake_up, $clock, $this->write_failure );
		$this->listeners          = new Listeners( new Policy( $this->routing ), $this->collector, $this->clock );
		$this->installation       = new Installation( $this->wake_up, $this->routing, $clock );
		$this->schedules          = new Schedules( $this->environments, $clock, $this->next_runs() );
	}

	public function dispatcher(): Dispatcher {
		$this->dispatcher ??= $this->dispatcher_with( $this->caller() );
		return $this->dispatcher;
	}

	private function dispatcher_with( Caller $caller ): Dispatcher {
		$schedules = new Due_Schedules( new Stored_Schedules(), $this->next_runs(), $this->send_policy(), $this->clock );
		return new Dispatcher(
			$this->queue,
			$this->send_policy(),
			$caller,
			$this->clock,
			$this->wake_up,
			$schedules,
			tracker: $this->tracker(),
			observer: $this->notifications(),
		);
	}

	private function notifications(): Notifications {
		return new Notifications( new Run_Announcer( new Run_Log(), $this->run_view(), $this->environments, $this->clock ), $this->notifier() );
	}

	private function notifier(): Notifier {
		return new Notifier(
			$this->notification_store,
			$this->send_policy(),
			new Run_Log(),
			new Message_Sender( $this->notification_store, $this->clock ),
			$this->environments,
			$this->clock,
		);
	}

	private function notification_view(): Notification_View {
		return new Notification_View( $this->notification_store, $this->notifier() );
	}

	public function abilities(): Abilities {
		return new Abilities(
			$this->environments,
			$this->queue,
			$this->status( ... ),
			fn(): Manual_Run => $this->manual_run( $this->dispatcher() ),
			$this->run_view( ... ),
			$this->dispatcher( ... ),
		);
	}

	public function register_routes(): void {
		$dispatcher       = $this->dispatcher();
		$schedule_wake_up = $dispatcher->schedule_wake_up( ... );
		$general          = new General_Settings( $this->routing, $this->clock );
		$schedule_runs    = new Schedule_Runs( new Run_Log(), $this->run_view() );
		$schedules        = new Schedule_View(
			$this->schedules,
			static fn( array $of ): array => array_map( static fn( Run $run ): array => $run->to_array(), $schedule_runs->last( $of ) ),
		);
		$manual_run  = $this->manual_run( $dispatcher );
		$response    = new Run_Response( $this->run_view() );
		$controllers = array(
			new Credentials_Controller( $this->credentials, $this->credential_check() ),
			$this->hosting_controller(),
			new Uploads_Controller( $this->credentials, $this->uploads() ),
			new General_Controller( $general ),
			new Notifications_Controller( $this->notification_store, $this->notification_view(), $this->notifier() ),
			new Schedules_Controller( $this->schedules, $schedules, $schedule_wake_up, Run_Schema::run( ... ) ),
			new Environments_Controller(
				$this->environments,
				$this->settings_sections( $general, $schedules ),
				$schedule_wake_up,
				$this->status()->after( ... ),
			),
			new Status_Controller( $this->status(), new Deferred_Dispatch( $dispatcher, $this->clock, $this->sleep() ), $this->clock ),
			new Run_Actions_Controller( $manual_run, $dispatcher, $this->queue, $this->send_policy(), $response ),
			new Runs_Controller( new Run_Log(), $this->run_view(), $manual_run, $response ),
			new Export_Controller( new Export( new Run_Log(), $this->run_view() ), $this->clock ),
			new Feed_Controller( new Change_Feed(), new Replay_Guard(), $this->environments->refresh_secrets( ... ), $this->clock ),
			new Moved_Controller( new Moved_Posts(), $this->routing->has_refresh( ... ) ),
			new Refresh_Test_Controller( $this->environments, $this->refresh_test() ),
		);
		foreach ( $controllers as $controller ) {
			$controller->register_routes();
		}
		Site_Health::register_routes( $this->site_health( ... ) );
	}

	public function commands( Console $console = new Wp_Cli_Console() ): Commands {
		$arguments  = new Arguments( $this->environments, $console );
		$report     = new Dispatch_Report( $this->caller(), new Run_Log() );
		$dispatcher = $this->dispatcher_with( $report );
		$watcher    = new Run_Watcher( $this->queue, new Run_Log(), $dispatcher, $this->clock, $this->sleep(), $console );
		$runs       = new Action_Runner( $this->manual_run( $dispatcher ), $dispatcher, $watcher, $console );
		$fields     = new Environment_Fields( $console );
		$commands   = array(
			...array( 'status' => ( new Status_Command( $this->status(), $arguments, $console ) )->command() ),
			...( new Action_Commands( $arguments, $runs ) )->commands(),
			...array(
				'dispatch' => ( new Dispatch_Command(
					$dispatcher,
					$this->cron_events( $dispatcher )->run_recurring_event( ... ),
					$this->reset_caches( ... ),
					$this->clock,
					$this->sleep(),
					new Stop_Signal(),
					$report,
					$console,
				) )->command(),
			),
			...( new Pending_Commands( $this->status(), $this->queue, $dispatcher, $arguments, $runs, $console ) )->commands(),
			...( new Hold_Commands( $this->environments, $dispatcher, $arguments, $console, $this->status()->after( ... ) ) )->commands(),
			...( new Runs_Commands( new Run_Log(), $this->run_view(), $arguments, $runs, $console ) )->commands(),
			...( new Environments_Commands( $this->environments, $dispatcher, $arguments, $fields, $console ) )->commands(),
			...( new Refresh_Commands( $this->environments, $this->refresh_test(), $arguments, $fields, $console ) )->commands(),
			...( new Notifications_Commands( $this->notification_store, $this->notification_view(), $this->notifier(), $console ) )->commands(),
			...( new Schedules_Commands( $this->schedules, new Schedule_View( $this->schedules ), $dispatcher, $arguments, $console ) )->commands(),
		);
		return new Commands( $commands, $console );
	}

	private function refresh_test(): Refresh_Test {
		return new Refresh_Test( new Refresh_Request( $this->environments, $this->calls(), $this->clock ), $this->environments, $this->clock );
	}

	/**
	 * `Queue_Reader` creates a dropped table again.
	 */
	private function next_runs(): Next_Run_Store {
		return new Next_Run_Store( $this->clock, Queue_Reader::rows( ... ) );
	}

	public function tracker(): Tracker {
		$builds  = new Build_Check( new Platform( $this->calls() ), $this->credentials, $this->clock );
		$repeats = new Refresh_Repeats( $this->caller(), new Tracking_Store(), $this->clock );
		return new Tracker(
			new Tracking_Store(),
			$this->send_policy(),
			new Run_Pages(),
			new Page_Check( $this->calls() ),
			$builds,
			new Observed_Builds( new Observed_Build_Store(), $this->clock ),
			$repeats,
			$this->clock,
		);
	}

	public function uploads(): Uploads {
		return new Uploads( new Upload_Store(), new Upload_Folder(), new Host_Client( $this->calls() ), $this->clock );
	}

	/**
	 * @return list<string>
	 */
	private function hosted_environments(): array {
		$credentials = $this->credentials->for_hosting();
		$connection  = new Site_Connection( new Host_Client( $this->calls() ), $this->environments );
		return is_wp_error( $credentials ) ? array() : array_column( $connection->hosted( $credentials ), 'id' );
	}

	private function hosting_controller(): Hosting_Controller {
		$client = new Host_Client( $this->calls() );
		$facts  = new Host_Facts( $client, $this->environments, $this->clock );
		return new Hosting_Controller(
			$this->credentials,
			$client,
			$facts,
			new Site_Connection( $client, $this->environments ),
		);
	}

	private function credential_check(): Credential_Check {
		return new Credential_Check( new Platform( $this->calls() ), $this->environments, $this->credentials, $this->clock );
	}

	public function manual_run( Dispatcher $dispatcher ): Manual_Run {
		return new Manual_Run( $this->queue, $dispatcher, $this->send_policy(), $this->clock, $this->write_failure );
	}

	public function status(): Status {
		$log     = new Run_Log();
		$reasons = new Reasons();
		return new Status(
			$this->queue,
			$this->send_policy(),
			$log,
			new Run_View( $log, $reasons, $this->environments ),
			$reasons,
			$this->wake_up,
			$this->clock,
		);
	}

	/**
	 * Creates the status for pages that show it beside other content: without reasons, and read in one statement.
	 */
	public function page_status(): Status {
		$page = new Page_Query( $this->queue, $this->routing, Undeployed_Log::builds_sql( ... ) );
		$log  = new Run_Log( $page );
		return new Status(
			$page,
			new Send_Policy( $this->page_environments(), page_options: array( Wake_Up::LAST_RUN_OPTION ) ),
			$log,
			new Run_View( $log, new Reasons(), $this->environments ),
			new Reasons(),
			$this->wake_up,
			$this->clock,
		);
	}

	/**
	 * Creates environments for display, which may be read from the option cache. They have their own encryption key
	 * object, because the cached data may be outdated.
	 */
	private function page_environments(): Environments {
		return new Environments( new Encryption(), $this->clock, $this->routing );
	}

	public function missed_changes(): Missed_Changes {
		return new Missed_Changes( $this->routing, $this->collector );
	}

	public function run_view(): Run_View {
		return new Run_View( new Run_Log(), new Reasons(), $this->environments );
	}

	public function cron_events( ?Dispatcher $dispatcher = null ): Cron_Events {
		$scan = new Unrecorded_Change_Scan(
			new Policy( $this->routing ),
			$this->routing,
			$this->listeners->changes,
			new Unrecorded_Posts( Retention::MAX_PER_ENVIRONMENT ),
			$this->write_failure,
		);
		return new Cron_Events(
			$this->environments,
			$dispatcher ?? $this->dispatcher(),
			$this->wake_up,
			new Retention( $this->clock ),
			$scan,
			new Network_Repair( $this->environments ),
			$this->refresh_test(),
			new Replay_Guard(),
			$this->clock,
		);
	}

	public function site_health(): Site_Health {
		return new Site_Health(
			$this->environments,
			$this->credentials,
			$this->send_policy(),
			$this->queue,
			$this->wake_up,
			$this->routing,
			$this->write_failure,
			$this->clock,
			$this->calls(),
			$this->notification_store,
			$this->notification_view(),
		);
	}

	public function send_policy(): Send_Policy {
		return new Send_Policy( $this->environments );
	}

	private function calls(): Calls {
		return new Calls( $this->clock );
	}

	private function caller(): Caller {
		return $this->caller ?? new Refresh_Caller(
			new Client( $this->environments, $this->calls() ),
			( new Refresh_Request( $this->environments, $this->calls(), $this->clock ) )->send( ... ),
			$this->clock,
		);
	}

	/**
	 * @return Closure(int): void
	 */
	private function sleep(): Closure {
		return $this->sleep ?? static function ( int $ms ): void {
			usleep( $ms * 1000 );
		};
	}

	/**
	 * @return array<string, array{value: Closure(): mixed, schema: Closure(): Json_Schema}>
	 */
	private function settings_sections( General_Settings $general, Schedule_View $schedules ): array {
		return array(
			'general' => array(
				'value'  => $general->view( ... ),
				'schema' => General_Controller::schema( ... ),
			),
			'schedules' => array(
				'value'  => $schedules->all( ... ),
				'schema' => static fn(): Json_Schema => Json_Schema::list_of( Schedule::schema( Run_Schema::run() ) ),
			),
			'credentials' => array(
				'value'  => fn(): ?array => $this->credentials->view(),
				'schema' => static fn(): Json_Schema => Credentials_Controller::schema()->or_null( 'Null if none are entered.' ),
			),
			'hostedEnvironments' => array(
				'value'  => $this->hosted_environments( ... ),
				'schema' => static fn(): Json_Schema => Json_Schema::list_of( Json_Schema::text(), 'The IDs of the environments at the host of the API credentials, where the current user may use them.' ),
			),
			'notifications' => array(
				'value'  => fn(): array => $this->notification_view()->view(),
				'schema' => Notification_View::schema( ... ),
			),
			'systemCron' => array(
				'value'  => Scheduler::cron_lines( ... ),
				'schema' => static fn(): Json_Schema => Scheduler::cron_schema()->or_null(),
			),
		);
	}

	/**
	 * Lets a command that runs for long see the changes of other processes.
	 */
	private function reset_caches(): void {
		$this->collector->flush();
		Run_Watcher::reset_caches();
		$this->routing->load();
	}
}
