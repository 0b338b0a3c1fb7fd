<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Runs;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Runs\Export;
use HeadlessDeploy\Runs\Reasons;
use HeadlessDeploy\Runs\Run_Filter;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Run_Schema;
use HeadlessDeploy\Runs\Run_View;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use WP_REST_Request;
use WP_REST_Response;

#[Group( 'mariadb' )]
final class ExportTest extends Rest_Queue_Test_Case {
	private const ROUTE = self::API . '/runs/export';

	private ?WP_REST_Response $response = null;

	protected function setUp(): void {
		parent::setUp();
		$this->log_in( 'administrator' );
		$this->clock->now = 1000 * (int) strtotime( '2026-11-21T14:20:00Z' );
	}

	public function test_the_csv_file_has_a_line_for_each_run(): void {
		$this->live_through_a_day();
		$body  = $this->export( 'csv' );
		$lines = $this->parse( $body );
		$this->assertStringStartsWith( Export::BYTE_ORDER_MARK . 'id,environment,action,', $body );
		$this->assertCount( 2, $lines );
		$this->assert_fields( array( 'environment' => 'production', 'action' => 'cleanRebuild', 'cause' => 'manual', 'status' => 'accepted', 'httpStatus' => '200' ), $lines[0] );
		$this->assert_fields( array( 'action' => 'rebuild', 'status' => 'failed', 'errorCode' => 'headless_deploy_bad_request', 'response' => 'Out of order' ), $lines[1] );
		$this->assertStringStartsWith( 'Post “Hello, "world"” published (Administrator', $lines[1]['reasons'] );
		$this->assertSame( '2026-11-21T14:20:00.000Z', $lines[0]['createdAt'] );
		$this->assertSame( 'November 21, 2026, 2:20:00 pm', $lines[0]['started'], 'People read it in the site’s own format.' );
		$this->assertSame( 3, substr_count( $body, "\r\n" ) );
	}

	public function test_the_headers_make_a_download_that_is_not_cached(): void {
		$this->export( 'csv' );
		$headers = $this->response?->get_headers() ?? array();
		$this->assertSame( 'attachment; filename="headless-deploy-2026-11-21.csv"', $headers['Content-Disposition'] );
		$this->assertStringStartsWith( 'text/csv; charset=UTF-8', $headers['Content-Type'] );
		$this->assertSame( array( 'no-store', 'nosniff' ), array( $headers['Cache-Control'], $headers['X-Content-Type-Options'] ) );
		$this->export( 'json' );
		$this->assertStringStartsWith( 'application/json', $this->response?->get_headers()['Content-Type'] ?? '' );
	}

