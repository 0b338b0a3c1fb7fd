<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Status\Environment_Status;
use HeadlessDeploy\Status\Scheduler_Text;
use HeadlessDeploy\Status\Status;

/**
 * Shows the deployment status, for users and for monitoring.
 *
 * @phpstan-import-type Entry from Status
 * @phpstan-import-type Scheduler from \HeadlessDeploy\Status\Scheduler_Status
 */
final class Status_Command {
	private const FIELDS = array( 'id', 'status', 'headline', 'changes', 'dueAt', 'lastAt', 'message' );

	/**
	 * States that need attention.
	 */
	private const PROBLEM_STATUSES = array( 'paused', 'retrying' );

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
		$entries        = array_values( array_filter( $status['environments'], static fn( array $entry ): bool => null === $environment_id || $environment_id === $entry['id'] ) );
		$this->console->rows( array_map( self::row( ... ), $entries ), self::FIELDS, $input );
		if ( array() === $entries ) {
			$this->console->warning( __( 'No environment is connected to this site. Connect one: wp headless-deploy environments add', 'headless-deploy' ) );
		}
		$is_scheduler_healthy = $this->warn_about_scheduler( $status['scheduler'] );
		$statuses             = array_column( $entries, 'status' );
		if ( in_array( 'failed', $statuses, true ) ) {
			$this->console->halt( Exit_Code::FAILED );
		}
		if ( ! $is_scheduler_healthy || array() !== array_intersect( self::PROBLEM_STATUSES, $statuses ) ) {
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
			'status'        => $entry['status'],
			'headline'      => Messages::headline( $entry['headline'] ),
			'changes'       => $entry['pendingChanges'],
			'action'        => implode( ', ', array_column( $entry['pending'], 'action' ) ),
			'dueAt'         => array() === $due ? null : min( $due ),
			'nextAttemptAt' => array() === $retry ? null : min( $retry ),
			'paused'        => $entry['paused']['reason'] ?? null,
			'undeployed'    => array_sum( array_column( $entry['undeployed'], 'changes' ) ),
			'lastRun'       => $entry['lastRun']['id'] ?? null,
			'lastAction'    => $entry['lastRun']['action'] ?? null,
			'lastStatus'    => $entry['lastRun']['status'] ?? null,
			'lastAt'        => $entry['lastRun']['finishedAt'] ?? null,
			'frontEndUrl'   => $entry['frontEndUrl'],
			'message'       => self::message( $entry ),
		);
	}

	/**
	 * @param Entry $entry As `Status` returns it.
	 */
	private static function message( array $entry ): string {
		if ( Environment_Status::Paused->value === $entry['status'] ) {
			return Messages::paused( Pause_Reason::from( $entry['paused']['reason'] ?? 'unknown' ), $entry['id'] );
		}
		$messages = Environment_Status::Failed->value === $entry['status'] ? array( $entry['lastRun']['message'] ?? '' ) : array_column( $entry['pending'], 'message' );
		if ( '' !== implode( '', $messages ) ) {
			$messages[] = $entry['remedy'];
		}
		foreach ( $entry['undeployed'] as $undeployed ) {
			$messages[] = "{$undeployed['headline']}. {$undeployed['message']}";
		}
		return implode( ' ', array_unique( array_filter( $messages ) ) );
	}

	/**
	 * Warns when WP-Cron is not running. Returns whether it is.
	 *
	 * @param Scheduler $scheduler As `Status` returns it.
	 */
	private function warn_about_scheduler( array $scheduler ): bool {
		if ( ! $scheduler['late'] ) {
			return true;
		}
		$since   = null === $scheduler['overdueSince'] ? $scheduler['lastRunText'] : $scheduler['overdue'];
		$message = Scheduler_Text::headline() . '. ' . Messages::headline( $since );
		if ( null !== $scheduler['systemCron'] ) {
			/* translators: %s: a line of a crontab. */
			$message .= ' ' . sprintf( __( 'Add this line to the server’s crontab: %s', 'headless-deploy' ), $scheduler['systemCron']['command'] );
		}
		$this->console->warning( $message );
		return false;
	}
}
