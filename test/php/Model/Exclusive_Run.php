<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Queue\Wake_Up;
use WP_Error;

/**
 * Runs one process from start to end while all others are stopped, and checks that it sent what was due and scheduled the
 * next wake-up.
 */
final class Exclusive_Run {
	private const LATEST_WAKE_UP_MS = 40_000;

	/**
	 * A dispatch of a browser starts no call after this time: 20 s, of which a call may take 15.
	 */
	private const LATEST_START_MS = 5_000;

	/**
	 * The longest back-off and maximum wait.
	 */
	private const HORIZON_MS = 7_200_000;

	public function __construct( private readonly World $world ) {}

	/**
	 * Runs the recurring event: afterwards the routing matches the settings, and no run is due.
	 */
	public function run_recurring_event( Process $process, Object_Caches $caches ): void {
		$this->dispatch( $process );
		( new Routing_Checks( $this->world ) )->check( $caches );
	}

	/**
	 * Dispatches the site: afterwards no run is due, except in lanes that other processes hold.
	 */
	public function dispatch( Process $process ): void {
		$before     = $this->due_lanes( $process );
		$calls      = $this->world->observer->calls;
		$started_at = $this->world->clock->monotonic;
		$this->run( $process );
		$is_late = $this->world->clock->monotonic > $started_at + self::LATEST_START_MS;
		if ( $is_late ) {
			$this->world->log->cover( 'a dispatch that ends at its deadline' );
		}
		$forgotten = array_filter( array_intersect( $before, $this->due_lanes( $process ) ), fn( string $lane ): bool => ( $calls[ $lane ] ?? 0 ) === ( $this->world->observer->calls[ $lane ] ?? 0 ) );
		if ( array() !== $forgotten && ! $is_late ) {
			$this->world->log->fail( 'not sent although due: ' . implode( ', ', $forgotten ) );
		}
		if ( null === $process->block ) {
			$this->check_wake_up();
		}
	}

	/**
	 * Starts a manual run: it is sent, unless another process sends in that lane or the environment is blocked.
	 *
	 * @param bool $is_now Whether it sends pending changes, and is refused without any.
	 */
	public function start( Process $process, string $lane, bool $is_now = false ): void {
		$snapshot    = new Snapshot( $this->world->database );
		$environment = $snapshot->environments[ World::environment_of( $lane ) ] ?? null;
		$is_closed   = null === $environment || null !== $process->block || 'copy' === ( $environment['paused']['reason'] ?? null );
		$is_leased   = $snapshot->is_leased( $lane, $this->world->database_now(), $this->world->clock->now );
		$is_offered  = match ( substr( $lane, (int) strrpos( $lane, '/' ) + 1 ) ) {
			'refresh' => 0 === ( $environment['refresh']['goneAt'] ?? 0 ),
			'cache'   => isset( $environment['urls']['purgeCache'] ),
			default   => true,
		};
		$is_refused = $is_closed || ! $is_offered || ( $is_now && ! $snapshot->lane( $lane )->is_pending() );
		$calls      = $this->world->observer->calls[ $lane ] ?? 0;
		$this->run( $process );
		$is_sent  = ( $this->world->observer->calls[ $lane ] ?? 0 ) > $calls;
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
		$this->world->log->cover( "manual run: $actual" );
		if ( $expected !== $actual ) {
			$this->world->log->fail( "the manual run of $lane should be $expected, it is $actual" );
		}
	}

	/**
	 * Cancels: afterwards nothing is pending, unless a process sends in that lane.
	 */
	public function cancel( Process $process, string $lane ): void {
		$snapshot = new Snapshot( $this->world->database );
		$expected = match ( true ) {
			$snapshot->is_leased( $lane, $this->world->database_now(), $this->world->clock->now ) => 'headless_deploy_already_sending',
			! $snapshot->lane( $lane )->is_pending()                                              => 'headless_deploy_nothing_pending',
			default                                                                               => 'canceled',
		};
		$this->run( $process );
		$actual = is_int( $process->result ) ? 'canceled' : $process->result;
		$this->world->log->cover( 'a cancel: ' . ( is_string( $actual ) ? $actual : '?' ) );
		if ( $expected !== $actual ) {
			$this->world->log->fail( "cancel of $lane should be $expected, it is " . wp_json_encode( $actual ) );
		}
		if ( 'canceled' === $actual && ( new Snapshot( $this->world->database ) )->lane( $lane )->is_pending() ) {
			$this->world->log->fail( "something is waiting in $lane after a cancel" );
		}
	}

	/**
	 * Runs a process to its end. Only its calls take time.
	 */
	public function run( Process $process ): void {
		$this->world->is_quiet = true;
		while ( ! $process->has_ended() ) {
			if ( null !== $process->call ) {
				$this->world->clock->pass( $this->world->random->number( 0, 8_000 ) );
			}
			$this->world->advance( $process, 1 );
		}
		$this->world->is_quiet = false;
	}

	/**
	 * @return list<string>
	 */
	private function due_lanes( Process $process ): array {
		$snapshot = new Snapshot( $this->world->database );
		$now      = $this->world->clock->now;
		return array_values(
			array_filter(
				$snapshot->lanes(),
				fn( string $lane ): bool => ! $snapshot->is_leased( $lane, $this->world->database_now(), $this->world->clock->now )
					&& $this->is_due_at( $snapshot, $lane, $process->block, $now, in_array( $lane, $process->without_quiet_period, true ) ),
			),
		);
	}

	private function check_wake_up(): void {
		$snapshot = new Snapshot( $this->world->database );
		$now      = $this->world->clock->now;
		foreach ( $snapshot->environments as $id => $environment ) {
			// A webhook with a future time counts when that time has come, which the plugin cannot foresee.
			$snapshot->environments[ $id ]['connectedAt'] = $environment['connectedAt'] > $now ? 0 : $environment['connectedAt'];
		}
		$wake_up    = $this->world->cron->events[ Wake_Up::SINGLE_EVENT ] ?? null;
		$wake_up_at = null === $wake_up ? $now + self::HORIZON_MS : $wake_up * 1000 - self::LATEST_WAKE_UP_MS;
		foreach ( $wake_up_at > $now ? $snapshot->lanes() : array() as $lane ) {
			$is_free = ! $snapshot->is_leased( $lane, $this->world->database_now() + $wake_up_at - $now, $wake_up_at );
			if ( $is_free && $this->is_due_at( $snapshot, $lane, null, $wake_up_at, false ) && ! $this->is_due_at( $snapshot, $lane, null, $now, false ) ) {
				$this->world->log->fail( "$lane will be due, and the wake-up " . ( null === $wake_up ? 'is not set' : 'is too late' ) );
			}
		}
	}

	/**
	 * Tells whether a lane is due at a time if nothing happens before.
	 */
	private function is_due_at( Snapshot $snapshot, string $lane, ?string $block, int $now, bool $skips_quiet_period ): bool {
		$environment = $snapshot->environments[ World::environment_of( $lane ) ] ?? null;
		return null !== $environment && $snapshot->lane( $lane )->is_due( $environment, $block, $now, $skips_quiet_period );
	}
}
