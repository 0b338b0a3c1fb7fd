<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Hosting;

use HeadlessDeploy\Hosting\Credentials;
use HeadlessDeploy\Hosting\Host_Client;
use HeadlessDeploy\Hosting\Hosted_Environment;
use HeadlessDeploy\Hosting\Uploads\Upload;
use HeadlessDeploy\Hosting\Uploads\Upload_File;
use HeadlessDeploy\Hosting\Uploads\Upload_Folder;
use HeadlessDeploy\Hosting\Uploads\Upload_Store;
use HeadlessDeploy\Hosting\Uploads\Uploads;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Installation;
use HeadlessDeploy\Option_Row;
use PHPUnit\Framework\Attributes\DataProvider;
use RuntimeException;
use WP_REST_Request;
use WP_REST_Response;

final class UploadsTest extends Hosting_Test_Case {
	private const ROUTE = self::HOSTING . '/uploads';
	private const INPUT = array(
		'account'     => 'acme',
		'app'         => 'shop',
		'environment' => 'e1',
		'fileName'    => 'My shop.zip',
	);
	private const ZIP    = "PK\x03\x04 the entries PK\x05\x06 the end";
	private const UPLOAD = '/fu/v1/accounts/acme/apps/shop/environments/e1:upload';

	protected function tearDown(): void {
		( new Upload_Folder() )->delete();
		parent::tearDown();
	}

	public function test_receives_a_file_in_chunks_and_sends_it(): void {
		$upload = $this->start();
		$this->assert_fields( array( 'fileName' => 'My-shop.zip', 'received' => 0, 'state' => 'receiving' ), $upload );
		$this->assertSame( array( 10, 'receiving' ), $this->progress( $this->append( $upload['id'], substr( self::ZIP, 0, 10 ), 0 ) ) );
		$this->assertSame( array( strlen( self::ZIP ), 'received' ), $this->progress( $this->append( $upload['id'], substr( self::ZIP, 10 ), 10 ) ) );
		$this->host_answers( 'POST ' . self::UPLOAD, 200, array( 'name' => 'operations/no_build', 'metadata' => array( 'build' => 'builds/no_build' ), 'done' => false ) );
		$sent = $this->rest( 'POST', self::ROUTE . "/{$upload['id']}/send" )->get_data();
		$this->assert_fields( array( 'state' => 'sent', 'operation' => 'operations/no_build', 'build' => 'builds/no_build', 'received' => strlen( self::ZIP ) ), $sent );
		$this->assertSame( $sent, $this->rest( 'GET', self::ROUTE . '/' . $upload['id'] )->get_data() );
		$this->assertFileDoesNotExist( $this->file( $upload['id'] )->path );
		$this->rest( 'POST', self::ROUTE . "/{$upload['id']}/send" );
		$this->assertCount( 1, $this->asked(), 'A sent file is not sent again.' );
	}

	public function test_continues_at_the_byte_that_the_response_names(): void {
		$id = $this->start()['id'];
		$this->append( $id, 'PK', 0 );
		foreach ( array( 0, 1, 3 ) as $offset ) {
			$late = $this->append( $id, "\x03", $offset );
			$this->assertSame( array( 409, 'headless_deploy_upload_offset', array( 'received' => 2, 'status' => 409 ) ), array( $late->get_status(), $late->get_data()['code'], $late->get_data()['data'] ) );
		}
		$this->assertSame( array( 3, 'receiving' ), $this->progress( $this->append( $id, "\x03", 2 ) ) );
		$this->assertSame( array( $id ), array_column( $this->rest( 'GET', self::ROUTE )->get_data()['uploads'], 'id' ) );
	}

	public function test_one_request_at_a_time_uses_the_file(): void {
		$id   = $this->start()['id'];
		$file = $this->file( $id );
		$this->assertNull( $file->lock() );
		$busy = array( $this->append( $id, 'PK', 0 ), $this->rest( 'POST', self::ROUTE . "/$id/send" ), $this->rest( 'DELETE', self::ROUTE . "/$id" ) );
		foreach ( $busy as $response ) {
			$this->assertSame( array( 409, 'headless_deploy_upload_busy' ), array( $response->get_status(), $response->get_data()['code'] ) );
		}
		$file->unlock();
		$this->assertSame( 200, $this->append( $id, 'PK', 0 )->get_status() );
	}

