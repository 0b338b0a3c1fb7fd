<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Action;
use HeadlessDeploy\Changes\Post_Page;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Time_Format;
use HeadlessDeploy\Timed_Text;

/**
 * The headline of a run, its cause and its changes.
 */
final class Run_Text {
	private readonly Run_Record $record;

	public function __construct( private readonly Run $run ) {
		$this->record = $run->record;
	}

	/**
	 * Names the run, for example “Rebuild” or “Build 4”.
	 */
	public function title(): string {
		if ( ! $this->record->is_observed() ) {
			return $this->record->action->label();
		}
		$number = $this->run->build->number ?? 0;
		/* translators: %d: number of a build. */
		return 0 === $number ? __( 'Build', 'headless-deploy' ) : sprintf( __( 'Build %d', 'headless-deploy' ), $number );
	}

	/**
	 * Says that a user started the build at the host after the run failed; empty for the build of this run.
	 */
	public function origin(): string {
		$build = $this->run->build;
		/* translators: %s: name or number of a build at the host. */
		return true === $build?->is_at_host ? sprintf( __( 'Build %s, started in the portal', 'headless-deploy' ), $build->label() ) : '';
	}

	public function headline(): Timed_Text {
		return match ( $this->result() ) {
			'sending'  => Timed_Text::plain( __( 'Sending', 'headless-deploy' ) ),
			'retrying' => Timed_Text::plain( __( 'Retrying', 'headless-deploy' ) ),
			/* translators: %s: for how long, for example “1 min 12 s”. */
			'building' => Timed_Text::since( __( 'Building, %s', 'headless-deploy' ), $this->run->build_started_at() ),
			'failed', 'buildCanceled' => Timed_Text::plain( Errors::headline( $this->run->error_code ) ),
			'canceled' => Timed_Text::plain( $this->canceled() ),
			default    => Timed_Text::plain( $this->success() ),
		};
	}

	/**
	 * @return string One of `Run_Schema::symbol()`.
	 */
	public function symbol(): string {
		return match ( $this->result() ) {
			'sending', 'building' => 'busy',
			'retrying' => 'warning',
			'accepted' => 'accepted',
			'failed'   => 'bad',
			'canceled', 'buildCanceled' => 'canceled',
			default => 'good',
		};
	}

	/**
	 * Returns who or what started the run, for example “Started by Maria Lindqvist”.
	 */
	public function cause(): string {
		$name = $this->run->user_name;
		if ( Run_Status::Canceled === $this->run->status && '' !== $name ) {
			return $this->canceled();
		}
		return match ( $this->record->cause ) {
			Cause::Schedule => $this->schedule(),
			Cause::Cli      => __( 'Started from the command line', 'headless-deploy' ),
			Cause::Host     => $this->host_cause(),
			Cause::Ability  => __( 'Started by an AI assistant', 'headless-deploy' ),
			/* translators: %s: name of a user. */
			Cause::Manual => '' !== $name ? sprintf( __( 'Started by %s', 'headless-deploy' ), $name ) : __( 'Started manually', 'headless-deploy' ),
			default       => __( 'Automatic', 'headless-deploy' ),
		};
	}

	/**
	 * For example “Post “Summer collection” published, and 2 more by Jonas Weber”; empty without changes.
	 */
	public function changes(): string {
		return 0 === $this->record->changes ? '' : Change_Summary::titled( $this->record->changes, $this->run->reasons );
	}

	/**
	 * Returns for example “Clean Rebuild · Started by Maria Lindqvist” or “Rebuild · 4 changes by Jonas Weber”.
	 */
	public function action_and_cause(): string {
		$is_automatic = Cause::Automatic === $this->record->cause && $this->record->changes > 0;
		return sprintf(
			/* translators: 1: an action, for example “Rebuild”, 2: why, for example “Started by Maria Lindqvist”. */
			__( '%1$s · %2$s', 'headless-deploy' ),
			$this->title(),
			$is_automatic ? Change_Summary::by( $this->record->changes, $this->run->reasons ) : $this->cause(),
		);
	}

