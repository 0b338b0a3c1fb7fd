<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use Closure;
use Fiber;
use HeadlessDeploy\Tests\Queue\Crash;
use Throwable;
use WP_Object_Cache;

/**
 * Runs some of the plugin's code as a process of its own: it stops before each statement and during each call, until
 * it is let go on, for ever, or not at all. It has an object cache of its own, as on a site without a persistent one.
 */
final class Process {
	/**
	 * Whether it was killed: each further statement fails, so that nothing is tidied up.
	 */
	public bool $is_dead = false;

	/**
	 * The call that it is making, null when it makes none.
	 */
	public ?Call $call = null;

	/**
	 * What it was told by a service and has not written yet.
	 */
	public ?Said $said = null;

	/**
	 * What it saw of the lanes under its leases, by lane.
	 *
	 * @var array<string, Look>
	 */
	public array $looks = array();

	/**
	 * Ids of the leases that it has asked for, by lane.
	 *
	 * @var array<string, string>
	 */
	public array $taken = array();

	/**
	 * How many of its next statements fail.
	 */
	public int $failing = 0;

	/**
	 * Whether a statement of it has failed.
	 */
	public bool $has_failed = false;

	/**
	 * What its work returned.
	 */
	public mixed $result = null;

	/**
	 * What its work threw, other than its own end.
	 */
	public ?Throwable $error = null;

	/**
	 * Runs its work.
	 *
	 * @var Fiber<mixed, mixed, void, mixed>
	 */
	private readonly Fiber $fiber;

	/**
	 * @param string|null  $closed  Why it must not send, as far as it knows: copy or disabled.
	 * @param list<string> $at_once Lanes whose fresh rows it sends at once.
	 * @param bool         $cancels Whether it may end what is pending.
	 */
	public function __construct(
		public readonly string $name,
		Closure $work,
		private readonly WP_Object_Cache $cache,
		public readonly ?string $closed = null,
		public readonly array $at_once = array(),
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

	/**
	 * Lets it go on until its next statement, its next call or its end.
	 */
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
	 * Ends it where it is, as SIGKILL does.
	 */
	public function kill(): void {
		$this->is_dead = true;
		$this->call    = null;
		while ( $this->fiber->isStarted() && ! $this->fiber->isTerminated() ) {
			$this->advance();
		}
	}

	/**
	 * Tells whether it has ended.
	 */
	public function has_ended(): bool {
		return $this->is_dead || $this->fiber->isTerminated();
	}

	/**
	 * Stops here until it is let go on. To be called by what runs in it.
	 */
	public function stop(): void {
		if ( ! $this->is_dead ) {
			Fiber::suspend();
		}
		if ( $this->is_dead ) {
			throw new Crash( 'The process was killed.' );
		}
	}
}
