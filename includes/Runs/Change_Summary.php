<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Queue\Change_Count;

/**
 * Sums up changes: their number, the newest one and their authors.
 */
final class Change_Summary {
	/**
	 * Returns for example “3 changes by Maria Lindqvist and Jonas Weber”. Not escaped.
	 *
	 * @param array<Reason> $reasons The newest of them.
	 */
	public static function by( int $changes, array $reasons ): string {
		$saved = array_filter( $reasons, static fn( Reason $reason ): bool => Change::SAVED === $reason->event );
		$text  = count( $saved ) === $changes && count( $reasons ) === $changes && $changes > 0
			/* translators: %d: number of saves. */
			? sprintf( _n( '%d save without a change', '%d saves without a change', $changes, 'headless-deploy' ), $changes )
			: self::count( $changes );
		return self::with_authors( $text, $reasons );
	}

	/**
	 * Says what happened to the newest object, how many others changed, and by which users: “Post “Summer collection” published,
	 * and 2 more by Jonas Weber”. An object that was saved several times counts once.
	 *
	 * @param array<Reason> $reasons The newest of them.
	 */
	public static function titled( int $changes, array $reasons ): string {
		$objects = array();
		foreach ( $reasons as $reason ) {
			if ( 'scheduled' !== $reason->event ) {
				$objects[ $reason->subject() ][] = $reason;
			}
		}
		$text = self::event_text( reset( $objects ) ?: array() );
		if ( '' === $text ) {
			return self::by( $changes, $reasons );
		}
		$others = max(
			$changes - array_sum( array_map( static fn( array $saves ): int => count( $saves ) - 1, $objects ) ),
			count( $objects ),
		) - 1;
		/* translators: 1: what happened, for example “Post “Hello” published”, 2: number of further changes. */
		return self::with_authors( $others < 1 ? $text : sprintf( __( '%1$s, and %2$d more', 'headless-deploy' ), $text, $others ), $reasons );
	}

	/**
	 * Returns the sentence of several saves of one object: one that was published and then updated is published.
	 *
	 * @param array<Reason> $saves Newest first.
	 */
	private static function event_text( array $saves ): string {
		$shown = $saves[0] ?? null;
		foreach ( Change::UPDATED === $shown?->event ? $saves : array() as $save ) {
			if ( in_array( $save->event, array( Change::PUBLISHED, Reason_Text::RESTORED, Reason_Text::MOVED ), true ) ) {
				$shown = $save;
			}
		}
		return $shown->text ?? '';
	}

	/**
	 * @param array<Reason> $reasons
	 */
	private static function with_authors( string $text, array $reasons ): string {
		$authors = self::authors( $reasons );
		/* translators: 1: for example “3 changes” or “Summer collection + 2”, 2: names of users. */
		return '' === $authors ? $text : sprintf( __( '%1$s by %2$s', 'headless-deploy' ), $text, $authors );
	}

	/**
	 * Returns the authors of changes; empty if only WordPress made them.
	 *
	 * @param array<Reason> $reasons The newest of them.
	 */
	public static function authors( array $reasons ): string {
		$names = self::names( $reasons );
		return array() === $names ? '' : self::name_list( $names );
	}

	/**
	 * Returns the name of each author once; empty if only WordPress made the changes.
	 *
	 * @param  array<Reason> $reasons
	 * @return list<string>
	 */
	private static function names( array $reasons ): array {
		$names   = array();
		$is_user = false;
		foreach ( $reasons as $reason ) {
			if ( 'scheduled' === $reason->event ) {
				// A schedule starts a run without a change.
				continue;
			}
			$is_user = $is_user || '' !== $reason->user_name;
			$names[] = 0 === $reason->user_id ? __( 'WordPress', 'headless-deploy' ) : $reason->user_name;
		}
		return $is_user ? array_values( array_unique( array_filter( $names, static fn( string $name ): bool => '' !== $name ) ) ) : array();
	}

	/**
	 * Returns for example “3 changes”.
	 */
	public static function count( int $changes ): string {
		/* translators: %s: number of changes. */
		return sprintf( _n( '%s change', '%s changes', $changes, 'headless-deploy' ), Change_Count::text( $changes ) );
	}

	/**
	 * @param non-empty-list<string> $names
	 */
	private static function name_list( array $names ): string {
		return match ( count( $names ) ) {
			1 => $names[0],
			/* translators: 1 and 2: names of people. */
			2       => sprintf( __( '%1$s and %2$s', 'headless-deploy' ), $names[0], $names[1] ),
			default => sprintf(
				/* translators: 1 and 2: names of people, 3: how many more people. */
				_n( '%1$s, %2$s and %3$d other user', '%1$s, %2$s and %3$d other users', count( $names ) - 2, 'headless-deploy' ),
				$names[0],
				$names[1],
				count( $names ) - 2,
			),
		};
	}
}
