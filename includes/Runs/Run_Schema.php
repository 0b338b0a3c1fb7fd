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
 *
 * @phpstan-import-type Schema from Json_Schema
 */
final class Run_Schema {
	private const SYMBOLS = array( 'good', 'bad', 'warning', 'paused', 'scheduled', 'held', 'accepted', 'canceled', 'busy' );

	/**
	 * @return Schema
	 */
	public static function run(): array {
		return Json_Schema::named( 'run', Json_Schema::closed( self::request() + self::result() + self::texts() ) );
	}

	/**
	 * @return Schema
	 */
	public static function page(): array {
		return Json_Schema::named( 'runs', Json_Schema::closed( array( 'runs' => Json_Schema::list_of( self::run(), 'Newest first.' ) ) ) );
	}

	/**
	 * @return Schema
	 */
	public static function response(): array {
		return Json_Schema::named(
			'run-response',
			Json_Schema::closed(
				array(
					'run'      => Json_Schema::or_null( self::run(), 'Null while the run waits for another run to finish.' ),
					'severity' => Json_Schema::one_of( 'response-severity', Run_Response::SEVERITIES ),
					'message'  => Json_Schema::text( 'What came of the request, for example: Rebuild of Production was accepted.' ),
					'remedy'   => Json_Schema::text( 'What this user can do if the run failed; may be empty.' ),
				),
			),
		);
	}

	/**
	 * @return Schema
	 */
	public static function reason(): array {
		return Json_Schema::named(
			'reason',
			Json_Schema::closed(
				array(
					'event'   => Json_Schema::text( 'What happened: `published`, `updated`, `unpublished`, `trashed`, `deleted`, `created`, `changed`, `switched`, `requested`.' ),
					'text'    => Json_Schema::text( 'For example: Post “Hello” published.' ),
					'title'   => Json_Schema::text( 'Empty for users who may not read the post.' ),
					'link'    => Json_Schema::text( 'Empty for users who may not read the post.' ),
					'detail'  => Json_Schema::text( 'For example: meta “_stats_cache”, by cron.' ),
					'metaKey' => Json_Schema::text( 'The meta key that was written, if nothing else of the post changed; else empty.' ),
					'user'    => Last_Saved::user_schema(),
					'at'      => Json_Schema::time(),
				),
			),
		);
	}

	/**
	 * @return Schema
	 */
	public static function symbol(): array {
		return Json_Schema::one_of( 'state-symbol', self::SYMBOLS );
	}

	/**
	 * @return Schema
	 */
	public static function status(): array {
		return Json_Schema::one_of( 'run-status', Run_Status::logged() );
	}

	/**
	 * @return Schema
	 */
	public static function cause(): array {
		return Json_Schema::enum( 'cause', Cause::class );
	}

	/**
	 * @return array<string, Schema>
	 */
	private static function request(): array {
		return array(
			'id'               => Json_Schema::integer(),
			'environment'      => Json_Schema::text( 'ID of the environment.' ),
			'environmentLabel' => Json_Schema::text( 'Name of the environment; of a deleted one, the last name.' ),
			'lane'             => Json_Schema::enum( 'lane', Lane::class ),
			'action'           => Json_Schema::enum( 'action', Action::class ),
			'cause'            => self::cause(),
			'user'             => Last_Saved::user_schema(),
			'reasons'          => Json_Schema::list_of( self::reason() ),
			'changes'          => Json_Schema::integer(),
		);
	}

	/**
	 * @return array<string, Schema>
	 */
	private static function result(): array {
		return array(
			'status'     => self::status(),
			'accepted'   => Json_Schema::boolean( 'Whether the host accepted the request. If such a run failed, its build failed.' ),
			'trackedAt'  => Json_Schema::or_null( Json_Schema::time(), 'When the run became building, live or failed in its build; null before.' ),
			'live'       => self::live(),
			'build'      => self::build(),
			'httpStatus' => Json_Schema::integer( '0 if there was no response.' ),
			'errorCode'  => Json_Schema::text( 'A code of docs/error-codes.md; empty if nothing failed.' ),
			'message'    => Json_Schema::text( 'What went wrong; empty if nothing failed.' ),
			'remedy'     => Json_Schema::text( 'What this user can do about it; may be empty.' ),
			'response'   => Json_Schema::or_null(
				Json_Schema::closed(
					array(
						'message' => Json_Schema::text(),
						'excerpt' => Json_Schema::text(),
					),
				),
				'The response of the host, redacted; null without `headless_deploy_manage`.',
			),
			'operation'  => Json_Schema::text( 'Name of the operation or build in the response of the host, or empty.' ),
			'attempts'   => Json_Schema::list_of( self::attempt() ),
			'createdAt'  => Json_Schema::time(),
			'finishedAt' => Json_Schema::or_null( Json_Schema::time() ),
		);
	}

	/**
	 * @return array<string, Schema>
	 */
	private static function texts(): array {
		return array(
			'needsNewUrl'    => Json_Schema::boolean( 'Whether a new webhook URL repairs the failure.' ),
			'symbol'         => self::symbol(),
			'headline'       => Timed_Text::schema(),
			'causeLabel'     => Json_Schema::text( 'For example: Started by Maria Lindqvist.' ),
			'changesSummary' => Json_Schema::text( 'For example: Summer collection + 2 by Jonas Weber. Empty if nothing changed.' ),
		);
	}

	/**
	 * @return Schema
	 */
	private static function live(): array {
		return Json_Schema::or_null(
			Json_Schema::closed(
				array(
					'url'  => Json_Schema::text(),
					'what' => Json_Schema::described(
						array(
							'type' => 'string',
							'enum' => array( 'live', 'gone' ),
						),
						'Whether the page shows the change, or the unpublished page is gone.',
					),
					'post' => Json_Schema::integer(),
				),
			),
			'The page of the front end that proved that the run is live.',
		);
	}

	/**
	 * @return Schema
	 */
	private static function build(): array {
		return Json_Schema::or_null(
			Json_Schema::closed(
				array(
					'name'       => Json_Schema::text(),
					'number'     => Json_Schema::or_null( Json_Schema::integer(), 'Null if the host does not number its builds.' ),
					'page'       => Json_Schema::or_null( Json_Schema::text(), 'URL of the page with the build log; null if unknown, and without `headless_deploy_manage`.' ),
					'origin'     => Json_Schema::text( 'For example: Build 16, started in the portal. Empty for the build of this run.' ),
					'startedAt'  => Json_Schema::or_null( Json_Schema::time() ),
					'finishedAt' => Json_Schema::or_null( Json_Schema::time() ),
					'message'    => Json_Schema::text( 'The message of the host; empty without `headless_deploy_manage`.' ),
				),
			),
			'The build of the host, if known.',
		);
	}

	/**
	 * @return Schema
	 */
	private static function attempt(): array {
		return Json_Schema::named(
			'attempt',
			Json_Schema::closed(
				array(
					'at'         => Json_Schema::time(),
					'durationMs' => Json_Schema::integer(),
					'httpStatus' => Json_Schema::integer( '0 if there was no response.' ),
					'error'      => Json_Schema::text( 'A code of docs/error-codes.md; empty after a success.' ),
					'headline'   => Json_Schema::text(),
				),
			),
		);
	}
}
