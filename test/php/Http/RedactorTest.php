<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Http;

use HeadlessDeploy\Http\Redactor;
use HeadlessDeploy\Tests\Contract;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class RedactorTest extends TestCase {
	/**
	 * @param array{secrets: list<string>, text: string, redacted: string} $case
	 */
	#[DataProvider( 'golden_cases' )]
	public function test_redacts_as_the_golden_file_says( array $case ): void {
		$this->assertSame( $case['redacted'], ( new Redactor( $case['secrets'] ) )->redact( $case['text'] ) );
	}

	public static function golden_cases(): iterable {
		return Contract::cases( 'redaction', 'cases' );
	}

	public function test_redacts_random_secrets_in_every_form_and_place(): void {
		mt_srand( 20260101 );
		for ( $round = 0; $round < 300; $round++ ) {
			$secret = substr( strtr( base64_encode( random_bytes( mt_rand( 12, 40 ) ) ), '+/', '-_' ), 0, mt_rand( 16, 28 ) );
			$around = substr( 'xyz', 0, mt_rand( 0, 3 ) );
			$text   = implode( ' ', array( $secret, rawurlencode( $secret ), json_encode( $secret ), base64_encode( $around . $secret . $around ) ) );
			$clean  = ( new Redactor( array( $secret ) ) )->redact( $text );
			$this->assertStringNotContainsString( rtrim( $secret, '=' ), $clean );
			foreach ( explode( Redactor::MASK, $clean ) as $rest ) {
				$this->assertLessThan( 12, strlen( trim( $rest, ' "%3D=' ) ), "Too much is left of $secret in $clean" );
			}
		}
	}

	public function test_a_secret_that_contains_another_one_is_removed_as_a_whole(): void {
		foreach ( array( 'other secret', 'one another', 'secret too' ) as $inner ) {
			$redactor = new Redactor( array( 'one another secret too', $inner ) );
			$this->assertSame( 'x ' . Redactor::MASK . ' y', $redactor->redact( 'x one another secret too y' ), $inner );
		}
	}

	public function test_a_text_of_escapes_alone_needs_little_memory(): void {
		if ( ! function_exists( 'memory_reset_peak_usage' ) ) {
			$this->markTestSkipped( 'PHP 8.1 does not measure this.' );
		}
		$redactor = new Redactor( array( 'a-secret-of-some-length' ) );
		foreach ( array( '%41', '\\', '&amp;', '%25', '\n' ) as $escape ) {
			$escapes = str_repeat( $escape, intdiv( 65_536, strlen( $escape ) ) );
			memory_reset_peak_usage();
			$before = memory_get_usage();
			$this->assertSame( $escapes, $redactor->redact( $escapes ) );
			$this->assertLessThan( 4 << 20, memory_get_peak_usage() - $before, $escape );
		}
	}
}
