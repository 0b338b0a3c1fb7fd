<?php
/**
 * One change in WordPress.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Triggers;

/**
 * Holds what happened to what, by ids: titles are looked up when somebody who may read them asks.
 */
final class Change {
	public const PUBLISHED   = 'published';
	public const UPDATED     = 'updated';
	public const UNPUBLISHED = 'unpublished';
	public const TRASHED     = 'trashed';
	public const DELETED     = 'deleted';

	/**
	 * Takes what a listener saw.
	 *
	 * @param string $source  A source of the policy, for example `content`.
	 * @param string $event   A constant of this class.
	 * @param int    $post_id Post that changed.
	 * @param string $subtype Its post type.
	 * @param int    $user_id Who did it, 0 for nobody.
	 */
	public function __construct(
		public readonly string $source,
		public readonly string $event,
		public readonly int $post_id,
		public readonly string $subtype,
		public readonly int $user_id,
	) {}

	/**
	 * Returns the change as it is stored.
	 *
	 * @param int $at When, in milliseconds.
	 *
	 * @return array{event: string, type: string, subtype: string, id: int, user: int, at: int}
	 */
	public function to_reason( int $at ): array {
		return array(
			'event'   => $this->event,
			'type'    => 'post',
			'subtype' => $this->subtype,
			'id'      => $this->post_id,
			'user'    => $this->user_id,
			'at'      => $at,
		);
	}
}
