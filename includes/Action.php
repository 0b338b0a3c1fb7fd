<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * The actions of a hosting platform, in the terms of its webhook URLs, and Refresh, which the front end receives.
 */
enum Action: string {
	case Rebuild      = 'rebuild';
	case CleanRebuild = 'cleanRebuild';
	case PurgeCache   = 'purgeCache';
	case Refresh      = 'refresh';

	/**
	 * Returns the actions that have a webhook at a hosting platform.
	 *
	 * @return list<self>
	 */
	public static function hosted(): array {
		return array( self::Rebuild, self::CleanRebuild, self::PurgeCache );
	}

	public function lane(): Lane {
		return match ( $this ) {
			self::PurgeCache => Lane::Cache,
			self::Refresh    => Lane::Refresh,
			default          => Lane::Build,
		};
	}

	/**
	 * Returns the stronger of two actions of one lane: a Clean Rebuild includes a Rebuild.
	 */
	public function stronger( self $other ): self {
		return self::CleanRebuild === $other ? $other : $this;
	}

	/**
	 * Returns the action to run where not every action is offered: this one, else the nearest, else none. A purge
	 * never becomes a build; a build becomes a purge only where nothing else is offered; a refresh becomes the weakest
	 * stronger action.
	 *
	 * @param list<string> $offered
	 */
	public function nearest( array $offered ): ?self {
		$order = match ( $this ) {
			self::PurgeCache => array( $this ),
			self::Refresh    => array( $this, self::PurgeCache, self::Rebuild, self::CleanRebuild ),
			default          => array( $this, self::Rebuild, self::CleanRebuild, self::PurgeCache ),
		};
		foreach ( $order as $action ) {
			if ( in_array( $action->value, $offered, true ) ) {
				return $action;
			}
		}
		return null;
	}

	public function capability(): string {
		return match ( $this ) {
			self::Rebuild      => Capabilities::REBUILD,
			self::CleanRebuild => Capabilities::CLEAN_REBUILD,
			self::PurgeCache, self::Refresh => Capabilities::PURGE_CACHE,
		};
	}

	public function label(): string {
		return match ( $this ) {
			self::Rebuild      => __( 'Rebuild', 'headless-deploy' ),
			self::CleanRebuild => __( 'Clean Rebuild', 'headless-deploy' ),
			self::PurgeCache   => __( 'Purge Cache', 'headless-deploy' ),
			self::Refresh      => _x( 'Refresh', 'action', 'headless-deploy' ),
		};
	}

	/**
	 * Returns the label of the button while a run of this action counts down: the button then starts that run.
	 */
	public function now_label(): string {
		return match ( $this ) {
			self::Rebuild      => __( 'Rebuild now', 'headless-deploy' ),
			self::CleanRebuild => __( 'Clean Rebuild now', 'headless-deploy' ),
			self::PurgeCache   => __( 'Purge Cache now', 'headless-deploy' ),
			self::Refresh      => __( 'Refresh now', 'headless-deploy' ),
		};
	}

	public function cancel_label(): string {
		return match ( $this ) {
			self::Rebuild      => __( 'Cancel Rebuild', 'headless-deploy' ),
			self::CleanRebuild => __( 'Cancel Clean Rebuild', 'headless-deploy' ),
			self::PurgeCache   => __( 'Cancel Purge Cache', 'headless-deploy' ),
			self::Refresh      => __( 'Cancel Refresh', 'headless-deploy' ),
		};
	}

	/**
	 * Says that the host accepted a run. A purge is done then.
	 */
	public function accepted_text( string $environment ): string {
		$text = match ( $this ) {
			/* translators: %s: name of an environment. */
			self::Rebuild => __( 'Rebuild of %s was accepted.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			self::CleanRebuild => __( 'Clean Rebuild of %s was accepted.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			self::PurgeCache => __( 'Cache of %s purged.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			self::Refresh => __( '%s was refreshed.', 'headless-deploy' ),
		};
		return sprintf( $text, $environment );
	}
}
