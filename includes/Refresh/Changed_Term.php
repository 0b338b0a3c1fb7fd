<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Queue\Stored_Reason;

/**
 * All recorded changes of one term.
 */
final class Changed_Term {
	/**
	 * @var array<string, true>
	 */
	public array $taxonomies = array();

	/**
	 * Whether more than the number of its posts changed.
	 */
	public bool $has_changed_itself = false;

	/**
	 * Parent and slug that the term had before, from which its path was made.
	 *
	 * @var list<array{int, string}>
	 */
	public array $previous = array();

	public function add( Stored_Reason $reason ): void {
		if ( '' !== $reason->subtype ) {
			$this->taxonomies[ $reason->subtype ] = true;
		}
		if ( 1 === preg_match( '/\A(\d+)\|(.*)\z/s', $reason->was, $found ) ) {
			$this->previous[] = array( (int) $found[1], $found[2] );
		}
		$this->has_changed_itself = $this->has_changed_itself || ! $reason->kept;
	}
}
