<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Lane;
use HeadlessDeploy\Runs\Change_Summary;
use HeadlessDeploy\Runs\Reasons;
use HeadlessDeploy\Runs\Run_View;
use HeadlessDeploy\Runs\Undeployed_Log;

/**
 * The undeployed changes of a lane: `Undeployed` of src/shared/wire.ts.
 *
 * @phpstan-import-type Run from Run_View
 * @phpstan-import-type Undeployed_Run from Undeployed_Log
 * @phpstan-type Undeployed array{lane: string, changes: int, canceled: int, run: int, reasons: list<array<string, mixed>>, headline: string, message: string}
 */
final class Undeployed_Changes {
	/**
	 * @param array<int, Run> $runs The newest runs with undeployed changes, by id.
	 */
	public function __construct( private readonly array $runs ) {}

	/**
	 * @param  list<Undeployed_Run> $undeployed
	 * @return Undeployed|null
	 */
	public function of( string $lane, array $undeployed ): ?array {
		if ( array() === $undeployed ) {
			return null;
		}
		$changes = self::sum( $undeployed );
		return array(
			'lane'     => $lane,
			'changes'  => $changes,
			'canceled' => self::sum( array_filter( $undeployed, static fn( array $one ): bool => $one['canceled'] ) ),
			'run'      => $undeployed[0]['run'],
			'reasons'  => $this->reasons( $undeployed ),
			/* translators: %d: number of changes. */
			'headline' => sprintf( _n( '%d change is not on the site', '%d changes are not on the site', $changes, 'headless-deploy' ), $changes ),
			'message'  => implode( ' ', $this->sentences( $undeployed ) ),
		);
	}

	/**
	 * Returns the headline of changes that the site shows already, because a run of another lane includes them.
	 */
	public static function headline_of_shown( Lane $lane, int $changes ): string {
		return sprintf(
			match ( $lane ) {
				/* translators: %d: number of changes. */
				Lane::Build => _n( '%d change is refreshed but not rebuilt', '%d changes are refreshed but not rebuilt', $changes, 'headless-deploy' ),
				/* translators: %d: number of changes. */
				Lane::Cache => _n( '%d change is refreshed, but the cache is not purged', '%d changes are refreshed, but the cache is not purged', $changes, 'headless-deploy' ),
				/* translators: %d: number of changes. */
				Lane::Refresh => _n( '%d change is not refreshed', '%d changes are not refreshed', $changes, 'headless-deploy' ),
			},
			$changes,
		);
	}

	/**
	 * Says which changes a canceled run would leave out.
	 *
	 * @param string $changes      For example “3 changes by Maria Lindqvist”.
	 * @param bool   $is_refreshed Whether a refresh includes them too.
	 */
	public static function cancel_hint( Lane $lane, string $changes, bool $is_refreshed ): string {
		return sprintf(
			match ( true ) {
				/* translators: %s: for example “3 changes by Maria Lindqvist and Jonas Weber”. */
				Lane::Refresh === $lane => __( 'Not refreshed if you cancel: %s.', 'headless-deploy' ),
				/* translators: %s: for example “3 changes by Maria Lindqvist and Jonas Weber”. */
				$is_refreshed && Lane::Build === $lane => __( 'Not rebuilt if you cancel: %s.', 'headless-deploy' ),
				/* translators: %s: for example “3 changes by Maria Lindqvist and Jonas Weber”. */
				$is_refreshed => __( 'Not purged if you cancel: %s.', 'headless-deploy' ),
				/* translators: %s: for example “3 changes by Maria Lindqvist and Jonas Weber”. */
				default => __( 'Not deployed if you cancel: %s.', 'headless-deploy' ),
			},
			$changes,
		);
	}

	/**
	 * @param array<Undeployed_Run> $undeployed
	 */
	private static function sum( array $undeployed ): int {
		return (int) array_sum( array_column( $undeployed, 'changes' ) );
	}

	/**
	 * One sentence for failed runs, and one for each user who canceled.
	 *
	 * @param  list<Undeployed_Run> $undeployed
	 * @return list<string>
	 */
	private function sentences( array $undeployed ): array {
		$failed   = array();
		$canceled = array();
		foreach ( $undeployed as $one ) {
			if ( $one['canceled'] ) {
				$canceled[ (string) ( $this->runs[ $one['run'] ]['user']['name'] ?? $one['user'] ) ][] = $one;
			} else {
				$failed[] = $one;
			}
		}
		$sentences = array();
		if ( array() !== $failed ) {
			/* translators: %s: for example “3 changes by Maria Lindqvist”. */
			$sentences[] = sprintf( __( 'Failed: %s.', 'headless-deploy' ), $this->summary( $failed ) );
		}
		foreach ( $canceled as $name => $ones ) {
			$sentences[] = '' === (string) $name
				/* translators: %s: for example “3 changes by Maria Lindqvist”. */
				? sprintf( __( 'Canceled: %s.', 'headless-deploy' ), $this->summary( $ones ) )
				/* translators: 1: name of a user, 2: for example “3 changes by Maria Lindqvist”. */
				: sprintf( __( 'Canceled by %1$s: %2$s.', 'headless-deploy' ), $name, $this->summary( $ones ) );
		}
		return $sentences;
	}

	/**
	 * @param list<Undeployed_Run> $undeployed
	 */
	private function summary( array $undeployed ): string {
		return Change_Summary::by( self::sum( $undeployed ), $this->reasons( $undeployed ) );
	}

	/**
	 * @param  list<Undeployed_Run>       $undeployed
	 * @return list<array<string, mixed>>
	 */
	private function reasons( array $undeployed ): array {
		$lists = array_map( fn( array $one ): array => $this->runs[ $one['run'] ]['reasons'] ?? array(), $undeployed );
		return array_slice( array_merge( array(), ...array_map( array_values( ... ), $lists ) ), 0, Reasons::MAX_REASONS );
	}
}
