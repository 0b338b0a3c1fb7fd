<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Abilities;

use HeadlessDeploy\Action;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Status\Status_Schema;

/**
 * Describes what the abilities accept and return.
 */
final class Ability_Schema {
	public static function no_input(): Json_Schema {
		return Json_Schema::partial()->with( default: array() );
	}

	public static function environment_input(): Json_Schema {
		return Json_Schema::closed( environment: self::environment_id() );
	}

	public static function optional_environment_input(): Json_Schema {
		return Json_Schema::partial( environment: self::environment_id() )->with( default: array() );
	}

	public static function lane_input(): Json_Schema {
		$lane = Json_Schema::enum( 'lane', Lane::class )->described( __( 'Lane of the pending run, as returned by headless-deploy/pending-changes.', 'headless-deploy' ) );
		return Json_Schema::closed( environment: self::environment_id(), lane: $lane );
	}

	public static function environments(): Json_Schema {
		return Json_Schema::partial( environments: Json_Schema::list_of( self::environment() ) );
	}

	public static function environment(): Json_Schema {
		return Json_Schema::partial(
			id: Json_Schema::text(),
			label: Json_Schema::text(),
			frontEndUrl: Json_Schema::text(),
			actions: Json_Schema::list_of( Json_Schema::enum( 'action', Action::class ) ),
			held: Json_Schema::boolean( __( 'Whether changes are held until a user starts a run.', 'headless-deploy' ) ),
			paused: Json_Schema::boolean( __( 'Whether automatic runs are paused. Then changes are not deployed automatically, even if they are not held.', 'headless-deploy' ) ),
		);
	}

	public static function pending_changes(): Json_Schema {
		$environment = Json_Schema::partial(
			id: Json_Schema::text(),
			label: Json_Schema::text(),
			pending: Json_Schema::list_of( Status_Schema::pending() ),
			undeployed: Json_Schema::list_of( Status_Schema::undeployed() ),
		);
		return Json_Schema::partial( environments: Json_Schema::list_of( $environment ) );
	}

	public static function run(): Json_Schema {
		return Json_Schema::partial(
			run: Json_Schema::integer()->or_null( __( 'Run ID, or null while the run waits for another run to finish.', 'headless-deploy' ) ),
			status: Json_Schema::enum( 'run-status', Run_Status::class ),
			message: Json_Schema::text(),
		);
	}

	private static function environment_id(): Json_Schema {
		return Json_Schema::text( __( 'Environment ID, as returned by headless-deploy/list-environments.', 'headless-deploy' ) )->with( minLength: 1, maxLength: 64 );
	}
}
