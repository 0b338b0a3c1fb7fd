<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Change_Count;
use HeadlessDeploy\Runs\Reason;

/**
 * What will be sent in a lane, and when: `PendingRun` of src/shared/wire.ts. All times are milliseconds.
 */
final class Pending_Run {
	/**
	 * @param int|null     $due_at          Null while it is held or paused.
	 * @param int          $changes         How many changes it includes, up to `Change_Count::MORE`.
	 * @param list<Reason> $reasons         The newest of them.
	 * @param int          $attempts        How many attempts were made.
	 * @param int|null     $next_attempt_at Null unless it is retried.
	 * @param int|null     $attempted_at    Time of the last attempt; null before the first.
	 * @param string       $error_code      Why the last attempt failed, a code of Errors; empty before the first.
	 * @param string       $message         Why the last attempt failed.
	 * @param string       $cancel_label    Empty if the current user may not cancel it.
	 * @param string       $cancel_hint     Empty for a run without changes.
	 */
	public function __construct(
		public readonly Lane $lane,
		public readonly Action $action,
		public readonly ?int $due_at = null,
		public readonly int $changes = 0,
		public readonly array $reasons = array(),
		public readonly bool $is_held = false,
		public readonly int $attempts = 0,
		public readonly ?int $next_attempt_at = null,
		public readonly ?int $attempted_at = null,
		public readonly string $error_code = '',
		public readonly string $message = '',
		public readonly string $cancel_label = '',
		public readonly string $cancel_hint = '',
	) {}

	public function is_retrying(): bool {
		return null !== $this->next_attempt_at;
	}

	/**
	 * Returns when it is sent; null while it is held or paused.
	 */
	public function sent_at(): ?int {
		return $this->next_attempt_at ?? $this->due_at;
	}

	/**
	 * Tells whether it is sent at a time that is known.
	 */
	public function counts_down(): bool {
		return ! $this->is_held && null !== $this->sent_at();
	}

	/**
	 * Counts the changes of pending runs, up to `Change_Count::MORE`. One change can start runs of several lanes, for example a
	 * refresh and a rebuild.
	 *
	 * @param array<self> $runs
	 */
	public static function distinct_changes( array $runs ): int {
		$named   = array();
		$unnamed = 0;
		foreach ( $runs as $run ) {
			$reasons = array_map( static fn( Reason $reason ): string => (string) wp_json_encode( $reason ), $run->reasons );
			$named   = array_merge( $named, array_diff( $reasons, $named ) );
			$unnamed = max( $unnamed, $run->changes - count( $reasons ) );
		}
		return Change_Count::capped( count( $named ) + $unnamed );
	}

	/**
	 * @return array<string, mixed>
	 */
	public function to_array(): array {
		return array(
			'lane'          => $this->lane->value,
			'action'        => $this->action->value,
			'dueAt'         => Iso_Time::or_null( $this->due_at ),
			'changes'       => $this->changes,
			'reasons'       => Reason::list_to_array( $this->reasons ),
			'held'          => $this->is_held,
			'attempt'       => $this->attempts,
			'nextAttemptAt' => Iso_Time::or_null( $this->next_attempt_at ),
			'attemptedAt'   => Iso_Time::or_null( $this->attempted_at ),
			'errorCode'     => $this->error_code,
			'message'       => $this->message,
			'headline'      => null === $this->due_at
				? null
				: Environment_Summary::countdown_headline( $this->action, $this->due_at, $this->is_retrying() )->to_array(),
			'cancelLabel' => $this->cancel_label,
			'cancelHint'  => $this->cancel_hint,
		);
	}
}