	public static function invalid_chunks(): array {
		return array(
			'nothing'       => array( '', '0', 'application/octet-stream' ),
			'too many'      => array( str_repeat( 'x', 1000 ), '0', 'application/octet-stream' ),
			'a form'        => array( 'PK', '0', 'text/plain' ),
			'no offset'     => array( 'PK', '', 'application/octet-stream' ),
			'a text offset' => array( 'PK', 'x', 'application/octet-stream' ),
		);
	}

	#[DataProvider( 'invalid_chunks' )]
	public function test_refuses_what_is_no_part_of_the_file( string $bytes, string $offset, string $type ): void {
		$response = $this->append( $this->start()['id'], $bytes, $offset, $type );
		$this->assertSame( array( 400, 'headless_deploy_upload_chunk_invalid' ), array( $response->get_status(), $response->get_data()['code'] ) );
	}

	public static function invalid_uploads(): array {
		return array(
			'no size'          => array( array(), 'headless_deploy_upload_fields_missing', 400 ),
			'no environment'   => array( array( 'size' => 1, 'environment' => null ), 'rest_invalid_param', 400 ),
			'a folder above'   => array( array( 'size' => 1, 'app' => '..' ), 'rest_invalid_param', 400 ),
			'a line break'     => array( array( 'size' => 1, 'app' => "shop\n" ), 'rest_invalid_param', 400 ),
			'an empty file'    => array( array( 'size' => 0 ), 'rest_invalid_param', 400 ),
			'a large file'     => array( array( 'size' => Upload::MAX_BYTES + 1 ), 'headless_deploy_upload_too_large', 413 ),
			'an unknown field' => array( array( 'size' => 1, 'path' => 'x' ), 'headless_deploy_field_unknown', 400 ),
		);
	}

	#[DataProvider( 'invalid_uploads' )]
	public function test_refuses_an_upload_that_it_cannot_receive( array $input, string $code, int $status ): void {
		$response = $this->rest( 'POST', self::ROUTE, $input + self::INPUT );
		$this->assertSame( array( $status, $code ), array( $response->get_status(), $response->get_data()['code'] ) );
	}

	public function test_limits_the_unfinished_uploads_of_a_user(): void {
		for ( $count = 0; $count < Upload::MAX_UNFINISHED; $count++ ) {
			$id = $this->start()['id'];
		}
		$this->assertSame( 'headless_deploy_too_many_uploads', $this->rest( 'POST', self::ROUTE, array( 'size' => 1 ) + self::INPUT )->get_data()['code'] );
		$this->assertSame( array( 'deleted' => true ), $this->rest( 'DELETE', self::ROUTE . "/$id" )->get_data() );
		$this->assertSame( 404, $this->rest( 'GET', self::ROUTE . "/$id" )->get_status() );
		$this->start();
	}

	public static function writes_of_a_start(): array {
		return array( 'before its record' => array( 'INSERT IGNORE', 'headless_deploy_upload_' ), 'before it is counted' => array( 'UPDATE', 'headless_deploy_unfinished_uploads' ) );
	}

	#[DataProvider( 'writes_of_a_start' )]
	public function test_parallel_starts_do_not_exceed_the_limit( string $statement, string $option ): void {
		for ( $count = 1; $count < Upload::MAX_UNFINISHED; $count++ ) {
			$this->start();
		}
		$is_parallel = false;
		$start       = function ( string $query ) use ( $statement, $option, &$is_parallel ): string {
			if ( ! $is_parallel && str_starts_with( $query, $statement ) && str_contains( $query, $option ) ) {
				$is_parallel = true;
				$this->start();
			}
			return $query;
		};
		add_filter( 'query', $start );
		$this->assertSame( 'headless_deploy_too_many_uploads', $this->rest( 'POST', self::ROUTE, array( 'size' => 1 ) + self::INPUT )->get_data()['code'] );
		$this->assertTrue( $is_parallel );
		$this->assertCount( Upload::MAX_UNFINISHED, $this->rest( 'GET', self::ROUTE )->get_data()['uploads'] );
	}

