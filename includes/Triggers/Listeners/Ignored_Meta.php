<?php
/**
 * Meta that no visitor sees.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Triggers\Listeners;

use HeadlessDeploy\Triggers\Foreign_Code;

/**
 * Knows the meta keys that change nothing on the front end. All others count.
 */
final class Ignored_Meta {
	/**
	 * Bookkeeping of core, and what it has fetched while somebody read. A star at the end stands for anything.
	 */
	private const KEYS = array(
		'_edit_lock',
		'_edit_last',
		'_encloseme',
		'_pingme',
		'_wp_old_slug',
		'_wp_old_date',
		'_wp_trash_meta_*',
		'_wp_desired_post_slug',
		'_oembed_*',
	);

	/**
	 * The keys that count for nothing, once all plugins are loaded.
	 *
	 * @var list<string>|null
	 */
	private ?array $keys = null;

	/**
	 * Tells whether a key changes nothing.
	 *
	 * @param mixed $key Name of a meta value, as a hook has handed it over.
	 */
	public function has( mixed $key ): bool {
		if ( ! is_string( $key ) ) {
			return false;
		}
		foreach ( $this->keys() as $ignored ) {
			$is_same = str_ends_with( $ignored, '*' ) ? str_starts_with( $key, substr( $ignored, 0, -1 ) ) : $key === $ignored;
			if ( $is_same ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns the keys, a star at the end standing for anything.
	 *
	 * @return list<string>
	 */
	private function keys(): array {
		if ( null !== $this->keys ) {
			return $this->keys;
		}
		/**
		 * Lists the meta keys of posts and terms whose changes ask for nothing.
		 *
		 * @param list<string> $keys Keys; a star at the end stands for anything, for example `_views_*`.
		 */
		$ask      = static fn(): mixed => apply_filters( 'headless_deploy_ignored_meta_keys', self::KEYS );
		$filtered = Foreign_Code::ask( 'headless_deploy_ignored_meta_keys', $ask, self::KEYS );
		$keys     = is_array( $filtered ) ? array_values( array_filter( $filtered, static fn( mixed $key ): bool => is_string( $key ) && '' !== trim( $key, '*' ) ) ) : self::KEYS;
		if ( did_action( 'init' ) > 0 ) {
			$this->keys = $keys;
		}
		return $keys;
	}
}
