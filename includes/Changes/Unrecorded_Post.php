<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

/**
 * A post that was saved, and that no row of the table of changes names since then.
 */
final class Unrecorded_Post {
	/**
	 * @param string $event    A constant of Change.
	 * @param int    $saved_at In milliseconds.
	 * @param bool   $is_known Whether a difference was lost for sure. Otherwise the save may have had no difference, and only
	 *                         refreshes tell it.
	 */
	public function __construct(
		public readonly int $id,
		public readonly string $type,
		public readonly string $event,
		public readonly int $saved_at,
		public readonly bool $is_known,
	) {}
}
