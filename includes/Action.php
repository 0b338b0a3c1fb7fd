<?php

declare( strict_types=1 );

namespace HeadlessDeploy;

/**
 * Names what a hosting platform can be asked to do, in the literal words of its webhook URLs.
 */
enum Action: string {
	case Rebuild      = 'rebuild';
	case CleanRebuild = 'cleanRebuild';
	case PurgeCache   = 'purgeCache';

	public function lane(): Lane {
		return self::PurgeCache === $this ? Lane::Cache : Lane::Build;
	}

	/**
	 * Returns the stronger of two actions of one lane: a Clean Rebuild does all that a Rebuild does.
	 */
	public function stronger( self $other ): self {
		return self::CleanRebuild === $other ? $other : $this;
	}

	/**
	 * Returns what is done where not every action is offered: this one, else the nearest, else nothing. A purge never
	 * becomes a build; a build becomes a purge only where there is nothing else.
	 *
	 * @param list<string> $offered Actions that are offered.
	 */
	public function nearest( array $offered ): ?self {
		$order = self::PurgeCache === $this ? array( $this ) : array( $this, self::Rebuild, self::CleanRebuild, self::PurgeCache );
		foreach ( $order as $action ) {
			if ( in_array( $action->value, $offered, true ) ) {
				return $action;
			}
		}
		return null;
	}

	public function capability(): string {
		return match ( $this ) {
			self::Rebuild      => 'headless_deploy_rebuild',
			self::CleanRebuild => 'headless_deploy_clean_rebuild',
			self::PurgeCache   => 'headless_deploy_purge_cache',
		};
	}

	public function label(): string {
		return match ( $this ) {
			self::Rebuild      => __( 'Rebuild', 'headless-deploy' ),
			self::CleanRebuild => __( 'Clean Rebuild', 'headless-deploy' ),
			self::PurgeCache   => __( 'Purge Cache', 'headless-deploy' ),
		};
	}
}
