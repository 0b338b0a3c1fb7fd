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
	private const INTERVAL_SECONDS         = 2;
	private const LONGEST_INTERVAL_SECONDS = 300;

	private const ROUND_EVERY_MS = 300_000;

	/**
	 * A signal is heard this soon, also where it does not cut the sleep short.
	 */
	private const LONGEST_SLEEP_MS = 1_000;

	/**
	 * @param Cron_Events        $events Does what cron's recurring event does.
	 * @param Recording_Caller   $calls  Knows what was sent.
	 * @param Closure(): void    $renew  Forgets what was read, and writes what was collected.
	 * @param Closure(int): void $sleep
	 * @param Stop_Signal        $stop   Knows when to stop.
	 * @param Dispatch_Report    $report Says what was sent.
	 */
	public function __construct(
		private readonly Dispatcher $dispatcher,
		private readonly Cron_Events $events,
		private readonly Recording_Caller $calls,
		private readonly Closure $renew,
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
	 * @param list<string>         $words   Unused.
	 * @param array<string, mixed> $options Options.
	 */
	public function __invoke( array $words, array $options ): void {
		$interval = filter_var( $options['interval'] ?? self::INTERVAL_SECONDS, FILTER_VALIDATE_INT );
		if ( ! is_int( $interval ) || $interval < 1 || $interval > self::LONGEST_INTERVAL_SECONDS ) {
			/* translators: %d: a number of seconds. */
			$this->console->fail( sprintf( __( '--interval takes a number of seconds from 1 to %d.', 'headless-deploy' ), self::LONGEST_INTERVAL_SECONDS ) );
		}
		if ( true === ( $options['watch'] ?? false ) ) {
			$this->watch( $interval * 1000 );
			return;
		}
		$this->round();
		if ( ! $this->tell() ) {
			$this->console->line( __( 'Nothing was due.', 'headless-deploy' ) );
		}
	}

	/**
	 * Sends what becomes due, until somebody asks to stop.
	 */
	private function watch( int $interval_ms ): void {
		$this->stop->listen();
		$this->console->line( __( 'Watching. Ctrl-C ends it.', 'headless-deploy' ) );
		$next_round = $this->clock->monotonic_ms();
		while ( ! $this->stop->is_asked() ) {
			$is_round   = $this->clock->monotonic_ms() >= $next_round;
			$next_round = $is_round ? $this->clock->monotonic_ms() + self::ROUND_EVERY_MS : $next_round;
			try {
				$is_round ? $this->round() : $this->dispatcher->dispatch_network();
			} catch ( Read_Failed ) {
				$this->console->warning( Entry_Point::error()->get_error_message() );
			}
			$this->tell();
			( $this->renew )();
			$this->rest( $this->clock->monotonic_ms() + $interval_ms );
		}
		$this->stop->forget();
		$this->console->line( __( 'Stopped.', 'headless-deploy' ) );
	}

	/**
	 * Waits for the next look, or until somebody asks to stop.
	 */
	private function rest( int $until ): void {
		while ( ! $this->stop->is_asked() ) {
			$left = $until - $this->clock->monotonic_ms();
			if ( $left <= 0 ) {
				return;
			}
			( $this->sleep )( min( $left, self::LONGEST_SLEEP_MS ) );
		}
	}

	/**
	 * Does what cron's recurring event does on the main site, which serves the whole network; that site remembers that
	 * somebody wakes us.
	 */
	private function round(): void {
		if ( Network::serves( get_main_site_id() ) ) {
			Network::of_main_site( $this->events->round( ... ) );
			return;
		}
		$this->events->round();
		$this->dispatcher->dispatch_network();
	}

	private function tell(): bool {
		$calls = $this->calls->take();
		foreach ( $calls as $call ) {
			$this->console->line( $this->report->line( $call['blog_id'], $call['environment'], $call['action'], $call['answer'] ) );
		}
		return array() !== $calls;
	}
}
