<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes;

use HeadlessDeploy\Action;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Stored_Reason;

/**
 * Collects the changes of one request for one lane, to be written as one row.
 */
final class Batch {
	/**
	 * The log shows this many.
	 */
	private const MAX_REASONS = 20;

	/**
	 * A refresh names the pages of each change. With more, it renews all pages.
	 */
	private const MAX_REASONS_OF_REFRESH = 100;

	/**
	 * Details of which a reason holds one value. Two different ones cannot both be told.
	 */
	private const SINGLE = array( 'path', 'old', 'author', 'was' );

	/**
	 * @var array<string, Stored_Reason>
	 */
	private array $reasons = array();

	/**
	 * @var array<string, true>
	 */
	private array $counted = array();

	private bool $has_dropped = false;

	/**
	 * @param bool $is_in_run_of_earlier_row Whether the request has written a row of the lane that no run includes yet.
	 */
	public function __construct(
		private readonly Lane_Key $key,
		private Action $action,
		private readonly bool $is_in_run_of_earlier_row = false,
	) {}

	/**
	 * Adds a change. An object that is saved twice counts once, with its last event. An object that was published in
	 * this request stays published when it is saved again, and a save without a difference hides no other event.
	 */
	public function add( Change $change, Action $action, int $now, bool $is_new = true ): void {
		$key     = $change->key();
		$earlier = $this->reasons[ $key ] ?? null;
		$reason  = self::merged( $earlier, $change->to_reason( $now ) );
		if (
			( Change::UPDATED === $change->event && Change::PUBLISHED === $earlier?->event )
			|| ( Change::SAVED === $change->event && null !== $earlier )
		) {
			$reason = $reason->with( event: $earlier->event );
		}
		$this->action = $this->action->stronger( $action );
		if ( $is_new ) {
			$this->counted[ $key ] = true;
		} elseif (
			! isset( $this->counted[ $key ] )
			&& ! in_array( $change->event, array( Change::UNPUBLISHED, Change::TRASHED, Change::DELETED ), true )
		) {
			// A row that is already written counts it, but the live check needs the time of this save.
			$reason = $reason->with( again: true );
		}
		unset( $this->reasons[ $key ] );
		$this->reasons[ $key ] = $reason;
		if ( count( $this->reasons ) > ( Lane::Refresh === $this->key->lane ? self::MAX_REASONS_OF_REFRESH : self::MAX_REASONS ) ) {
			unset( $this->reasons[ array_key_first( $this->reasons ) ] );
			$this->has_dropped = true;
		}
	}

	/**
	 * Merges two changes of one object into one reason. A change of terms or meta that follows a save has no page data, and a
	 * refresh needs what each of the two saves replaced.
	 *
	 * @param Stored_Reason|null $earlier Null for the first change of an object.
	 */
	public static function merged( ?Stored_Reason $earlier, Stored_Reason $later ): Stored_Reason {
		if ( null === $earlier ) {
			return $later;
		}
		$is_all = $earlier->all || $later->all;
		foreach ( self::SINGLE as $detail ) {
			$is_all = $is_all || ( (bool) $earlier->$detail && (bool) $later->$detail && $earlier->$detail !== $later->$detail );
		}
		$kept = array();
		foreach ( array( ...self::SINGLE, 'mark', 'slug', 'restored', 'meta', 'cron' ) as $detail ) {
			$kept[ $detail ] = (bool) $later->$detail ? $later->$detail : $earlier->$detail;
		}
		$terms = array_filter( explode( ',', "$earlier->terms,$later->terms" ) );
		return $later->with( ...$kept, all: $is_all, kept: $earlier->kept && $later->kept, terms: implode( ',', array_unique( $terms ) ) );
	}

	/**
	 * Returns the reasons, newest first. The first one says `all` where others were dropped, because a refresh cannot name
	 * their pages.
	 *
	 * @return list<Stored_Reason>
	 */
	private function reasons(): array {
		$reasons = array_reverse( array_values( $this->reasons ) );
		if ( $this->has_dropped && isset( $reasons[0] ) ) {
			$reasons[0] = $reasons[0]->with( all: true );
		}
		return $reasons;
	}

	/**
	 * Returns how many objects were added that no earlier row of the request counts. A run may have been sent since a row that
	 * is older than the quiet period, so then there is at least one: the next run has a change.
	 */
	public function count(): int {
		return max( $this->is_in_run_of_earlier_row ? 0 : 1, count( $this->counted ) );
	}

	public function to_row( int $now ): New_Change {
		$newest = end( $this->reasons );
		return new New_Change(
			$this->key,
			$this->action,
			$now,
			$this->count(),
			$this->reasons(),
			user_id: false === $newest ? 0 : $newest->user,
		);
	}
}