	public function test_the_json_file_equals_the_answer_of_the_runs_route(): void {
		$this->live_through_a_day();
		$export = json_decode( $this->export( 'json' ), true );
		$this->assertSame( array( 'runs' => json_decode( (string) wp_json_encode( $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'] ), true ) ), $export );
		$this->assertTrue( rest_validate_value_from_schema( $export + array( 'removedEnvironments' => array() ), Run_Schema::page()->to_array(), 'runs' ) );
	}

	public function test_exports_an_empty_log(): void {
		$this->assertSame( array( 'runs' => array() ), json_decode( $this->export( 'json' ), true ) );
		$this->assertSame( array(), $this->parse( $this->export( 'csv' ) ) );
	}

	public function test_applies_the_filters_of_the_runs_route(): void {
		$this->live_through_a_day();
		$this->assertCount( 1, $this->parse( $this->export( 'csv', array( 'status' => 'failed' ) ) ) );
		$this->assertCount( 1, $this->parse( $this->export( 'csv', array( 'action' => 'cleanRebuild' ) ) ) );
		$this->assertCount( 0, $this->parse( $this->export( 'csv', array( 'environment' => 'staging' ) ) ) );
	}

	public function test_the_csv_file_has_the_status_and_the_build_of_a_run(): void {
		$this->become( 'live', array( 'url' => 'https://www.example.test/hello/', 'pageStatus' => 'live', 'post' => 5 ), 'build-7' );
		$line = $this->parse( $this->export( 'csv' ) )[0];
		$this->assert_fields( array( 'status' => 'live', 'trackedAt' => '2026-11-21T14:21:00.000Z', 'build' => 'build-7', 'liveUrl' => 'https://www.example.test/hello/' ), $line );
	}

	public function test_escapes_texts_that_look_like_formulas(): void {
		$post = $this->post( array( 'post_title' => '=HYPERLINK("https://evil.example";"click")' ) );
		do_action( 'shutdown' );
		$this->caller->answers[] = new Response( 400, 'headless_deploy_bad_request', 12, "=cmd|' /C calc'!A0", '' );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, get_current_user_id() );
		wp_update_user( array( 'ID' => get_current_user_id(), 'display_name' => '@SUM(1+1)' ) );
		$line = $this->parse( $this->export( 'csv' ) )[0];
		$this->assertSame( "'=cmd|' /C calc'!A0", $line['response'] );
		$this->assertSame( "'@SUM(1+1)", $line['user'] );
		$this->assertStringStartsWith( 'Post “=HYPERLINK', $line['reasons'] );
		$this->assertGreaterThan( 0, $post );
	}

	#[DataProvider( 'cells' )]
	public function test_quotes_cells_so_that_they_are_read_as_text( string|int|null $value, string $expected ): void {
		$this->assertSame( $expected . "\r\n", Export::csv_line( array( $value ) ) );
	}

	public static function cells(): iterable {
		yield 'a word' => array( 'word', 'word' );
		yield 'nothing' => array( null, '' );
		yield 'an empty text' => array( '', '' );
		yield 'a number' => array( 7, '7' );
		yield 'a negative number is one' => array( -7, '-7' );
		yield 'a comma' => array( 'a,b', '"a,b"' );
		yield 'a quote' => array( 'a "b"', '"a ""b"""' );
		yield 'a line end' => array( "a\nb", "\"a\nb\"" );
		yield 'an equals sign' => array( '=1+1', "'=1+1" );
		yield 'a plus' => array( '+1', "'+1" );
		yield 'a minus' => array( '-1', "'-1" );
		yield 'an at' => array( '@x', "'@x" );
		yield 'a tab' => array( "\t=1", "'\t=1" );
		yield 'a carriage return' => array( "\r=1", "\"'\r=1\"" );
		yield 'a line feed' => array( "\n=1", "\"'\n=1\"" );
		yield 'a wide equals sign' => array( '＝1', "'＝1" );
		yield 'a formula with a quote' => array( '="x"', "\"'=\"\"x\"\"\"" );
		yield 'a formula where other languages split' => array( 'a;=1+1;+2; -3', "a;'=1+1;'+2; -3" );
		yield 'a formula in quotes where other languages split' => array( 'a;"=HYPERLINK("https://evil.example")', "\"a;'\"\"=HYPERLINK(\"\"https://evil.example\"\")\"" );
		yield 'a formula in quotes after a blank' => array( '; "" @x', "\";' \"\"\"\" @x\"" );
		yield 'a sign inside' => array( 'a=b', 'a=b' );
		yield 'bytes that are no UTF-8' => array( "=\xff", "'=\xff" );
	}

	public function test_answers_a_head_request_without_a_body(): void {
		$this->assertSame( '', $this->export( 'csv', array(), 'HEAD' ) );
	}

	public function test_exports_a_long_log_in_batches_while_it_grows(): void {
		global $wpdb;
		$this->start_manual_run();
		$columns = 'blog_id, environment_id, lane, action, cause, user_id, changes, status, attempts, service_message, excerpt, operation, created_at';
		for ( $size = 1; $size < 512; $size *= 2 ) {
			$wpdb->query( "INSERT INTO {$wpdb->headless_deploy_runs} ($columns) SELECT $columns FROM {$wpdb->headless_deploy_runs}" );
		}
		$log     = new Run_Log();
		$export  = new Export( $log, new Run_View( $log, new Reasons(), new Environments( new Encryption(), $this->clock ) ) );
		$pieces  = 0;
		$longest = 0;
		$queries = $wpdb->num_queries;
		$export->write(
			Export::CSV,
			new Run_Filter(),
			function ( string $piece ) use ( &$pieces, &$longest ): void {
				++$pieces;
				$longest = max( $longest, strlen( $piece ) );
				if ( 50 === $pieces ) {
					$this->start_manual_run( Action::PurgeCache );
				}
			},
		);
		$this->assertSame( 512 + 2, $pieces, 'Header, one for each entry that was there at the beginning, end.' );
		$this->assertLessThan( 1000, $longest );
		$this->assertLessThan( 100, $wpdb->num_queries - $queries );
	}

	public function test_refuses_an_unknown_format_or_filter(): void {
		foreach ( array( array( 'format' => 'xml' ), array( 'status' => 'lost' ), array( 'action' => 'restart' ), array( 'user' => 'x' ), array( 'environment' => 'A B' ) ) as $query ) {
			$this->assertSame( 400, $this->rest( 'GET', self::ROUTE, $query )->get_status() );
		}
	}

	private function live_through_a_day(): void {
		$this->post( array( 'post_title' => 'Hello, "world"' ) );
		do_action( 'shutdown' );
		$this->caller->refuse( 'headless_deploy_bad_request', 400 );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, get_current_user_id() );
		$this->manual_run->start( 'production', Action::CleanRebuild, Cause::Manual, get_current_user_id() );
	}

	/**
	 * @param array{url: string, pageStatus: string, post: int}|null $live The page that proves it.
	 */
	private function become( string $outcome, ?array $live, string $build ): void {
		global $wpdb;
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, get_current_user_id() );
		$trail = array(
			'live'  => $live,
			'build' => array( 'name' => $build ),
		);
		$wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->headless_deploy_runs} SET tracked_status = %s, tracked_at = %d, tracking = %s", $outcome, $this->clock->now + 60_000, wp_json_encode( $trail ) ) );
	}

	/**
	 * @param array<string, string> $query
	 */
	private function export( string $format, array $query = array(), string $method = 'GET' ): string {
		$request = new WP_REST_Request( $method, self::ROUTE );
		$request->set_query_params( array( 'format' => $format ) + $query );
		$this->response = rest_do_request( $request );
		$this->assertSame( 200, $this->response->get_status(), (string) wp_json_encode( $this->response->get_data() ) );
		ob_start();
		$is_served = apply_filters( 'rest_pre_serve_request', false, $this->response, $request, rest_get_server() );
		$body      = (string) ob_get_clean();
		$this->assertTrue( $is_served );
		return $body;
	}

	/**
	 * Reads CSV as PHP does, without its mark.
	 *
	 * @return list<array<string, string>>
	 */
	private function parse( string $csv ): array {
		$file = fopen( 'php://memory', 'r+' );
		$this->assertIsResource( $file );
		fwrite( $file, substr( $csv, strlen( Export::BYTE_ORDER_MARK ) ) );
		rewind( $file );
		$names = (array) fgetcsv( $file, null, ',', '"', '' );
		$lines = array();
		for ( $cells = fgetcsv( $file, null, ',', '"', '' ); is_array( $cells ); $cells = fgetcsv( $file, null, ',', '"', '' ) ) {
			$lines[] = array_combine( $names, $cells );
		}
		return $lines;
	}
}
