<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Runs\Run_Schema;
use HeadlessDeploy\Runs\Run_Text;
use HeadlessDeploy\Time_Format;
use HeadlessDeploy\Timed_Text;

/**
 * Says in the editors how far a save is on an environment. Only the browser knows which runs started before the save, and it
 * shows the next entry when a countdown ends, so this lists all that may apply; the first that does is shown.
 *
 * @phpstan-import-type Step from Run_Steps
 * @phpstan-type Entry array{stage: string, lane: string, run: int|null, anySave: bool, until: string|null, symbol: string|null, headline: array<string, string>|null, removalHeadline: array<string, string>|null, publish: array<string, string>, update: array<string, string>, remove: array<string, string>, steps: list<Step>}
 */
final class Save_Progress {
	/** What a save does to a page on the front end. */
	private const KINDS = array( 'publish', 'update', 'remove' );

	/**
	 * @param list<Save_Lane> $lanes       The lane whose runs show a save first, then that of the headline.
	 * @param bool            $is_pending  Whether changes of any lane are pending: a run that ended does not include them.
	 * @param string          $plan_change Says that a stronger action replaces a run that failed; may be empty.
	 */
	public function __construct(
		private readonly Environment $environment,
		private readonly array $lanes,
		private readonly bool $is_pending,
		private readonly string $plan_change,
	) {}

	/**
	 * The last entry with the stage “sending” is also shown after a button was pressed, until the server responds.
	 *
	 * @return list<Entry>
	 */
	public function all(): array {
		$entries = array();
		foreach ( $this->lanes as $number => $lane ) {
			$is_headline = count( $this->lanes ) - 1 === $number;
			array_push( $entries, ...$this->of_lane( $lane, $is_headline ? $this->is_pending : null !== $lane->lane->pending ) );
			if ( array() !== $entries && $entries[ count( $entries ) - 1 ]['anySave'] ) {
				return $entries;
			}
		}
		$headline = $this->lanes[ count( $this->lanes ) - 1 ];
		return array( ...$entries, ...$this->resting( $headline ) );
	}

	public static function schema(): Json_Schema {
		return Json_Schema::closed(
			stage: Json_Schema::enum( 'save-stage', Save_Stage::class ),
			lane: Json_Schema::enum( 'lane', Lane::class )->described( 'The lane whose status and problem are shown.' ),
			run: Json_Schema::integer()->or_null( 'The run that is shown.' ),
			anySave: Json_Schema::boolean( 'Whether it applies to every save; otherwise only to saves before `run`.' ),
			until: Json_Schema::time()->or_null( 'Until when it applies; null for no limit.' ),
			symbol: Run_Schema::symbol()->or_null( 'Null for that of the lane.' ),
			headline: Timed_Text::schema()->or_null( 'Null for that of the lane.' ),
			removalHeadline: Timed_Text::schema()->or_null( 'The headline if the save removes the page.' ),
			publish: Timed_Text::schema()->described( 'The sentences if the save publishes it; the text may be empty.' ),
			update: Timed_Text::schema()->described( 'If the save updates what is published.' ),
			remove: Timed_Text::schema()->described( 'If the save removes the page.' ),
			steps: Run_Steps::schema(),
		)->named( 'save-progress' );
	}

	/**
	 * @return list<Entry> The last one applies to every save, unless the lane may be at rest.
	 */
	private function of_lane( Save_Lane $shown, bool $is_pending ): array {
		$lane      = $shown->lane;
		$countdown = null === $lane->pause && true === $lane->pending?->counts_down() ? $lane->pending : null;
		if ( null !== $countdown ) {
			// A run that started before the save does not include it: the save waits for the next run.
			$sending = null === $lane->sending ? array() : array( $this->sending( $shown, $lane->sending, false ) );
			return array( ...$sending, $this->countdown( $shown, $countdown ), $this->sending( $shown, null ) );
		}
		if ( null !== $lane->sending ) {
			return array( $this->sending( $shown, $lane->sending ) );
		}
		$entries = array();
		if ( Environment_Status::Canceled === $lane->status() && null !== $lane->undeployed ) {
			$entries[] = $this->entry( $shown, Save_Stage::Canceled, $lane->undeployed->run, $this->not_yet(), array() );
		}
		if ( null !== $lane->last_run && ! $is_pending ) {
			$entries[] = $this->ended( $shown, $lane->last_run );
		}
		return $entries;
	}