	/**
	 * Returns how long after its newest change a refresh was live, for example “Live 1.2 s after the change”; empty if unknown.
	 */
	public function live_after(): string {
		$changed_at = array_column( $this->run->reasons, 'at' );
		$live_at    = $this->record->tracked_at;
		if ( Run_Status::Live !== $this->run->status || Action::Refresh !== $this->record->action || 0 === $live_at || array() === $changed_at ) {
			return '';
		}
		$took_ms = $live_at - max( $changed_at );
		$text    = match ( true ) {
			/* translators: %s: for example “1.2 s”. */
			$this->is_removal() && $this->record->changes < 2 => __( 'Removed from the site %s after the change', 'headless-deploy' ),
			/* translators: %s: for example “1.2 s”. */
			$this->is_removal() => __( 'Removed from the site %s after the last change', 'headless-deploy' ),
			/* translators: %s: for example “1.2 s”. */
			$this->record->changes < 2 => __( 'Live %s after the change', 'headless-deploy' ),
			/* translators: %s: for example “1.2 s”. */
			default => __( 'Live %s after the last change', 'headless-deploy' ),
		};
		return $took_ms < 0 ? '' : sprintf( $text, Time_Format::duration( $took_ms ) );
	}

	/**
	 * Tells whether the run removed pages and changed no other.
	 */
	private function is_removal(): bool {
		$events = array_column( $this->run->reasons, 'event' );
		return $this->run->is_page_gone() && array() === array_diff( $events, Post_Page::REMOVAL_EVENTS );
	}

	private function result(): string {
		return match ( $this->run->status ) {
			Run_Status::Failed   => Errors::is_canceled_build( $this->run->error_code ) ? 'buildCanceled' : 'failed',
			Run_Status::Accepted => match ( $this->record->action ) {
				Action::PurgeCache => 'purged',
				Action::Refresh    => 'refreshed',
				default            => 'accepted',
			},
			default => $this->run->status->value,
		};
	}

	private function host_cause(): string {
		$name    = $this->run->user_name;
		$trigger = $this->run->build->trigger ?? '';
		if ( '' === $name ) {
			return match ( $trigger ) {
				'upload'   => __( 'Uploaded at the host', 'headless-deploy' ),
				'redeploy' => __( 'Earlier build deployed again at the host', 'headless-deploy' ),
				default    => __( 'Started at the host', 'headless-deploy' ),
			};
		}
		$text = match ( $trigger ) {
			/* translators: %s: name of a user of the hosting account. */
			'upload' => __( 'Uploaded by %s', 'headless-deploy' ),
			/* translators: %s: name of a user of the hosting account. */
			'redeploy' => __( 'Earlier build deployed again by %s', 'headless-deploy' ),
			/* translators: %s: name of a user of the hosting account. */
			default => __( 'Started at the host by %s', 'headless-deploy' ),
		};
		return sprintf( $text, $name );
	}

	private function success(): string {
		$attempts = $this->record->attempts->count();
		if ( $this->record->is_observed() && 'accepted' === $this->result() ) {
			return __( 'Finished', 'headless-deploy' );
		}
		if ( $attempts < 2 || ( 'live' === $this->result() && $this->is_removal() ) ) {
			return match ( $this->result() ) {
				'live'      => $this->live(),
				'purged'    => __( 'Cache purged', 'headless-deploy' ),
				'refreshed' => __( 'Refreshed', 'headless-deploy' ),
				default     => Lane::Build->accepted_label(),
			};
		}
		$text = match ( $this->result() ) {
			/* translators: %d: number of attempts. */
			'live' => _n( 'Live after %d attempt', 'Live after %d attempts', $attempts, 'headless-deploy' ),
			/* translators: %d: number of attempts. */
			'purged' => _n( 'Cache purged after %d attempt', 'Cache purged after %d attempts', $attempts, 'headless-deploy' ),
			/* translators: %d: number of attempts. */
			'refreshed' => _n( 'Refreshed after %d attempt', 'Refreshed after %d attempts', $attempts, 'headless-deploy' ),
			/* translators: %d: number of attempts. */
			default => _n( 'Accepted after %d attempt', 'Accepted after %d attempts', $attempts, 'headless-deploy' ),
		};
		return sprintf( $text, $attempts );
	}

	public static function removed(): string {
		return __( 'Removed from the site', 'headless-deploy' );
	}

	private function live(): string {
		$after = $this->live_after();
		return match ( true ) {
			'' !== $after       => $after,
			$this->is_removal() => self::removed(),
			default             => __( 'Live', 'headless-deploy' ),
		};
	}

	private function canceled(): string {
		$name = $this->run->user_name;
		if ( '' === $name ) {
			return __( 'Canceled', 'headless-deploy' );
		}
		/* translators: %s: name of a user. */
		return sprintf( __( 'Canceled by %s', 'headless-deploy' ), $name );
	}

	private function schedule(): string {
		foreach ( $this->run->reasons as $reason ) {
			if ( 'scheduled' === $reason->event ) {
				return $reason->text;
			}
		}
		return __( 'Scheduled', 'headless-deploy' );
	}
}
