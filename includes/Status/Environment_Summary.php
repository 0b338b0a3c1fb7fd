<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Change_Count;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Runs\Change_Summary;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Runs\Run_Text;
use HeadlessDeploy\Site_Time;
use HeadlessDeploy\Timed_Text;
use HeadlessDeploy\Tracking\Check_Interval;

/**
 * The symbol, headline and detail of an environment, the same on every screen.
 */
final class Environment_Summary {
	/** How long “Live 40 s ago” is shown before “Up to date”. */
	private const LIVE_SHOWN_MS = 300_000;

	/**
	 * @param list<Pending_Run> $pending   Pending runs of all lanes.
	 * @param bool              $is_held   Whether changes are held.
	 * @param string            $next_step Who can deploy the held changes, and how.
	 */
	public function __construct(
		private readonly string $front_end_url,
		private readonly Lane_Status $lane,
		private readonly array $pending,
		private readonly bool $is_held = false,
		private readonly string $next_step = '',
	) {}

	public function at( int $now ): Summary_Moment {
		$moment = $this->moment( $now );
		return ( $this->is_held && ! $this->is_in_progress() ? $moment->held() : $moment )->at( $now );
	}

	private function is_in_progress(): bool {
		return in_array(
			$this->lane->status(),
			array( Environment_Status::Sending, Environment_Status::Pending, Environment_Status::Retrying, Environment_Status::Building ),
			true,
		);
	}

	/**
	 * In the order of `Lane_Status::status()`.
	 */
	private function moment( int $now ): Summary_Moment {
		$lane = $this->lane;
		$due  = $lane->pending?->sent_at();
		return match ( true ) {
			null !== $lane->sending => new Summary_Moment(
				'busy',
				__( 'Sending', 'headless-deploy' ),
				( new Run_Text( $lane->sending ) )->action_and_cause(),
			),
			null !== $lane->pause                    => $lane->pause->moment( $this->changes(), $now ),
			null !== $lane->pending && null !== $due => self::countdown( $lane->pending, $due ),
			default                                  => $this->at_rest( $now ),
		};
	}

	private function at_rest( int $now ): Summary_Moment {
		$last_run = $this->lane->last_run;
		return match ( $this->lane->status() ) {
			Environment_Status::Held     => $this->held(),
			Environment_Status::Failed   => $this->failed( $last_run->error_code ?? '' ),
			Environment_Status::Building => new Summary_Moment(
				'busy',
				__( 'Building', 'headless-deploy' ),
				null === $last_run ? '' : self::build( $last_run ),
			),
			Environment_Status::Canceled => new Summary_Moment(
				'canceled',
				$this->lane->undeployed->headline ?? '',
				$this->lane->undeployed->message ?? '',
			),
			default => $this->up_to_date( $last_run, $now ),
		};
	}

	private static function countdown( Pending_Run $run, int $due ): Summary_Moment {
		$detail = $run->changes > 0 ? Change_Summary::by( $run->changes, $run->reasons ) : '';
		$failed = self::failed_attempts( $run->attempts );
		$detail = '' === $detail || '' === $failed ? $detail . $failed : "$detail. $failed";
		$next   = new Summary_Moment( 'busy', __( 'Sending', 'headless-deploy' ), $detail, $due );
		return new Summary_Moment(
			$run->is_retrying() ? 'warning' : 'scheduled',
			self::countdown_headline( $run->action, $due, $run->is_retrying() ),
			$detail,
			next: $next,
		);
	}

	/**
	 * @param int $due When the run is sent, in milliseconds since 1970.
	 */
	public static function countdown_headline( Action $action, int $due, bool $is_retry ): Timed_Text {
		/* translators: %s: time that is left, for example “8 s”. */
		return Timed_Text::until( $is_retry ? __( 'Retrying in %s', 'headless-deploy' ) : self::countdown_text( $action ), $due );
	}

	public static function countdown_text( Action $action ): string {
		return match ( $action ) {
			/* translators: %s: time that is left, for example “8 s”. */
			Action::Rebuild => __( 'Rebuild in %s', 'headless-deploy' ),
			/* translators: %s: time that is left, for example “8 s”. */
			Action::CleanRebuild => __( 'Clean Rebuild in %s', 'headless-deploy' ),
			/* translators: %s: time that is left, for example “8 s”. */
			Action::PurgeCache => __( 'Purge Cache in %s', 'headless-deploy' ),
			/* translators: %s: time that is left, for example “8 s”. */
			Action::Refresh => __( 'Refresh in %s', 'headless-deploy' ),
		};
	}

	private static function failed_attempts( int $attempts ): string {
		/* translators: %d: number of attempts. */
		return 0 === $attempts ? '' : sprintf( _n( '%d attempt failed.', '%d attempts failed.', $attempts, 'headless-deploy' ), $attempts );
	}

	private function held(): Summary_Moment {
		$authors = Change_Summary::authors( array_merge( ...array_column( $this->pending, 'reasons' ) ) );
		$count   = $this->changes();
		/* translators: %s: names of users. */
		$by = '' === $authors ? '' : sprintf( __( 'Changes by %s.', 'headless-deploy' ), $authors );
		/* translators: %s: number of changes. */
		$headline = sprintf( _n( '%s pending change', '%s pending changes', $count, 'headless-deploy' ), Change_Count::text( $count ) );
		return new Summary_Moment( 'held', $headline, trim( "$this->next_step $by" ) );
	}

