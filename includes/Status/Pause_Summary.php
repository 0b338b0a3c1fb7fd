<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Pause_Text;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Site_Time;

/**
 * The headline and detail of a paused environment.
 *
 * @phpstan-import-type Paused from Status
 */
final class Pause_Summary {
	/**
	 * @param Paused $paused
	 */
	public function __construct(
		private readonly array $paused,
		private readonly int $change_count,
	) {}

	public function moment( int $now ): Summary_Moment {
		return new Summary_Moment( 'paused', $this->headline(), $this->detail( $now ) );
	}

	public function headline(): string {
		$name = $this->paused['by']['name'] ?? '';
		if ( '' !== $name ) {
			/* translators: %s: name of a user. */
			return sprintf( __( 'Paused by %s', 'headless-deploy' ), $name );
		}
		return match ( $this->paused['reason'] ) {
			'copy'     => __( 'Paused: this is a copy', 'headless-deploy' ),
			'token'    => __( 'Paused: the webhook URL was rejected', 'headless-deploy' ),
			'disabled' => __( 'Paused in wp-config.php', 'headless-deploy' ),
			'key'      => __( 'Paused: the stored webhook URL cannot be read', 'headless-deploy' ),
			'constant' => __( 'Paused: wp-config.php has an error', 'headless-deploy' ),
			'no_curl'  => __( 'Paused: PHP’s cURL extension is missing', 'headless-deploy' ),
			'unknown'  => __( 'Paused by a newer version', 'headless-deploy' ),
			default    => __( 'Paused', 'headless-deploy' ),
		};
	}

	private function detail( int $now ): string {
		return implode( ' ', array_filter( array( $this->since( $now ), $this->reason(), $this->saved_changes_text(), $this->next_attempt( $now ) ) ) );
	}

	private function since( int $now ): string {
		return 'person' !== $this->paused['reason'] || null === $this->paused['since'] ? '' : sprintf(
			/* translators: %s: a time or a date and time, for example “14:02” or “November 24, 2026, 9:00 am”. */
			__( 'Since %s.', 'headless-deploy' ),
			Site_Time::time_or_date( Iso_Time::ms( $this->paused['since'] ), $now ),
		);
	}

	/**
	 * The problem of the environment says why its webhook URL does not work.
	 */
	private function reason(): string {
		$reason = Pause_Reason::tryFrom( $this->paused['reason'] );
		return in_array( $reason, array( null, Pause_Reason::Token, Pause_Reason::Key ), true )
			? ''
			: ( new Pause_Text( $reason, $this->paused['copy']['confirmed'] ?? false ) )->message();
	}

	private function saved_changes_text(): string {
		/* translators: %d: number of changes. */
		return 0 === $this->change_count ? '' : sprintf( _n( '%d change is pending.', '%d changes are pending.', $this->change_count, 'headless-deploy' ), $this->change_count );
	}

	private function next_attempt( int $now ): string {
		/* translators: %s: a time, for example “15:00”. */
		return null === $this->paused['nextAttemptAt'] ? '' : sprintf( __( 'Next automatic attempt at %s.', 'headless-deploy' ), Site_Time::time_or_date( Iso_Time::ms( $this->paused['nextAttemptAt'] ), $now ) );
	}
}
