<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Queue\Due_Time;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Wake_Up;

/**
 * Reads whether the background tasks run and what is overdue.
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
	 * @param iterable<Lane_State>           $lanes       Lanes of the current site.
	 * @param array<string, Send_Permission> $permissions
	 */
	public function get( iterable $lanes, array $permissions, int $now ): Scheduler {
		$is_healthy = $this->wake_up->is_healthy( $now );
		$overdue    = Due_Time::overdue_since( $lanes, $permissions, $now );
		$is_late    = ! $is_healthy || null !== $overdue;
		$is_needed  = $is_late && current_user_can( Capabilities::MANAGE );
		return new Scheduler(
			$this->wake_up->last_run(),
			$is_healthy,
			$overdue,
			Scheduler_Text::message( $is_late, $this->is_cron_disabled ?? ( defined( 'DISABLE_WP_CRON' ) && constant( 'DISABLE_WP_CRON' ) ) ),
			$is_needed ? System_Cron::lines() : null,
		);
	}
}
