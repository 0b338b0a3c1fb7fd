<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * A front end that follows the rules of the kit (src/front-end/changes.ts): it stores the sequence after it has renewed the
 * pages, asks the feed when a request names a higher sequence than it knows, and renews all pages when it knows none.
 *
 * @phpstan-type Data array{sequence: int|null, since: int|null, scope: string, tags: list<string>, paths: array{changed: list<string>, gone: list<string>}}
 */
final class Simulated_Front_End {
	public readonly Page_Changes $changes;

	/**
	 * How many committed changes each page shows.
	 *
	 * @var array<int, int>
	 */
	private array $shown;

	private ?int $known = null;

	/**
	 * The request to the feed that has not been answered yet.
	 */
	private ?Process $asking = null;

	/**
	 * The state of an earlier moment, which a restored backup brings back.
	 *
	 * @var array{array<int, int>, int|null}
	 */
	private array $backup;

	public function __construct(
		private readonly World $world,
		private readonly string $environment,
	) {
		$this->changes = new Page_Changes( $world, $environment );
		$this->shown   = array_fill( 1, Page_Changes::PAGES, 0 );
		$this->backup  = array( $this->shown, null );
	}

	public function is_asking(): bool {
		return null !== $this->asking && ! $this->asking->has_ended();
	}

	public function restart( bool $keeps_sequence ): void {
		$this->asking = null;
		$this->known  = $keeps_sequence ? $this->known : null;
	}

	public function back_up(): void {
		$this->backup = array( $this->shown, $this->known );
	}

	public function restore(): void {
		$this->asking                      = null;
		list( $this->shown, $this->known ) = $this->backup;
	}

	/**
	 * Renews all pages, as a purge or a build of the host does.
	 *
	 * @param int $committed How many changes were committed when it started.
	 */
	public function renew_all( int $committed ): void {
		$this->shown = array_map( static fn( int $shown ): int => max( $shown, $committed ), $this->shown );
	}

	/**
	 * Makes the process that asks the feed. When it ends without an answer, the front end keeps its sequence.
	 */
	public function ask( Entry_Points $entry_points ): Process {
		$committed = $this->changes->count();
		$process   = null;
		$process   = $entry_points->read_feed(
			$this->environment,
			$this->known,
			function ( array $data ) use ( &$process, $committed ): void {
				if ( $process === $this->asking ) {
					$this->apply( $data, $data['sequence'] );
					$this->check( $committed );
				}
			},
		);
		$this->asking = $process;
		return $process;
	}

	/**
	 * Handles a request, completely or not at all.
	 *
	 * @param Data $data
	 */
	public function receive( array $data, Entry_Points $entry_points ): void {
		$known = $this->known;
		$feed  = null;
		if ( null !== $known && ( null === $data['since'] || $data['since'] > $known ) ) {
			$this->world->log->cover( 'a front end that has missed a request' );
			$feed = $this->missed( $known, $entry_points );
		}
		$is_complete = null !== $known && null !== $data['since'] && $data['since'] <= $known;
		if ( ! $is_complete && null === $feed ) {
			$data['scope'] = 'all';
		}
		if ( null !== $feed ) {
			$this->apply( $feed, null );
		}
		$sequence = null === $data['sequence'] ? null : max( $known ?? 0, $data['sequence'], $feed['sequence'] ?? 0 );
		$this->apply( $data, $sequence );
	}

	/**
	 * Fails if a page does not show one of the first changes.
	 */
	public function check( int $committed ): void {
		$stale = $this->changes->first_stale( $this->shown, $committed );
		if ( null !== $stale ) {
			$this->world->log->fail( "$this->environment: $stale after the front end has asked the feed" );
		}
	}

	/**
	 * @return Data|null Null when the feed did not answer.
	 */
	private function missed( int $known, Entry_Points $entry_points ): ?array {
		$data    = null;
		$process = $entry_points->read_feed(
			$this->environment,
			$known,
			static function ( array $answer ) use ( &$data ): void {
				$data = $answer;
			},
		);
		$this->world->advance_within( $process );
		return $data;
	}

	/**
	 * @param Data     $data
	 * @param int|null $sequence Null makes no progress.
	 */
	private function apply( array $data, ?int $sequence ): void {
		$committed = $this->changes->count();
		foreach ( array_keys( $this->shown ) as $page ) {
			if ( Page_Changes::names( $data, $page ) ) {
				$this->shown[ $page ] = $committed;
			}
		}
		$this->known = $sequence ?? $this->known;
	}
}
