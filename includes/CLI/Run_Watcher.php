<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Runs\Run_Log;

/**
 * Waits until a manual run has ended, and dispatches due runs while it waits: without WP-Cron, a retry would otherwise never
 * be sent.
 */
final class Run_Watcher {
	private const POLL_INTERVAL_MS = 1_000;

	/**
	 * @param Closure(int): void $sleep
	 */
	public function __construct(
		private readonly Queue_Reader $queue,
		private readonly Run_Log $log,
		private readonly Dispatcher $dispatcher,
		private readonly Clock $clock,
		private readonly Closure $sleep,
		private readonly Console $console,
	) {}

	/**
	 * Returns the run of a manual change, when it has ended or the wait has timed out.
	 *
	 * @param  int             $seconds Longest wait, 0 for none.
	 * @return Run_Record|null Null while it waits for another run to finish.
	 */
	public function wait( int $row_id, int $seconds ): ?Run_Record {
		$deadline = $this->clock->monotonic_ms() + $seconds * 1000;
		$reported = '';
		while ( true ) {
			$run  = $this->log->find( $this->queue->run_of( $row_id ) );
			$left = $deadline - $this->clock->monotonic_ms();
			if ( $left <= 0 || true === $run?->status()->has_ended() ) {
				return $run;
			}
			$reported = $this->report( $run, $reported );
			( $this->sleep )( min( self::POLL_INTERVAL_MS, $left ) );
			self::reset_caches();
			$this->dispatcher->dispatch_site();
		}
	}

	/**
	 * Prints why the wait continues, each reason once.
	 */
	private function report( ?Run_Record $run, string $reported ): string {
		$message = match ( $run?->queue_status ) {
			Run_Status::Sending  => '',
			Run_Status::Retrying => self::retry( $run ),
			default              => __( 'Another run is being sent. This run is sent after it.', 'headless-deploy' ),
		};
		if ( '' !== $message && $message !== $reported ) {
			$this->console->line( $message );
		}
		return $message;
	}

	public static function retry( Run_Record $run ): string {
		$message = Errors::message( $run->error_code, array( 'status' => (string) $run->http_status ), $run->action );
		return $message . ' ' . Messages::next_attempt( $run->not_before );
	}

	/**
	 * Clears the caches of a long-running command, not a shared object cache, so that it reads the changes of other processes
	 * and its memory does not grow.
	 */
	public static function reset_caches(): void {
		global $wpdb, $wp_object_cache;
		$wpdb->queries = array();
		if ( wp_cache_supports( 'flush_runtime' ) ) {
			wp_cache_flush_runtime();
			return;
		}
		// Drop-ins without `wp_cache_flush_runtime()` usually keep their runtime cache in this property.
		if ( is_object( $wp_object_cache ) && isset( $wp_object_cache->cache ) ) {
			$wp_object_cache->cache = array();
		}
	}
}