	private function failed( string $code ): Summary_Moment {
		$undeployed = $this->lane->undeployed;
		return new Summary_Moment(
			Errors::is_canceled_build( $code ) ? 'canceled' : 'bad',
			Errors::headline( $code ),
			null === $undeployed ? '' : "$undeployed->headline. $undeployed->message",
		);
	}

	private static function build( Run $last_run ): string {
		$text   = new Run_Text( $last_run );
		$origin = $text->origin();
		return '' !== $origin ? $origin : $text->action_and_cause();
	}

	private function up_to_date( ?Run $last_run, int $now ): Summary_Moment {
		return match ( true ) {
			null === $last_run => new Summary_Moment( 'accepted', __( 'Connected', 'headless-deploy' ), __( 'No runs yet.', 'headless-deploy' ) ),
			// Also for a page that was removed, because “Gone” next to the name of an environment would alarm users.
			Run_Status::Live === $last_run->status => self::live( $last_run, $now ),
			default                                => $this->accepted( $last_run ),
		};
	}

	private static function live( Run $last_run, int $now ): Summary_Moment {
		$at   = $last_run->result_at();
		$next = new Summary_Moment(
			'good',
			__( 'Up to date', 'headless-deploy' ),
			/* translators: %s: a time or a date and time, for example “14:02” or “November 24, 2026, 9:00 am”. */
			sprintf( __( 'Live since %s.', 'headless-deploy' ), Site_Time::time_or_date( $at, $now ) ),
			$at + self::LIVE_SHOWN_MS,
		);
		return new Summary_Moment(
			'good',
			/* translators: %s: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
			Timed_Text::at( __( 'Live %s', 'headless-deploy' ), $at ),
			self::live_detail( $last_run ),
			next: $next,
		);
	}

	private static function live_detail( Run $last_run ): string {
		$text     = new Run_Text( $last_run );
		$changes  = $last_run->record->changes;
		$sentence = match ( true ) {
			$last_run->is_page_gone() => __( 'The unpublished content is no longer on the site.', 'headless-deploy' ),
			0 === $changes            => $text->action_and_cause(),
			/* translators: %s: for example “3 changes by Maria Lindqvist”. */
			default => sprintf( __( 'On the site: %s.', 'headless-deploy' ), Change_Summary::by( $changes, $last_run->reasons ) ),
		};
		$live_after = $last_run->is_page_gone() ? '' : $text->live_after();
		return implode( '. ', array_filter( array( $live_after, $text->origin(), $sentence ), static fn( string $part ): bool => '' !== $part ) );
	}

	private function accepted( Run $last_run ): Summary_Moment {
		$at     = $last_run->ended_at();
		$action = $last_run->record->action;
		if ( Action::PurgeCache === $action ) {
			/* translators: %s: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
			$purged = __( 'Purged %s.', 'headless-deploy' );
			return new Summary_Moment( 'good', __( 'Cache purged', 'headless-deploy' ), Timed_Text::at( $purged, $at ) );
		}
		if ( Action::Refresh === $action && '' !== $last_run->error_code ) {
			return new Summary_Moment( 'warning', Errors::headline( $last_run->error_code ), __( 'A page still shows the previous content. The refresh is repeated.', 'headless-deploy' ) );
		}
		if ( Action::Refresh === $action ) {
			/* translators: %s: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
			$refreshed = __( 'Refreshed %s.', 'headless-deploy' );
			return new Summary_Moment( 'good', __( 'Refreshed', 'headless-deploy' ), Timed_Text::at( $refreshed, $at ) );
		}
		$headline = Lane::Build->accepted_label();
		if ( $this->lacks_address() ) {
			/* translators: %s: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
			$unchecked = __( 'Accepted %s. WordPress cannot check whether it is live, because this environment has no front-end URL.', 'headless-deploy' );
			return new Summary_Moment( 'accepted', $headline, Timed_Text::at( $unchecked, $at ) );
		}
		/* translators: %s: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
		$unconfirmed = Timed_Text::at( __( 'Accepted %s. WordPress could not confirm that it is live.', 'headless-deploy' ), $at );
		$next        = null === $this->lane->next_check_at
			? new Summary_Moment( 'accepted', $headline, $unconfirmed, $at + Check_Interval::PAGES_MS )
			: null;
		return new Summary_Moment(
			'accepted',
			$headline,
			/* translators: %s: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
			Timed_Text::at( __( 'Accepted %s. It goes live when the build is done.', 'headless-deploy' ), $at ),
			next: $next,
		);
	}

	/**
	 * Without an address to check and a build to track, WordPress cannot know whether the last build is live.
	 */
	public function lacks_address(): bool {
		$last_run = $this->lane->last_run;
		return Environment_Status::Up_To_Date === $this->lane->status()
			&& '' === $this->front_end_url
			&& null === $this->lane->next_check_at
			&& null !== $last_run
			&& Lane::Build === $last_run->record->key->lane
			&& Run_Status::Accepted === $last_run->status
			&& null === $last_run->build;
	}

	private function changes(): int {
		return Pending_Run::distinct_changes( $this->pending );
	}
}
