<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use HeadlessDeploy\Capabilities;
use PHPUnit\Framework\Attributes\DataProvider;

final class CapabilitiesTest extends Wp_Test_Case {
	/**
	 * @param list<string> $granted Capabilities that the role has.
	 */
	#[DataProvider( 'roles' )]
	public function test_a_role_has_its_capabilities_and_no_others( string $role, array $granted ): void {
		wp_set_current_user( '' === $role ? 0 : $this->user( $role ) );
		$has = array_values( array_filter( Capabilities::ALL, current_user_can( ... ) ) );
		$this->assertSame( $granted, $has );
	}

	public static function roles(): iterable {
		yield 'administrator' => array( 'administrator', Capabilities::ALL );
		yield 'editor' => array( 'editor', array( Capabilities::VIEW, Capabilities::REBUILD, Capabilities::PURGE_CACHE ) );
		yield 'author' => array( 'author', array( Capabilities::VIEW ) );
		yield 'contributor' => array( 'contributor', array() );
		yield 'subscriber' => array( 'subscriber', array() );
		yield 'no role' => array( '', array() );
	}

	public function test_nothing_is_stored_in_the_roles(): void {
		$this->assertStringNotContainsString( 'headless_deploy', (string) wp_json_encode( get_option( 'wp_user_roles' ) ) );
	}

	public function test_a_filter_can_change_the_capabilities(): void {
		add_filter(
			'headless_deploy_capabilities',
			static fn( array $by_role ): array => array( 'contributor' => array( Capabilities::VIEW, 'manage_options', 7 ), 'editor' => 'everything' ) + $by_role,
		);
		wp_set_current_user( $this->user( 'contributor' ) );
		$this->assertTrue( current_user_can( Capabilities::VIEW ) );
		$this->assertFalse( current_user_can( 'manage_options' ), 'The filter grants nothing but our own.' );
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertFalse( current_user_can( Capabilities::VIEW ), 'What is no list grants nothing.' );
		$this->assertTrue( current_user_can( 'edit_others_posts' ) );
	}

	public function test_ignores_an_invalid_filter_result(): void {
		add_filter( 'headless_deploy_capabilities', '__return_false' );
		wp_set_current_user( $this->user( 'editor' ) );
		$this->assertTrue( current_user_can( Capabilities::REBUILD ) );
	}

	public function test_respects_a_capability_that_was_denied(): void {
		$id = $this->user( 'editor' );
		get_userdata( $id )->add_cap( Capabilities::REBUILD, false );
		get_userdata( $id )->add_cap( Capabilities::MANAGE );
		wp_set_current_user( $id );
		$this->assertFalse( current_user_can( Capabilities::REBUILD ) );
		$this->assertTrue( current_user_can( Capabilities::MANAGE ) );
	}
}
