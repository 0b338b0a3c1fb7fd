<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment_Schema;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Runs\Run_Schema;
use HeadlessDeploy\Timed_Text;

/**
 * Describes the REST resource of the status.
 */
final class Status_Schema {
	public static function status(): Json_Schema {
		return Json_Schema::closed(
			environments: Json_Schema::list_of( self::environment() ),
			mostUrgent: Json_Schema::text()->or_null( 'ID of the environment that needs attention most; null if there is none.' ),
			scheduler: self::scheduler(),
		)->named( 'status' );
	}

	private static function environment(): Json_Schema {
		$properties = array(
			'id'          => Json_Schema::text(),
			'label'       => Json_Schema::text(),
			'frontEndUrl' => Json_Schema::text(),
			'lane'        => self::lane()->described( 'The lane of `status`, `lastRun` and the headline: the build lane, unless it is up to date and another lane is not, or a refresh or the purge that replaced one was later.' ),
			'status'      => Json_Schema::enum( 'environment-status-value', Environment_Status::class ),
			...self::summary(),
			'otherLane'      => Json_Schema::closed( ...self::summary() )->named( 'summary' )->or_null( 'The status of another lane; null if none has anything to report.' ),
			'problem'        => self::problem(),
			'remedy'         => Json_Schema::text( 'What this user can do about the problem or the pause; may be empty.' ),
			'planChange'     => Json_Schema::text( 'Says that a stronger action replaces a run that failed, until its result is known; otherwise empty.' ),
			'needsHelp'      => Json_Schema::boolean( 'Whether a user has to act.' ),
			'lacksAddress'   => Json_Schema::boolean( 'Whether the missing front-end URL is the reason why it is unknown that the last build is live.' ),
			'hold'           => Json_Schema::boolean( 'Whether changes are held until a user starts a run.' ),
			'holdMessage'    => Json_Schema::text( 'Says that changes are held, and what to do.' ),
			'releaseLabel'   => Json_Schema::text( 'The button that ends the hold, for example: Stop holding and deploy 3 changes.' ),
			'resumeLabel'    => Json_Schema::text( 'The button that ends a pause, for example: Resume and deploy 3 changes.' ),
			'pending'        => Json_Schema::list_of( self::pending() ),
			'pendingChanges' => Json_Schema::integer( 'The number of pending changes; 1,001 stands for more than 1,000. One that starts runs of several lanes counts once.' ),
			'saveLane'       => self::save_lane(),
			'steps'          => Run_Steps::schema()->described( 'The steps of the run that is being sent, or of the last build while its result is expected; otherwise empty.' ),
			'progress'       => Json_Schema::list_of( Save_Progress::schema(), 'What an editor shows of a save: the first that applies, or the status. Empty in pages without an editor.' ),
			'undeployed'     => Json_Schema::list_of( self::undeployed() ),
			'sending'        => Json_Schema::list_of( Run_Schema::run() ),
			'lastRun'        => Run_Schema::run()->or_null( 'The newest run of `lane` that ended and was not canceled.' ),
			'otherLastRuns'  => Json_Schema::list_of( Run_Schema::run(), 'The last runs of the other lanes.' ),
			'hostBuild'      => Run_Schema::run()->or_null( 'The newest build of the host that this site did not start; null if none is known.' ),
			'lastRunText'    => Timed_Text::schema()->described( 'The last run of any lane, for example: Last run: Rebuild, %s. The text is empty before the first run.' ),
			'actions'        => Action_Button::schema(),
			'blocked'        => Json_Schema::closed(
				reason: Json_Schema::enum( 'pause-reason', Pause_Reason::class ),
				message: Json_Schema::text(),
			)->or_null( 'Why no run can be sent, not even a manual one; null if manual runs can.' ),
			'paused'       => Environment_Schema::paused(),
			'plans'        => Json_Schema::list_of( Save_Plan::schema(), 'The effect of the next save in an editor, by change source.' ),
			'trackedLanes' => Json_Schema::list_of( self::lane(), 'The lanes whose last run is still tracked: its result may become known.' ),
			'nextCheckAt'  => Json_Schema::time()->or_null( 'When the next `POST /dispatch` checks the result of a run; null if no run is tracked.' ),
		);
		return Json_Schema::closed( ...$properties )->named( 'environment-status' );
	}

	/**
	 * @return array<string, Json_Schema>
	 */
	private static function summary(): array {
		$shown = array(
			'symbol'   => Run_Schema::symbol(),
			'headline' => Timed_Text::schema(),
			'detail'   => Timed_Text::schema()->described( 'One or two sentences; the text may be empty.' ),
		);
		$next = Json_Schema::closed( ...array( 'from' => Json_Schema::time() ) + $shown );
		return $shown + array( 'next' => $next->or_null( 'What is shown from a time on, unless a newer status arrives; null while time changes nothing.' ) );
	}

