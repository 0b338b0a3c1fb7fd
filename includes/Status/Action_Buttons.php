<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Lane;

/**
 * The buttons of an environment: the actions that the host offers and the current user may run.
 *
 * @phpstan-type Button array{action: value-of<Action>, label: string, busyLabel: string, allowed: bool, reason: string}
 */
final class Action_Buttons {
	/**
	 * @param  list<Pending_Run>        $pending    Pending runs of all lanes.
	 * @param  list<Undeployed_Changes> $undeployed
	 * @return list<Button>
	 */
	public static function of( Send_Permission $permission, array $pending, array $undeployed ): array {
		$reason    = $permission->blocked()['message'] ?? '';
		$countdown = array_column( array_filter( $pending, static fn( Pending_Run $run ): bool => $run->counts_down() ), 'action' );
		$buttons   = array();
		$waiting   = array_column( array( ...array_filter( $pending, static fn( Pending_Run $run ): bool => ! $run->counts_down() ), ...$undeployed ), 'lane' );
		// A refresh without changes is what Purge Cache is for.
		$actions = in_array( Lane::Refresh, $waiting, true ) ? Action::cases() : Action::hosted();
		foreach ( array_filter( $actions, $permission->may_run( ... ) ) as $action ) {
			$buttons[] = array(
				'action'    => $action->value,
				'label'     => in_array( $action, $countdown, true ) ? $action->now_label() : $action->label(),
				'busyLabel' => __( 'Sending', 'headless-deploy' ),
				'allowed'   => '' === $reason,
				'reason'    => $reason,
			);
		}
		return $buttons;
	}

	public static function schema(): Json_Schema {
		$button = Json_Schema::closed(
			action: Json_Schema::enum( 'action', Action::class ),
			label: Json_Schema::text( 'For example: Rebuild. While a run of the action counts down: Rebuild now.' ),
			busyLabel: Json_Schema::text( 'The headline after the button was pressed, until the next status.' ),
			allowed: Json_Schema::boolean(),
			reason: Json_Schema::text( 'Why the action is not allowed now; empty if it is.' ),
		);
		return Json_Schema::list_of( $button->named( 'permitted-action' ), 'The actions that the host offers and this user may start.' );
	}
}
