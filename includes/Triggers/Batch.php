<?php
/**
 * Changes that will be one row.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Triggers;

use HeadlessDeploy\Environments\Action;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Noted_Change;

/**
 * Collects the changes of one request for one lane.
 */
final class Batch {
	private const MOST_REASONS = 20;

	/**
	 * Reasons, oldest first, one for each post.
	 *
	 * @var array<int, array{event: string, type: string, subtype: string, id: int, user: int, at: int}>
	 */
	private array $reasons = array();

	/**
	 * Posts that were counted.
	 *
	 * @var array<int, true>
	 */
	private array $posts = array();

	/**
	 * Takes the lane and the first action.
	 *
	 * @param Lane_Key $key    Lane.
	 * @param Action   $action What is asked for.
	 */
	public function __construct(
		private readonly Lane_Key $key,
		private Action $action,
	) {}

	/**
	 * Adds a change. A post that is saved twice counts once, with what happened last.
	 *
	 * @param Change $change The change.
	 * @param Action $action What it asks for.
	 * @param int    $now    Milliseconds.
	 */
	public function add( Change $change, Action $action, int $now ): void {
		$this->action                    = $this->action->stronger( $action );
		$this->posts[ $change->post_id ] = true;
		unset( $this->reasons[ $change->post_id ] );
		$this->reasons[ $change->post_id ] = $change->to_reason( $now );
		if ( count( $this->reasons ) > self::MOST_REASONS ) {
			unset( $this->reasons[ array_key_first( $this->reasons ) ] );
		}
	}

	/**
	 * Returns how many changes were added.
	 */
	public function count(): int {
		return count( $this->posts );
	}

	/**
	 * Returns the row that says all of it.
	 *
	 * @param int $now Milliseconds.
	 */
	public function to_row( int $now ): Noted_Change {
		$newest = end( $this->reasons );
		return new Noted_Change(
			$this->key,
			$this->action,
			$now,
			$this->count(),
			array_reverse( array_values( $this->reasons ) ),
			user_id: false === $newest ? 0 : $newest['user'],
		);
	}
}
