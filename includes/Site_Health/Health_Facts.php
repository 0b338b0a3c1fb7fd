<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Runs\Run_Log;

/**
 * Reads the data that several tests of the Site Health page share, each once.
 */
final class Health_Facts {
	/**
	 * Null before the first read.
	 *
	 * @var list<string>|null
	 */
	private ?array $missing_tables = null;

	/**
	 * @var array<string, Send_Permission>|null
	 */
	private ?array $permissions = null;

	/**
	 * @var array<string, Lane_State>|null
	 */
	private ?array $lanes = null;

	/**
	 * @var list<Run_Record>|null
	 */
	private ?array $ended = null;

	public function __construct(
		private readonly Send_Policy $send_policy,
		private readonly Queue_Reader $queue,
		private readonly Run_Log $log,
		private readonly Clock $clock,
	) {}

	/**
	 * Returns the time in milliseconds.
	 */
	public function now(): int {
		return $this->clock->now_ms();
	}

	/**
	 * Returns the missing tables.
	 *
	 * @return list<string>
	 */
	public function missing_tables(): array {
		$this->missing_tables ??= Schema::missing();
		return $this->missing_tables;
	}

	/**
	 * @return array<string, Send_Permission>
	 */
	public function permissions(): array {
		$this->permissions ??= $this->send_policy->all();
		return $this->permissions;
	}

	/**
	 * Returns the lanes of this site; none while tables are missing.
	 *
	 * @return array<string, Lane_State>
	 */
	public function lanes(): array {
		$this->lanes ??= array() === $this->missing_tables() ? $this->queue->lanes( get_current_blog_id() ) : array();
		return $this->lanes;
	}

	/**
	 * @return list<Run_Record>
	 */
	public function ended_runs(): array {
		$this->ended ??= array() === $this->missing_tables() ? $this->log->last_of_lanes() : array();
		return $this->ended;
	}

	/**
	 * @return array<string, int> By environment.
	 */
	public function automatic_runs(): array {
		return array() === $this->missing_tables() ? $this->log->automatic_since( $this->now() - DAY_IN_SECONDS * 1000 ) : array();
	}

	public function ago( int $ms ): string {
		/* translators: %s: a span of time, for example “4 min”. */
		return sprintf( __( '%s ago', 'headless-deploy' ), human_time_diff( intdiv( $ms, 1000 ), intdiv( $this->now(), 1000 ) ) );
	}
}
