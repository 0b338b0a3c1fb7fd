<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Action;
use HeadlessDeploy\Status\Status;

/**
 * The buttons in the admin bar and the widget.
 *
 * @phpstan-import-type Entry from Status
 */
final class Run_Button {
	/**
	 * Returns the label of a button; empty where the user may not run the action, or the host does not offer it.
	 *
	 * @param Entry $environment
	 */
	public static function label( Action $action, array $environment ): string {
		return array_column( $environment['actions'], 'label', 'action' )[ $action->value ] ?? '';
	}

	/**
	 * Returns the run that counts down in the lane of the headline.
	 *
	 * @param  Entry                     $environment
	 * @return array<string, mixed>|null
	 */
	public static function countdown( array $environment ): ?array {
		foreach ( $environment['pending'] as $run ) {
			if ( $run['lane'] === $environment['lane'] && ! $run['held'] && null !== ( $run['nextAttemptAt'] ?? $run['dueAt'] ) ) {
				return $run;
			}
		}
		return null;
	}
}
