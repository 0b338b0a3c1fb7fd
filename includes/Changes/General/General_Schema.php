<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\General;

use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Json_Schema;

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
		return Json_Schema::named(
			'general-input',
			Json_Schema::partial(
				array(
					'postTypes'   => Json_Schema::or_null( self::names( self::LONGEST_POST_TYPE ) ),
					'optionNames' => Json_Schema::or_null( self::names( General_Settings::LONGEST_NAME ) ),
					'ignoredMeta' => self::names( General_Settings::LONGEST_NAME ),
				),
			),
		);
	}

	/**
	 * @return array<string, mixed>
	 */
	public static function view(): array {
		$choice = array(
			'name'  => Json_Schema::text(),
			'label' => Json_Schema::text(),
		);
		return Json_Schema::named(
			'general-settings',
			Json_Schema::closed(
				array(
					'postTypes'   => Json_Schema::or_null( self::names( self::LONGEST_POST_TYPE ), 'Null for all post types that visitors can see.' ),
					'optionNames' => self::names( General_Settings::LONGEST_NAME ),
					'ignoredMeta' => Json_Schema::described( self::names( General_Settings::LONGEST_NAME ), 'Meta keys whose changes trigger nothing; an asterisk at the end matches any characters.' ),
					'available'   => Json_Schema::described(
						Json_Schema::closed(
							array(
								'postTypes'   => Json_Schema::list_of( Json_Schema::closed( $choice + array( 'byDefault' => Json_Schema::boolean() ) ) ),
								'optionNames' => Json_Schema::list_of( Json_Schema::closed( $choice ) ),
							),
						),
						'What can be chosen. Other options can be typed.',
					),
					'etag'      => Json_Schema::text( 'Changes with every write; sent back as `If-Match`.' ),
					'lastSaved' => Last_Saved::schema(),
				),
			),
		);
	}

	/**
	 * @return array<string, mixed>
	 */
	private static function names( int $longest ): array {
		return array(
			'type'     => 'array',
			'maxItems' => General_Settings::MOST_NAMES,
			'items'    => array(
				'type'      => 'string',
				'minLength' => 1,
				'maxLength' => $longest,
			),
		);
	}
}
