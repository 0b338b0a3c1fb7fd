<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Cron_Events;
use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Network;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Read_Failed;

/**
 * Sends what is due: the alarm clock of sites that have a system cron or a service manager.
 */
final class Dispatch_Command {
	private const INTERVAL_SECONDS     = 2;
	private const MAX_INTERVAL_SECONDS = 300;

	private const RECURRING_EVENT_INTERVAL_MS = 300_000;

	/**
	 * A signal is heard this soon, also where it does not cut the sleep short.
	 */
	private const MAX_SLEEP_MS = 1_000;

	/**
	 * @param Cron_Events        $events Does what cron's recurring event does.
	 * @param Recording_Caller   $calls  Knows what was sent.
	 * @param Closure(): void    $reset  Forgets what was read, and writes what was collected.
	 * @param Closure(int): void $sleep
	 * @param Stop_Signal        $stop   Knows when to stop.
	 * @param Dispatch_Report    $report Says what was sent.
	 */
	public function __construct(
		private readonly Dispatcher $dispatcher,
		private readonly Cron_Events $events,
		private readonly Recording_Caller $calls,
		private readonly Closure $reset,
		private readonly Clock $clock,
		private readonly Closure $sleep,
		private readonly Stop_Signal $stop,
		private readonly Dispatch_Report $report,
		private readonly Console $console,
	) {}

	/**
	 * Sends what is due, on all sites of a network.
	 *
	 * Wakes a site that has no visitors: give it to the server's crontab, or let a service manager keep it running with
	 * --watch. What a host refuses shows in `wp headless-deploy status`; it is no error of this command.
	 *
	 * ## OPTIONS
	 *
	 * [--watch]
	 * : Goes on until Ctrl-C or SIGTERM. A run that is being sent is ended first.
	 *
	 * [--interval=<seconds>]
	 * : How often --watch looks, 1 to 300.
	 * ---
	 * default: 2
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     # In a crontab: each minute.
	 *     * * * * * wp --path=/var/www/html headless-deploy dispatch --quiet
	 *
	 *     # As a service: soon after each quiet period.
	 *     $ wp headless-deploy dispatch --watch
	 *     Production: Rebuild, 3 changes: the host took it (HTTP 200).
	 *
	 * @param list<string>         $args       Unused.
	 * @param array<string, mixed> $assoc_args Options.
	 */
	public function __invoke( array $args, array $assoc_args ): void {
		$interval = filter_var( $assoc_args['interval'] ?? self::INTERVAL_SECONDS, FILTER_VALIDATE_INT );
		if ( ! is_int( $interval ) || $interval < 1 || $interval > self::MAX_INTERVAL_SECONDS ) {
			/* translators: %d: a number of seconds. */
			$this->console->fail( sprintf( __( '--interval takes a number of seconds from 1 to %d.', 'headless-deploy' ), self::MAX_INTERVAL_SECONDS ) );
		}
		if ( true === ( $assoc_args['watch'] ?? false ) ) {
			$this->watch( $interval * 1000 );
			return;
		}
		$this->run_recurring_event();
		if ( ! $this->report_calls() ) {
			$this->console->line( __( 'Nothing was due.', 'headless-deploy' ) );
		}
	}

	/**
	 * Sends what becomes due, until somebody asks to stop.
	 */
	private function watch( int $interval_ms ): void {
		$this->stop->listen();
		$this->console->line( __( 'Watching. Ctrl-C ends it.', 'headless-deploy' ) );
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
			( $this->reset )();
			$this->sleep_until( $this->clock->monotonic_ms() + $interval_ms );
		}
		$this->stop->restore();
		$this->console->line( __( 'Stopped.', 'headless-deploy' ) );
	}

	/**
	 * Waits for the next look, or until somebody asks to stop.
	 */
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
	 * Does what cron's recurring event does on the main site, which serves the whole network; that site remembers that
	 * somebody wakes us.
	 */
	private function run_recurring_event(): void {
		if ( Network::is_active_on( get_main_site_id() ) ) {
			Network::on_main_site( $this->events->run_recurring_event( ... ) );
			return;
		}
		$this->events->run_recurring_event();
		$this->dispatcher->dispatch_network();
	}

	private function report_calls(): bool {
		$calls = $this->calls->take();
		foreach ( $calls as $call ) {
			$this->console->line( $this->report->line( $call['blog_id'], $call['environment'], $call['action'], $call['answer'] ) );
		}
		return array() !== $calls;
	}
}
