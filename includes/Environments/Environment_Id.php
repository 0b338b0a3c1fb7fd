<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * Makes the id of an environment from its first label: `Production` becomes `production`. Renaming keeps the id.
 */
final class Environment_Id {
	private const LONGEST = 48;

	/**
	 * Returns an id that nobody has or had.
	 *
	 * @param string       $label What people call it.
	 * @param list<string> $taken Ids that are taken, those of removed environments included.
	 */
	public static function from_label( string $label, array $taken ): string {
		$slug = trim( (string) preg_replace( '/[^a-z0-9]+/', '-', strtolower( remove_accents( $label ) ) ), '-' );
		$slug = rtrim( substr( $slug, 0, self::LONGEST ), '-' );
		$slug = 1 === preg_match( '/^[a-z]/', $slug ) ? $slug : rtrim( "environment-$slug", '-' );
		$id   = $slug;
		for ( $number = 2; in_array( $id, $taken, true ); $number++ ) {
			$id = "$slug-$number";
		}
		return $id;
	}
}
