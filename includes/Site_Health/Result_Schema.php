<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Json_Schema;

/**
 * Describes the result of a Site Health test.
 */
final class Result_Schema {
	/**
	 * @return array<string, mixed>
	 */
	public static function result(): array {
		return Json_Schema::named(
			'site-health-result',
			Json_Schema::closed(
				array(
					'test'   => Json_Schema::text(),
					'label'  => Json_Schema::text(),
					'status' => array(
						'type' => 'string',
						'enum' => array( Result::GOOD, Result::RECOMMENDED, Result::CRITICAL ),
					),
					'badge' => Json_Schema::closed(
						array(
							'label' => Json_Schema::text(),
							'color' => Json_Schema::text(),
						),
					),
					'description' => Json_Schema::text(),
					'actions'     => Json_Schema::text(),
				),
			),
		);
	}
}
