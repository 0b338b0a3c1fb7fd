<?php
/**
 * Plugin Name: Observer of the check “neighbours”
 * Description: Writes the PHP errors of each request to a file, and on request the SQL statements of Headless Deploy. It takes
 *              commands of the check over admin-post.php.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Neighbours;

use Throwable;
use wpdb;

require_once WP_CONTENT_DIR . '/neighbours/commands.php';

/**
 * Collects what happens in one request.
 */
final class Observer {
	private const OWN = 'headless-deploy';

	/**
	 * Errors that PHP cannot give to a handler.
	 */
	private const FATAL = array( E_ERROR, E_PARSE, E_CORE_ERROR, E_COMPILE_ERROR );

	/**
	 * @var list<array{message: string, file: string, line: int, owner: string, isOurs: bool}>
	 */
	private array $errors = array();

	/**
	 * @var list<string> Of Headless Deploy.
	 */
	private array $statements = array();

	public function start(): void {
		set_error_handler( $this->on_error( ... ) );
		register_shutdown_function( $this->write( ... ) );
		if ( isset( $_SERVER['HTTP_X_COUNT_STATEMENTS'] ) ) {
			add_filter( 'query', $this->on_statement( ... ), PHP_INT_MAX );
		}
	}

	private function on_error( int $type, string $message, string $file, int $line ): bool {
		// An operator @ hides the error, and some plugins use it a lot.
		if ( 0 !== ( error_reporting() & $type ) ) {
			$this->add_error( $message, $file, $line, array( $file, ...self::files() ) );
		}
		return false;
	}

	/**
	 * @param list<string> $files The file of the error and those that called it.
	 */
	private function add_error( string $message, string $file, int $line, array $files ): void {
		$owners         = array_values( array_filter( array_map( self::owner( ... ), $files ) ) );
		$this->errors[] = array(
			'message' => $message,
			'file'    => str_replace( ABSPATH, '', $file ),
			'line'    => $line,
			'owner'   => $owners[0] ?? '',
			'isOurs'  => in_array( self::OWN, $owners, true ),
		);
	}

	private function on_statement( mixed $statement ): mixed {
		if ( self::is_own_statement() ) {
			$this->statements[] = (string) $statement;
		}
		return $statement;
	}

	/**
	 * Tells whether Headless Deploy called the database: directly or through functions of WordPress, but not through a filter of
	 * another plugin.
	 */
	private static function is_own_statement(): bool {
		$owners = array();
		foreach ( debug_backtrace( DEBUG_BACKTRACE_IGNORE_ARGS ) as $frame ) {
			if ( is_a( $frame['class'] ?? '', wpdb::class, true ) ) {
				// A plugin may replace the class of the database.
				$owners = array();
			}
			$owner = self::owner( $frame['file'] ?? '' );
			if ( self::OWN === $owner ) {
				return array() === $owners;
			}
			if ( '' !== $owner ) {
				$owners[] = $owner;
			}
		}
		return false;
	}

	private function write(): void {
		$last = error_get_last();
		if ( null !== $last && in_array( $last['type'], self::FATAL, true ) ) {
			$this->add_error( 'Fatal: ' . strtok( $last['message'], "\n" ), $last['file'], $last['line'], self::named( $last['file'] . ' ' . $last['message'] ) );
		}
		// The list of failed statements that WordPress keeps.
		foreach ( $GLOBALS['EZSQL_ERROR'] ?? array() as $error ) {
			// WordPress describes a table to learn whether it exists.
			if ( str_contains( (string) $error['query'], 'headless_deploy' ) && ! str_starts_with( (string) $error['query'], 'DESCRIBE' ) ) {
				$this->add_error( "SQL: {$error['error_str']} {$error['query']}", '', 0, array( WP_PLUGIN_DIR . '/' . self::OWN . '/' ) );
			}
		}
		$request = array( 'url' => $_SERVER['REQUEST_METHOD'] . ' ' . $_SERVER['REQUEST_URI'], 'errors' => $this->errors, 'statements' => $this->statements );
		file_put_contents( WP_CONTENT_DIR . '/neighbours/requests.jsonl', json_encode( $request, JSON_INVALID_UTF8_SUBSTITUTE ) . "\n", FILE_APPEND | LOCK_EX );
	}

	/**
	 * @return list<string> The files of the running functions, innermost first.
	 */
	private static function files(): array {
		return array_values( array_filter( array_column( debug_backtrace( DEBUG_BACKTRACE_IGNORE_ARGS ), 'file' ), is_string( ... ) ) );
	}

	/**
	 * @return list<string> The files that a text names.
	 */
	private static function named( string $text ): array {
		preg_match_all( '#/[^\s():]+\.php#', $text, $found );
		return $found[0];
	}

	/**
	 * Returns the folder of the plugin to which a file belongs, empty for none.
	 */
	private static function owner( string $file ): string {
		$folder = WP_PLUGIN_DIR . '/';
		return str_starts_with( $file, $folder ) ? (string) strtok( substr( $file, strlen( $folder ) ), '/' ) : '';
	}
}

( new Observer() )->start();

add_action(
	'admin_post_neighbours',
	static function (): void {
		$input = json_decode( (string) wp_unslash( $_POST['input'] ?? '' ), true );
		try {
			$result = array( 'result' => ( new Commands() )->run( (string) $input['command'], (array) $input['arguments'] ) );
		} catch ( Throwable $failure ) {
			$result = array( 'failure' => $failure::class . ': ' . $failure->getMessage() . ' in ' . $failure->getFile() . ':' . $failure->getLine() );
		}
		// Other plugins may print before and after it.
		echo "\nNEIGHBOURS:" . wp_json_encode( $result ) . "\n";
		exit;
	},
	PHP_INT_MIN,
);
