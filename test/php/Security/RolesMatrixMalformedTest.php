<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

#[Group( 'newest' )]
final class RolesMatrixMalformedTest extends Roles_Matrix_Test_Case {
	/**
	 * Fields that a valid body can have instead of others.
	 */
	private const FURTHER_FIELDS = array(
		'/settings/environments'      => array( 'webhookUrls', 'headers', 'body' ),
		'/settings/environments/{id}' => array( 'webhookUrls', 'headers', 'body' ),
	);

	/**
	 * Malformed bodies (`FIELD` stands for each field in turn), the status on routes that read a body, and the status on
	 * routes that write without reading one (null: as without a body).
	 */
	public static function bodies(): array {
		return array(
			'none'                    => array( '', 400, null ),
			'null'                    => array( 'null', 400, null ),
			'a text'                  => array( '"rebuild"', 400, 400 ),
			'a number'                => array( '5', 400, 400 ),
			'true'                    => array( 'true', 400, 400 ),
			'a list'                  => array( '["rebuild"]', 400, 400 ),
			'a list of lists'         => array( '[[[]]]', 400, 400 ),
			'a field that is unknown' => array( '{"force":true}', 400, 400 ),
			'a field without name'    => array( '{"":1}', 400, 400 ),
			'an object in a field'    => array( '{"FIELD":{"x":{"y":[1]}}}', 400, 400 ),
			'a deep list in a field'  => array( '{"FIELD":' . str_repeat( '[', 300 ) . str_repeat( ']', 300 ) . '}', 400, 400 ),
			'too long a text'         => array( '{"FIELD":"' . str_repeat( 'x', 200_000 ) . '"}', 400, 400 ),
			'half a body'             => array( '{"FIELD":', 400, 400 ),
			'no UTF-8'                => array( "{\"FIELD\":\"\xC3\x28\"}", 400, 400 ),
			'too deep'                => array( str_repeat( '[', 600 ) . str_repeat( ']', 600 ), 400, 400 ),
			'a zero byte'             => array( "\0", 400, 400 ),
		);
	}

	/**
	 * @param int|null $reading  Status on routes that read a body.
	 * @param int|null $bodyless Status on other routes.
	 */
	#[DataProvider( 'bodies' )]
	public function test_a_malformed_body_is_refused( string $body, ?int $reading, ?int $bodyless ): void {
		foreach ( self::ROUTES as $route => $expected ) {
			foreach ( $this->fields_of( $route, $body ) as $field ) {
				// WordPress validates the fields before it checks the role.
				foreach ( '' === $field ? self::ROLES : array( 'administrator' ) as $role ) {
					$response = $this->send( $route, $role, str_replace( 'FIELD', $field, $body ) );
					$message  = "$route as $role, field $field: " . substr( (string) wp_json_encode( $response->get_data() ), 0, 300 );
					$this->assert_sound( $response, $message );
					$status = $this->status_of_malformed( $route, $body, isset( $expected[2] ) ? $reading : $bodyless );
					if ( ! in_array( $role, self::ROLES_BY_CAPABILITY[ $expected[0] ], true ) ) {
						$this->assertContains( $response->get_status(), array( 400, self::refusal( $role ) ), $message );
					} elseif ( null !== $status ) {
						$this->assertSame( $status, $response->get_status(), $message );
					}
				}
			}
		}
		$this->assertSame( array(), array_filter( $this->caller->calls, static fn( string $call ): bool => ! str_ends_with( $call, ' rebuild' ) ) );
	}

	/**
	 * IDs that do not exist, and values that are not valid IDs.
	 */
	public static function ids(): array {
		return array(
			'one that does not exist' => array( 'nowhere', null ),
			'a number too high'       => array( '999999999999', null ),
			'two dots'                => array( '..', 'rest_no_route' ),
			'two dots in code'        => array( '%2e%2e', 'rest_no_route' ),
			'a path'                  => array( '../../../etc/passwd', 'rest_no_route' ),
			// WordPress compares routes without regard to case.
			'capitals'    => array( 'Production', null ),
			'a blank'     => array( 'a b', 'rest_no_route' ),
			'a quote'     => array( "x'--", 'rest_no_route' ),
			'a zero byte' => array( "a\0", 'rest_no_route' ),
			'no UTF-8'    => array( "\xC3\x28", 'rest_no_route' ),
			'too long'    => array( str_repeat( 'a', 65 ), 'rest_no_route' ),
		);
	}

	/**
	 * @param string|null $code Code for all users; null for a code of the plugin.
	 */
	#[DataProvider( 'ids' )]
	public function test_an_id_that_does_not_exist_is_not_found( string $id, ?string $code ): void {
		foreach ( self::ROUTES as $route => $expected ) {
			if ( ! str_contains( $route, '{id}' ) ) {
				continue;
			}
			foreach ( self::ROLES as $role ) {
				$response = $this->send( str_replace( '{id}', $id, $route ), $role, isset( $expected[2] ) ? (string) wp_json_encode( $expected[2] ) : '' );
				$message  = "$route as $role: " . wp_json_encode( $response->get_data() );
				$this->assert_sound( $response, $message );
				$is_allowed = in_array( $role, self::ROLES_BY_CAPABILITY[ $expected[0] ], true );
				if ( null !== $code || $is_allowed ) {
					$this->assertSame( 404, $response->get_status(), $message );
					$this->assertContains( $response->get_data()['code'], array( $code ?? 'headless_deploy_unknown_' . $this->noun( $route ), 'rest_no_route' ), $message );
				} else {
					$this->assertContains( $response->get_status(), array( 404, self::refusal( $role ) ), $message );
				}
			}
		}
	}

	public function test_a_lane_in_capitals_is_no_server_error(): void {
		foreach ( array_filter( array_keys( self::ROUTES ), static fn( string $route ): bool => str_contains( $route, '{lane}' ) ) as $route ) {
			foreach ( self::ROLES as $role ) {
				$this->assert_sound( $this->send( str_replace( '{lane}', 'BUILD', $route ), $role, '' ), "$route as $role" );
			}
		}
	}

	private function noun( string $route ): string {
		return match ( true ) {
			str_contains( $route, '/runs/' )      => 'run',
			str_contains( $route, '/schedules/' ) => 'schedule',
			str_contains( $route, '/uploads/' )   => 'upload',
			default                               => 'environment',
		};
	}

	/**
	 * Returns the status of a malformed body, null for any valid answer.
	 *
	 * @param int|null $status Status of the data set.
	 */
	private function status_of_malformed( string $route, string $body, ?int $status ): ?int {
		$is_left_out = in_array( $body, array( '', 'null' ), true );
		if ( $is_left_out && isset( self::ROUTES[ $route ][3] ) ) {
			return self::ROUTES[ $route ][1];
		}
		return 1 === preg_match( '/^(GET|DELETE) /', $route ) ? null : $status;
	}

	private function fields_of( string $route, string $body ): array {
		if ( ! str_contains( $body, 'FIELD' ) ) {
			return array( '' );
		}
		$path = substr( $route, (int) strpos( $route, '/' ) );
		return array( ...array_keys( self::ROUTES[ $route ][2] ?? array( 'action' => 1 ) ), ...( self::FURTHER_FIELDS[ $path ] ?? array() ) );
	}
}
