<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Action;

/**
 * Words the buttons of the admin bar and the widget: where a run of their lane counts down, pressing ends the waiting.
 */
final class Run_Button {
	/**
	 * Words a button. Not escaped.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 * @param State_Words          $words       Knows what counts down.
	 */
	public static function label( Action $action, array $environment, State_Words $words ): string {
		$run = $words->countdown( $environment );
		return null !== $run && Entry::text( $run, 'action' ) === $action->value
			/* translators: %s: an action, for example “Rebuild”. */
			? sprintf( __( '%s now', 'headless-deploy' ), $action->label() )
			: $action->label();
	}

	/**
	 * Words the button that gives up what counts down; empty where nothing does, or this person may not. Not escaped.
	 *
	 * @param array<string, mixed> $environment Entry of the status.
	 * @param State_Words          $words       Knows what counts down.
	 */
	public static function cancel_label( array $environment, State_Words $words ): string {
		$run    = $words->countdown( $environment );
		$action = null === $run ? null : Action::tryFrom( Entry::text( $run, 'action' ) );
		return null === $action || ! Entry::can( $environment, $action )
			? ''
			/* translators: %s: an action, for example “Rebuild”. */
			: sprintf( __( 'Cancel %s', 'headless-deploy' ), $action->label() );
	}
}