	private static function save_lane(): Json_Schema {
		$properties = array(
			'lane'   => self::lane(),
			'status' => Json_Schema::enum( 'environment-status-value', Environment_Status::class ),
			...self::summary(),
			'problem' => self::problem(),
			'remedy'  => Json_Schema::text(),
		);
		return Json_Schema::closed( ...$properties )->named( 'save-lane' )->or_null( 'The status of the lane whose runs show a save first; null for `lane`.' );
	}

	private static function problem(): Json_Schema {
		return Json_Schema::closed(
			severity: Json_Schema::text()->with( enum: array( 'error', 'warning' ) ),
			headline: Json_Schema::text(),
			errorCode: Json_Schema::text( 'A code of docs/error-codes.md.' ),
			message: Json_Schema::text( 'What happened.' ),
			hostMessage: Json_Schema::text( 'The message of the host; empty without `headless_deploy_manage`.' ),
			run: Json_Schema::integer()->or_null( 'The run that failed; null while it is retried.' ),
			needsNewUrl: Json_Schema::boolean( 'Whether a new webhook URL repairs it.' ),
			connectionLabel: Json_Schema::text( 'The status of the connection, for example: Webhook URL rejected. Empty unless `needsNewUrl` is true.' ),
		)->named( 'problem' )->or_null();
	}

	private static function changes(): Json_Schema {
		return Json_Schema::integer( '1,001 stands for more than 1,000.' );
	}

	private static function lane(): Json_Schema {
		return Json_Schema::enum( 'lane', Lane::class );
	}

	/**
	 * Describes the changes of failed and canceled runs that no later run has deployed. While a run of the lane is pending,
	 * the changes that it includes are counted there.
	 */
	public static function undeployed(): Json_Schema {
		return Json_Schema::closed(
			lane: self::lane(),
			changes: self::changes(),
			canceled: Json_Schema::integer( 'How many of them were canceled: Undo makes these pending again.' ),
			run: Json_Schema::integer( 'The newest run with such changes.' ),
			reasons: Json_Schema::list_of( Run_Schema::reason(), 'The newest of the changes.' ),
			headline: Json_Schema::text( 'For example: 2 changes are not on the site. If a refresh has shown them: 2 changes are refreshed but not rebuilt.' ),
			message: Json_Schema::text( 'Who canceled which changes, and which failed.' ),
		)->named( 'undeployed' );
	}

	public static function pending(): Json_Schema {
		return Json_Schema::closed(
			lane: self::lane(),
			action: Json_Schema::enum( 'action', Action::class ),
			dueAt: Json_Schema::time()->or_null( 'Null while it is held or paused.' ),
			changes: self::changes(),
			reasons: Json_Schema::list_of( Run_Schema::reason() ),
			held: Json_Schema::boolean(),
			attempt: Json_Schema::integer( 'Number of attempts so far.' ),
			nextAttemptAt: Json_Schema::time()->or_null(),
			attemptedAt: Json_Schema::time()->or_null( 'Time of the last attempt; null before the first.' ),
			errorCode: Json_Schema::text( 'Why the last attempt failed, a code of docs/error-codes.md; empty before the first.' ),
			message: Json_Schema::text( 'Why the last attempt failed.' ),
			headline: Timed_Text::schema()->or_null( 'For example: Rebuild in %s. Null while it has no due time.' ),
			cancelLabel: Json_Schema::text( 'For example: Cancel Rebuild. Empty if this user may not cancel it.' ),
			cancelHint: Json_Schema::text( 'For example: Not rebuilt if you cancel: 3 changes by Maria Lindqvist. Empty for a run without changes.' ),
		)->named( 'pending-run' );
	}

	private static function scheduler(): Json_Schema {
		return Json_Schema::closed(
			lastRunAt: Json_Schema::time()->or_null(),
			healthy: Json_Schema::boolean(),
			overdueSince: Json_Schema::time()->or_null( 'Since when a run should have been sent and was not; null if no run is overdue by a quarter of an hour.' ),
			late: Json_Schema::boolean( 'Whether background tasks do not run, or a run is overdue.' ),
			lastRunText: Timed_Text::schema()->described( 'For example: WP-Cron last ran %s.' ),
			overdue: Timed_Text::schema()->described( 'For example: A run was due %s. The text is empty if no run is overdue.' ),
			message: Json_Schema::text( 'What background tasks do, or why they are late.' ),
			systemCron: Scheduler::cron_schema()->or_null( 'Null if not needed, and without `headless_deploy_manage`.' ),
		)->named( 'scheduler' );
	}
}