	public function test_a_sent_or_deleted_upload_makes_room_for_another(): void {
		$ids = array();
		for ( $count = 0; $count < Upload::MAX_UNFINISHED; $count++ ) {
			$ids[] = $this->receive();
		}
		$this->host_answers( 'POST ' . self::UPLOAD, 200, array( 'name' => 'operations/x' ) );
		$this->rest( 'POST', self::ROUTE . "/$ids[0]/send" );
		$this->rest( 'DELETE', self::ROUTE . "/$ids[1]" );
		$this->start();
		$this->start();
		$this->assertSame( 'headless_deploy_too_many_uploads', $this->rest( 'POST', self::ROUTE, array( 'size' => 1 ) + self::INPUT )->get_data()['code'] );
	}

	public function test_a_request_that_read_the_record_before_it_was_sent_returns_the_result(): void {
		$id      = $this->receive();
		$store   = new Upload_Store();
		$uploads = new Uploads( $store, new Upload_Folder(), new Host_Client( new Calls( $this->clock ) ), $this->clock );
		$early   = $store->get( $id );
		$this->assertInstanceOf( Upload::class, $early );
		$this->host_answers( 'POST ' . self::UPLOAD, 200, array( 'name' => 'operations/x' ) );
		$this->rest( 'POST', self::ROUTE . "/$id/send" );
		$late = $uploads->send( $early, self::credentials() );
		$this->assertInstanceOf( Upload::class, $late );
		$this->assertSame( array( Upload::SENT, 'operations/x' ), array( $late->state(), $late->to_array()['operation'] ) );
		$this->assert_error( 'headless_deploy_upload_ended', $uploads->append( $early, 'PK', 0 ) );
		$this->rest( 'DELETE', self::ROUTE . "/$id" );
		$this->assert_error( 'headless_deploy_unknown_upload', $uploads->send( $early, self::credentials() ) );
		$this->assert_error( 'headless_deploy_unknown_upload', $uploads->append( $early, 'PK', 0 ) );
		$this->assertCount( 1, $this->asked() );
		$this->assertFileDoesNotExist( $this->file( $id )->path );
	}

	public function test_an_exception_of_another_plugin_during_the_call_is_a_failed_upload(): void {
		$id = $this->receive();
		$this->mock_http( self::API_URL, static fn(): array => throw new RuntimeException( self::PASSWORD ) );
		$failed = $this->rest( 'POST', self::ROUTE . "/$id/send" );
		$this->assertSame( array( 500, 'headless_deploy_call_failed' ), array( $failed->get_status(), $failed->get_data()['code'] ) );
		$upload = $this->rest( 'GET', self::ROUTE . "/$id" )->get_data();
		$this->assertSame( array( 'failed', $failed->get_data()['message'] ), array( $upload['state'], $upload['message'] ) );
		$this->assertStringNotContainsString( self::PASSWORD, (string) wp_json_encode( array( $failed->get_data(), $upload ) ) );
	}

	public function test_an_upload_belongs_to_the_user_who_started_it(): void {
		$id = $this->start()['id'];
		$this->log_in( 'administrator' );
		$this->assertSame( array(), $this->rest( 'GET', self::ROUTE )->get_data()['uploads'] );
		foreach ( array( $this->rest( 'GET', self::ROUTE . "/$id" ), $this->append( $id, 'PK', 0 ), $this->rest( 'POST', self::ROUTE . "/$id/send" ), $this->rest( 'DELETE', self::ROUTE . "/$id" ) ) as $response ) {
			$this->assertSame( array( 404, 'headless_deploy_unknown_upload' ), array( $response->get_status(), $response->get_data()['code'] ) );
		}
	}