	/**
	 * @return Entry
	 */
	private function sending( Save_Lane $shown, ?Run $run, bool $any_save = true ): array {
		$steps = $this->steps( $shown, Save_Stage::Sending, $run );
		return array( 'anySave' => $any_save ) + $this->entry(
			$shown,
			Save_Stage::Sending,
			$run?->record->id,
			$this->planned( $this->not_yet() ),
			$steps,
		);
	}

	/**
	 * @return Entry
	 */
	private function countdown( Save_Lane $shown, Pending_Run $run ): array {
		$due     = (int) $run->sent_at();
		$waiting = self::each(
			$this->not_yet(),
			static fn( string $text ): string => $text . ' ' . __( 'Changes saved until then are included.', 'headless-deploy' ),
		);
		$steps    = $this->steps( $shown, Save_Stage::Countdown, null, $due );
		$headline = Environment_Summary::countdown_headline( $run->action, $due, $run->is_retrying() )->to_array();
		return array(
			'anySave'         => true,
			'until'           => Iso_Time::of( $due ),
			'symbol'          => $run->is_retrying() ? 'warning' : 'scheduled',
			'headline'        => $headline,
			'removalHeadline' => $headline,
		) + $this->entry( $shown, Save_Stage::Countdown, null, $this->unless_problem( $shown, $this->planned( $waiting ) ), $steps );
	}

	/**
	 * @return Entry
	 */
	private function ended( Save_Lane $shown, Run $run ): array {
		$stage = $this->stage( $shown->lane, $run );
		$entry = $this->entry( $shown, $stage, $run->record->id, $this->texts( $shown, $stage, $run ), $this->steps( $shown, $stage, $run ) );
		return self::headlines( $stage, $run ) + $entry;
	}

	/**
	 * @return array{symbol?: string, headline?: array<string, string>, removalHeadline?: array<string, string>} Empty for those of the lane.
	 */
	private static function headlines( Save_Stage $stage, Run $run ): array {
		$text     = new Run_Text( $run );
		$is_build = Lane::Build === $run->record->key->lane;
		$headline = match ( true ) {
			Save_Stage::Building === $stage                                                  => $text->headline(),
			Save_Stage::Live === $stage && Lane::Refresh !== $run->record->key->lane         => Timed_Text::plain( __( 'Live', 'headless-deploy' ) ),
			Save_Stage::Live === $stage                                                      => $text->headline(),
			in_array( $stage, array( Save_Stage::Accepted, Save_Stage::Unconfirmed ), true ) => $is_build
				? Timed_Text::plain( Lane::Build->accepted_label() )
				: $text->headline(),
			default => null,
		};
		if ( null === $headline ) {
			return array();
		}
		return array(
			'symbol'          => $text->symbol(),
			'headline'        => $headline->to_array(),
			'removalHeadline' => (
				Save_Stage::Live === $stage ? Timed_Text::plain( Run_Text::removed() ) : $headline
			)->to_array(),
		);
	}

	/**
	 * Of purges, only the one that replaced a refresh is checked.
	 */
	private function stage( Lane_Status $lane, Run $run ): Save_Stage {
		$is_tracked = null !== $lane->next_check_at;
		return match ( $run->status ) {
			Run_Status::Live     => Save_Stage::Live,
			Run_Status::Building => Save_Stage::Building,
			Run_Status::Failed   => $run->is_accepted() ? Save_Stage::Build_Failed : Save_Stage::Failed,
			default              => match ( true ) {
				$is_tracked && ( Lane::Cache !== $lane->lane || '' !== $this->plan_change ) => Save_Stage::Accepted,
				Lane::Build === $lane->lane                                                 => Save_Stage::Unconfirmed,
				default                                                                     => Save_Stage::Done,
			},
		};
	}

