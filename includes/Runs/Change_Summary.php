<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

/**
 * Sums up changes: their number, the newest one and their authors.
 */
final class Change_Summary {
	/**
	 * Returns for example “3 changes by Maria Lindqvist and Jonas Weber”. Not escaped.
	 *
	 * @param array<array<mixed>> $reasons The newest of them, as `Reasons` renders them.
	 */
	public static function by( int $changes, array $reasons ): string {
		return self::with_authors( self::count( $changes ), $reasons );
	}

	/**
	 * Names the newest change, the number of further ones and their authors: “Summer collection + 2 by Jonas Weber”.
	 *
	 * @param array<array<mixed>> $reasons The newest of them, as `Reasons` renders them.
	 */
	public static function titled( int $changes, array $reasons ): string {
		$newest = $reasons[0] ?? array();
		$title  = (string) ( $newest['title'] ?? '' );
		$title  = '' === $title ? (string) ( $newest['text'] ?? '' ) : $title;
		if ( '' === $title ) {
			return self::by( $changes, $reasons );
		}
		/* translators: 1: title of a post, 2: number of further changes. */
		return self::with_authors( $changes < 2 ? $title : sprintf( __( '%1$s + %2$d', 'headless-deploy' ), $title, $changes - 1 ), $reasons );
	}

	/**
	 * @param array<array<mixed>> $reasons
	 */
	private static function with_authors( string $text, array $reasons ): string {
		$authors = self::authors( $reasons );
		/* translators: 1: for example “3 changes” or “Summer collection + 2”, 2: names of users. */
		return '' === $authors ? $text : sprintf( __( '%1$s by %2$s', 'headless-deploy' ), $text, $authors );
	}

	/**
	 * Returns the authors of changes; empty if only WordPress made them.
	 *
	 * @param array<array<mixed>> $reasons The newest of them, as `Reasons` renders them.
	 */
	public static function authors( array $reasons ): string {
		$names = self::names( $reasons );
		return array() === $names ? '' : self::name_list( $names );
	}

	/**
	 * Returns the name of each author once; empty if only WordPress made the changes.
	 *
	 * @param  array<array<mixed>> $reasons
	 * @return list<string>
	 */
	private static function names( array $reasons ): array {
		$names   = array();
		$is_user = false;
		foreach ( $reasons as $reason ) {
			if ( 'scheduled' === ( $reason['event'] ?? '' ) ) {
				// A schedule starts a run without a change.
				continue;
			}
			$user    = is_array( $reason['user'] ?? null ) ? $reason['user'] : array();
			$name    = is_string( $user['name'] ?? null ) ? $user['name'] : '';
			$is_user = $is_user || '' !== $name;
			$names[] = 0 === ( $user['id'] ?? 0 ) ? __( 'WordPress', 'headless-deploy' ) : $name;
		}
		return $is_user ? array_values( array_unique( array_filter( $names, static fn( string $name ): bool => '' !== $name ) ) ) : array();
	}

	/**
	 * Returns for example “3 changes”.
	 */
	public static function count( int $changes ): string {
		/* translators: %d: number of changes. */
		return sprintf( _n( '%d change', '%d changes', $changes, 'headless-deploy' ), $changes );
	}

	/**
	 * @param non-empty-list<string> $names
	 */
	private static function name_list( array $names ): string {
		return match ( count( $names ) ) {
			1 => $names[0],
			/* translators: 1 and 2: names of people. */
			2 => sprintf( __( '%1$s and %2$s', 'headless-deploy' ), $names[0], $names[1] ),
			/* translators: 1 and 2: names of people, 3: how many more people. */
			default => sprintf( _n( '%1$s, %2$s and %3$d other user', '%1$s, %2$s and %3$d other users', count( $names ) - 2, 'headless-deploy' ), $names[0], $names[1], count( $names ) - 2 ),
		};
	}
}
