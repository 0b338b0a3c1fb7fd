<?php
/**
 * What a change asks for.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Triggers;

use HeadlessDeploy\Environments\Action;
use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Routing;

/**
 * Says what a change asks for, environment by environment. Reads the small autoloaded option alone: no query.
 */
final class Policy {
	/**
	 * Takes where the policies are kept.
	 *
	 * @param Routing $routing What environments do by themselves.
	 */
	public function __construct( private readonly Routing $routing ) {}

	/**
	 * Returns what a change of a source asks for; environments that it leaves alone are absent.
	 *
	 * @param string $source A source, for example `content`.
	 *
	 * @return array<string, array{action: Action, automation: Automation}>
	 */
	public function wishes( string $source ): array {
		$wishes = array();
		foreach ( $this->routing->environments() as $id => $automation ) {
			$action = $automation->policy[ $source ] ?? null;
			if ( null !== $action ) {
				$wishes[ $id ] = array(
					'action'     => $action,
					'automation' => $automation,
				);
			}
		}
		return $wishes;
	}

	/**
	 * Tells whether changes of a post type count.
	 *
	 * @param string $post_type Name of the post type.
	 */
	public function watches( string $post_type ): bool {
		$chosen = $this->routing->post_types();
		return is_post_type_viewable( $post_type ) && ( null === $chosen || in_array( $post_type, $chosen, true ) );
	}
}
