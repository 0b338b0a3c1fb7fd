<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Action;
use HeadlessDeploy\Status\Status;

/**
 * The labels of the buttons in the admin bar and the widget. While a run of the action counts down, the button starts
 * it now.
 *
 * @phpstan-import-type Entry from Status
 * @phpstan-import-type Pending from Status
 */
final class Run_Button {
	/**
	 * @param Entry $environment
	 */
	public static function label( Action $action, array $environment ): string {
		return $action->value !== ( self::countdown( $environment )['action'] ?? '' ) ? $action->label() : match ( $action ) {
			Action::Rebuild      => __( 'Rebuild now', 'headless-deploy' ),
			Action::CleanRebuild => __( 'Clean Rebuild now', 'headless-deploy' ),
			Action::PurgeCache   => __( 'Purge Cache now', 'headless-deploy' ),
		};
	}

	/**
	 * Returns the label of the button that cancels the pending run; empty where none counts down, or the user may not
	 * cancel it.
	 *
	 * @param Entry $environment
	 */
	public static function cancel_label( array $environment ): string {
		$action = Action::tryFrom( self::countdown( $environment )['action'] ?? '' );
		if ( null === $action || ! in_array( $action->value, $environment['can'], true ) ) {
			return '';
		}
		return match ( $action ) {
			Action::Rebuild      => __( 'Cancel Rebuild', 'headless-deploy' ),
			Action::CleanRebuild => __( 'Cancel Clean Rebuild', 'headless-deploy' ),
			Action::PurgeCache   => __( 'Cancel Purge Cache', 'headless-deploy' ),
		};
	}

	/**
	 * @param Entry $environment
	 */
	public static function is_blocked( array $environment ): bool {
		return null !== $environment['blocked'];
	}

	/**
	 * Returns the run that counts down in the lane of the headline.
	 *
	 * @param  Entry        $environment
	 * @return Pending|null
	 */
	public static function countdown( array $environment ): ?array {
		foreach ( $environment['pending'] as $run ) {
			if ( $run['lane'] === $environment['lane'] && ! $run['held'] && null !== ( $run['nextAttemptAt'] ?? $run['dueAt'] ) ) {
				return $run;
			}
		}
		return null;
	}

	/**
	 * Returns what was run last, and when; empty where nothing was.
	 *
	 * @param Entry $environment
	 */
	public static function last_run( array $environment, int $now ): string {
		$last = $environment['last'];
		return null === $last ? '' : sprintf(
			/* translators: 1: an action, for example “Rebuild”, 2: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
			__( 'Last run: %1$s, %2$s', 'headless-deploy' ),
			Action::from( $last['action'] )->label(),
			Time_Format::ago( $last['finishedAt'] ?? $last['createdAt'], $now ),
		);
	}
}
