<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

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
	 * @param array<mixed> $reason As it was stored.
	 */
	public function add( array $reason ): void {
		if ( is_string( $reason['subtype'] ?? null ) && '' !== $reason['subtype'] ) {
			$this->taxonomies[ $reason['subtype'] ] = true;
		}
		$this->has_changed_itself = $this->has_changed_itself || ! isset( $reason['kept'] );
	}
}
