<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Queue\Due_Time;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Wake_Up;

/**
 * Whether the background tasks run, what is overdue, and what to do about it: `Scheduler` of src/shared/wire.ts.
 *
 * @phpstan-type Scheduler array{lastRunAt: string|null, healthy: bool, overdueSince: string|null, wpCronDisabled: bool, systemCron: array{command: string, request: string}|null}
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
		$is_needed  = ( ! $is_healthy || null !== $overdue ) && current_user_can( Capabilities::MANAGE );
		return array(
			'lastRunAt'      => Iso_Time::or_null( $this->wake_up->last_run() ),
			'healthy'        => $is_healthy,
			'overdueSince'   => Iso_Time::or_null( $overdue ),
			'wpCronDisabled' => $this->is_cron_disabled ?? ( defined( 'DISABLE_WP_CRON' ) && constant( 'DISABLE_WP_CRON' ) ),
			'systemCron'     => $is_needed ? System_Cron::both() : null,
		);
	}
}
