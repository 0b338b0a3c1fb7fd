<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * Judges the queue between two steps, whatever processes are in the middle of: invariant 1 (no change is lost). Each
 * row is pending, attached to a delivery that has not ended, covered by a call that succeeded, or ended by somebody.
 */
final class Row_Checks {
	public function __construct( private readonly World $world ) {}

	/**
	 * Judges.
	 *
	 * @param Picture|null $before The queue as it was.
	 */
	public function judge( Picture $now, ?Picture $before ): void {
		foreach ( $now->rows as $id => $row ) {
			$fault = $this->fault_of( $id, $row, $now );
			if ( null !== $fault ) {
				$this->world->story->blame( "row $id ({$row['lane']}): $fault" );
			}
		}
		foreach ( $now->unfinished as $lane => $deliveries ) {
			if ( count( $deliveries ) > 1 ) {
				$this->world->story->blame( "$lane: two deliveries at a time" );
			}
		}
		if ( null !== $before ) {
			$this->judge_past( $now, $before );
		}
	}

	/**
	 * Returns what is wrong with where a row is.
	 *
	 * @param array{lane: string, changes: int, pressed: bool, failed: int, delivery: int, ...} $row
	 */
	private function fault_of( int $id, array $row, Picture $now ): ?string {
		if ( 0 === $row['delivery'] ) {
			return $this->fault_of_mark( $id, $row, $now );
		}
		$delivery = $now->deliveries[ $row['delivery'] ] ?? null;
		if ( null === $delivery || $delivery['lane'] !== $row['lane'] ) {
			return 'attached to a delivery that is not there';
		}
		$is_seen = $id <= ( $this->world->watch->seen_at_cancel[ $row['lane'] ] ?? 0 );
		return match ( $delivery['state'] ) {
			'accepted'  => isset( $this->world->watch->covered[ $row['delivery'] ][ $id ] ) ? null : 'accepted, but no successful call covered it',
			'failed'    => 0 === $row['changes'] ? null : 'lost in a delivery that has failed',
			'cancelled' => ( $is_seen && 0 === $row['changes'] ) || 0 === $delivery['finished_at'] || isset( $now->retired[ World::environment_of( $row['lane'] ) ] ) ? null : 'lost in a canceled run',
			'retrying'  => ! $row['pressed'] || $is_seen || isset( $this->world->watch->tried[ $id ] ) ? null : 'a press that waits for a next attempt without a first one',
			'sending'   => null,
			default     => "in the state {$delivery['state']}",
		};
	}

	/**
	 * Returns what is wrong with the mark of a row that no run has: it names the run that failed or was canceled.
	 *
	 * @param array{lane: string, failed: int, changes: int, ...} $row
	 */
	private function fault_of_mark( int $id, array $row, Picture $now ): ?string {
		$run = 0 === $row['failed'] ? null : $now->deliveries[ $row['failed'] ] ?? null;
		return match ( true ) {
			0 === $row['failed']                                                                                => null,
			null === $run                                                                                       => 'refused by a delivery that is not there',
			'cancelled' === $run['state'] && $id > ( $this->world->watch->seen_at_cancel[ $row['lane'] ] ?? 0 ) => 'canceled by a user who could not see it',
			default                                                                                             => null,
		};
	}

	/**
	 * Judges that what has ended stays as it is: whoever lost the lease writes nothing.
	 *
	 * @param Picture $before The queue as it was.
	 */
	private function judge_past( Picture $now, Picture $before ): void {
		foreach ( $before->deliveries as $id => $delivery ) {
			$has_ended = $delivery['finished_at'] > 0 && in_array( $delivery['state'], array( 'accepted', 'failed', 'cancelled' ), true );
			if ( $has_ended && ( $now->deliveries[ $id ] ?? null ) !== $delivery ) {
				$this->world->story->blame( "delivery $id ({$delivery['lane']}): changed after it had ended as {$delivery['state']}" );
			}
			if ( $has_ended ) {
				continue;
			}
			$this->judge_sum( $id, $now );
		}
		foreach ( $before->rows as $id => $row ) {
			$had_ended = 0 !== $row['delivery'] && ( $before->deliveries[ $row['delivery'] ]['finished_at'] ?? 0 ) > 0;
			if ( ! isset( $now->rows[ $id ] ) ) {
				$this->world->story->blame( "row $id ({$row['lane']}): gone" );
			} elseif ( 0 !== $row['delivery'] && 0 === $now->rows[ $id ]['delivery'] && 0 === $now->rows[ $id ]['failed'] ) {
				$this->world->story->blame( "row $id ({$row['lane']}): was refused, and looks new" );
			} elseif ( $had_ended && $now->rows[ $id ]['delivery'] !== $row['delivery'] ) {
				$this->world->story->blame( "row $id ({$row['lane']}): taken out of a delivery that has ended" );
			}
		}
	}

	/**
	 * Judges the count of a delivery that has just ended.
	 */
	private function judge_sum( int $id, Picture $now ): void {
		$delivery = $now->deliveries[ $id ] ?? null;
		if ( null === $delivery || 0 === $delivery['finished_at'] || 'failed' === $delivery['state'] ) {
			return;
		}
		$is_of_it = static fn( array $row ): bool => $row['delivery'] === $id || ( 0 === $row['delivery'] && $row['failed'] === $id );
		$sum      = array_sum( array_column( array_filter( $now->rows, $is_of_it ), 'changes' ) );
		if ( $sum !== $delivery['changes'] ) {
			$this->world->story->blame( "delivery $id ({$delivery['lane']}): says {$delivery['changes']} changes, has $sum" );
		}
	}
}
