<?php
/**
 * One random schedule.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use Closure;
use HeadlessDeploy\Environments\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Lane;
use HeadlessDeploy\Queue\Tables;
use HeadlessDeploy\Webhooks\Answer;
use PHPUnit\Framework\Assert;

/**
 * Lives through saves, presses, cancels, crashes, stalls and refusals in an order that its seed decides, and watches
 * that each call is one that the invariants allow.
 */
final class Random_Schedule {
	private const STEPS = 16;

	/**
	 * Every row that was noted: its action, and when.
	 *
	 * @var array<int, array{action: Action, at: int, pressed: bool, lane: string}>
	 */
	public array $noted = array();

	/**
	 * Rows that some accepted call covered.
	 *
	 * @var array<int, true>
	 */
	public array $covered = array();

	/**
	 * What happened, for the message of a failure.
	 *
	 * @var list<string>
	 */
	public array $story = array();

	/**
	 * Since when a call of a lane is in flight, in milliseconds of the clock that never jumps.
	 *
	 * @var array<string, int>
	 */
	private array $in_flight = array();

	private int $depth = 0;

	/**
	 * Statements until the process dies; null for never.
	 */
	private ?int $fuse = null;

	/**
	 * Statements until something else happens in between; null for never.
	 */
	private ?int $interruption = null;

	/**
	 * Whether the wall clock was set: then how soon is soon cannot be told from outside.
	 */
	private bool $clock_was_set = false;

	/**
	 * Whether something happened between two statements: then what a sender saw when it decided cannot be told.
	 */
	private bool $was_interrupted = false;

	/**
	 * Deliveries that some sender had begun before.
	 *
	 * @var array<int, true>
	 */
	private array $begun = array();

	/**
	 * Takes what the schedule plays with.
	 *
	 * @param Manual_Clock               $clock    The time.
	 * @param Closure(string): void      $dispatch Sends what is due, as one of several web heads.
	 * @param Closure(Action, bool): int $note     Notes a change or a press; returns its row.
	 * @param Closure(Lane): void        $cancel   Cancels a lane.
	 * @param Closure(bool, bool): void  $set      Holds and pauses.
	 */
	public function __construct(
		private readonly Manual_Clock $clock,
		private readonly Closure $dispatch,
		private readonly Closure $note,
		private readonly Closure $cancel,
		private readonly Closure $set,
	) {}

	/**
	 * Plays.
	 *
	 * @param int $seed Decides everything.
	 */
	public function play( int $seed ): void {
		mt_srand( $seed );
		add_filter( 'query', $this->burn( ... ) );
		for ( $step = 0; $step < self::STEPS; $step++ ) {
			$this->step();
		}
		$this->settle();
		remove_all_filters( 'query' );
	}

	/**
	 * Answers a call, and lets the world go on meanwhile.
	 *
	 * @param Environment $environment The environment.
	 * @param Action      $action      What is asked for.
	 */
	public function on_call( Environment $environment, Action $action ): Answer {
		$lane = $action->lane()->value;
		$this->tell( "call {$action->value}" );
		$rows = $this->rows_being_sent( $lane );
		$this->assert_one_at_a_time( $lane );
		$this->assert_strongest( $action, $rows );
		$this->assert_not_early( $rows );
		$before                   = $this->in_flight[ $lane ] ?? null;
		$this->in_flight[ $lane ] = $this->clock->monotonic;
		$this->meanwhile();
		if ( null === $before ) {
			unset( $this->in_flight[ $lane ] );
		} else {
			$this->in_flight[ $lane ] = $before;
		}
		if ( $this->chance( 25 ) && $this->depth < 9 ) {
			$this->tell( 'refused' );
			return new Answer( 500, 'headless_deploy_service_error', 1 );
		}
		$this->covered += array_fill_keys( array_column( $rows, 'id' ), true );
		return new Answer( 200, '', 1 );
	}

	/**
	 * Does one thing.
	 */
	private function step(): void {
		match ( mt_rand( 0, 11 ) ) {
			0, 1, 2 => $this->note( $this->action(), false ),
			3 => $this->note( $this->action(), true ),
			4, 5, 6 => $this->pass( mt_rand( 0, 40_000 ) ),
			7  => $this->dispatch( null, null ),
			8  => $this->dispatch( null, mt_rand( 1, 24 ) ),
			9  => $this->dispatch( mt_rand( 1, 24 ), null ),
			10 => $this->chance( 50 ) ? $this->cancel() : $this->set( $this->chance( 40 ), $this->chance( 30 ) ),
			11 => $this->chance( 30 ) ? $this->jump() : $this->dispatch( null, null ),
		};
	}

