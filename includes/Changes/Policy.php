<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Action;
use HeadlessDeploy\Changes\General\Option_Names;
use HeadlessDeploy\Changes\Listeners\Request_Listener;
use HeadlessDeploy\Changes\Watched\Watched_Options;
use HeadlessDeploy\Changes\Watched\Watched_Taxonomies;
use HeadlessDeploy\Changes\Watched\Watched_Types;
use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Routing;

/**
 * Decides which actions a change triggers in each environment. It reads only an autoloaded option, so it makes no query.
 *
 * An environment with a refresh URL is informed of every change of what is watched, because its pages are kept until then. The
 * policy decides what else happens.
 *
 * @phpstan-type Requested list<array{environment: string, action: Action, automation: Automation}>
 */
final class Policy {
	private const FILTER = 'headless_deploy_action_for_change';

	public function __construct( private readonly Routing $routing ) {}

	/**
	 * Tells whether any environment uses a source. A filter may return an action where no policy does.
	 */
	public function is_source_used( string $source ): bool {
		if ( Request_Listener::SOURCE !== $source && $this->routing->has_refresh() ) {
			return true;
		}
		$is_filtered = false !== has_filter( self::FILTER );
		foreach ( $this->routing->environments() as $automation ) {
			if ( $is_filtered || null !== ( $automation->policy[ $source ] ?? null ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns the actions for each environment; environments without one are absent.
	 *
	 * @param  Requested_Change|null $request Arguments of a request, null for other sources.
	 * @return Requested
	 */
	public function requested_actions( Change $change, ?Requested_Change $request = null ): array {
		$requested = array();
		$context   = $change->is_for_refresh_only || false === has_filter( self::FILTER ) ? null : Change_Context::of( $change );
		foreach ( $this->routing->environments() as $id => $automation ) {
			$is_refreshed = null === $request && $this->routing->is_refreshed( $id );
			$action       = $change->is_for_refresh_only
				? null
				: $this->other_action( $automation->policy[ $change->source ] ?? null, $context, $id, $request );
			$actions = array_filter( array(
				$is_refreshed ? Action::Refresh : null,
				$is_refreshed && Action::Refresh === $action ? null : $action,
			) );
			foreach ( $actions as $one ) {
				$requested[] = array(
					'environment' => $id,
					'action'      => $one,
					'automation'  => $automation,
				);
			}
		}
		return $requested;
	}

	/**
	 * @param Action|null $action      Action of the policy, null for none.
	 * @param string      $environment Id of the environment.
	 */
	private function other_action( ?Action $action, ?Change_Context $context, string $environment, ?Requested_Change $request ): ?Action {
		$wanted = null === $request ? $action : $request->action_for( $environment, $action );
		$wanted = null === $context ? $wanted : $this->filtered( $wanted, $context, $environment );
		return null === $wanted ? null : $this->routing->offered( $environment, $wanted );
	}

	/**
	 * Tells whether the policy decides on changes of a post type. Changes of other watched types are for refreshes only.
	 */
	public function counts( string $post_type ): bool {
		$chosen = $this->routing->post_types();
		return null === $chosen
			? Watched_Types::is_default( $post_type )
			: in_array( $post_type, $chosen, true ) && Watched_Types::is_selectable( $post_type );
	}

	/**
	 * Tells whether changes of a post type are recorded: those that the policy decides on, and those that a refresh tells.
	 */
	public function watches( string $post_type ): bool {
		return $this->counts( $post_type ) || ( $this->routing->has_refresh() && Watched_Types::has( $post_type ) );
	}

	/**
	 * Tells whether the policy decides on the terms of a taxonomy. Changes of other watched ones are for refreshes only.
	 */
	public function counts_taxonomy( string $taxonomy ): bool {
		$chosen = $this->routing->taxonomies();
		return Watched_Taxonomies::has( $taxonomy )
			&& ( null === $chosen ? is_taxonomy_viewable( $taxonomy ) : in_array( $taxonomy, $chosen, true ) );
	}

	public function watches_taxonomy( string $taxonomy ): bool {
		return $this->counts_taxonomy( $taxonomy ) || ( $this->routing->has_refresh() && Watched_Taxonomies::has( $taxonomy ) );
	}

	/**
	 * Tells whether any environment is informed of every change.
	 */
	public function has_refresh(): bool {
		return $this->routing->has_refresh();
	}

	public function counts_option( string $name ): bool {
		return Option_Names::is_selectable( $name ) && Option_Names::matches( $name, $this->routing->option_names() ?? Option_Names::defaults() );
	}

	public function watches_option( string $name ): bool {
		return $this->counts_option( $name )
			|| ( $this->routing->has_refresh() && Watched_Options::has( $name ) && ! Watched_Options::is_of_theme( $name ) );
	}

	/**
	 * @return list<string>
	 */
	public function ignored_meta(): array {
		return $this->routing->ignored_meta();
	}

	/**
	 * @return list<string>
	 */
	public function counted_meta(): array {
		return $this->routing->counted_meta();
	}

	/**
	 * @return list<string>
	 */
	public function environments(): array {
		return array_map( strval( ... ), array_keys( $this->routing->environments() ) );
	}

	/**
	 * Applies the filter. An invalid return value or an exception leaves the policy's action, so that neither the save
	 * nor the change is lost. Changes that the filter callback makes itself use the policy.
	 *
	 * @param Action|null $action      Action of the policy, null for none.
	 * @param string      $environment Id of the environment.
	 */
	private function filtered( ?Action $action, Change_Context $context, string $environment ): ?Action {
		if ( doing_filter( self::FILTER ) ) {
			return $action;
		}
		/**
		 * Filters the action that a change triggers in one environment, besides the refresh of an environment with a
		 * refresh URL.
		 *
		 * It runs in the request that saves: make no query and no HTTP request.
		 *
		 * @param string|null    $action      `rebuild`, `cleanRebuild`, `purgeCache`, `refresh`, or null for none.
		 * @param Change_Context $context     The change.
		 * @param string         $environment Id of the environment, for example `production`.
		 */
		$apply_filter = static fn(): mixed => apply_filters( 'headless_deploy_action_for_change', $action?->value, $context, $environment );
		$filtered     = Third_Party_Filter::apply( self::FILTER, $apply_filter, $action?->value );
		if ( null === $filtered || 'none' === $filtered ) {
			return null;
		}
		return ( is_string( $filtered ) ? Action::tryFrom( $filtered ) : null ) ?? $action;
	}
}