	public static function incomplete_zips(): array {
		return array(
			'half of it'    => array( substr( self::ZIP, 0, 20 ), 'headless_deploy_upload_incomplete', 409 ),
			'no zip'        => array( str_pad( '<html>', strlen( self::ZIP ) ), 'headless_deploy_upload_not_zip', 422 ),
			'no end of zip' => array( str_pad( "PK\x03\x04", strlen( self::ZIP ) ), 'headless_deploy_upload_not_zip', 422 ),
		);
	}

	#[DataProvider( 'incomplete_zips' )]
	public function test_sends_only_a_complete_zip( string $bytes, string $code, int $status ): void {
		$id = $this->start()['id'];
		$this->append( $id, $bytes, 0 );
		$response = $this->rest( 'POST', self::ROUTE . "/$id/send" );
		$this->assertSame( array( $status, $code, array() ), array( $response->get_status(), $response->get_data()['code'], $this->asked() ) );
	}

	public function test_an_upload_that_the_host_refuses_may_be_sent_again(): void {
		$id = $this->receive();
		$this->host_answers( 'POST ' . self::UPLOAD, 429, array( 'message' => 'Too many builds.' ) );
		$refused = $this->rest( 'POST', self::ROUTE . "/$id/send" );
		$this->assertSame( array( 429, 'Too many builds.' ), array( $refused->get_status(), $refused->get_data()['message'] ) );
		$failed = $this->rest( 'GET', self::ROUTE . "/$id" )->get_data();
		$this->assertSame( array( 'failed', 'Too many builds.' ), array( $failed['state'], $failed['message'] ) );
		$this->host_answers( 'POST ' . self::UPLOAD, 200, array( 'name' => 'operations/x' ) );
		$this->assertSame( array( 'sent', '' ), array_values( array_intersect_key( $this->rest( 'POST', self::ROUTE . "/$id/send" )->get_data(), array( 'state' => 1, 'message' => 1 ) ) ) );
	}

	public function test_the_record_tells_sending_from_an_interrupted_process(): void {
		$id    = $this->receive();
		$state = fn(): string => $this->rest( 'GET', self::ROUTE . "/$id" )->get_data()['state'];
		$seen  = '';
		$this->mock_http(
			self::API_URL,
			function () use ( $state, &$seen ): array {
				$seen = $state();
				return $this->answer( 200, '{"name":"operations/x"}' );
			},
		);
		$this->rest( 'POST', self::ROUTE . "/$id/send" );
		$this->assertSame( array( 'sending', 'sent' ), array( $seen, $state() ) );
		$id     = $this->receive();
		$option = "headless_deploy_upload_$id";
		( new Option_Row( $option ) )->change( Option_Row::parse( ... ), static fn( array $stored ): array => array( 'state' => 'sending' ) + $stored );
		$interrupted = $this->rest( 'GET', self::ROUTE . "/$id" )->get_data();
		$this->assertSame( 'interrupted', $interrupted['state'] );
		$this->assertStringContainsString( 'Check the builds', $interrupted['message'] );
		$this->assertSame( 'sent', $this->rest( 'POST', self::ROUTE . "/$id/send" )->get_data()['state'] );
	}

	public function test_removes_uploads_a_day_after_their_last_chunk(): void {
		$old = $this->receive();
		$this->assertIsInt( wp_next_scheduled( Uploads::CLEANUP_EVENT ) );
		$this->clock->pass( 86_400_000 );
		touch( $this->file( $old )->path, intdiv( $this->clock->now, 1000 ) - 86_401 );
		$new = $this->start()['id'];
		wp_clear_scheduled_hook( Uploads::CLEANUP_EVENT );
		do_action( Uploads::CLEANUP_EVENT );
		$this->assertSame( array( $new ), array_column( $this->rest( 'GET', self::ROUTE )->get_data()['uploads'], 'id' ) );
		$this->assertFileDoesNotExist( $this->file( $old )->path );
		$this->assertIsInt( wp_next_scheduled( Uploads::CLEANUP_EVENT ), 'One is left.' );
	}