	/**
	 * Lets the world go on while a call is made.
	 */
	private function meanwhile(): void {
		if ( ++$this->depth < 3 ) {
			match ( mt_rand( 0, 7 ) ) {
				0, 1 => $this->note( $this->action(), false ),
				2       => $this->note( $this->action(), true ),
				3       => ( $this->dispatch )( 'another head' ),
				4       => $this->cancel(),
				5       => $this->stall(),
				default => $this->pass( mt_rand( 0, 15_000 ) ),
			};
		}
		--$this->depth;
	}

	/**
	 * Stands still for longer than the lease, while another head goes on.
	 */
	private function stall(): void {
		$this->pass( 61_000 );
		( $this->dispatch )( 'another head' );
		if ( $this->chance( 50 ) ) {
			$this->note( $this->action(), false );
		}
	}

	/**
	 * Dispatches, and may die at it.
	 *
	 * @param int|null $fuse         Statements until then.
	 * @param int|null $interruption Statements until something else happens in between.
	 */
	private function dispatch( ?int $fuse, ?int $interruption ): void {
		$this->tell( 'dispatch' . ( null === $fuse ? '' : ", crash at statement $fuse" ) . ( null === $interruption ? '' : ", interrupted at statement $interruption" ) );
		$this->fuse         = $fuse;
		$this->interruption = $interruption;
		try {
			( $this->dispatch )( 'main' );
		} catch ( Crash ) {
			$this->tell( 'crashed' );
		}
		$this->fuse         = null;
		$this->interruption = null;
		$this->in_flight    = array();
		$this->depth        = 0;
		wp_cache_flush();
	}

	/**
	 * Ends all that stands in the way and sends until nothing is left: a press in each lane takes refused changes along.
	 */
	private function settle(): void {
		$this->tell( 'settle' );
		$this->depth = 9;
		$this->set( false, false );
		for ( $round = 0; $round < 3; $round++ ) {
			$this->pass( 61_000 );
			$this->note( Action::Rebuild, true );
			$this->note( Action::PurgeCache, true );
			( $this->dispatch )( 'main' );
		}
	}

	/**
	 * Notes.
	 *
	 * @param Action $action  What is asked for.
	 * @param bool   $pressed Whether somebody pressed.
	 */
	private function note( Action $action, bool $pressed ): void {
		$this->tell( ( $pressed ? 'press ' : 'note ' ) . $action->value );
		$id = ( $this->note )( $action, $pressed );
		// A process that is dying cannot note anything.
		if ( 0 !== $id ) {
			$this->noted[ $id ] = array(
				'action'  => $action,
				'at'      => $this->clock->now,
				'pressed' => $pressed,
				'lane'    => $action->lane()->value,
			);
		}
	}

	/**
	 * Cancels a lane.
	 */
	private function cancel(): void {
		$lane = $this->chance( 70 ) ? Lane::Build : Lane::Cache;
		$this->tell( "cancel {$lane->value}" );
		( $this->cancel )( $lane );
	}

	/**
	 * Holds and pauses, or not.
	 *
	 * @param bool $hold  Whether changes are held.
	 * @param bool $pause Whether a person has paused.
	 */
	private function set( bool $hold, bool $pause ): void {
		$this->tell( ( $hold ? 'hold' : 'release' ) . ', ' . ( $pause ? 'pause' : 'resume' ) );
		( $this->set )( $hold, $pause );
	}

	/**
	 * Lets time pass.
	 *
	 * @param int $ms Milliseconds.
	 */
	private function pass( int $ms ): void {
		$this->tell( "$ms ms" );
		$this->clock->pass( $ms );
	}

	/**
	 * Sets the wall clock.
	 */
	private function jump(): void {
		$ms = mt_rand( -600_000, 600_000 );
		$this->tell( "clock set by $ms ms" );
		$this->clock_was_set = true;
		$this->clock->jump( $ms );
	}

	/**
	 * Burns the fuse, or lets something else happen before a statement. Hooked to `query`.
	 *
	 * @param string $query Statement.
	 */
	private function burn( string $query ): string {
		if ( null !== $this->fuse && --$this->fuse <= 0 ) {
			throw new Crash( 'The process was killed.' );
		}
		if ( null !== $this->interruption && --$this->interruption <= 0 ) {
			$this->interruption    = null;
			$this->was_interrupted = true;
			$this->meanwhile();
		}
		return $query;
	}

