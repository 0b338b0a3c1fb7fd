<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Change_Count;
use HeadlessDeploy\Runs\Change_Summary;
use HeadlessDeploy\Runs\Reason;
use HeadlessDeploy\Runs\Reasons;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Runs\Undeployed_Run;
use HeadlessDeploy\Value_Object;

/**
 * The undeployed changes of a lane: `Undeployed` of src/shared/wire.ts.
 */
final class Undeployed_Changes {
	use Value_Object;

	/**
	 * @param int          $canceled How many of them were canceled.
	 * @param int          $run      The newest run with such changes.
	 * @param list<Reason> $reasons  The newest of them.
	 */
	public function __construct(
		public readonly Lane $lane,
		public readonly int $changes,
		public readonly int $canceled,
		public readonly int $run,
		public readonly array $reasons,
		public readonly string $headline,
		public readonly string $message,
	) {}

	/**
	 * @param list<Undeployed_Run> $undeployed Newest first.
	 * @param array<int, Run>      $runs       The newest runs with undeployed changes, by id.
	 */
	public static function of( Lane $lane, array $undeployed, array $runs ): ?self {
		if ( array() === $undeployed ) {
			return null;
		}
		$changes = self::sum( $undeployed );
		return new self(
			$lane,
			$changes,
			self::sum( array_filter( $undeployed, static fn( Undeployed_Run $one ): bool => $one->is_canceled ) ),
			$undeployed[0]->run,
			self::reasons( $undeployed, $runs ),
			sprintf(
				/* translators: %s: number of changes. */
				_n( '%s change is not on the site', '%s changes are not on the site', $changes, 'headless-deploy' ),
				Change_Count::text( $changes ),
			),
			implode( ' ', self::sentences( $undeployed, $runs ) ),
		);
	}

	/**
	 * @return array<string, mixed>
	 */
	public function to_array(): array {
		return array_merge(
			get_object_vars( $this ),
			array( 'lane' => $this->lane->value, 'reasons' => Reason::list_to_array( $this->reasons ) ),
		);
	}

	/**
	 * Says that the site shows the changes already, because a run of another lane includes them.
	 */
	public function as_shown(): self {
		return $this->with( headline: self::headline_of_shown( $this->lane, $this->changes ) );
	}

	private static function headline_of_shown( Lane $lane, int $changes ): string {
		return sprintf(
			match ( $lane ) {
				/* translators: %s: number of changes. */
				Lane::Build => _n( '%s change is refreshed but not rebuilt', '%s changes are refreshed but not rebuilt', $changes, 'headless-deploy' ),
				/* translators: %s: number of changes. */
				Lane::Cache => _n(
					'%s change is refreshed, but the cache is not purged',
					'%s changes are refreshed, but the cache is not purged',
					$changes,
					'headless-deploy',
				),
				/* translators: %s: number of changes. */
				Lane::Refresh => _n( '%s change is not refreshed', '%s changes are not refreshed', $changes, 'headless-deploy' ),
			},
			Change_Count::text( $changes ),
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
		return Change_Count::capped( array_sum( array_column( $undeployed, 'changes' ) ) );
	}

	/**
	 * One sentence for failed runs, and one for each user who canceled.
	 *
	 * @param  list<Undeployed_Run> $undeployed
	 * @param  array<int, Run>      $runs
	 * @return list<string>
	 */
	private static function sentences( array $undeployed, array $runs ): array {
		$failed   = array();
		$canceled = array();
		foreach ( $undeployed as $one ) {
			if ( $one->is_canceled ) {
				$canceled[ $runs[ $one->run ]->user_name ?? $one->user_name ][] = $one;
			} else {
				$failed[] = $one;
			}
		}
		$sentences = array();
		if ( array() !== $failed ) {
			/* translators: %s: for example “3 changes by Maria Lindqvist”. */
			$sentences[] = sprintf( __( 'Failed: %s.', 'headless-deploy' ), self::summary( $failed, $runs ) );
		}
		foreach ( $canceled as $name => $ones ) {
			$sentences[] = '' === (string) $name
				/* translators: %s: for example “3 changes by Maria Lindqvist”. */
				? sprintf( __( 'Canceled: %s.', 'headless-deploy' ), self::summary( $ones, $runs ) )
				/* translators: 1: name of a user, 2: for example “3 changes by Maria Lindqvist”. */
				: sprintf( __( 'Canceled by %1$s: %2$s.', 'headless-deploy' ), $name, self::summary( $ones, $runs ) );
		}
		return $sentences;
	}

	/**
	 * @param list<Undeployed_Run> $undeployed
	 * @param array<int, Run>      $runs
	 */
	private static function summary( array $undeployed, array $runs ): string {
		return Change_Summary::by( self::sum( $undeployed ), self::reasons( $undeployed, $runs ) );
	}

	/**
	 * @param  list<Undeployed_Run> $undeployed
	 * @param  array<int, Run>      $runs
	 * @return list<Reason>
	 */
	private static function reasons( array $undeployed, array $runs ): array {
		$lists = array_map( static fn( Undeployed_Run $one ): array => $runs[ $one->run ]->reasons ?? array(), $undeployed );
		return array_slice( array_merge( array(), ...$lists ), 0, Reasons::MAX_REASONS );
	}
}
