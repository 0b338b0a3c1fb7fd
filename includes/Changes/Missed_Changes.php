<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Action;
use HeadlessDeploy\Changes\Listeners\Request_Listener;
use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Routing;

/**
 * Asks for one run of environments whose changes were not recorded, because the routing option was outdated: for example
 * after a persistent object cache had kept an old value.
 */
final class Missed_Changes {
	public function __construct(
		private readonly Routing $routing,
		private readonly Change_Collector $collector,
	) {}

	/**
	 * @param list<string> $ids Environments of the current site, with their repaired routing.
	 */
	public function record( array $ids ): void {
		$requested = array();
		foreach ( array_intersect_key( $this->routing->environments(), array_flip( $ids ) ) as $id => $automation ) {
			foreach ( $this->actions( (string) $id, $automation ) as $action ) {
				$requested[] = array(
					'environment' => (string) $id,
					'action'      => $action,
					'automation'  => $automation,
				);
			}
		}
		$this->collector->add(
			new Change( Request_Listener::SOURCE, Change::REQUESTED, Change::MISSED, 0, '', 0, '', Previous_State::UNKNOWN ),
			$requested,
		);
	}

	/**
	 * Returns the strongest build or purge that a change could have asked for, and a refresh where the environment has a
	 * refresh URL.
	 *
	 * @return list<Action>
	 */
	private function actions( string $id, Automation $automation ): array {
		$hosted = null;
		foreach ( $automation->policy as $wanted ) {
			$action = null === $wanted ? null : $this->routing->offered( $id, $wanted );
			$hosted = match ( true ) {
				null === $action || Action::Refresh === $action    => $hosted,
				null === $hosted || Action::PurgeCache === $hosted => $action,
				default                                            => $hosted->stronger( $action ),
			};
		}
		return array(
			...( $this->routing->is_refreshed( $id ) ? array( Action::Refresh ) : array() ),
			...( null === $hosted ? array() : array( $hosted ) ),
		);
	}
}
