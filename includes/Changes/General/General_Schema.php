<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\General;

use HeadlessDeploy\Environments\Last_Saved;

/**
 * Describes the REST resource of the general settings: what is written and what is answered.
 */
final class General_Schema {
	private const LONGEST_POST_TYPE = 20;

	/**
	 * Describes the body of a write. All fields are optional; null resets one to its default.
	 *
	 * @return array<string, mixed>
	 */
	public static function input(): array {
		return self::closed_object(
			array(
				'postTypes'   => self::names( self::LONGEST_POST_TYPE ),
				'optionNames' => self::names( General_Settings::LONGEST_NAME ),
				'ignoredMeta' => array( 'type' => 'array' ) + self::names( General_Settings::LONGEST_NAME ),
			),
		);
	}

	/**
	 * @return array<string, mixed>
	 */
	public static function view(): array {
		$text   = array( 'type' => 'string' );
		$option = array(
			'name'  => $text,
			'label' => $text,
		);
		return self::closed_object(
			array(
				'postTypes'   => self::names( self::LONGEST_POST_TYPE ),
				'optionNames' => array( 'type' => 'array' ) + self::names( General_Settings::LONGEST_NAME ),
				'ignoredMeta' => array( 'type' => 'array' ) + self::names( General_Settings::LONGEST_NAME ),
				'available'   => self::closed_object(
					array(
						'postTypes'   => self::list_of( $option + array( 'byDefault' => array( 'type' => 'boolean' ) ) ),
						'optionNames' => self::list_of( $option ),
					),
				),
				'etag'      => $text,
				'lastSaved' => Last_Saved::schema(),
			),
		) + array( 'title' => 'headless-deploy-general-settings' );
	}

	/**
	 * @return array<string, mixed>
	 */
	private static function names( int $longest ): array {
		return array(
			'type'     => array( 'array', 'null' ),
			'maxItems' => General_Settings::MOST_NAMES,
			'items'    => array(
				'type'      => 'string',
				'minLength' => 1,
				'maxLength' => $longest,
			),
		);
	}

	/**
	 * @param  array<string, mixed> $properties
	 * @return array<string, mixed>
	 */
	private static function list_of( array $properties ): array {
		return array(
			'type'  => 'array',
			'items' => self::closed_object( $properties ),
		);
	}

	/**
	 * Describes an object that has these fields and no others.
	 *
	 * @param  array<string, mixed> $properties
	 * @return array<string, mixed>
	 */
	private static function closed_object( array $properties ): array {
		return array(
			'type'                 => 'object',
			'additionalProperties' => false,
			'properties'           => $properties,
		);
	}
}
