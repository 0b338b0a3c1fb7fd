<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Action;
use HeadlessDeploy\Changes\General\Option_Names;
use HeadlessDeploy\Changes\General\Post_Types;
use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Routing;

/**
 * Decides which action a change triggers in each environment. It reads only an autoloaded option, so it makes no query.
 *
 * @phpstan-type Requested array<string, array{action: Action, automation: Automation}>
 */
final class Policy {
	private const FILTER = 'headless_deploy_action_for_change';

	public function __construct( private readonly Routing $routing ) {}

	/**
	 * Tells whether any environment uses a source. A filter may return an action where no policy does.
	 */
	public function is_source_used( string $source ): bool {
		$is_filtered = false !== has_filter( self::FILTER );
		foreach ( $this->routing->environments() as $automation ) {
			if ( $is_filtered || null !== ( $automation->policy[ $source ] ?? null ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns the action for each environment; environments without one are absent.
	 *
	 * @param  Requested_Change|null $request Arguments of a request, null for other sources.
	 * @return Requested
	 */
	public function requested_actions( Change $change, ?Requested_Change $request = null ): array {
		$requested = array();
		$context   = false === has_filter( self::FILTER ) ? null : Change_Context::of( $change );
		foreach ( $this->routing->environments() as $id => $automation ) {
			$action = $automation->policy[ $change->source ] ?? null;
			if ( null !== $request ) {
				$action = $request->action_for( $id, $action );
			}
			$action = null === $context ? $action : $this->filtered( $action, $context, $id );
			$action = null === $action ? null : $this->routing->offered( $id, $action );
			if ( null !== $action ) {
				$requested[ $id ] = array(
					'action'     => $action,
					'automation' => $automation,
				);
			}
		}
		return $requested;
	}

	public function watches( string $post_type ): bool {
		$chosen = $this->routing->post_types();
		return null === $chosen ? Post_Types::is_visible( $post_type ) : in_array( $post_type, $chosen, true ) && Post_Types::is_selectable( $post_type );
	}

	public function watches_option( string $name ): bool {
		return in_array( $name, $this->routing->option_names() ?? Option_Names::DEFAULTS, true );
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
		 * Filters the action that a change triggers in one environment.
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
