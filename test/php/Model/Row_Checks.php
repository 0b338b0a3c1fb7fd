<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * Checks the queue between two steps, whatever the processes are doing: invariant 1 (no change is lost). Each row is
 * pending, attached to an unfinished run, covered by a successful call, or canceled by a user.
 */
final class Row_Checks {
	public function __construct( private readonly World $world ) {}

	public function check( Snapshot $now, ?Snapshot $before ): void {
		foreach ( $now->rows as $id => $row ) {
			$fault = $this->fault_of( $id, $row, $now );
			if ( null !== $fault ) {
				$this->world->log->fail( "row $id ({$row['lane']}): $fault" );
			}
		}
		foreach ( $now->unfinished as $lane => $runs ) {
			if ( count( $runs ) > 1 ) {
				$this->world->log->fail( "$lane: two runs at a time" );
			}
		}
		if ( null !== $before ) {
			$this->check_past( $now, $before );
		}
	}

	/**
	 * Returns an error in the state of a row.
	 *
	 * @param array{lane: string, changes: int, pressed: bool, failed: int, run: int, ...} $row
	 */
	private function fault_of( int $id, array $row, Snapshot $now ): ?string {
		if ( 0 === $row['run'] ) {
			return $this->fault_of_mark( $id, $row, $now );
		}
		$run = $now->runs[ $row['run'] ] ?? null;
		if ( null === $run || $run['lane'] !== $row['lane'] ) {
			return 'attached to a run that is not there';
		}
		$is_seen = $id <= ( $this->world->observer->seen_at_cancel[ $row['lane'] ] ?? 0 );
		return match ( $run['status'] ) {
			'accepted' => isset( $this->world->observer->covered[ $row['run'] ][ $id ] ) ? null : 'accepted, but no successful call covered it',
			'failed'   => 0 === $row['changes'] ? null : 'lost in a run that has failed',
			'canceled' => ( $is_seen && 0 === $row['changes'] ) || 0 === $run['finished_at'] || isset( $now->retired[ World::environment_of( $row['lane'] ) ] ) ? null : 'lost in a canceled run',
			'retrying' => ! $row['manual'] || $is_seen || isset( $this->world->observer->tried[ $id ] ) ? null : 'a manual run that waits for a next attempt without a first one',
			'sending'  => null,
			default    => "in the state {$run['status']}",
		};
	}

	/**
	 * Returns an error in a row without a run: its mark must name the run that failed or was canceled.
	 *
	 * @param array{lane: string, failed: int, changes: int, ...} $row
	 */
	private function fault_of_mark( int $id, array $row, Snapshot $now ): ?string {
		$run = 0 === $row['failed'] ? null : $now->runs[ $row['failed'] ] ?? null;
		return match ( true ) {
			0 === $row['failed']                                                                                   => null,
			null === $run                                                                                          => 'refused by a run that is not there',
			'' !== $run['replaced_by'] && 'refresh' === $row['action'] && ! $row['manual']                         => 'left behind by a run that was replaced',
			'canceled' === $run['status'] && $id > ( $this->world->observer->seen_at_cancel[ $row['lane'] ] ?? 0 ) => 'canceled by a user who could not see it',
			default                                                                                                => null,
		};
	}

	/**
	 * Checks that ended runs do not change: a process without the lease writes nothing.
	 */
	private function check_past( Snapshot $now, Snapshot $before ): void {
		foreach ( $before->runs as $id => $run ) {
			$has_ended = $run['finished_at'] > 0 && in_array( $run['status'], array( 'accepted', 'failed', 'canceled' ), true );
			$is_pruned = $this->world->has_pruned && ! isset( $now->runs[ $id ] );
			if ( $has_ended && ! $is_pruned && ( $now->runs[ $id ] ?? null ) !== $run ) {
				$this->world->log->fail( "run $id ({$run['lane']}): changed after it had ended as {$run['status']}" );
			}
			if ( $has_ended ) {
				continue;
			}
			$this->check_sum( $id, $now );
		}
		foreach ( $before->rows as $id => $row ) {
			$had_ended = 0 !== $row['run'] && ( $before->runs[ $row['run'] ]['finished_at'] ?? 0 ) > 0;
			$has_moved = ( $now->rows[ $id ]['lane'] ?? $row['lane'] ) !== $row['lane'];
			if ( ! isset( $now->rows[ $id ] ) ) {
				$this->check_pruned( $id, $row, $before );
			} elseif ( $has_moved && ! $this->may_move( $row, $now->rows[ $id ]['lane'] ) ) {
				$this->world->log->fail( "row $id: moved from {$row['lane']} to {$now->rows[ $id ]['lane']}" );
			} elseif ( 0 !== $row['run'] && 0 === $now->rows[ $id ]['run'] && 0 === $now->rows[ $id ]['failed'] && ! $has_moved ) {
				$this->world->log->fail( "row $id ({$row['lane']}): was refused, and looks new" );
			} elseif ( $had_ended && $now->rows[ $id ]['run'] !== $row['run'] ) {
				$this->world->log->fail( "row $id ({$row['lane']}): taken out of a run that has ended" );
			}
		}
	}

	/**
	 * Only rows of runs that have ended are deleted.
	 *
	 * @param array{lane: string, run: int, ...} $row
	 */
	private function check_pruned( int $id, array $row, Snapshot $before ): void {
		$run = $before->runs[ $row['run'] ] ?? null;
		if ( ! $this->world->has_pruned || null === $run || ! in_array( $run['status'], array( 'accepted', 'failed', 'canceled' ), true ) ) {
			$this->world->log->fail( "row $id ({$row['lane']}): gone" );
		}
		$this->world->log->cover( 'rows that were pruned' );
	}

	/**
	 * Tells whether a row moves because a stronger action replaced its refresh.
	 *
	 * @param array{lane: string, action: string, manual: bool, ...} $row
	 */
	private function may_move( array $row, string $to ): bool {
		$environment = World::environment_of( $row['lane'] );
		$is_stronger = in_array( array( $row['lane'], $to ), array( array( "$environment/refresh", "$environment/cache" ), array( "$environment/refresh", "$environment/build" ), array( "$environment/cache", "$environment/build" ) ), true );
		return $is_stronger && 'refresh' === $row['action'] && ! $row['manual'];
	}

	private function check_sum( int $id, Snapshot $now ): void {
		$run = $now->runs[ $id ] ?? null;
		if ( null === $run || 0 === $run['finished_at'] || 'failed' === $run['status'] ) {
			return;
		}
		$is_of_it = static fn( array $row ): bool => $row['run'] === $id || ( 0 === $row['run'] && $row['failed'] === $id );
		$sum      = array_sum( array_column( array_filter( $now->rows, $is_of_it ), 'changes' ) );
		if ( $sum !== $run['changes'] ) {
			$this->world->log->fail( "run $id ({$run['lane']}): has stored {$run['changes']} changes, has $sum" );
		}
	}
}
