<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Status\Status;

/**
 * Tells what is going on, for people and for whatever watches the site.
 *
 * @phpstan-import-type Entry from Status
 * @phpstan-import-type Alarm_Clock from \HeadlessDeploy\Status\Scheduler_Status
 */
final class Status_Command {
	private const FIELDS = array( 'id', 'state', 'changes', 'dueAt', 'lastStatus', 'lastAt', 'message' );

	/**
	 * States in which something does not go as it should.
	 */
	private const PROBLEM_STATES = array( 'paused', 'retrying' );

	public function __construct(
		private readonly Status $status,
		private readonly Environment_Argument $choice,
		private readonly Console $console,
	) {}

	/**
	 * Shows what each environment is doing.
	 *
	 * ## OPTIONS
	 *
	 * [--environment=<id>]
	 * : Shows this environment alone.
	 *
	 * [--field=<field>]
	 * : Shows this field alone.
	 *
	 * [--fields=<fields>]
	 * : Shows these fields, separated by commas.
	 *
	 * [--format=<format>]
	 * : How it is shown.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - yaml
	 *   - csv
	 * ---
	 *
	 * ## AVAILABLE FIELDS
	 *
	 * Shown by default: id, state, changes, dueAt, lastStatus, lastAt, message.
	 * Further: label, action, nextAttemptAt, paused, undeployed, lastRun, lastAction, frontEndUrl.
	 *
	 * `undeployed` counts the changes of failed and canceled runs that no run has included since.
	 *
	 * `state` is upToDate, pending, held, sending, retrying, building, paused, failed or canceled. In a table times are the site's, in its own
	 * format; in all other formats they are ISO 8601 in UTC.
	 *
	 * ## EXIT CODES
	 *
	 * 0: all is well; what is pending, held or canceled on purpose is.
	 * 1: no such environment.
	 * 2: the last run of an environment failed.
	 * 3: an environment is paused, is a copy, is switched off or is tried again; or a run is overdue, because nobody
	 * wakes this site.
	 *
	 * ## EXAMPLES
	 *
	 *     # For a monitor: what is wrong, and how bad it is.
	 *     $ wp headless-deploy status --format=json || echo "exit code $?"
	 *
	 *     $ wp headless-deploy status --environment=production --field=state
	 *     upToDate
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function __invoke( array $args, array $assoc_args ): void {
		$only    = $this->choice->filter( $assoc_args );
		$status  = $this->status->get();
		$entries = array_values( array_filter( $status['environments'], static fn( array $entry ): bool => null === $only || $only === $entry['id'] ) );
		$this->console->rows( array_map( self::row( ... ), $entries ), self::FIELDS, $assoc_args );
		if ( array() === $entries ) {
			$this->console->warning( __( 'No environment is connected to this site. Connect one: wp headless-deploy environments add', 'headless-deploy' ) );
		}
		$is_scheduler_healthy = $this->warn_about_scheduler( $status['scheduler'] );
		$states               = array_column( $entries, 'state' );
		if ( in_array( 'failed', $states, true ) ) {
			$this->console->halt( Exit_Code::FAILED );
		}
		if ( ! $is_scheduler_healthy || array() !== array_intersect( self::PROBLEM_STATES, $states ) ) {
			$this->console->halt( Exit_Code::NOT_SENT );
		}
	}

	/**
	 * @param  Entry                $entry As `Status` has it.
	 * @return array<string, mixed>
	 */
	private static function row( array $entry ): array {
		$due   = array_filter( array_column( $entry['pending'], 'dueAt' ) );
		$retry = array_filter( array_column( $entry['pending'], 'nextAttemptAt' ) );
		return array(
			'id'            => $entry['id'],
			'label'         => $entry['label'],
			'state'         => $entry['state'],
			'changes'       => array_sum( array_column( $entry['pending'], 'changes' ) ),
			'action'        => implode( ', ', array_column( $entry['pending'], 'action' ) ),
			'dueAt'         => array() === $due ? null : min( $due ),
			'nextAttemptAt' => array() === $retry ? null : min( $retry ),
			'paused'        => $entry['paused']['reason'] ?? null,
			'undeployed'    => array_sum( array_column( $entry['undeployed'], 'changes' ) ),
			'lastRun'       => $entry['last']['id'] ?? null,
			'lastAction'    => $entry['last']['action'] ?? null,
			'lastStatus'    => $entry['last']['status'] ?? null,
			'lastAt'        => $entry['last']['finishedAt'] ?? null,
			'frontEndUrl'   => $entry['frontEndUrl'],
			'message'       => self::message( $entry ),
		);
	}

	/**
	 * @param Entry $entry As `Status` has it.
	 */
	private static function message( array $entry ): string {
		if ( 'paused' === $entry['state'] ) {
			return Messages::paused( Pause_Reason::from( $entry['paused']['reason'] ?? 'unknown' ), $entry['id'], $entry['label'] );
		}
		$messages = 'failed' === $entry['state'] ? array( $entry['last']['message'] ?? '' ) : array_column( $entry['pending'], 'message' );
		foreach ( $entry['undeployed'] as $left ) {
			$messages[] = "{$left['headline']}. {$left['message']}";
		}
		return implode( ' ', array_unique( array_filter( $messages ) ) );
	}

	/**
	 * Says when nobody wakes this site.
	 *
	 * @param Alarm_Clock $scheduler As `Status` has it.
	 */
	private function warn_about_scheduler( array $scheduler ): bool {
		if ( $scheduler['healthy'] && null === $scheduler['overdueSince'] ) {
			return true;
		}
		$message = null === $scheduler['overdueSince']
			? __( 'Nobody wakes this site: WP-Cron has not run for a quarter of an hour.', 'headless-deploy' )
			/* translators: %s: a moment. */
			: sprintf( __( 'A run is overdue since %s, because nobody wakes this site.', 'headless-deploy' ), Messages::moment( (int) strtotime( $scheduler['overdueSince'] ) * 1000 ) );
		if ( null !== $scheduler['systemCron'] ) {
			/* translators: %s: a line of a crontab. */
			$message .= ' ' . sprintf( __( 'Give this line to the server’s crontab: %s', 'headless-deploy' ), $scheduler['systemCron']['command'] );
		}
		$this->console->warning( $message );
		return false;
	}
}
