<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Secrets;

use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use RuntimeException;

final class EncryptionTest extends Wp_Test_Case {
	public function test_encrypts_and_decrypts_a_secret(): void {
		$secrets = new Encryption( '' );
		$sealed  = $secrets->seal( self::TOKEN );
		$this->assertStringNotContainsString( self::TOKEN, $sealed );
		$this->assertStringNotContainsString( self::TOKEN, (string) base64_decode( $sealed, false ) );
		$this->assertSame( self::TOKEN, $secrets->open( $sealed ) );
		$this->assertNotSame( $sealed, $secrets->seal( self::TOKEN ), 'Each seal has its own nonce.' );
	}

	public function test_the_generated_key_is_used_by_every_process_and_is_not_autoloaded(): void {
		$sealed = ( new Encryption( '' ) )->seal( self::TOKEN );
		$this->assertSame( self::TOKEN, ( new Encryption( '' ) )->open( $sealed ) );
		$this->assertArrayNotHasKey( Encryption::KEY_OPTION, wp_load_alloptions( true ) );
		$this->assertNotFalse( get_option( Encryption::KEY_OPTION ) );
	}

	public function test_two_processes_that_generate_a_key_at_once_agree_on_one(): void {
		$one   = new Encryption( '' );
		$other = new Encryption( '' );
		$this->assertFalse( $one->has_key_of( '1:k000000000000:AAAA' ), 'Both have looked, and found no key.' );
		$this->assertFalse( $other->has_key_of( '1:k000000000000:AAAA' ) );
		$sealed = array( $one->seal( 'first' ), $other->seal( 'second' ) );
		$this->assertSame( array( 'first', 'second' ), array_map( ( new Encryption( '' ) )->open( ... ), $sealed ) );
	}

	public function test_a_configured_key_writes_none_to_the_database(): void {
		$secrets = new Encryption( 'a key of the site' );
		$this->assertSame( self::TOKEN, $secrets->open( $secrets->seal( self::TOKEN ) ) );
		$this->assertFalse( get_option( Encryption::KEY_OPTION ) );
	}

	public function test_when_a_key_is_configured_the_old_secrets_can_be_read_and_are_outdated(): void {
		$sealed     = ( new Encryption( '' ) )->seal( self::TOKEN );
		$configured = new Encryption( 'a key of the site' );
		$this->assertSame( self::TOKEN, $configured->open( $sealed ) );
		$this->assertTrue( $configured->is_outdated( $sealed ) );
		$this->assertFalse( $configured->is_outdated( $configured->seal( self::TOKEN ) ) );
	}

	public function test_recognizes_a_lost_key(): void {
		$sealed = ( new Encryption( 'one key' ) )->seal( self::TOKEN );
		$other  = new Encryption( 'another key' );
		$this->assertFalse( $other->has_key_of( $sealed ) );
		$this->assertFalse( $other->is_outdated( $sealed ) );
		$this->assertNull( $other->open( $sealed ) );
		$this->assertSame( self::TOKEN, ( new Encryption( 'one key' ) )->open( $sealed ), 'It may come back.' );
	}

	public function test_a_damaged_text_or_key_decrypts_to_nothing(): void {
		$secrets = new Encryption( '' );
		$sealed  = $secrets->seal( self::TOKEN );
		$damaged = array( '', 'x', ':::', '1:k:', '2' . substr( $sealed, 1 ), substr( $sealed, 0, -4 ), substr( $sealed, 0, 20 ), $sealed . 'AAAA', strrev( $sealed ) );
		foreach ( $damaged as $text ) {
			$this->assertNull( $secrets->open( $text ), $text );
		}
		foreach ( array( 'too short', array( 1 ), 0, base64_encode( 'short' ) ) as $key ) {
			update_option( Encryption::KEY_OPTION, $key, false );
			$this->assertNull( ( new Encryption( '' ) )->open( $sealed ) );
		}
	}

	public function test_nothing_is_encrypted_with_a_damaged_key(): void {
		foreach ( array( base64_encode( 'short' ), base64_encode( str_repeat( 'x', SODIUM_CRYPTO_SECRETBOX_KEYBYTES + 1 ) ), 'no base64!' ) as $key ) {
			update_option( Encryption::KEY_OPTION, array( 'key' => $key ), false );
			try {
				$this->fail( ( new Encryption( '' ) )->seal( self::TOKEN ) );
			} catch ( RuntimeException $refusal ) {
				$this->assertSame( 'No key could be stored.', $refusal->getMessage() );
			}
			$this->assertSame( '', ( new Encryption( '' ) )->digest( self::TOKEN ) );
		}
	}

	public function test_a_generated_key_is_read_from_the_primary_database(): void {
		$queries = preg_grep( '/^(INSERT|SELECT).*' . Encryption::KEY_OPTION . '/s', $this->queries( static fn(): string => ( new Encryption( '' ) )->seal( self::TOKEN ) ) );
		$this->assertIsArray( $queries );
		$this->assertStringEndsWith( ' FOR UPDATE', (string) end( $queries ), 'A replica may lack the key, or have that of another process.' );
	}

	public function test_does_not_depend_on_the_salts_of_wordpress(): void {
		$sealed = ( new Encryption( '' ) )->seal( self::TOKEN );
		add_filter( 'salt', static fn(): string => 'rotated' );
		$this->assertSame( self::TOKEN, ( new Encryption( '' ) )->open( $sealed ) );
	}

	public function test_saves_nothing_without_a_key_and_reports_it(): void {
		add_filter( 'query', static fn( string $query ): string => str_contains( $query, Encryption::KEY_OPTION ) ? str_replace( array( 'INSERT IGNORE INTO', Encryption::KEY_OPTION ), array( 'INSERT IGNORE INTO', 'no_such_option' ), $query ) : $query );
		add_filter( 'query', static fn( string $query ): string => str_starts_with( $query, 'INSERT' ) && str_contains( $query, 'no_such_option' ) ? 'SELECT 1' : $query, 11 );
		$secrets      = new Encryption( '' );
		$environments = new Environments( $secrets, new System_Clock() );
		$input        = Environment_Input::from_body( array( 'webhookUrl' => 'https://hosting.example/wh/v1/accounts/a/apps/b/environments/c/webhooks/webhook:rebuild?token=' . self::TOKEN ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$refused = $environments->create( $input );
		$this->assert_error( 'headless_deploy_not_saved', $refused );
		$this->assertSame( array( '', 'none' ), array( $secrets->digest( 'anything' ), $secrets->key_source() ) );
	}
}
