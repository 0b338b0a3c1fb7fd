<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Changes\Listeners\Request_Listener;

/**
 * Receives changes from the listeners, applies the policy, and passes them to the collector.
 *
 * @phpstan-import-type Details from Change
 */
final class Change_Recorder {
	public function __construct(
		private readonly Policy $policy,
		private readonly Change_Collector $collector,
	) {}

	/**
	 * Tells whether any environment uses a source. Listeners check this first, so that an unused source costs nothing.
	 */
	public function is_source_used( string $source ): bool {
		return $this->policy->is_source_used( $source );
	}

	/**
	 * @param string  $source              A source, for example `content`.
	 * @param string  $event               What happened: a constant of Change.
	 * @param string  $type                Kind of thing: a constant of Change.
	 * @param int     $id                  The thing's id, 0 where it has none.
	 * @param string  $subtype             Its post type or taxonomy, or empty.
	 * @param Details $details
	 * @param bool    $is_for_refresh_only Whether it starts nothing but refreshes, whatever the policy says.
	 */
	public function record( string $source, string $event, string $type, int $id = 0, string $subtype = '', string $name = '', array $details = array(), bool $is_for_refresh_only = false ): void {
		$change = new Change( $source, $event, $type, $id, $subtype, get_current_user_id(), $name, $details, $is_for_refresh_only );
		$this->collector->add( $change, $this->policy->requested_actions( $change ) );
	}

	/**
	 * Records a request of other code. Returns false when no environment has an action for it.
	 *
	 * @param string $reason The reason, shown to users; may be empty.
	 */
	public function request( string $reason, Requested_Change $request ): bool {
		$change    = new Change( Request_Listener::SOURCE, Change::REQUESTED, Change::REQUEST, 0, '', get_current_user_id(), $reason );
		$requested = $this->policy->requested_actions( $change, $request );
		$this->collector->add( $change, $requested );
		return array() !== $requested;
	}
}
