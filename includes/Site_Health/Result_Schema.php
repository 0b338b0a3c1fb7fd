<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

/**
 * Describes the result of a Site Health test.
 */
final class Result_Schema {
	/**
	 * @return array<string, mixed>
	 */
	public static function result(): array {
		$text = array( 'type' => 'string' );
		return array(
			'$schema'    => 'http://json-schema.org/draft-04/schema#',
			'title'      => 'headless-deploy-site-health',
			'type'       => 'object',
			'properties' => array(
				'test'   => $text,
				'label'  => $text,
				'status' => array(
					'type' => 'string',
					'enum' => array( Result::GOOD, Result::RECOMMENDED, Result::CRITICAL ),
				),
				'badge' => array(
					'type'       => 'object',
					'properties' => array(
						'label' => $text,
						'color' => $text,
					),
					'additionalProperties' => false,
				),
				'description' => $text,
				'actions'     => $text,
			),
			'additionalProperties' => false,
		);
	}
}
