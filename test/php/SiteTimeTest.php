<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use HeadlessDeploy\Site_Time;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Locale;

/**
 * The TypeScript tests read the same test/contract/site-dates.json.
 */
final class SiteTimeTest extends Wp_Test_Case {
	private const GOLDEN = 'site-dates';

	/**
	 * @param array<string, mixed> $case The site's formats, and what they write.
	 */
	#[DataProvider( 'formats' )]
	public function test_formats_dates_as_the_site_does( array $case ): void {
		$this->set( $case['options'] );
		$this->speak( $case['language'] ?? array() );
		$this->assertSame( $case['dates'], Site_Time::formats() );
		foreach ( $case['written'] as list( $at, $date, $time ) ) {
			$seconds = (int) strtotime( $at );
			$this->assertSame( "$date, $time", Site_Time::date_and_exact_time( $seconds ) );
			$this->assertSame( $time, Site_Time::exact_time( $seconds ) );
		}
	}

	public static function formats(): iterable {
		return Contract::cases( self::GOLDEN, 'formats' );
	}

	/**
	 * @param array<string, string> $options
	 */
	private function set( array $options ): void {
		update_option( 'timezone_string', 'Europe/Berlin' );
		array_map( update_option( ... ), array_keys( $options ), $options );
	}

	/**
	 * Lets WordPress speak a language whose file is not installed.
	 *
	 * @param array<string, string> $translations Translations by their English texts.
	 */
	private function speak( array $translations ): void {
		$translate = static fn( string $translation, string $text, string $context = '' ): string => $translations[ '' === $context ? $text : "$context: $text" ] ?? $translation;
		add_filter( 'gettext_default', static fn( string $translation, string $text ): string => $translate( $translation, $text ), 10, 2 );
		add_filter( 'gettext_with_context_default', $translate( ... ), 10, 3 );
		$GLOBALS['wp_locale'] = new WP_Locale();
	}

	protected function tearDown(): void {
		parent::tearDown();
		$GLOBALS['wp_locale'] = new WP_Locale();
	}
}
