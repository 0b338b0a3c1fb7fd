<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use HeadlessDeploy\Rest;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Error;

/**
 * Checks the schemas of the REST routes. `Wp_Test_Case::rest()` compares every answer of the tests with them.
 */
final class RouteSchemasTest extends Wp_Test_Case {
	/**
	 * Files, and the host's responses, which the OpenAPI document of the platform describes.
	 */
	private const WITHOUT_SCHEMA = array( '/headless-deploy/v1', '/headless-deploy/v1/hosting/(?P<path>[v_][A-Za-z0-9._~:/-]+)', '/headless-deploy/v1/runs/export' );

	protected function setUp(): void {
		parent::setUp();
		$this->start_plugin();
	}

	public function test_every_route_describes_its_answer_except_files_and_responses_of_the_host(): void {
		$without = array();
		foreach ( array_keys( rest_get_server()->get_routes( Rest::ROUTE_NAMESPACE ) ) as $route ) {
			if ( ! is_callable( rest_get_server()->get_route_options( $route )['schema'] ?? null ) ) {
				$without[] = $route;
			}
		}
		$this->assertSame( self::WITHOUT_SCHEMA, $without );
	}

	public function test_every_object_of_a_schema_lists_all_its_properties(): void {
		foreach ( array_keys( rest_get_server()->get_routes( Rest::ROUTE_NAMESPACE ) ) as $route ) {
			$schema = rest_get_server()->get_route_options( $route )['schema'] ?? null;
			if ( is_callable( $schema ) ) {
				$this->assertStringStartsWith( 'headless-deploy-', $schema()['title'] ?? '', $route );
				$this->assertSame( array(), self::open_objects( $schema(), $route ) );
			}
		}
	}

	#[DataProvider( 'wrong_answers' )]
	public function test_an_answer_that_differs_from_its_schema_is_rejected( mixed $answer ): void {
		rest_get_server()->get_routes();
		$schema = rest_get_server()->get_route_options( '/headless-deploy/v1/settings/recognize' )['schema'] ?? null;
		$this->assertIsCallable( $schema );
		$valid = array(
			'provider' => 'generic',
			'target'   => array_fill_keys( array( 'host', 'account', 'app', 'environment' ), '' ),
			'actions'  => array( 'rebuild' ),
		);
		$this->assertTrue( rest_validate_value_from_schema( array( 'webhook' => $valid, 'message' => '' ), $schema(), 'answer' ) );
		$this->assertInstanceOf( WP_Error::class, rest_validate_value_from_schema( array( 'webhook' => $answer + $valid, 'message' => '' ), $schema(), 'answer' ) );
	}

	public static function wrong_answers(): iterable {
		yield 'unknown field' => array( array( 'more' => 1 ) );
		yield 'missing field' => array( array( 'target' => array() ) );
		yield 'unknown value' => array( array( 'actions' => array( 'destroy' ) ) );
	}

	/**
	 * @param  array<string, mixed> $schema
	 * @return list<string>         Paths of objects that allow other properties, or whose properties are not described.
	 */
	private static function open_objects( array $schema, string $path ): array {
		$found      = array();
		$properties = $schema['properties'] ?? array();
		if ( in_array( 'object', (array) ( $schema['type'] ?? array() ), true ) && ( array() === $properties || false !== ( $schema['additionalProperties'] ?? true ) ) ) {
			$found[] = $path;
		}
		foreach ( $properties as $name => $property ) {
			array_push( $found, ...self::open_objects( $property, "$path.$name" ) );
		}
		return isset( $schema['items'] ) ? array( ...$found, ...self::open_objects( $schema['items'], "{$path}[]" ) ) : $found;
	}
}
