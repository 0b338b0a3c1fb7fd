<?php
/**
 * Tests of redaction.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Webhooks;

use HeadlessDeploy\Tests\Contract;
use HeadlessDeploy\Webhooks\Redactor;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/**
 * Proves that no form of a secret gets through, and that TypeScript does the same.
 */
final class RedactorTest extends TestCase {
	/**
	 * @param array{secrets: list<string>, text: string, redacted: string} $case Golden case.
	 */
	#[DataProvider( 'golden_cases' )]
	public function test_it_takes_out_what_the_golden_file_says( array $case ): void {
		$this->assertSame( $case['redacted'], ( new Redactor( $case['secrets'] ) )->redact( $case['text'] ) );
	}

	/**
	 * @return iterable<string, array{array<string, mixed>}>
	 */
	public static function golden_cases(): iterable {
		return Contract::cases( 'redaction', 'cases' );
	}

	public function test_it_finds_random_secrets_in_every_form_and_place(): void {
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
}
