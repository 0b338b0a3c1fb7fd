<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Security;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class SecretFormsTest extends TestCase {
	private const SECRET = 'pa+ss/wörd "quoted"-7JfQ2mZx9KtLw==';

	#[DataProvider( 'writers' )]
	public function test_finds_a_secret_in_any_form( string $written ): void {
		$this->assertNotSame( '', Secret_Forms::find( "before $written after", array( 'another-secret', self::SECRET ) ) );
	}

	public static function writers(): iterable {
		$secret = self::SECRET;
		yield 'raw' => array( $secret );
		yield 'without padding' => array( rtrim( $secret, '=' ) );
		yield 'address' => array( rawurlencode( $secret ) );
		yield 'address in an address' => array( rawurlencode( rawurlencode( $secret ) ) );
		yield 'form' => array( http_build_query( array( 'token' => $secret ) ) );
		yield 'JSON' => array( (string) json_encode( array( 'a' => $secret ) ) );
		yield 'JSON in JSON' => array( (string) json_encode( (string) json_encode( array( 'a' => $secret ) ) ) );
		yield 'HTML' => array( htmlspecialchars( $secret, ENT_QUOTES ) );
		yield 'serialized' => array( serialize( array( 'a' => $secret ) ) );
		yield 'base64' => array( base64_encode( $secret ) );
		yield 'base64, one before' => array( base64_encode( "a$secret" ) );
		yield 'base64, two before' => array( base64_encode( "ab$secret" ) );
		yield 'base64 of a sentence' => array( strtr( base64_encode( "Bearer $secret and more" ), '+/', '-_' ) );
		yield 'hexadecimal' => array( bin2hex( "Bearer $secret" ) );
		yield 'cut at both ends' => array( substr( $secret, 2, -8 ) );
	}

	public function test_ignores_text_that_may_be_shown(): void {
		$this->assertSame( '', Secret_Forms::find( '••••KtLw, and all the rest of a page', array( self::SECRET ) ) );
	}
}
