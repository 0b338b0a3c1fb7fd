<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use Closure;
use Fiber;
use HeadlessDeploy\Tests\Queue\Crash;
use Throwable;
use WP_Object_Cache;

/**
 * Runs code of the plugin as a process that stops before each statement and during each call. It has its own object cache,
 * as on a site without a persistent one.
 */
final class Process {
	/**
	 * Whether it was killed: each later statement fails, so that no code cleans up.
	 */
	public bool $is_dead = false;

	/**
	 * The current call, or null.
	 */
	public ?Call $call = null;

	public ?Read_Result $read_result = null;

	/**
	 * @var array<string, Lane_Read>
	 */
	public array $lane_reads = array();

	/**
	 * @var array<string, string>
	 */
	public array $leases = array();

	public int $failures_left = 0;

	public bool $has_failed = false;

	public mixed $result = null;

	public ?Throwable $error = null;

	/**
	 * @var Fiber<mixed, mixed, void, mixed>
	 */
	private readonly Fiber $fiber;

	/**
	 * @param string|null  $block                Why the process must not send: copy or disabled.
	 * @param list<string> $without_quiet_period Lanes whose fresh changes it sends before their quiet period has ended.
	 */
	public function __construct(
		public readonly string $name,
		Closure $work,
		private readonly WP_Object_Cache $cache,
		public readonly ?string $block = null,
		public readonly array $without_quiet_period = array(),
		public readonly bool $cancels = false,
	) {
		$this->fiber = new Fiber(
			function () use ( $work ): void {
				try {
					$this->result = $work( $this );
				} catch ( Crash ) {
					return;
				} catch ( Throwable $error ) {
					$this->error = $error;
				}
			},
		);
	}

	public function advance(): void {
		$others                     = $GLOBALS['wp_object_cache'];
		$GLOBALS['wp_object_cache'] = $this->cache;
		try {
			$this->fiber->isStarted() ? $this->fiber->resume() : $this->fiber->start();
		} finally {
			$GLOBALS['wp_object_cache'] = $others;
		}
	}

	/**
	 * Ends it like SIGKILL.
	 */
	public function kill(): void {
		$this->is_dead = true;
		$this->call    = null;
		while ( $this->fiber->isStarted() && ! $this->fiber->isTerminated() ) {
			$this->advance();
		}
	}

	public function has_ended(): bool {
		return $this->is_dead || $this->fiber->isTerminated();
	}

	public function stop(): void {
		if ( ! $this->is_dead ) {
			Fiber::suspend();
		}
		if ( $this->is_dead ) {
			throw new Crash( 'The process was killed.' );
		}
	}
}
