<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change_Collector;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Policy;

/**
 * Creates the listeners, one for each source of the policy.
 */
final class Listeners {
	public readonly Change_Recorder $changes;

	private readonly Evaluated_Posts $evaluated;

	public function __construct(
		private readonly Policy $policy,
		private readonly Change_Collector $collector,
	) {
		$this->changes   = new Change_Recorder( $this->policy, $this->collector );
		$this->evaluated = new Evaluated_Posts();
	}

	public function hook(): void {
		array_map( static fn( Listener $listener ) => $listener->hook(), $this->all() );
		// After the listeners have recorded their last changes.
		add_action( 'shutdown', $this->collector->end( ... ), Listener::END_PRIORITY + 1 );
		add_action( 'rest_api_init', ( new Changed_Field( $this->evaluated ) )->register( ... ) );
	}

	/**
	 * The listeners that mark posts and terms come first, because the others read their marks.
	 *
	 * @return list<Listener>
	 */
	private function all(): array {
		$ignored = new Ignored_Meta( $this->policy );
		$posts   = new Modified_Posts( $ignored );
		$terms   = new Modified_Terms( $ignored );
		return array(
			$posts,
			$terms,
			new Content_Listener( $this->policy, $this->changes, $posts, $this->evaluated ),
			new Terms_Listener( $this->changes, $terms ),
			new Menus_Listener( $this->changes, $posts, $terms ),
			new Templates_Listener( $this->changes, $posts ),
			new Styles_Listener( $this->changes, $posts ),
			new Options_Listener( $this->policy, $this->changes ),
			new Theme_Listener( $this->changes ),
			new Acf_Listener( $this->changes ),
			new Request_Listener( $this->policy, $this->changes ),
		);
	}
}
