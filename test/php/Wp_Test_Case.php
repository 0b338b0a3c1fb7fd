<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Http\Caller;
use HeadlessDeploy\Plugin;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\System_Clock;
use PHPUnit\Framework\TestCase;
use ReflectionFunction;
use RuntimeException;
use WeakMap;
use WP_Error;
use WP_Hook;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Resets WordPress for each test: database, hooks, caches and current user. A request that the test did not mock fails
 * the test.
 */
abstract class Wp_Test_Case extends TestCase {
	/**
	 * The token in every URL of `connect()`.
	 */
	public const TOKEN = 'dGhpcy1pcy1hLXRlc3QtdG9rZW4=';

	/**
	 * @var list<array<string, mixed>>
	 */
	protected array $http_log = array();

	/**
	 * Answers by the beginning of a URL; null lets a request through.
	 *
	 * @var array<string, array<string, mixed>|WP_Error|Closure|null>
	 */
	private array $http_answers = array();

	/**
	 * The hooks as they were before the first test.
	 *
	 * @var array{filters: array<string, WP_Hook>, actions: array<string, int>, counts: array<string, int>}|null
	 */
	private static ?array $hooks = null;

	public static int $user_count = 0;

	/**
	 * Whether a callback is the plugin's: most hooks are the same for each test.
	 *
	 * @var WeakMap<Closure, bool>|null
	 */
	private static ?WeakMap $is_of_plugin = null;

	protected function setUp(): void {
		parent::setUp();
		self::$hooks ??= array(
			'filters' => array_map( static fn( WP_Hook $hook ): WP_Hook => clone $hook, $GLOBALS['wp_filter'] ),
			'actions' => $GLOBALS['wp_actions'],
			'counts'  => $GLOBALS['wp_filters'],
		);
		$this->restore();
		Test_Database::begin();
		// `do_action( 'shutdown' )` would close PHPUnit's output buffers.
		remove_action( 'shutdown', 'wp_ob_end_flush_all', 1 );
		add_filter( 'wp_rest_server_class', static fn(): string => Rest_Server::class, 5 );
		add_filter( 'pre_http_request', $this->answer_http( ... ), 5, 3 );
		add_filter( 'pre_http_request', $this->refuse_http( ... ), PHP_INT_MAX, 3 );
	}

	protected function tearDown(): void {
		Test_Database::reset();
		$this->restore();
		parent::tearDown();
	}

	/**
	 * Replaces the plugin that plugin.php has started.
	 *
	 * @param Caller|null               $caller Null for the real one.
	 * @param (Closure(int): void)|null $sleep
	 */
	protected function start_plugin( Clock $clock = new System_Clock(), ?Caller $caller = null, ?Closure $sleep = null ): void {
		$this->stop_plugin();
		( new Plugin( \HeadlessDeploy\PLUGIN_FILE, $clock, $caller, $sleep ) )->run();
	}

	protected function stop_plugin(): void {
		foreach ( $GLOBALS['wp_filter'] as $name => $hook ) {
			foreach ( $hook->callbacks as $priority => $callbacks ) {
				foreach ( $callbacks as $callback ) {
					if ( $this->is_of_plugin( $callback['function'] ) ) {
						remove_filter( $name, $callback['function'], $priority );
					}
				}
			}
		}
		$GLOBALS['wp_rest_server'] = null;
	}

	/**
	 * @param array<string, mixed> $automation Quiet period and so on.
	 */
	protected function connect( string $label = 'Production', array $automation = array() ): Environment {
		$base  = 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/' . wp_generate_uuid4() . '/webhooks/webhook:rebuild';
		$input = Environment_Input::from_body(
			array(
				'label'       => $label,
				'webhookUrl'  => $base . '?token=' . self::TOKEN,
				'frontEndUrl' => 'https://www.example.test',
				'automation'  => $automation,
			),
		);
		$this->assertNotInstanceOf( WP_Error::class, $input );
		$environment = ( new Environments( new Encryption(), new System_Clock(), may_customize: static fn(): bool => true ) )->create( $input );
		$this->assertNotInstanceOf( WP_Error::class, $environment );
		return $environment;
	}

