<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Status\Environment_Entry;
use HeadlessDeploy\Status\Environment_Status;
use HeadlessDeploy\Status\Scheduler;
use HeadlessDeploy\Status\Status;

/**
 * Shows the deployment status, for users and for monitoring.
 */
final class Status_Command {
	private const FIELDS = array( 'id', 'status', 'headline', 'changes', 'dueAt', 'lastAt', 'message' );

	/**
	 * States that need attention.
	 */
	private const PROBLEM_STATUSES = array( Environment_Status::Paused, Environment_Status::Retrying );

	public function __construct(
		private readonly Status $status,
		private readonly Arguments $arguments,
		private readonly Console $console,
	) {}

	public function command(): Command {
		$statuses = array_column( Environment_Status::cases(), 'value' );
		return new Command(
			$this->show( ... ),
			'Shows the status of each environment, and warns if WP-Cron is not running.',
			options: array( Option::environment( 'Shows only this environment.' ), ...Option::output() ),
			sections: array(
				'AVAILABLE FIELDS' => 'Shown by default: ' . implode( ', ', self::FIELDS ) . <<<'HELP'
					.
					Also available: label, lastStatus, action, nextAttemptAt, paused, undeployed, lastRun, lastAction, frontEndUrl.

					`undeployed` is the number of changes of failed and canceled runs that no later run included.

					`status` is one of
					HELP . ' ' . implode( ', ', $statuses ) . <<<'HELP'
					. Tables show times in the format and time zone of the site; all other formats use ISO 8601 in UTC.
					HELP,
				'EXIT CODES' => <<<'HELP'
					0: no problem; includes pending, held and canceled runs.
					1: unknown environment.
					2: the last run of an environment failed.
					3: an environment is paused, a copy or disabled, or its run is being retried; or a run is overdue because WP-Cron is
					not running.
					HELP,
			),
			examples: <<<'HELP'
				# For monitoring: the exit code tells the severity.
				$ wp headless-deploy status --format=json || echo "exit code $?"

				$ wp headless-deploy status --environment=production --field=status
				upToDate
				HELP,
		);
	}

	private function show( Command_Input $input ): void {
		$environment_id = $this->arguments->filter( $input );
		$status         = $this->status->get();
		$entries        = array_values( array_filter(
			$status->environments,
			static fn( Environment_Entry $entry ): bool => null === $environment_id || $environment_id === $entry->environment->id,
		) );
		$this->console->rows( array_map( self::row( ... ), $entries ), self::FIELDS, $input );
		if ( array() === $entries ) {
			$this->console->warning( Arguments::none_connected() );
		}
		$is_scheduler_healthy = $this->warn_about_scheduler( $status->scheduler );
		$statuses             = array_column( $entries, 'status' );
		if ( in_array( Environment_Status::Failed, $statuses, true ) ) {
			$this->console->halt( Exit_Code::FAILED );
		}
		if (
			! $is_scheduler_healthy
			|| array() !== array_filter( $statuses, static fn( Environment_Status $one ): bool => in_array( $one, self::PROBLEM_STATUSES, true ) )
		) {
			$this->console->halt( Exit_Code::NOT_SENT );
		}
	}

	/**
	 * @return array<string, mixed>
	 */
	private static function row( Environment_Entry $entry ): array {
		$due      = array_filter( array_column( $entry->pending, 'due_at' ) );
		$retry    = array_filter( array_column( $entry->pending, 'next_attempt_at' ) );
		$last_run = $entry->lane->last_run;
		return array(
			'id'            => $entry->environment->id,
			'label'         => $entry->environment->label,
			'status'        => $entry->status->value,
			'headline'      => Messages::headline( $entry->summary->headline ),
			'changes'       => $entry->pending_changes(),
			'action'        => implode( ', ', array_column( array_column( $entry->pending, 'action' ), 'value' ) ),
			'dueAt'         => array() === $due ? null : Iso_Time::of( min( $due ) ),
			'nextAttemptAt' => array() === $retry ? null : Iso_Time::of( min( $retry ) ),
			'paused'        => $entry->permission->pause?->reason->value,
			'undeployed'    => array_sum( array_column( $entry->undeployed, 'changes' ) ),
			'lastRun'       => $last_run?->record->id,
			'lastAction'    => $last_run?->record->action->value,
			'lastStatus'    => $last_run?->status->value,
			'lastAt'        => Iso_Time::or_null( $last_run?->record->finished_at ),
			'frontEndUrl'   => $entry->environment->front_end_url,
			'message'       => self::message( $entry ),
		);
	}

	private static function message( Environment_Entry $entry ): string {
		if ( Environment_Status::Paused === $entry->status ) {
			return Messages::paused( $entry->permission->pause->reason ?? Pause_Reason::Unknown, $entry->environment->id );
		}
		$messages = Environment_Status::Failed === $entry->status
			? array( $entry->lane->last_run->message ?? '' )
			: array_column( $entry->pending, 'message' );
		if ( '' !== implode( '', $messages ) ) {
			$messages[] = $entry->remedy;
		}
		foreach ( $entry->undeployed as $undeployed ) {
			$messages[] = "$undeployed->headline. $undeployed->message";
		}
		return implode( ' ', array_unique( array_filter( $messages ) ) );
	}

	/**
	 * Warns when WP-Cron is not running. Returns whether it is.
	 */
	private function warn_about_scheduler( Scheduler $scheduler ): bool {
		if ( ! $scheduler->is_late() ) {
			return true;
		}
		$since   = null === $scheduler->overdue_since ? $scheduler->last_run_text() : $scheduler->overdue_text();
		$message = Scheduler::headline() . '. ' . Messages::headline( $since );
		if ( null !== $scheduler->system_cron ) {
			/* translators: %s: a line of a crontab. */
			$message .= ' ' . sprintf( __( 'Add this line to the server’s crontab: %s', 'headless-deploy' ), $scheduler->system_cron['command'] );
		}
		$this->console->warning( $message );
		return false;
	}
}
