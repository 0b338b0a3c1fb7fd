<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Queue\Wake_Up;
use WP_Error;

/**
 * Lets one process run from its beginning to its end while all others stand still, and compares what it did with what
 * it had to do: invariant 4 (whatever is due goes, and somebody is woken for the rest).
 */
final class Quiet {
	private const LATEST_ALARM_MS = 40_000;

	/**
	 * Later than this a dispatch in a browser's request starts nothing more: 20 s, of which a call may take 15.
	 */
	private const LATEST_START_MS = 5_000;

	/**
	 * How far the alarm may look ahead: no back-off and no maximum wait is longer.
	 */
	private const HORIZON_MS = 7_200_000;

	public function __construct( private readonly World $world ) {}

	/**
	 * Runs the recurring event: afterwards the routing follows the settings, and nothing that was due is left.
	 *
	 * @param Object_Caches $caches What the next request finds.
	 */
	public function recur( Process $process, Object_Caches $caches ): void {
		$this->dispatch( $process );
		( new Routing_Checks( $this->world ) )->judge( $caches );
	}

	/**
	 * Looks at the site's lanes: afterwards nothing is due that was due before and nobody else holds.
	 *
	 * @param Process $process A dispatch of the site or the network.
	 */
	public function dispatch( Process $process ): void {
		$before = $this->due_lanes( $process );
		$calls  = $this->world->watch->calls;
		$began  = $this->world->clock->monotonic;
		$this->run( $process );
		$is_late = $this->world->clock->monotonic > $began + self::LATEST_START_MS;
		if ( $is_late ) {
			$this->world->story->reach( 'a dispatch that ends at its deadline' );
		}
		$forgotten = array_filter( array_intersect( $before, $this->due_lanes( $process ) ), fn( string $lane ): bool => ( $calls[ $lane ] ?? 0 ) === ( $this->world->watch->calls[ $lane ] ?? 0 ) );
		if ( array() !== $forgotten && ! $is_late ) {
			$this->world->story->blame( 'not sent although due: ' . implode( ', ', $forgotten ) );
		}
		if ( null === $process->closed ) {
			$this->judge_alarm();
		}
	}

	/**
	 * Presses: it is sent, unless somebody else sends in that lane or nothing may be sent.
	 *
	 * @param bool $is_now Whether it is for what is pending, and refused where nothing is.
	 */
	public function press( Process $process, string $lane, bool $is_now = false ): void {
		$picture     = new Picture( $this->world->database );
		$environment = $picture->environments[ World::environment_of( $lane ) ] ?? null;
		$is_closed   = null === $environment || null !== $process->closed || 'copy' === ( $environment['paused']['reason'] ?? null );
		$is_leased   = $picture->is_leased( $lane, $this->world->database_now() );
		$is_refused  = $is_closed || ( $is_now && ! $picture->lane( $lane )->is_pending() );
		$calls       = $this->world->watch->calls[ $lane ] ?? 0;
		$this->run( $process );
		$is_sent  = ( $this->world->watch->calls[ $lane ] ?? 0 ) > $calls;
		$expected = match ( true ) {
			$is_refused => 'refused',
			$is_leased  => 'waits',
			default     => 'sent',
		};
		$actual = match ( true ) {
			$process->result instanceof WP_Error => 'refused',
			$is_sent && $process->result > 0     => 'sent',
			! $is_sent && 0 === $process->result => 'waits',
			default                              => 'sent without saying so',
		};
		$this->world->story->reach( "press: $actual" );
		if ( $expected !== $actual ) {
			$this->world->story->blame( "the press on $lane should be $expected, it is $actual" );
		}
	}

	/**
	 * Cancels: nothing is waiting afterwards, unless somebody sends in that lane.
	 */
	public function cancel( Process $process, string $lane ): void {
		$picture  = new Picture( $this->world->database );
		$expected = match ( true ) {
			$picture->is_leased( $lane, $this->world->database_now() ) => 'headless_deploy_in_flight',
			! $picture->lane( $lane )->is_pending()                    => 'headless_deploy_nothing_pending',
			default                                                    => 'canceled',
		};
		$this->run( $process );
		$actual = is_int( $process->result ) ? 'canceled' : $process->result;
		$this->world->story->reach( 'a cancel: ' . ( is_string( $actual ) ? $actual : '?' ) );
		if ( $expected !== $actual ) {
			$this->world->story->blame( "cancel of $lane should be $expected, it is " . wp_json_encode( $actual ) );
		}
		if ( 'canceled' === $actual && ( new Picture( $this->world->database ) )->lane( $lane )->is_pending() ) {
			$this->world->story->blame( "something is waiting in $lane after a cancel" );
		}
	}

	/**
	 * Runs a process to its end. Only its calls take time.
	 */
	public function run( Process $process ): void {
		$this->world->is_quiet = true;
		while ( ! $process->has_ended() ) {
			if ( null !== $process->call ) {
				$this->world->clock->pass( $this->world->dice->number( 0, 8_000 ) );
			}
			$this->world->advance( $process, 1 );
		}
		$this->world->is_quiet = false;
	}

	/**
	 * Returns the lanes that are due and that nobody holds.
	 *
	 * @return list<string>
	 */
	private function due_lanes( Process $process ): array {
		$picture = new Picture( $this->world->database );
		$now     = $this->world->clock->now;
		return array_values(
			array_filter(
				$picture->lanes(),
				fn( string $lane ): bool => ! $picture->is_leased( $lane, $this->world->database_now() )
					&& $this->is_due_at( $picture, $lane, $process->closed, $now, in_array( $lane, $process->at_once, true ) ),
			),
		);
	}

	/**
	 * Judges that the alarm rings in time for everything that will be due by itself.
	 */
	private function judge_alarm(): void {
		$picture = new Picture( $this->world->database );
		$now     = $this->world->clock->now;
		foreach ( $picture->environments as $id => $environment ) {
			// Webhooks that were pasted in the future count as soon as that has come, which nobody can foresee.
			$picture->environments[ $id ]['connectedAt'] = $environment['connectedAt'] > $now ? 0 : $environment['connectedAt'];
		}
		$alarm = $this->world->cron->events[ Wake_Up::SINGLE_EVENT ] ?? null;
		$rings = null === $alarm ? $now + self::HORIZON_MS : $alarm * 1000 - self::LATEST_ALARM_MS;
		foreach ( $rings > $now ? $picture->lanes() : array() as $lane ) {
			$is_free = ! $picture->is_leased( $lane, $this->world->database_now() + $rings - $now );
			if ( $is_free && $this->is_due_at( $picture, $lane, null, $rings, false ) && ! $this->is_due_at( $picture, $lane, null, $now, false ) ) {
				$this->world->story->blame( "$lane will be due, and the alarm " . ( null === $alarm ? 'is not set' : 'rings too late' ) );
			}
		}
	}

	/**
	 * Tells whether a lane is due at a moment, if nothing happens until then.
	 *
	 * @param string|null $closed  Why nothing may be sent.
	 * @param bool        $at_once Whether fresh rows skip their quiet period.
	 */
	private function is_due_at( Picture $picture, string $lane, ?string $closed, int $now, bool $at_once ): bool {
		$environment = $picture->environments[ World::environment_of( $lane ) ] ?? null;
		return null !== $environment && $picture->lane( $lane )->is_due( $environment, $closed, $now, $at_once );
	}
}