	/**
	 * Reads the rows that a call is made for, without burning the fuse.
	 *
	 * @param string $lane Lane.
	 *
	 * @return list<array{id: int, delivery: int, action: string, pressed: bool, at: int, failed: bool}>
	 */
	private function rows_being_sent( string $lane ): array {
		global $wpdb;
		$fuse               = $this->fuse;
		$interruption       = $this->interruption;
		$this->fuse         = null;
		$this->interruption = null;
		$rows               = $wpdb->get_results(
			$wpdb->prepare( 'SELECT c.* FROM ' . Tables::changes() . ' c JOIN ' . Tables::deliveries() . " d ON d.id = c.delivery_id WHERE d.state = 'sending' AND d.lane = %s", $lane ),
		);
		$this->fuse         = $fuse;
		$this->interruption = $interruption;
		return array_map(
			static fn( object $row ): array => array(
				'id'       => (int) $row->id,
				'delivery' => (int) $row->delivery_id,
				'action'   => $row->action,
				'pressed'  => 1 === (int) $row->pressed,
				'at'       => (int) $row->noted_at,
				'failed'   => 0 !== (int) $row->failed,
			),
			array_values( (array) $rows ),
		);
	}

	/**
	 * Invariant 3: a call of a lane begins only when no other is in flight, or the other's lease has ended.
	 *
	 * @param string $lane Lane.
	 */
	private function assert_one_at_a_time( string $lane ): void {
		$since = $this->in_flight[ $lane ] ?? null;
		Assert::assertTrue( null === $since || $this->clock_was_set || $this->clock->monotonic - $since >= 40_000, 'Two calls of one lane at a time.' . $this->story() );
	}

	/**
	 * Invariant 5: the strongest of what is wanted is sent.
	 *
	 * @param Action                           $action What is sent.
	 * @param list<array{action: string, ...}> $rows   What it is sent for.
	 */
	private function assert_strongest( Action $action, array $rows ): void {
		$wanted = array_column( $rows, 'action' );
		$worth  = in_array( 'cleanRebuild', $wanted, true ) ? 'cleanRebuild' : ( $wanted[0] ?? '' );
		Assert::assertSame( $worth, $action->value, 'Not the strongest action.' . $this->story() );
	}

	/**
	 * Invariant 4: nothing is sent before it is due, unless somebody pressed or a sender had begun it.
	 *
	 * @param list<array{id: int, delivery: int, action: string, pressed: bool, at: int, failed: bool}> $rows What it is sent for.
	 */
	private function assert_not_early( array $rows ): void {
		$delivery                 = $rows[0]['delivery'] ?? 0;
		$is_begun                 = isset( $this->begun[ $delivery ] );
		$this->begun[ $delivery ] = true;
		if ( $is_begun || $this->clock_was_set || $this->was_interrupted || null !== $this->fuse || in_array( true, array_column( $rows, 'pressed' ), true ) || $this->has_crashed() ) {
			return;
		}
		$fresh = array_column( array_filter( $rows, static fn( array $row ): bool => ! $row['failed'] ), 'at' );
		Assert::assertNotSame( array(), $fresh, 'Refused changes alone were sent again.' . $this->story() );
		Assert::assertGreaterThanOrEqual( min( max( $fresh ) + 10_000, min( $fresh ) + 120_000 ), $this->clock->now, 'Sent too early.' . $this->story() );
	}

	/**
	 * Tells whether any sender has crashed or stalled so far: then a delivery may have been begun unseen.
	 */
	private function has_crashed(): bool {
		return in_array( 'crashed', $this->story, true );
	}

	/**
	 * Chooses an action.
	 */
	private function action(): Action {
		return array( Action::Rebuild, Action::Rebuild, Action::CleanRebuild, Action::PurgeCache )[ mt_rand( 0, 3 ) ];
	}

	/**
	 * Throws a coin.
	 *
	 * @param int $percent How likely.
	 */
	private function chance( int $percent ): bool {
		return mt_rand( 0, 99 ) < $percent;
	}

	/**
	 * Remembers what happened.
	 *
	 * @param string $what In words.
	 */
	private function tell( string $what ): void {
		$this->story[] = $what;
	}

	/**
	 * Tells the whole story.
	 */
	public function story(): string {
		return "\n" . implode( "\n", $this->story );
	}
}
