<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Abilities;

use HeadlessDeploy\Action;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Status\Status_Schema;

/**
 * Describes the input and output of the abilities.
 */
final class Ability_Schema {
	private const TEXT = array( 'type' => 'string' );

	/**
	 * @return array<string, mixed>
	 */
	public static function no_input(): array {
		return array( 'default' => array() ) + self::object( array() );
	}

	/**
	 * @return array<string, mixed>
	 */
	public static function environment_input(): array {
		$environment = array(
			'type'        => 'string',
			'description' => __( 'Environment ID, as returned by headless-deploy/list-environments.', 'headless-deploy' ),
			'minLength'   => 1,
			'maxLength'   => 64,
		);
		return array( 'required' => array( 'environment' ) ) + self::object( array( 'environment' => $environment ) );
	}

	/**
	 * @return array<string, mixed>
	 */
	public static function environments(): array {
		$environment = self::object(
			array(
				'id'          => self::TEXT,
				'label'       => self::TEXT,
				'frontEndUrl' => self::TEXT,
				'actions'     => self::list_of( self::TEXT + array( 'enum' => array_column( Action::cases(), 'value' ) ) ),
				'paused'      => array( 'type' => 'boolean' ),
			),
		);
		return self::object( array( 'environments' => self::list_of( $environment ) ) );
	}

	/**
	 * As `GET /status` returns it.
	 *
	 * @return array<string, mixed>
	 */
	public static function status(): array {
		return Status_Schema::status();
	}

	/**
	 * @return array<string, mixed>
	 */
	public static function run(): array {
		return self::object(
			array(
				'run' => array(
					'type'        => array( 'integer', 'null' ),
					'description' => __( 'Run ID, or null while the run waits for another run to finish.', 'headless-deploy' ),
				),
				'status'  => self::TEXT + array( 'enum' => array_column( Run_Status::cases(), 'value' ) ),
				'message' => self::TEXT,
			),
		);
	}

	/**
	 * Describes an object with these properties and no others.
	 *
	 * @param  array<string, mixed> $properties
	 * @return array<string, mixed>
	 */
	private static function object( array $properties ): array {
		return array(
			'type'                 => 'object',
			'properties'           => $properties,
			'additionalProperties' => false,
		);
	}

	/**
	 * @param  array<string, mixed> $items
	 * @return array<string, mixed>
	 */
	private static function list_of( array $items ): array {
		return array(
			'type'  => 'array',
			'items' => $items,
		);
	}
}