	/**
	 * @return array<value-of<self::KINDS>, Timed_Text>
	 */
	private function texts( Save_Lane $shown, Save_Stage $stage, Run $run ): array {
		$leave = static fn( string $text ): string => $text . ' ' . __( 'You can leave this page.', 'headless-deploy' );
		return match ( $stage ) {
			Save_Stage::Live        => $this->live( $run ),
			Save_Stage::Done        => self::same( $this->done( $run ) ),
			Save_Stage::Accepted    => $this->planned( self::each( $this->not_yet(), $leave ) ),
			Save_Stage::Unconfirmed => $this->planned( self::each(
				$this->built(),
				'' === $this->environment->front_end_url
					? $leave
					: static fn( string $text ): string => $text . ' ' . __( 'WordPress could not check whether it is live.', 'headless-deploy' ),
			) ),
			Save_Stage::Building => $this->unless_problem( $shown, $this->planned( self::each( $this->not_yet(), $leave ) ) ),
			default              => $this->unless_problem( $shown, self::same( self::sentences( $run->message, $run->remedy ) ) ),
		};
	}

	/**
	 * @return array<value-of<self::KINDS>, Timed_Text>
	 */
	private function live( Run $run ): array {
		$took_ms = $run->duration_ms();
		/* translators: %s: for example “1 min 54 s”. */
		$took = null === $took_ms ? '' : sprintf( __( 'The run took %s.', 'headless-deploy' ), Time_Format::duration( $took_ms ) );
		/* translators: 1: host name of the front end, 2: a time, for example “14:23”. */
		$shown = __( 'On %1$s since %2$s.', 'headless-deploy' );
		/* translators: 1: host name of the front end, 2: a time, for example “14:23”. */
		$gone  = __( 'No longer on %1$s since %2$s.', 'headless-deploy' );
		$place = str_replace( '%', '%%', $this->place() );
		return array_map(
			static fn( string $sentence ): Timed_Text => Timed_Text::clock(
				self::sentences( sprintf( $sentence, $place, '%s' ), str_replace( '%', '%%', $took ) ),
				$run->result_at(),
			),
			array( 'publish' => $shown, 'update' => $shown, 'remove' => $gone ),
		);
	}

	private function done( Run $run ): string {
		return Lane::Refresh === $run->record->key->lane
			? __( 'The front end knows which pages changed. WordPress could not check whether they are live.', 'headless-deploy' )
			: __( 'The cache was purged: the next visitor sees the new version.', 'headless-deploy' );
	}

	/**
	 * Does not claim that the site shows the change while that is unknown.
	 *
	 * @return array<value-of<self::KINDS>, Timed_Text>
	 */
	private function built(): array {
		$built = self::same( __( 'It appears on the site when the build is done.', 'headless-deploy' ) );
		return array( 'remove' => Timed_Text::plain( __( 'It is removed from the site when the build is done.', 'headless-deploy' ) ) ) + $built;
	}

	/**
	 * Returns what is shown if no run includes the save, and after a button was pressed; nothing where the status of the lane
	 * says it all.
	 *
	 * @return list<Entry>
	 */
	private function resting( Save_Lane $shown ): array {
		$status   = $shown->lane->status();
		$last_run = $shown->lane->last_run;
		// A publication or removal waits with the held changes. An update may have changed nothing.
		$is_waiting = in_array( $status, array( Environment_Status::Held, Environment_Status::Paused ), true );
		$texts      = $this->unless_problem(
			$shown,
			array( 'update' => Timed_Text::plain( '' ) ) + ( $is_waiting ? $this->not_yet() : self::same( '' ) ),
		);
		$entry = array( 'anySave' => true ) + $this->entry( $shown, Save_Stage::Resting, null, $texts, array() );
		// To an author, “up to date” means that the post is live.
		if (
			null !== $last_run
			&& Environment_Status::Up_To_Date === $status
			&& Run_Status::Live === $last_run->status
			&& ! $last_run->is_page_gone()
		) {
			/* translators: %s: a time, for example “14:23”. */
			$headline = Timed_Text::clock( __( 'Live since %s', 'headless-deploy' ), $last_run->result_at() )->to_array();
			return array( array( 'symbol' => 'good', 'headline' => $headline, 'removalHeadline' => $headline ) + $entry );
		}
		// While the lane is blocked, no button starts a run.
		$has_button = true !== $shown->lane->pause?->pause->reason->blocks_manual_runs()
			&& ( $is_waiting || in_array( $status, array( Environment_Status::Failed, Environment_Status::Canceled ), true ) );
		return match ( true ) {
			$has_button => array( $entry, $this->sending( $shown, null ) ),
			$is_waiting, null !== $shown->problem => array( $entry ),
			default => array(),
		};
	}

