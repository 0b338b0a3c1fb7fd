<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Environments\Pause;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Pause_Text;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Queue\Change_Count;
use HeadlessDeploy\Site_Time;

/**
 * The headline and detail of a paused environment.
 */
final class Pause_Summary {
	/**
	 * @param string $by The user who paused, empty for none.
	 */
	public function __construct(
		public readonly Pause $pause,
		private readonly string $by = '',
		private readonly bool $is_confirmed_copy = false,
	) {}

	/**
	 * @param  array<int, string>|null $names Names of users who paused, by ID; null reads the user.
	 * @return self|null               Null when nothing pauses automatic runs.
	 */
	public static function of( Send_Permission $permission, ?array $names ): ?self {
		$pause = $permission->pause;
		return null === $pause ? null : new self(
			$pause,
			Pause_Reason::Person === $pause->reason ? Last_Saved::person( $pause->by, $names )['name'] ?? '' : '',
			Pause_Reason::Copy === $permission->environment->paused?->reason,
		);
	}

	/**
	 * @param int $changes How many changes are pending.
	 */
	public function moment( int $changes, int $now ): Summary_Moment {
		return new Summary_Moment( 'paused', $this->headline(), $this->detail( $changes, $now ) );
	}

	public function headline(): string {
		if ( '' !== $this->by ) {
			/* translators: %s: name of a user. */
			return sprintf( __( 'Paused by %s', 'headless-deploy' ), $this->by );
		}
		return match ( $this->pause->reason ) {
			Pause_Reason::Copy     => __( 'Paused: this is a copy', 'headless-deploy' ),
			Pause_Reason::Token    => __( 'Paused: the webhook URL was rejected', 'headless-deploy' ),
			Pause_Reason::Disabled => __( 'Paused in wp-config.php', 'headless-deploy' ),
			Pause_Reason::Key      => __( 'Paused: the stored webhook URL cannot be read', 'headless-deploy' ),
			Pause_Reason::Constant => __( 'Paused: wp-config.php has an error', 'headless-deploy' ),
			Pause_Reason::No_Curl  => __( 'Paused: PHP’s cURL extension is missing', 'headless-deploy' ),
			Pause_Reason::Unknown  => __( 'Paused by a newer version', 'headless-deploy' ),
			Pause_Reason::Person   => __( 'Paused', 'headless-deploy' ),
		};
	}

	private function detail( int $changes, int $now ): string {
		return implode(
			' ',
			array_filter( array( $this->since( $now ), $this->reason(), self::saved_changes_text( $changes ), $this->next_attempt( $now ) ) ),
		);
	}

	private function since( int $now ): string {
		return Pause_Reason::Person !== $this->pause->reason || 0 === $this->pause->since ? '' : sprintf(
			/* translators: %s: a time or a date and time, for example “14:02” or “November 24, 2026, 9:00 am”. */
			__( 'Since %s.', 'headless-deploy' ),
			Site_Time::time_or_date( $this->pause->since, $now ),
		);
	}

	/**
	 * The problem of the environment says why its webhook URL does not work.
	 */
	private function reason(): string {
		$reason = $this->pause->reason;
		return in_array( $reason, array( Pause_Reason::Token, Pause_Reason::Key ), true )
			? ''
			: ( new Pause_Text( $reason, $this->is_confirmed_copy ) )->message();
	}

	private static function saved_changes_text( int $changes ): string {
		/* translators: %s: number of changes. */
		$text = _n( '%s change is pending.', '%s changes are pending.', $changes, 'headless-deploy' );
		return 0 === $changes ? '' : sprintf( $text, Change_Count::text( $changes ) );
	}

	private function next_attempt( int $now ): string {
		$at = $this->pause->next_attempt_at ?? 0;
		/* translators: %s: a time, for example “15:00”. */
		return 0 === $at ? '' : sprintf( __( 'Next automatic attempt at %s.', 'headless-deploy' ), Site_Time::time_or_date( $at, $now ) );
	}
}
