<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use Closure;
use HeadlessDeploy\Changes\Listeners\Request_Listener;
use HeadlessDeploy\Lane;

/**
 * Receives changes from the listeners, applies the policy, and passes them to the collector.
 *
 * @phpstan-import-type Details from Change
 */
final class Change_Recorder {
	/**
	 * Posts that were recorded, by site and ID, until `take_recorded_post()` asks for them.
	 *
	 * @var array<int, array<int, true>>
	 */
	private array $recorded_posts = array();

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
	public function record(
		string $source,
		string $event,
		string $type,
		int $id = 0,
		string $subtype = '',
		string $name = '',
		array $details = array(),
		bool $is_for_refresh_only = false,
	): void {
		$change = new Change( $source, $event, $type, $id, $subtype, get_current_user_id(), $name, $details, $is_for_refresh_only );
		$this->collector->add( $change, $this->policy->requested_actions( $change ) );
		if ( Change::POST === $type ) {
			$this->recorded_posts[ get_current_blog_id() ][ $id ] = true;
		}
	}

	/**
	 * Records that objects changed of which it is not known which ones.
	 *
	 * @param string $type Kind of thing: a constant of Change.
	 */
	public function record_unknown( string $source, string $type, bool $is_for_refresh_only = false ): void {
		$this->record( $source, Change::CHANGED, $type, details: Previous_State::UNKNOWN, is_for_refresh_only: $is_for_refresh_only );
	}

	/**
	 * Tells whether a post of the current site was recorded since the last call.
	 */
	public function take_recorded_post( int $post_id ): bool {
		$is_recorded = isset( $this->recorded_posts[ get_current_blog_id() ][ $post_id ] );
		unset( $this->recorded_posts[ get_current_blog_id() ][ $post_id ] );
		return $is_recorded;
	}

	/**
	 * Records a change that some lanes missed.
	 *
	 * @param Closure(string, Lane): bool $is_missed Receives the id of an environment and the lane of its action.
	 */
	public function record_missed( Change $change, Closure $is_missed ): void {
		$requested = array_filter(
			$this->policy->requested_actions( $change ),
			static fn( array $one ): bool => $is_missed( $one['environment'], $one['action']->lane() ),
		);
		$this->collector->add( $change, array_values( $requested ) );
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
