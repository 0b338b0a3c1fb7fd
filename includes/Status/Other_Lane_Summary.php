<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Queue\Change_Count;
use HeadlessDeploy\Timed_Text;

/**
 * The summary of a lane that is not in the headline, for example a purge during a build.
 */
final class Other_Lane_Summary {
	/**
	 * Returns the summary of the first lane where something happens; null while nothing happens.
	 *
	 * @param list<Lane_Status> $lanes
	 */
	public static function of_first( array $lanes, int $now ): ?Summary_Moment {
		foreach ( $lanes as $lane ) {
			$moment = self::of( $lane );
			if ( null !== $moment ) {
				return $moment->at( $now );
			}
		}
		return null;
	}

	private static function of( Lane_Status $lane ): ?Summary_Moment {
		if ( null !== $lane->sending ) {
			return self::sending( $lane->sending->record->action );
		}
		if ( null === $lane->pending ) {
			return null;
		}
		$due = $lane->pending->is_held ? null : $lane->pending->sent_at();
		return null === $due ? self::held( $lane->pending ) : self::countdown( $lane->pending, $due );
	}

	private static function countdown( Pending_Run $run, int $due ): Summary_Moment {
		$text = $run->is_retrying() ? self::retrying( $run->action ) : Environment_Summary::countdown_text( $run->action );
		return new Summary_Moment(
			$run->is_retrying() ? 'warning' : 'scheduled',
			Timed_Text::until( $text, $due ),
			next: self::sending( $run->action, $due ),
		);
	}

	private static function retrying( Action $action ): string {
		return match ( $action ) {
			/* translators: %s: time that is left, for example “8 s”. */
			Action::Rebuild => __( 'Retrying Rebuild in %s', 'headless-deploy' ),
			/* translators: %s: time that is left, for example “8 s”. */
			Action::CleanRebuild => __( 'Retrying Clean Rebuild in %s', 'headless-deploy' ),
			/* translators: %s: time that is left, for example “8 s”. */
			Action::PurgeCache => __( 'Retrying Purge Cache in %s', 'headless-deploy' ),
			/* translators: %s: time that is left, for example “8 s”. */
			Action::Refresh => __( 'Retrying Refresh in %s', 'headless-deploy' ),
		};
	}

	private static function sending( Action $action, int $from = 0 ): Summary_Moment {
		return new Summary_Moment(
			'busy',
			match ( $action ) {
				Action::Rebuild      => __( 'Sending Rebuild', 'headless-deploy' ),
				Action::CleanRebuild => __( 'Sending Clean Rebuild', 'headless-deploy' ),
				Action::PurgeCache   => __( 'Sending Purge Cache', 'headless-deploy' ),
				Action::Refresh      => __( 'Sending Refresh', 'headless-deploy' ),
			},
			from: $from,
		);
	}

	private static function held( Pending_Run $run ): Summary_Moment {
		$changes = $run->changes;
		return new Summary_Moment(
			'held',
			sprintf(
				match ( $run->action ) {
					/* translators: %s: number of changes. */
					Action::Rebuild => _n( 'Rebuild: %s change is pending', 'Rebuild: %s changes are pending', $changes, 'headless-deploy' ),
					/* translators: %s: number of changes. */
					Action::CleanRebuild => _n(
						'Clean Rebuild: %s change is pending',
						'Clean Rebuild: %s changes are pending',
						$changes,
						'headless-deploy',
					),
					/* translators: %s: number of changes. */
					Action::PurgeCache => _n( 'Purge Cache: %s change is pending', 'Purge Cache: %s changes are pending', $changes, 'headless-deploy' ),
					/* translators: %s: number of changes. */
					Action::Refresh => _n( 'Refresh: %s change is pending', 'Refresh: %s changes are pending', $changes, 'headless-deploy' ),
				},
				Change_Count::text( $changes ),
			),
		);
	}
}
