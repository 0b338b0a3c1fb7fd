<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Abilities;

use HeadlessDeploy\Action;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Queue\Run_Status;

/**
 * Describes the input and output of the abilities.
 */
final class Ability_Schema {
	public static function no_input(): Json_Schema {
		return Json_Schema::partial()->with( default: array() );
	}

	public static function environment_input(): Json_Schema {
		$environment = Json_Schema::text( __( 'Environment ID, as returned by headless-deploy/list-environments.', 'headless-deploy' ) )->with( minLength: 1, maxLength: 64 );
		return Json_Schema::closed( environment: $environment );
	}

	public static function environments(): Json_Schema {
		$environment = Json_Schema::partial(
			id: Json_Schema::text(),
			label: Json_Schema::text(),
			frontEndUrl: Json_Schema::text(),
			actions: Json_Schema::list_of( Json_Schema::text()->with( enum: array_column( Action::cases(), 'value' ) ) ),
			paused: Json_Schema::boolean(),
		);
		return Json_Schema::partial( environments: Json_Schema::list_of( $environment ) );
	}

	public static function run(): Json_Schema {
		return Json_Schema::partial(
			run: Json_Schema::integer()->or_null( __( 'Run ID, or null while the run waits for another run to finish.', 'headless-deploy' ) ),
			status: Json_Schema::text()->with( enum: array_column( Run_Status::cases(), 'value' ) ),
			message: Json_Schema::text(),
		);
	}
}