	/**
	 * Gives an environment a refresh URL and a secret.
	 */
	protected function add_refresh_url( string $id = 'production' ): void {
		$input = Environment_Input::from_body( array( 'refreshUrl' => 'https://www.example.test/api/refresh', 'refreshSecret' => 'whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=' ) );
		$this->assertNotInstanceOf( WP_Error::class, $input );
		$this->assertNotInstanceOf( WP_Error::class, ( new Environments( new Encryption(), new System_Clock(), may_customize: static fn(): bool => true ) )->update( $id, $input, '*' ) );
	}

	/**
	 * Changes what is stored of an environment, each field in its option.
	 *
	 * @param array<string, mixed> $fields
	 */
	protected function edit_environment( array $fields, string $id = 'production' ): void {
		foreach ( Stored_Environments::OPTIONS as $option ) {
			$own = array_intersect_key( $fields, Environment::stored_in( $option )->properties() );
			if ( isset( $own['automation'] ) ) {
				$own = $own['automation'] + array_diff_key( $own, array( 'automation' => true ) );
			}
			if ( array() !== $own ) {
				$stored                        = (array) get_option( $option );
				$stored['environments'][ $id ] = array_merge( $stored['environments'][ $id ], $own );
				update_option( $option, $stored );
			}
		}
	}

	/**
	 * Renames a user without a change that the plugin records.
	 */
	protected function rename_user( int $id, string $name ): void {
		global $wpdb;
		$wpdb->update( $wpdb->users, array( 'display_name' => $name ), array( 'ID' => $id ) );
		clean_user_cache( $id );
	}

	/**
	 * Returns a new user, with no role if it is empty.
	 */
	protected function user( string $role ): int {
		// The prepared users have their roles on the main site.
		$id = is_multisite() && ms_is_switched() ? null : Test_Database::take_user( $role );
		if ( null === $id ) {
			return self::add_user( $role );
		}
		// In the cache, as one that was just added.
		get_userdata( $id );
		return $id;
	}

	public static function add_user( string $role ): int {
		++self::$user_count;
		$id = wp_insert_user(
			array(
				'user_login'   => 'user' . self::$user_count,
				'user_pass'    => 'password',
				'user_email'   => 'user' . self::$user_count . '@example.test',
				'display_name' => ucfirst( $role ) . ' ' . self::$user_count,
				'role'         => $role,
			),
		);
		self::assertIsInt( $id );
		return $id;
	}

	/**
	 * @param array<string, mixed> $fields Differences from a published post.
	 */
	protected function post( array $fields = array() ): int {
		$id = wp_insert_post(
			$fields + array(
				'post_title'   => 'Hello',
				'post_content' => 'Content',
				'post_status'  => 'publish',
			),
			true,
		);
		$this->assertIsInt( $id );
		return $id;
	}

	/**
	 * Makes an image.
	 *
	 * @param int                  $parent The post to which it is attached, 0 for none.
	 * @param array<string, mixed> $fields
	 */
	protected function attachment( int $parent = 0, array $fields = array() ): int {
		$id = wp_insert_attachment( $fields + array( 'post_title' => 'Image', 'post_mime_type' => 'image/png' ), 'image.png', $parent );
		$this->assertIsInt( $id );
		return $id;
	}

	/**
	 * Sends the second request of the block editor, which saves classic meta boxes.
	 */
	protected function submit_meta_boxes( int $post_id ): int {
		$_GET['meta-box-loader'] = '1';
		$_POST                   = array(
			'post_ID'              => (string) $post_id,
			'post_type'            => 'post',
			'action'               => 'editpost',
			'post_status'          => 'publish',
			'hidden_post_status'   => 'publish',
			'original_post_status' => 'publish',
			'user_ID'              => (string) get_current_user_id(),
			'comment_status'       => 'open',
			'ping_status'          => 'open',
			'post_author'          => (string) get_current_user_id(),
		);
		return edit_post();
	}