	public function test_keeps_an_upload_whose_last_chunk_is_younger_than_a_day(): void {
		$id = $this->receive();
		$this->clock->pass( 86_400_001 );
		touch( $this->file( $id )->path, intdiv( $this->clock->now, 1000 ) - 60 );
		do_action( Uploads::CLEANUP_EVENT );
		$this->assertSame( array( $id ), array_column( $this->rest( 'GET', self::ROUTE )->get_data()['uploads'], 'id' ) );
	}

	public function test_an_upload_that_was_refused_takes_no_further_bytes(): void {
		$id = $this->start()['id'];
		$this->append( $id, 'PK', 0 );
		foreach ( array( 'failed', 'sending', 'sent' ) as $state ) {
			( new Option_Row( "headless_deploy_upload_$id" ) )->change( Option_Row::parse( ... ), static fn( array $stored ): array => array( 'state' => $state ) + $stored );
			$this->assertSame( 'headless_deploy_upload_ended', $this->append( $id, "\x03", 2 )->get_data()['code'], $state );
		}
		$this->assertSame( 2, $this->file( $id )->size() );
	}

	public function test_a_name_of_the_folder_that_was_edited_leads_to_no_other_folder(): void {
		$this->start();
		$paths = array();
		foreach ( array( '../other', 'headless-deploy-' . str_repeat( 'a', 32 ) . '/other', 'other', '' ) as $name ) {
			update_option( 'headless_deploy_uploads_folder', array( 'name' => $name ), false );
			$paths[] = ( new Upload_Folder() )->file( 'x' )?->path;
		}
		// Before the end of a failed test, which deletes the folder that the option names.
		delete_option( 'headless_deploy_uploads_folder' );
		$this->assertSame( array( null, null, null, null ), $paths );
	}

	public function test_the_record_of_an_upload_is_read_from_the_primary_database(): void {
		$id      = $this->start()['id'];
		$queries = preg_grep( "/^SELECT.*headless_deploy_upload_$id/s", $this->queries( fn() => $this->rest( 'GET', self::ROUTE . "/$id" ) ) );
		$this->assertIsArray( $queries );
		$this->assertNotSame( array(), $queries );
		$this->assertSame( array(), array_filter( $queries, static fn( string $query ): bool => ! str_ends_with( $query, ' FOR UPDATE' ) ), 'The next chunk may arrive before a replica has the record.' );
	}

	public function test_a_failed_read_does_not_end_the_cleanup(): void {
		$this->receive();
		wp_clear_scheduled_hook( Uploads::CLEANUP_EVENT );
		add_filter( 'query', static fn( string $query ): string => str_contains( $query, 'upload' ) && str_starts_with( $query, 'SELECT' ) ? 'SELECT nothing FROM nowhere' : $query );
		do_action( Uploads::CLEANUP_EVENT );
		remove_all_filters( 'query' );
		$this->assertIsInt( wp_next_scheduled( Uploads::CLEANUP_EVENT ) );
	}

	public function test_removes_files_without_a_record(): void {
		$folder = dirname( $this->file( $this->receive() )->path );
		$known  = glob( "$folder/*.part" );
		$day    = intdiv( $this->clock->now, 1000 ) - 86_401;
		array_map( static fn( string $file ): bool => touch( $file, $day ), array( "$folder/old.part", "$folder/other.txt", ...$known ) );
		touch( "$folder/new.part", $day + 10 );
		do_action( Uploads::CLEANUP_EVENT );
		$this->assertEqualsCanonicalizing( array( ...$known, "$folder/new.part" ), glob( "$folder/*.part" ) );
		$this->assertFileExists( "$folder/other.txt" );
	}

	public function test_leaves_space_free_on_the_disk(): void {
		$free   = 60_000_000.0;
		$folder = new Upload_Folder(
			static function () use ( &$free ): float {
				return $free;
			},
		);
		$store   = new Upload_Store();
		$uploads = new Uploads( $store, $folder, new Host_Client( new Calls( $this->clock ) ), $this->clock );
		$place   = new Hosted_Environment( 'acme', 'shop', 'e1' );
		$this->assert_error( 'headless_deploy_upload_no_space', $uploads->start( $place, 'shop.zip', 10_000_000 ) );
		$upload = $uploads->start( $place, 'shop.zip', 1_000_000 );
		$this->assertInstanceOf( Upload::class, $upload );
		$this->assertNull( $uploads->append( $upload, 'PK', 0 ) );
		$free = 50_000_000.0;
		$this->assert_error( 'headless_deploy_upload_no_space', $uploads->append( $upload, 'PK', 2 ) );
		$this->assertSame( 2, $this->file( $upload->id )->size() );
	}

