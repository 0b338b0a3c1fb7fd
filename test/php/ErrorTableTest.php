<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use HeadlessDeploy\Errors;
use PHPUnit\Framework\Attributes\DataProvider;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;

/**
 * Compares the tables of `includes/Errors` with the codes that the code uses.
 */
final class ErrorTableTest extends Wp_Test_Case {
	private const INCLUDES = __DIR__ . '/../../includes';

	public function test_each_code_stands_in_the_tables_once(): void {
		$this->assertSame( array(), array_keys( array_filter( array_count_values( self::listed() ), static fn( int $times ): bool => $times > 1 ) ) );
		$this->assertGreaterThan( 150, count( self::listed() ) );
	}

	public function test_every_code_of_the_tables_is_used(): void {
		preg_match_all( '/headless_deploy_[a-z_]+/', self::code_outside_of_the_tables(), $found );
		$this->assertSame( array(), array_values( array_diff( self::listed(), $found[0] ) ) );
	}

	public function test_every_code_that_is_used_is_in_the_tables(): void {
		preg_match_all( "/Errors::(?:make|message|for_reader|entry)\(\s*'([a-z_]+)'/", self::code_outside_of_the_tables(), $found );
		$this->assertGreaterThan( 100, count( $found[1] ) );
		$this->assertSame( array(), array_values( array_diff( $found[1], self::listed() ) ) );
	}

	public function test_an_unknown_code_has_a_message_too(): void {
		$this->assertStringContainsString( 'check Site Health', Errors::make( 'headless_deploy_of_the_future' )->get_error_message() );
	}

	#[DataProvider( 'codes' )]
	public function test_each_entry_is_complete( string $code ): void {
		$entry = Errors::entry( $code, array( 'message' => 'The host says why.' ) );
		$this->assertMatchesRegularExpression( '/[.…)]$/u', $entry->message );
		$this->assertStringNotContainsString( 'check Site Health', $entry->message );
		$this->assertContains( $entry->status, array( 400, 401, 403, 404, 409, 410, 412, 413, 422, 429, 500, 502, 503, 504, 507 ) );
		if ( 'run' === $entry->found_in && 'headless_deploy_environment_removed' !== $code ) {
			$this->assertNotNull( $entry->kind, 'A failed run has a headline.' );
		}
	}

	public static function codes(): iterable {
		foreach ( self::listed() as $code ) {
			yield $code => array( $code );
		}
	}

	/**
	 * @return list<string>
	 */
	private static function listed(): array {
		$source = '';
		foreach ( array( self::INCLUDES . '/Errors.php', ...(array) glob( self::INCLUDES . '/Errors/*_Errors.php' ) ) as $file ) {
			$source .= file_get_contents( (string) $file );
		}
		preg_match_all( "/^\t\t\t'(headless_deploy_[a-z_]+)' +=>/m", $source, $found );
		return $found[1];
	}

	private static function code_outside_of_the_tables(): string {
		$code = '';
		foreach ( new RecursiveIteratorIterator( new RecursiveDirectoryIterator( self::INCLUDES, RecursiveDirectoryIterator::SKIP_DOTS ) ) as $file ) {
			$code .= str_contains( $file->getPathname(), '/Errors' ) ? '' : file_get_contents( $file->getPathname() );
		}
		return $code;
	}
}