	/**
	 * @param array<string, mixed>  $params  Query of a GET, JSON body of all others.
	 * @param array<string, string> $headers
	 */
	protected function rest( string $method, string $route, array $params = array(), array $headers = array() ): WP_REST_Response {
		$request = new WP_REST_Request( $method, $route );
		foreach ( $headers as $name => $value ) {
			$request->set_header( $name, $value );
		}
		if ( 'GET' === $method ) {
			$request->set_query_params( $params );
		} elseif ( array() !== $params ) {
			$request->set_header( 'Content-Type', 'application/json' );
			$request->set_body( (string) wp_json_encode( $params ) );
		}
		$response = rest_do_request( $request );
		if ( ! $response->is_error() && null !== $response->get_data() && in_array( $method, array( 'GET', 'POST', 'PUT' ), true ) ) {
			$this->assert_fits_schema( $response );
		}
		return $response;
	}

	/**
	 * Validates the answer of a route of the plugin against the schema of the route.
	 */
	private function assert_fits_schema( WP_REST_Response $response ): void {
		$route  = (string) $response->get_matched_route();
		$schema = $response->get_matched_handler()['schema'] ?? rest_get_server()->get_route_options( $route )['schema'] ?? null;
		if ( is_callable( $schema ) && str_starts_with( $route, '/headless-deploy/' ) ) {
			$valid = rest_validate_value_from_schema( $response->get_data(), $schema(), 'answer' );
			$this->assertTrue( $valid, is_wp_error( $valid ) ? $valid->get_error_message() : '' );
		}
	}

	protected function assert_error( string $code, mixed $error ): void {
		$this->assertInstanceOf( WP_Error::class, $error );
		$this->assertSame( $code, $error->get_error_code() );
	}

	/**
	 * Compares some fields of a longer array.
	 *
	 * @param array<string, mixed> $expected
	 * @param array<string, mixed> $actual
	 */
	protected function assert_fields( array $expected, array $actual ): void {
		$this->assertSame( $expected, array_intersect_key( array_replace( array_intersect_key( $expected, $actual ), $actual ), $expected ) );
	}

	/**
	 * Returns the SQL statements of some work.
	 *
	 * @return list<string>
	 */
	protected function queries( callable $work ): array {
		$queries = array();
		$log     = static function ( string $query ) use ( &$queries ): string {
			$queries[] = $query;
			return $query;
		};
		add_filter( 'query', $log );
		$work();
		remove_filter( 'query', $log );
		return $queries;
	}

	/**
	 * Returns the SQL statements that the plugin's code causes, directly or through a function of WordPress. What core does
	 * on its own differs from one request to the next, for example when a transient has expired.
	 *
	 * @return list<string>
	 */
	protected function plugin_queries( callable $work ): array {
		$folder  = dirname( \HeadlessDeploy\PLUGIN_FILE ) . '/includes/';
		$queries = array();
		$log     = static function ( string $query ) use ( $folder, &$queries ): string {
			$files = array_column( debug_backtrace( DEBUG_BACKTRACE_IGNORE_ARGS ), 'file' );
			if ( array() !== array_filter( $files, static fn( string $file ): bool => str_starts_with( $file, $folder ) ) ) {
				$queries[] = $query;
			}
			return $query;
		};
		add_filter( 'query', $log );
		$work();
		remove_filter( 'query', $log );
		return $queries;
	}

	/**
	 * Runs something once, right before the first statement with a beginning.
	 */
	protected function before_statement( string $beginning, callable $work ): void {
		$is_done = false;
		add_filter(
			'query',
			static function ( string $query ) use ( $beginning, $work, &$is_done ): string {
				if ( ! $is_done && str_starts_with( $query, $beginning ) ) {
					$is_done = true;
					$work();
				}
				return $query;
			},
		);
	}

