<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Timed_Text;

/**
 * Describes the REST resource of a run.
 */
final class Run_Schema {
	private const SYMBOLS = array( 'good', 'bad', 'warning', 'paused', 'scheduled', 'held', 'accepted', 'canceled', 'busy' );

	public static function run(): Json_Schema {
		return Json_Schema::closed(
			id: Json_Schema::integer(),
			environment: Json_Schema::text( 'ID of the environment.' ),
			environmentLabel: Json_Schema::text( 'Name of the environment; of a deleted one, the last name.' ),
			lane: Json_Schema::enum( 'lane', Lane::class ),
			replacedBy: Json_Schema::enum( 'action', Action::class )->or_null( 'The stronger action that includes the changes of this run, because it failed.' ),
			refreshed: self::refreshed(),
			action: Json_Schema::enum( 'action', Action::class ),
			cause: self::cause(),
			user: Last_Saved::user_schema(),
			reasons: Json_Schema::list_of( self::reason() ),
			changes: Json_Schema::integer(),
			status: self::status(),
			accepted: Json_Schema::boolean( 'Whether the host accepted the request. If such a run failed, its build failed.' ),
			trackedAt: Json_Schema::time()->or_null( 'When the run became building, live or failed in its build; null before.' ),
			live: self::live(),
			build: self::build(),
			httpStatus: Json_Schema::integer( '0 if there was no response.' ),
			errorCode: Json_Schema::text( 'A code of docs/error-codes.md; empty if nothing failed.' ),
			message: Json_Schema::text( 'What went wrong; empty if nothing failed.' ),
			remedy: Json_Schema::text( 'What this user can do about it; may be empty.' ),
			response: Json_Schema::texts( 'message', 'excerpt' )->or_null( 'The response of the host, redacted; null without `headless_deploy_manage`.' ),
			operation: Json_Schema::text( 'Name of the operation or build in the response of the host, or empty.' ),
			attempts: Json_Schema::list_of( self::attempt() ),
			createdAt: Json_Schema::time(),
			finishedAt: Json_Schema::time()->or_null(),
			needsNewUrl: Json_Schema::boolean( 'Whether a new webhook URL repairs the failure.' ),
			title: Json_Schema::text( 'For example: Rebuild. Of a build that this site did not start: Build 4.' ),
			resultAt: Json_Schema::time( 'Since when the result is known; while the build is running, when it was requested.' ),
			durationMs: Json_Schema::integer()->or_null( 'From the last attempt until the result; null while that is unknown, and if a build that a user started at the host repaired the run.' ),
			symbol: self::symbol(),
			headline: Timed_Text::schema(),
			causeLabel: Json_Schema::text( 'For example: Started by Maria Lindqvist.' ),
			changesSummary: Json_Schema::text( 'For example: Post “Summer collection” published, and 2 more by Jonas Weber. Empty if nothing changed.' ),
		)->named( 'run' );
	}

	private static function refreshed(): Json_Schema {
		$paths = Json_Schema::closed(
			changed: Json_Schema::list_of( Json_Schema::text() ),
			gone: Json_Schema::list_of( Json_Schema::text() ),
		);
		return Json_Schema::closed(
			scope: Json_Schema::one_of( 'refresh-scope', array( 'some', 'all' ) ),
			tags: Json_Schema::list_of( Json_Schema::text() ),
			paths: $paths,
		)->named( 'refreshed' )->or_null( 'The tags and paths of a refresh, as WordPress knows them now; only in `GET /runs/{id}`.' );
	}

	public static function page(): Json_Schema {
		$environment = Json_Schema::closed( id: Json_Schema::text(), label: Json_Schema::text() );
		return Json_Schema::closed(
			runs: Json_Schema::list_of( self::run(), 'Newest first.' ),
			removedEnvironments: Json_Schema::list_of( $environment, 'The removed environments that have runs, for the filter `environment`.' ),
		)->named( 'runs' );
	}

	public static function response(): Json_Schema {
		return Json_Schema::closed(
			run: self::run()->or_null( 'Null while the run waits for another run to finish.' ),
			severity: Json_Schema::one_of( 'response-severity', Run_Response::SEVERITIES ),
			message: Json_Schema::text( 'The result of the request, for example: Rebuild of Production was accepted.' ),
			remedy: Json_Schema::text( 'What this user can do if the run failed; may be empty.' ),
		)->named( 'run-response' );
	}

	public static function reason(): Json_Schema {
		return Json_Schema::closed(
			event: Json_Schema::text( 'What happened: `published`, `updated`, `unpublished`, `trashed`, `deleted`, `created`, `changed`, `switched`, `requested`, `restored`, `moved`.' ),
			label: Json_Schema::text( 'The event of a post whose title is shown beside it, for example: Moved to summer. Else empty.' ),
			text: Json_Schema::text( 'For example: Post “Hello” published.' ),
			title: Json_Schema::text( 'Empty for users who may not read the post.' ),
			link: Json_Schema::text( 'Empty for users who may not read the post.' ),
			detail: Json_Schema::text( 'For example: meta “_stats_cache”, by cron.' ),
			metaKey: Json_Schema::text( 'The meta key that was written, if nothing else of the post changed; else empty.' ),
			user: Last_Saved::user_schema(),
			at: Json_Schema::time(),
		)->named( 'reason' );
	}

	public static function symbol(): Json_Schema {
		return Json_Schema::one_of( 'status-symbol', self::SYMBOLS );
	}

	public static function status(): Json_Schema {
		return Json_Schema::one_of( 'run-status', Run_Status::logged() );
	}

	public static function cause(): Json_Schema {
		return Json_Schema::enum( 'cause', Cause::class );
	}

	private static function live(): Json_Schema {
		return Json_Schema::closed(
			url: Json_Schema::text(),
			pageStatus: Json_Schema::text()->with( enum: array( 'live', 'gone' ) )->described( 'Whether the page shows the change, or the unpublished page is gone.' ),
			post: Json_Schema::integer(),
		)->or_null( 'The page of the front end that proved that the run is live.' );
	}

	private static function build(): Json_Schema {
		return Json_Schema::closed(
			name: Json_Schema::text(),
			number: Json_Schema::integer()->or_null( 'Null if the host does not number its builds.' ),
			page: Json_Schema::text()->or_null( 'URL of the page with the build log; null if unknown, and without `headless_deploy_manage`.' ),
			origin: Json_Schema::text( 'For example: Build 16, started in the portal. Empty for the build of this run.' ),
			startedAt: Json_Schema::time()->or_null(),
			finishedAt: Json_Schema::time()->or_null(),
			message: Json_Schema::text( 'The message of the host; empty without `headless_deploy_manage`.' ),
		)->or_null( 'The build of the host, if known.' );
	}

	private static function attempt(): Json_Schema {
		return Json_Schema::closed(
			at: Json_Schema::time(),
			durationMs: Json_Schema::integer(),
			httpStatus: Json_Schema::integer( '0 if there was no response.' ),
			error: Json_Schema::text( 'A code of docs/error-codes.md; empty after a success.' ),
			headline: Json_Schema::text(),
		)->named( 'attempt' );
	}
}
