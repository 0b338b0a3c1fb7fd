<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use HeadlessDeploy\Tests\Faults\Fault_Server;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\TestCase;

/**
 * Runs commands through WP-CLI against a host on loopback. After each test: PHP logged nothing, and no output contains
 * the token.
 */
abstract class Cli_Test_Case extends TestCase {
	protected const TOKEN    = Wp_Test_Case::TOKEN;
	protected const ACCEPTED = '200 with an operation';

	/**
	 * The environments of each test: label => answer of the host, an entry of answers.json.
	 */
	protected const ENVIRONMENTS = array( 'Production' => self::ACCEPTED );

	protected static Cli_Site $site;
	protected static Fault_Server $host;

	private string $written = '';

	public static function setUpBeforeClass(): void {
		if ( '' === Cli_Site::program() ) {
			self::markTestSkipped( 'WP-CLI is not there: `npm test -- --only cli` brings it.' );
		}
		self::$host = new Fault_Server();
		self::$site = new Cli_Site( array( 'HEADLESS_DEPLOY_LOCAL_HOSTS' => '127.0.0.1:' . self::$host->port ) );
		self::$site->run( array( 'plugin', 'activate', 'headless-deploy/plugin.php' ) );
		foreach ( static::ENVIRONMENTS as $label => $answer ) {
			$added = self::$site->run( array( 'headless-deploy', 'environments', 'add', "--label=$label" ), self::url( $answer ) );
			self::assertSame( 0, $added->code, $added->errors );
		}
		self::$site->save_database();
	}

	public static function tearDownAfterClass(): void {
		if ( isset( self::$site ) ) {
			self::$site->remove();
			self::$host->stop();
		}
	}

	protected function setUp(): void {
		self::$site->restore();
		self::$site->read_debug_log();
		self::$host->take_requests();
	}

	protected function tearDown(): void {
		$this->assertSame( '', self::$site->read_debug_log(), 'PHP logged an error.' );
		foreach ( array( self::TOKEN, rawurlencode( self::TOKEN ), base64_encode( self::TOKEN ), substr( self::TOKEN, 0, -5 ) ) as $secret ) {
			$this->assertStringNotContainsString( $secret, $this->written );
		}
		$this->assertDoesNotMatchRegularExpression( '/^(PHP )?(Warning|Notice|Deprecated|Fatal error): .* in .* on line/mi', $this->written );
	}

	protected static function url( string $answer ): string {
		return self::$host->webhook_url( $answer, self::TOKEN ) . "\n";
	}

	protected function wp( int $code, string ...$arguments ): Cli_Result {
		return $this->wp_with( '', $code, ...$arguments );
	}

	protected function wp_with( string $input, int $code, string ...$arguments ): Cli_Result {
		$result = self::$site->run( array( 'headless-deploy', ...array_values( $arguments ) ), $input );
		$this->record( $result );
		$this->assertSame( $code, $result->code, $result->output . $result->errors );
		return $result;
	}

	/**
	 * @return list<array<string, mixed>>
	 */
	protected function rows( string ...$arguments ): array {
		$result = self::$site->run( array( 'headless-deploy', ...array_values( $arguments ), '--format=json' ) );
		$this->record( $result );
		return array_values( $result->json() );
	}

	protected function record( Cli_Result $result ): void {
		$this->written .= $result->output . $result->errors;
	}

	/**
	 * @return list<string>
	 */
	protected function called_actions(): array {
		return array_map(
			static fn( string $request ): string => preg_match( '#webhook:(\w+)#', $request, $found ) ? $found[1] : '',
			self::$host->take_requests(),
		);
	}

	protected function publish( string $title = 'Hello' ): void {
		self::$site->php( sprintf( 'wp_insert_post( array( "post_title" => %s, "post_status" => "publish" ) );', var_export( $title, true ) ) );
	}

	protected function make_changes_due(): void {
		self::$site->sql( 'UPDATE wp_headless_deploy_changes SET recorded_at = recorded_at - 3600000' );
	}
}
