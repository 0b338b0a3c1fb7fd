<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

/**
 * Merges two changes of one object into one reason. A change of terms or meta that follows a save has no page data, and a
 * refresh needs what each of the two saves replaced.
 *
 * @phpstan-import-type Reason from Change
 */
final class Merged_Reason {
	/**
	 * Details of which a reason holds one value. Two different ones cannot both be told.
	 */
	private const SINGLE = array( 'path', 'old', 'author', 'was' );

	/**
	 * @param  Reason|null $earlier Null for the first change of an object.
	 * @param  Reason      $later
	 * @return Reason      The later one, with the details that only the earlier one has.
	 */
	public static function of( ?array $earlier, array $later ): array {
		if ( null === $earlier ) {
			return $later;
		}
		$is_all = isset( $earlier['all'] ) || isset( $later['all'] );
		foreach ( self::SINGLE as $detail ) {
			$is_all = $is_all || ( isset( $earlier[ $detail ], $later[ $detail ] ) && $earlier[ $detail ] !== $later[ $detail ] );
		}
		$terms = array_filter( array( $earlier['terms'] ?? '', $later['terms'] ?? '' ), static fn( string $ids ): bool => '' !== $ids );
		$kept  = array_intersect_key( $earlier, array_flip( array( ...self::SINGLE, 'mark', 'slug', 'restored', 'meta', 'cron' ) ) );
		if ( array() !== $terms ) {
			$later['terms'] = implode( ',', array_unique( explode( ',', implode( ',', $terms ) ) ) );
		}
		if ( $is_all ) {
			$later['all'] = 1;
		}
		if ( ! isset( $earlier['kept'] ) ) {
			unset( $later['kept'] );
		}
		return $later + $kept;
	}
}