	public function test_repairs_the_protection_of_the_folder(): void {
		$folder = dirname( $this->file( $this->start()['id'] )->path );
		file_put_contents( "$folder/.htaccess", '' );
		$this->start();
		$this->assertStringEqualsFile( "$folder/.htaccess", "Require all denied\n" );
	}

	public function test_the_files_are_private_and_removed_on_uninstall(): void {
		$id     = $this->receive();
		$path   = $this->file( $id )->path;
		$folder = dirname( $path );
		$this->assertMatchesRegularExpression( '#/headless-deploy-[a-f0-9]{32}/[a-f0-9]{32}\.part$#', $path );
		$this->assertStringEqualsFile( "$folder/.htaccess", "Require all denied\n" );
		$this->assertFileExists( "$folder/index.php" );
		$this->assertArrayNotHasKey( "headless_deploy_upload_$id", wp_load_alloptions( true ) );
		Installation::uninstall();
		$this->assertDirectoryDoesNotExist( $folder );
		$this->assertFalse( get_option( "headless_deploy_upload_$id" ) );
		$this->assertFalse( wp_next_scheduled( Uploads::CLEANUP_EVENT ) );
	}

	public static function memory_limits(): array {
		return array( '64 MB' => array( '64M', 4 ), '128 MB' => array( '128M', 8 ), 'none' => array( '-1', 8 ), '4 GB' => array( '4G', 8 ) );
	}

	#[DataProvider( 'memory_limits' )]
	public function test_a_chunk_takes_a_sixteenth_of_the_memory( string $limit, int $megabytes ): void {
		$limits = array_map( static fn( string $name ): int => intdiv( wp_convert_hr_to_bytes( (string) ini_get( $name ) ), 1_048_576 ), array( 'post_max_size', 'upload_max_filesize' ) );
		$this->assertSame( min( $megabytes, ...$limits ), intdiv( Upload::chunk_bytes( $limit ), 1_048_576 ) );
	}

	private static function credentials(): Credentials {
		return new Credentials( self::API_URL, 'api-user', self::PASSWORD, false, array(), '', null, null, '' );
	}

	/**
	 * @return array<string, mixed> The new upload of the zip.
	 */
	private function start(): array {
		$response = $this->rest( 'POST', self::ROUTE, array( 'size' => strlen( self::ZIP ) ) + self::INPUT );
		$this->assertSame( 201, $response->get_status(), (string) wp_json_encode( $response->get_data() ) );
		return $response->get_data();
	}

	/**
	 * @return string The ID of an upload that is complete.
	 */
	private function receive(): string {
		$id = $this->start()['id'];
		$this->append( $id, self::ZIP, 0 );
		return $id;
	}

	private function append( string $id, string $bytes, int|string $offset, string $type = 'application/octet-stream' ): WP_REST_Response {
		$request = new WP_REST_Request( 'PUT', self::ROUTE . "/$id" );
		$request->set_query_params( array( 'offset' => (string) $offset ) );
		$request->set_header( 'Content-Type', $type );
		$request->set_body( $bytes );
		return rest_do_request( $request );
	}

	/**
	 * @return array{int, string}
	 */
	private function progress( WP_REST_Response $response ): array {
		$this->assertSame( 200, $response->get_status(), (string) wp_json_encode( $response->get_data() ) );
		return array( $response->get_data()['received'], $response->get_data()['state'] );
	}

	private function file( string $id ): Upload_File {
		$file = ( new Upload_Folder() )->file( $id );
		$this->assertInstanceOf( Upload_File::class, $file );
		return $file;
	}
}
