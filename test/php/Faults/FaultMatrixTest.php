<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Faults;

use FilesystemIterator;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;

/**
 * Sends each answer of test/contract/answers.json from a real server. For each: the run ends or waits as the table
 * says, one call was made, memory and time are bounded, and the token appears nowhere.
 */
#[Group( 'processes' )]
#[Group( 'newest' )]
final class FaultMatrixTest extends Fault_Test_Case {
	private const MAX_MEMORY_BYTES = 4_194_304;
	private const MAX_SECONDS      = 20.0;

	/** Loads all classes first, so that the memory measured is that of the call. */
	public static function setUpBeforeClass(): void {
		parent::setUpBeforeClass();
		$folder = dirname( __DIR__, 3 ) . '/includes/';
		foreach ( new RecursiveIteratorIterator( new RecursiveDirectoryIterator( $folder, FilesystemIterator::SKIP_DOTS ) ) as $file ) {
			$class = strtr( substr( $file->getPathname(), strlen( $folder ), -4 ), '/', '\\' );
			// Commands need WP-CLI.
			str_starts_with( $class, 'CLI' ) || class_exists( "HeadlessDeploy\\$class" );
		}
	}

	public static function answers(): iterable {
		foreach ( self::table()['answers'] as $name => $entry ) {
			yield $name => array( (string) $name, $entry );
		}
	}

	#[DataProvider( 'answers' )]
	public function test_handles_each_answer_as_the_table_says( string $name, array $entry ): void {
		$this->connect_to( $name, $entry );
		wp_set_current_user( 1 );
		$this->add_change();
		$this->clock->pass( 10_000 );
		$this->dispatch_within_bounds();
		$this->assert_called_once( $entry );
		$this->assert_run( $entry['expect'] );
		$this->assert_visible( $entry['expect'] );
		$this->publish();
		$this->assert_token_is_not_shown();
	}

	public function test_the_table_has_a_message_for_each_of_its_codes(): void {
		$table = self::table();
		$codes = array();
		foreach ( $table['answers'] as $entry ) {
			$codes[] = $entry['expect']['code'] ?? '';
		}
		$codes = array_unique( array_filter( $codes ) );
		sort( $codes );
		$named = array_keys( $table['messages'] );
		sort( $named );
		$this->assertSame( $named, $codes );
	}

	private static function table(): array {
		return (array) json_decode( (string) file_get_contents( Fault_Server::ANSWERS ), true, 64, JSON_THROW_ON_ERROR );
	}

	private function dispatch_within_bounds(): void {
		gc_collect_cycles();
		$can_measure = function_exists( 'memory_reset_peak_usage' );
		if ( $can_measure ) {
			memory_reset_peak_usage();
		}
		$before     = memory_get_usage();
		$started_at = microtime( true );
		$this->dispatch();
		$this->assertLessThan( self::MAX_SECONDS, microtime( true ) - $started_at );
		if ( $can_measure ) {
			$this->assertLessThan( self::MAX_MEMORY_BYTES, memory_get_peak_usage() - $before );
		}
	}

	/**
	 * Expects one request, or none when the host cannot be reached.
	 *
	 * @param array<string, mixed> $entry
	 */
	private function assert_called_once( array $entry ): void {
		$calls = isset( $entry['at'] ) ? 0 : 1;
		$this->assertCount( $calls, self::$server->take_requests( $calls ), 'A host is called once, and a forbidden address never.' );
	}

	private function assert_run( array $expect ): void {
		$run = $this->newest_run();
		$this->assertContains( $run['status'], (array) $expect['state'], (string) wp_json_encode( $run ) );
		foreach ( array( 'http' => 'http_status', 'code' => 'error_code', 'says' => 'service_message', 'operation' => 'operation' ) as $word => $column ) {
			if ( array_key_exists( $word, $expect ) ) {
				$stored = in_array( $column, array( 'service_message', 'operation' ), true ) ? self::decoded( $run[ $column ] ) : $run[ $column ];
				$this->assertSame( (string) $expect[ $word ], $stored, $column );
			}
		}
		$this->assertSame( 'accepted' === $expect['state'] && ! isset( $expect['code'] ), '' === $run['error_code'] );
		$this->assertLessThanOrEqual( 2048, strlen( self::decoded( $run['excerpt'] ) ) );
		$this->assertCount( 1, (array) json_decode( $run['attempts'], true ) );
		if ( isset( $expect['after'] ) ) {
			$seconds = ( (int) $run['not_before'] - $this->clock->now ) / 1000;
			$this->assertGreaterThanOrEqual( $expect['after'][0], $seconds );
			$this->assertLessThanOrEqual( $expect['after'][1], $seconds );
		}
	}

	private function assert_visible( array $expect ): void {
		$state  = $this->newest_run()['status'];
		$status = $this->read_status();
		$this->assertSame( array( 'accepted' => 'upToDate', 'retrying' => 'retrying', 'failed' => 'failed' )[ $state ], $status['status'] );
		$log = $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'];
		$this->assertCount( 1, $log );
		$this->assertSame( $state, $log[0]['status'] );
		if ( isset( $expect['code'] ) ) {
			$this->assertStringStartsWith( self::table()['messages'][ $expect['code'] ], $log[0]['message'] );
		}
		if ( 'retrying' === $state ) {
			$this->assertSame( 1, $status['pending'][0]['changes'], 'Its change stays pending.' );
			$this->assertNotNull( $status['pending'][0]['nextAttemptAt'] );
		}
		if ( 'failed' === $state ) {
			$this->assertSame( 'failed', $status['lastRun']['status'] );
			$this->assertNotSame( '', $status['lastRun']['message'] );
		}
	}

	private function assert_token_is_not_shown(): void {
		$seen = wp_json_encode( $this->newest_run() );
		$seen .= wp_json_encode( $this->rest( 'GET', self::API . '/runs' )->get_data() );
		$seen .= wp_json_encode( $this->rest( 'GET', self::API . '/status' )->get_data() );
		foreach ( array( rtrim( self::TOKEN, '=' ), substr( base64_encode( 'token=' . self::TOKEN ), 8, 24 ) ) as $form ) {
			$this->assertStringNotContainsString( $form, $seen );
		}
	}

	/**
	 * Decodes a text of the runs table, which is stored as ASCII JSON.
	 */
	private static function decoded( string $stored ): string {
		$text = json_decode( $stored, true );
		return is_string( $text ) ? $text : $stored;
	}
}