	/**
	 * Lets the nth statement of some work fail.
	 *
	 * @param  callable(): mixed $work
	 * @return bool              Whether there was such a statement.
	 */
	protected function fail_nth( int $nth, callable $work ): bool {
		$count = 0;
		$fail  = static function ( string $query ) use ( &$count, $nth ): string {
			return ++$count === $nth ? 'SELECT nothing FROM nowhere' : $query;
		};
		add_filter( 'query', $fail );
		$this->with_hidden_errors( $work );
		remove_filter( 'query', $fail );
		return $count >= $nth;
	}

	/**
	 * @template T
	 * @param  callable(): T $work
	 * @return T
	 */
	protected function with_hidden_errors( callable $work ): mixed {
		global $wpdb;
		$wpdb->suppress_errors( true );
		try {
			return $work();
		} finally {
			$wpdb->suppress_errors( false );
		}
	}

	/**
	 * @param string                                $prefix Beginning of the URL.
	 * @param array<string, mixed>|WP_Error|Closure $answer Answer, or a function of the arguments and the URL.
	 */
	protected function mock_http( string $prefix, array|WP_Error|Closure $answer ): void {
		$this->http_answers[ $prefix ] = $answer;
	}

	protected function allow_http( string $prefix ): void {
		if ( 1 !== preg_match( '#^https?://(127\.0\.0\.1|localhost):\d+#', $prefix ) ) {
			throw new RuntimeException( "Tests may only request loopback addresses, not $prefix" );
		}
		$this->http_answers[ $prefix ] = null;
	}

	/**
	 * @param  array<string, string> $headers
	 * @return array<string, mixed>
	 */
	protected function answer( int $status, string $body = '', array $headers = array() ): array {
		return array(
			'headers'  => $headers,
			'body'     => $body,
			'response' => array(
				'code'    => $status,
				'message' => '',
			),
			'cookies'  => array(),
			'filename' => null,
		);
	}

	private function answer_http( mixed $answer, array $args, string $url ): mixed {
		$this->http_log[] = array( 'url' => $url ) + $args;
		foreach ( $this->http_answers as $prefix => $mock ) {
			if ( str_starts_with( $url, $prefix ) && null !== $mock ) {
				return $mock instanceof Closure ? $mock( $args, $url ) : $mock;
			}
		}
		return $answer;
	}

	private function refuse_http( mixed $answer, array $args, string $url ): mixed {
		foreach ( $this->http_answers as $prefix => $mock ) {
			if ( null === $mock && str_starts_with( $url, $prefix ) ) {
				return $answer;
			}
		}
		if ( false === $answer ) {
			throw new RuntimeException( "The test did not mock this request: $url" );
		}
		return $answer;
	}

	private function is_of_plugin( mixed $callback ): bool {
		if ( $callback instanceof Closure ) {
			self::$is_of_plugin ??= new WeakMap();
			return self::$is_of_plugin[ $callback ] ??= self::is_class_of_plugin( ( new ReflectionFunction( $callback ) )->getClosureScopeClass()?->getName() );
		}
		$class = is_array( $callback ) ? $callback[0] : null;
		return self::is_class_of_plugin( is_object( $class ) ? $class::class : $class );
	}

	private static function is_class_of_plugin( mixed $class ): bool {
		return is_string( $class ) && str_starts_with( $class, 'HeadlessDeploy\\' ) && ! str_starts_with( $class, __NAMESPACE__ . '\\' );
	}

	/**
	 * Resets everything but the database.
	 */
	private function restore(): void {
		if ( null === self::$hooks ) {
			return;
		}
		$GLOBALS['wp_filter']         = array_map( static fn( WP_Hook $hook ): WP_Hook => clone $hook, self::$hooks['filters'] );
		$GLOBALS['wp_actions']        = self::$hooks['actions'];
		$GLOBALS['wp_filters']        = self::$hooks['counts'];
		$GLOBALS['wp_current_filter'] = array();
		$GLOBALS['wp_rest_server']    = null;
		$_GET                         = array();
		$_POST                        = array();
		$_REQUEST                     = array();
		$_FILES                       = array();
		$_COOKIE                      = array();
		unset( $GLOBALS['post'], $GLOBALS['authordata'] );
		wp_cache_flush();
		wp_set_current_user( 0 );
	}
}
