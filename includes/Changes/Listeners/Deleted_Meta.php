<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Database;
use HeadlessDeploy\Read_Failed;

/**
 * Finds the objects whose meta is about to be deleted for all at once. `delete_metadata()` then passes the object id 0.
 */
final class Deleted_Meta {
	/**
	 * @param  'post'|'term'|'comment'|'user' $type
	 * @param  mixed                          $meta_ids As the action `delete_{type}_meta` passes them.
	 * @return list<int>                      `Marked_Objects::UNKNOWN` alone if there are too many, or if they cannot be read.
	 */
	public static function objects( string $type, mixed $meta_ids ): array {
		$ids = array_filter( array_map( intval( ... ), array_filter( (array) $meta_ids, is_numeric( ... ) ) ) );
		if ( array() === $ids ) {
			return array();
		}
		if ( count( $ids ) > Marked_Objects::MAX ) {
			return array( Marked_Objects::UNKNOWN );
		}
		$id_column = 'user' === $type ? 'umeta_id' : 'meta_id';
		$list      = implode( ', ', $ids );
		try {
			return array_map( intval( ... ), Database::column( "SELECT DISTINCT {$type}_id FROM " . _get_meta_table( $type ) . " WHERE $id_column IN ($list)" ) );
		} catch ( Read_Failed ) {
			return array( Marked_Objects::UNKNOWN );
		}
	}
}
