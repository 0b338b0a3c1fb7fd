<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Queue\Due_Time;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Timed_Text;

/**
 * Whether the background tasks run, what is overdue, and what to do about it: `Scheduler` of src/shared/wire.ts.
 *
 * @phpstan-import-type Text from Timed_Text
 * @phpstan-type Scheduler array{
 *   lastRunAt: string|null,
 *   healthy: bool,
 *   overdueSince: string|null,
 *   late: bool,
 *   lastRunText: Text,
 *   overdue: Text,
 *   message: string,
 *   systemCron: array{command: string, request: string}|null,
 * }
 */
final class Scheduler_Status {
	/**
	 * @param bool|null $is_cron_disabled Whether visitors do not start cron; null reads DISABLE_WP_CRON.
	 */
	public function __construct(
		private readonly Wake_Up $wake_up,
		private readonly ?bool $is_cron_disabled = null,
	) {}

	/**
	 * The lines for a system cron contain a path of the server, so only users who manage the plugin get them, and only when
	 * they are needed.
	 *
	 * @param  iterable<Lane_State>           $lanes       Lanes of the current site.
	 * @param  array<string, Send_Permission> $permissions
	 * @return Scheduler
	 */
	public function get( iterable $lanes, array $permissions, int $now ): array {
		$is_healthy = $this->wake_up->is_healthy( $now );
		$overdue    = Due_Time::overdue_since( $lanes, $permissions, $now );
		$is_late    = ! $is_healthy || null !== $overdue;
		$last_run   = $this->wake_up->last_run();
		$is_needed  = $is_late && current_user_can( Capabilities::MANAGE );
		return array(
			'lastRunAt'    => Iso_Time::or_null( $last_run ),
			'healthy'      => $is_healthy,
			'overdueSince' => Iso_Time::or_null( $overdue ),
			'late'         => $is_late,
			'lastRunText'  => Scheduler_Text::last_run( $last_run )->to_array(),
			'overdue'      => Scheduler_Text::overdue( $overdue )->to_array(),
			'message'      => Scheduler_Text::message( $is_late, $this->is_cron_disabled ?? ( defined( 'DISABLE_WP_CRON' ) && constant( 'DISABLE_WP_CRON' ) ) ),
			'systemCron'   => $is_needed ? System_Cron::lines() : null,
		);
	}
}