	/**
	 * WordPress says “is now live”; this says that the front end does not show it yet.
	 *
	 * @return array<value-of<self::KINDS>, Timed_Text>
	 */
	private function not_yet(): array {
		return array_map(
			fn( string $text ): Timed_Text => Timed_Text::plain( sprintf( $text, $this->place() ) ),
			array(
				/* translators: %s: host name of the front end, or the name of an environment. */
				'publish' => __( 'Published in WordPress, not yet on %s.', 'headless-deploy' ),
				/* translators: %s: host name of the front end, or the name of an environment. */
				'update' => __( 'Saved in WordPress, not yet on %s.', 'headless-deploy' ),
				/* translators: %s: host name of the front end, or the name of an environment. */
				'remove' => __( 'Unpublished in WordPress, still on %s.', 'headless-deploy' ),
			),
		);
	}

	/**
	 * Returns the host and port of the front end, or the name of the environment.
	 */
	private function place(): string {
		$url  = $this->environment->front_end_url;
		$port = wp_parse_url( $url, PHP_URL_PORT );
		return '' === $url ? $this->environment->label : (string) wp_parse_url( $url, PHP_URL_HOST ) . ( is_int( $port ) ? ":$port" : '' );
	}

	/**
	 * @param  array<value-of<self::KINDS>, Timed_Text> $texts
	 * @return array<value-of<self::KINDS>, Timed_Text>
	 */
	private function planned( array $texts ): array {
		return self::each( $texts, fn( string $text ): string => self::sentences( $this->plan_change, $text ) );
	}

	/**
	 * Returns what happened and what to do, if there is a problem.
	 *
	 * @param  array<value-of<self::KINDS>, Timed_Text> $texts
	 * @return array<value-of<self::KINDS>, Timed_Text>
	 */
	private function unless_problem( Save_Lane $shown, array $texts ): array {
		return null === $shown->problem ? $texts : self::same( self::sentences( $shown->problem->message, $shown->remedy ) );
	}

	/**
	 * @return array<value-of<self::KINDS>, Timed_Text>
	 */
	private static function same( string $text ): array {
		return array_fill_keys( self::KINDS, Timed_Text::plain( $text ) );
	}

	/**
	 * @param  array<value-of<self::KINDS>, Timed_Text> $texts   None of them counts time.
	 * @param  callable( string ): string               $changed
	 * @return array<value-of<self::KINDS>, Timed_Text>
	 */
	private static function each( array $texts, callable $changed ): array {
		return array_map( static fn( Timed_Text $text ): Timed_Text => Timed_Text::plain( $changed( $text->text ) ), $texts );
	}

	private static function sentences( string ...$texts ): string {
		return implode( ' ', array_filter( $texts, static fn( string $text ): bool => '' !== $text ) );
	}

	/**
	 * @return list<Step>
	 */
	private function steps( Save_Lane $shown, Save_Stage $stage, ?Run $run, int $due = 0 ): array {
		return ( new Run_Steps( $this->environment, $shown->lane->lane, $this->plan_change, $stage, $run, $due ) )->all();
	}

	/**
	 * Returns an entry with the headline of the lane, for saves before a run.
	 *
	 * @param  array<value-of<self::KINDS>, Timed_Text> $texts
	 * @param  list<Step>                               $steps
	 * @return Entry
	 */
	private function entry( Save_Lane $shown, Save_Stage $stage, ?int $run, array $texts, array $steps ): array {
		return array(
			'stage'           => $stage->value,
			'lane'            => $shown->lane->lane->value,
			'run'             => $run,
			'anySave'         => false,
			'until'           => null,
			'symbol'          => null,
			'headline'        => null,
			'removalHeadline' => null,
			'publish'         => $texts['publish']->to_array(),
			'update'          => $texts['update']->to_array(),
			'remove'          => $texts['remove']->to_array(),
			'steps'           => $steps,
		);
	}
}
