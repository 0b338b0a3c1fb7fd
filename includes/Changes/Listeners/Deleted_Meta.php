<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

/**
 * Finds the objects whose meta is about to be deleted for all at once. `delete_metadata()` then passes the object id 0.
 */
final class Deleted_Meta {
	/**
	 * @param  'post'|'term'|'comment'|'user' $type
	 * @param  mixed                          $meta_ids As the action `delete_{type}_meta` passes them.
	 * @return list<int>
	 */
	public static function objects( string $type, mixed $meta_ids ): array {
		global $wpdb;
		$ids = array_filter( array_map( intval( ... ), array_filter( (array) $meta_ids, is_numeric( ... ) ) ) );
		if ( array() === $ids ) {
			return array();
		}
		$id_column = 'user' === $type ? 'umeta_id' : 'meta_id';
		$list      = implode( ', ', $ids );
		// phpcs:ignore WordPress.DB.PreparedSQL.InterpolatedNotPrepared -- Names and numbers of this function.
		$objects = $wpdb->get_col( "SELECT DISTINCT {$type}_id FROM " . _get_meta_table( $type ) . " WHERE $id_column IN ($list)" );
		return array_map( intval( ... ), array_values( $objects ) );
	}
}
