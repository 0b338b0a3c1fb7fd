<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Schedules\Schedule_View;
use HeadlessDeploy\Services;
use SensitiveParameter;
use Throwable;
use WP_CLI;

/**
 * Creates the commands and registers them with WP-CLI.
 */
final class Commands {
	private const NAME = 'headless-deploy';

	private const PUBLIC_OPTION = 'front-end-url';
	private const SECRET_OPTION = 'webhook-url';

	private const MAX_ARGS = array(
		'add'    => 3,
		'update' => 4,
	);

	public function __construct(
		private readonly Services $services,
		private readonly Console $console = new Wp_Cli_Console(),
	) {}

	/**
	 * Registers the commands, unless the arguments contain a secret, which WP-CLI would print in its own errors. Hooked to
	 * `cli_init`.
	 */
	public function register(): void {
		// These are magic properties, so `??` on an element of them would always be null.
		$words   = WP_CLI::get_runner()->arguments;
		$options = WP_CLI::get_runner()->assoc_args;
		if ( self::NAME === ( $words[0] ?? '' ) && self::contain_secret( $words, $options ) ) {
			$this->console->fail( __( 'Nothing was changed. Arguments must not contain a webhook URL: the shell history and other processes on this machine can read them. Regenerate the token at the host, then enter the new URL on standard input or at the prompt.', 'headless-deploy' ) );
		}
		WP_CLI::add_command( self::NAME, Headless_Deploy_Namespace::class );
		foreach ( $this->commands() as $words => $command ) {
			WP_CLI::add_command( self::NAME . ' ' . $words, $command, array( 'before_invoke' => $this->prepare( ... ) ) );
		}
	}

	/**
	 * Grants the plugin's capabilities while one of its commands runs, whatever `--user` is: a shell user can read the
	 * database anyway. Titles of posts are readable too, because commands usually run without a user. Hooked to `map_meta_cap`.
	 *
	 * @param  list<string> $needed Required capabilities.
	 * @return list<string>
	 */
	public static function grant( array $needed, string $asked ): array {
		return 'read_post' === $asked || in_array( $asked, Capabilities::ALL, true ) ? array() : $needed;
	}

	/**
	 * @return array<string, object|array{object, string}> By name.
	 */
	private function commands(): array {
		$services   = $this->services;
		$console    = $this->console;
		$arguments  = new Arguments( $services->environments, $console );
		$report     = new Dispatch_Report( $services->caller(), new Run_Log() );
		$dispatcher = $services->dispatcher_with( $report );
		$watcher    = new Run_Watcher( $services->queue, new Run_Log(), $dispatcher, $services->clock, $services->sleep(), $console );
		$runs       = new Action_Runner( $services->manual_run( $dispatcher ), $dispatcher, $watcher, $console );
		$actions    = new Action_Commands( $arguments, $runs );
		$hold       = new Hold_Commands( $services->environments, $dispatcher, $arguments, $console );
		return array(
			'status'        => new Status_Command( $services->status(), $arguments, $console ),
			'rebuild'       => array( $actions, 'rebuild' ),
			'clean-rebuild' => array( $actions, 'clean_rebuild' ),
			'purge-cache'   => array( $actions, 'purge_cache' ),
			'dispatch'      => new Dispatch_Command( $dispatcher, $services->cron_events( $dispatcher ), $this->reset_caches( ... ), $services->clock, $services->sleep(), new Stop_Signal(), $report, $console ),
			'pending'       => new Pending_Commands( $services->status(), $services->queue, $dispatcher, $arguments, $runs, $console ),
			'hold'          => array( $hold, 'hold' ),
			'release'       => array( $hold, 'release' ),
			'runs'          => new Runs_Commands( new Run_Log(), $services->run_view(), $arguments, $runs, $console ),
			'environments'  => new Environments_Commands( $services->environments, $dispatcher, $arguments, new Environment_Fields( $console ), $console ),
			'schedules'     => new Schedules_Commands( $services->schedules, new Schedule_View( $services->schedules ), $dispatcher, $arguments, $console ),
		);
	}

	/**
	 * WP-CLI reads the help from the doc comments of the object that it calls, so failed reads are caught here and not in a
	 * wrapper.
	 */
	private function prepare(): void {
		if ( false === has_filter( 'map_meta_cap', array( self::class, 'grant' ) ) ) {
			add_filter( 'map_meta_cap', array( self::class, 'grant' ), 10, 2 );
		}
		$other = set_exception_handler( null );
		set_exception_handler(
			function ( Throwable $thrown ) use ( $other ): void {
				if ( $thrown instanceof Read_Failed ) {
					$this->console->fail( Entry_Point::error()->get_error_message(), Exit_Code::NOT_SENT );
				}
				if ( null === $other ) {
					throw $thrown;
				}
				$other( $thrown );
			},
		);
	}

	/**
	 * Tells whether the arguments may contain a secret: any URL except the front end's, a front-end URL that looks like
	 * a webhook, or an extra positional argument, which may be a token.
	 *
	 * @param list<string>         $args       Positional arguments, including the name of the command.
	 * @param array<string, mixed> $assoc_args Named arguments.
	 */
	private static function contain_secret( #[SensitiveParameter] array $args, #[SensitiveParameter] array $assoc_args ): bool {
		$most = 'environments' === ( $args[1] ?? '' ) ? self::MAX_ARGS[ $args[2] ?? '' ] ?? PHP_INT_MAX : PHP_INT_MAX;
		if ( count( $args ) > $most || str_contains( implode( ' ', $args ), '://' ) ) {
			return true;
		}
		foreach ( $assoc_args as $name => $value ) {
			$is_named = self::SECRET_OPTION === $name && is_string( $value );
			if ( $is_named || ( is_string( $value ) && self::is_secret( (string) $name, $value ) ) ) {
				return true;
			}
		}
		return false;
	}

	private static function is_secret( string $name, #[SensitiveParameter] string $value ): bool {
		if ( self::PUBLIC_OPTION === $name ) {
			return 1 === preg_match( '#[?&](token|key)=|/webhooks/|/build_hooks/|/deploy_hooks/|/integrations/deploy/#i', $value );
		}
		return str_contains( $value, '://' );
	}

	private function reset_caches(): void {
		$this->services->collector->flush();
		Cache_Reset::reset();
		$this->services->routing->load();
	}
}
