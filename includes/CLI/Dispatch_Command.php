<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Network;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Read_Failed;

/**
 * Sends due runs on sites with a system cron or a service manager.
 */
final class Dispatch_Command {
	private const INTERVAL_SECONDS     = 2;
	private const MAX_INTERVAL_SECONDS = 300;

	private const RECURRING_EVENT_INTERVAL_MS = 300_000;

	/**
	 * Signals are handled within this time, even if they do not interrupt the sleep.
	 */
	private const MAX_SLEEP_MS = 1_000;

	/**
	 * @param Closure(): void    $recurring_event The work of the recurring cron event on the current site.
	 * @param Closure(): void    $reset_caches    Clears caches, and saves the collected changes.
	 * @param Closure(int): void $sleep
	 */
	public function __construct(
		private readonly Dispatcher $dispatcher,
		private readonly Closure $recurring_event,
		private readonly Closure $reset_caches,
		private readonly Clock $clock,
		private readonly Closure $sleep,
		private readonly Stop_Signal $stop,
		private readonly Dispatch_Report $report,
		private readonly Console $console,
	) {}

	public function command(): Command {
		return new Command(
			$this->dispatch( ... ),
			'Sends due runs, on all sites of a network.',
			<<<'HELP'
				Replaces WP-Cron on a site without visitors: add the command to the server's crontab, or run it with --watch under
				a service manager. If a host rejects a run, this command still succeeds; `wp headless-deploy status` shows the failure.
				HELP,
			array(
				new Option( '[--watch]', 'Runs until Ctrl-C or SIGTERM. A run that is being sent is completed first.' ),
				new Option(
					'[--interval=<seconds>]',
					sprintf( 'Interval of --watch, 1 to %d seconds.', self::MAX_INTERVAL_SECONDS ),
					default: self::INTERVAL_SECONDS,
				),
			),
			examples: <<<'HELP'
				# In a crontab: every minute.
				* * * * * wp --path=/var/www/html headless-deploy dispatch --quiet

				# As a service: right after each quiet period.
				$ wp headless-deploy dispatch --watch
				Production: Rebuild, 3 changes: the host accepted the request (HTTP 200).
				HELP,
		);
	}

	private function dispatch( Command_Input $input ): void {
		$interval = filter_var( $input->text( 'interval' ) ?? self::INTERVAL_SECONDS, FILTER_VALIDATE_INT );
		if ( ! is_int( $interval ) || $interval < 1 || $interval > self::MAX_INTERVAL_SECONDS ) {
			$this->console->fail( sprintf(
				/* translators: %d: a number of seconds. */
				__( '--interval takes a number of seconds from 1 to %d.', 'headless-deploy' ),
				self::MAX_INTERVAL_SECONDS,
			) );
		}
		if ( $input->has( 'watch' ) ) {
			$this->watch( $interval * 1000 );
			return;
		}
		$this->run_recurring_event();
		if ( ! $this->report_calls() ) {
			$this->console->line( __( 'No run was due.', 'headless-deploy' ) );
		}
	}

	private function watch( int $interval_ms ): void {
		$this->stop->listen();
		$this->console->line( __( 'Waiting for due runs. Press Ctrl-C to stop.', 'headless-deploy' ) );
		$next_event = $this->clock->monotonic_ms();
		while ( ! $this->stop->is_received() ) {
			$is_event_due = $this->clock->monotonic_ms() >= $next_event;
			$next_event   = $is_event_due ? $this->clock->monotonic_ms() + self::RECURRING_EVENT_INTERVAL_MS : $next_event;
			try {
				$is_event_due ? $this->run_recurring_event() : $this->dispatcher->dispatch_network();
			} catch ( Read_Failed ) {
				$this->console->warning( Entry_Point::error()->get_error_message() );
			}
			$this->report_calls();
			( $this->reset_caches )();
			$this->sleep_until( $this->clock->monotonic_ms() + $interval_ms );
		}
		$this->stop->restore();
		$this->console->line( __( 'Stopped.', 'headless-deploy' ) );
	}

	private function sleep_until( int $until ): void {
		while ( ! $this->stop->is_received() ) {
			$left = $until - $this->clock->monotonic_ms();
			if ( $left <= 0 ) {
				return;
			}
			( $this->sleep )( min( $left, self::MAX_SLEEP_MS ) );
		}
	}

	/**
	 * Runs the tasks of the recurring cron event on the main site, for the whole network, and stores the time there.
	 */
	private function run_recurring_event(): void {
		if ( Network::is_active_on( get_main_site_id() ) ) {
			Network::on_main_site( $this->recurring_event );
			return;
		}
		( $this->recurring_event )();
		$this->dispatcher->dispatch_network();
	}

	private function report_calls(): bool {
		$lines = $this->report->take_lines();
		array_map( $this->console->line( ... ), $lines );
		return array() !== $lines;
	}
}
