<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Lane;

/**
 * The button of an action that the host offers and the current user may run.
 */
final class Action_Button {
	/**
	 * @param string $reason Why the action is not allowed now; empty if it is.
	 */
	private function __construct(
		public readonly Action $action,
		public readonly string $label,
		private readonly string $reason,
	) {}

	/**
	 * @param  list<Pending_Run>        $pending    Pending runs of all lanes.
	 * @param  list<Undeployed_Changes> $undeployed
	 * @return list<self>
	 */
	public static function all( Send_Permission $permission, array $pending, array $undeployed ): array {
		$reason    = $permission->blocked()['message'] ?? '';
		$countdown = array_column( array_filter( $pending, static fn( Pending_Run $run ): bool => $run->counts_down() ), 'action' );
		$waiting   = array_column(
			array( ...array_filter( $pending, static fn( Pending_Run $run ): bool => ! $run->counts_down() ), ...$undeployed ),
			'lane',
		);
		// A refresh without changes is what Purge Cache is for.
		$actions = array_filter( in_array( Lane::Refresh, $waiting, true ) ? Action::cases() : Action::hosted(), $permission->may_run( ... ) );
		return array_map(
			static fn( Action $action ): self => new self(
				$action,
				in_array( $action, $countdown, true ) ? $action->now_label() : $action->label(),
				$reason,
			),
			array_values( $actions ),
		);
	}

	/**
	 * @return array<string, mixed>
	 */
	public function to_array(): array {
		return array(
			'action'    => $this->action->value,
			'label'     => $this->label,
			'busyLabel' => __( 'Sending', 'headless-deploy' ),
			'allowed'   => '' === $this->reason,
			'reason'    => $this->reason,
		);
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
