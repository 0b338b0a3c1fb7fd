<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change_Collector;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Clock;
use HeadlessDeploy\System_Clock;

/**
 * Creates the listeners, one for each source of the policy.
 */
final class Listeners {
	public readonly Change_Recorder $changes;

	public function __construct(
		private readonly Policy $policy,
		private readonly Change_Collector $collector,
		private readonly Clock $clock = new System_Clock(),
	) {
		$this->changes = new Change_Recorder( $this->policy, $this->collector );
	}

	public function hook(): void {
		$listeners = $this->all();
		$marking   = array_values( array_filter( $listeners, static fn( Listener $listener ): bool => $listener instanceof Marking_Listener ) );
		array_map( static fn( Listener $listener ) => $listener->hook(), $listeners );
		foreach ( $marking as $listener ) {
			add_action( 'shutdown', $listener->record_marked( ... ), Listener::END_PRIORITY );
		}
		// After the listeners have recorded their last changes.
		add_action( 'shutdown', fn() => $this->end( $marking ), Listener::END_PRIORITY + 1 );
	}

	/**
	 * Writes what was recorded, and again what other plugins change at `shutdown` until the end of the request.
	 *
	 * @param list<Marking_Listener> $marking
	 */
	private function end( array $marking ): void {
		$this->collector->end();
		$last = function () use ( $marking, &$last ): void {
			remove_action( 'shutdown', $last, PHP_INT_MAX );
			$this->collector->collect( static fn() => array_map( static fn( Marking_Listener $listener ) => $listener->record_marked(), $marking ) );
		};
		// Added here so that it follows the callbacks of other plugins with the same priority.
		add_action( 'shutdown', $last, PHP_INT_MAX );
	}

	/**
	 * The listeners that mark posts and terms come first, because the others read their marks.
	 *
	 * @return list<Listener>
	 */
	private function all(): array {
		$ignored = new Ignored_Meta( $this->policy );
		$noticed = new Noticed_Keys( $this->clock );
		$posts   = new Modified_Posts( $this->policy, $ignored, $noticed );
		$terms   = new Modified_Terms( $ignored );
		$counted = new Counted_Terms();
		$written = new Written_Posts();
		$content = new Content_Listener( $this->policy, $this->changes, $written, $posts );
		$files   = new Files_Listener( $this->changes, $written, $posts );

		$variations = new Variations_Listener( $this->changes, $posts, $content );
		return array(
			$posts,
			$terms,
			$counted,
			$written,
			$content,
			new Modified_Posts_Listener( $this->changes, $posts, $content, $files, $variations ),
			$files,
			new Attached_Files( $this->policy, $this->changes, $files ),
			$variations,
			new Sorting_Listener( $this->changes ),
			new Terms_Listener( $this->policy, $this->changes, $terms, $counted ),
			new Users_Listener( $this->changes ),
			new Comments_Listener( $this->policy, $this->changes, $ignored ),
			new Menus_Listener( $this->changes, $posts, $terms ),
			new Templates_Listener( $this->changes, $posts ),
			new Styles_Listener( $this->changes, $posts ),
			new Options_Listener( $this->policy, $this->changes ),
			new Url_Bases_Listener( $this->policy, $this->changes, $this->clock ),
			new Theme_Listener( $this->changes ),
			new Acf_Listener( $this->changes ),
			new Request_Listener( $this->policy, $this->changes ),
			new Cleaned_Posts( $this->policy, $this->changes ),
			new Saved_Posts( $this->changes ),
			$noticed,
			new Changed_Field( $content ),
		);
	}
}
