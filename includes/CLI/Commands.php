<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Read_Failed;
use SensitiveParameter;
use Throwable;
use WP_CLI;

/**
 * Registers the commands with WP-CLI.
 */
final class Commands {
	private const NAME = 'headless-deploy';

	private const GROUPS = array(
		'environments'  => array( 'Connects, changes, pauses and removes environments.', self::SECRETS_HELP ),
		'notifications' => array( 'Shows, changes and tests who is notified of failed deployments.', '' ),
		'pending'       => array( 'Lists, sends and cancels pending runs.', '' ),
		'runs'          => array( 'Shows runs, and retries failed runs.', '' ),
		'schedules'     => array( 'Lists, adds and removes schedules.', '' ),
	);

	private const HELP = <<<'HELP'
		Every shell user can run all commands. The log records the user given with --user=<login>.

		## EXAMPLES

		    $ wp headless-deploy status
		    $ wp headless-deploy rebuild --wait
		    $ wp headless-deploy dispatch
		HELP;

	private const SECRETS_HELP = <<<'HELP'
		A webhook URL is read from standard input or a hidden prompt, never from an argument: the shell stores arguments in its
		history, and other processes can read them.
		HELP;

	private const PUBLIC_OPTIONS = array( 'front-end-url', 'refresh-url' );
	private const SECRET_OPTION  = 'webhook-url';
	private const SECRET_PREFIX  = 'whsec_';

	private const MAX_ARGS = array(
		'add'            => 3,
		'update'         => 4,
		'refresh-secret' => 4,
		'refresh-test'   => 4,
	);

	/**
	 * @param array<string, Command> $commands By name.
	 */
	public function __construct(
		public readonly array $commands,
		private readonly Console $console,
	) {}

	/**
	 * Registers the commands, unless the arguments contain a secret, which WP-CLI would print in its own errors. Hooked to
	 * `cli_init`.
	 */
	public function register(): void {
		// These are magic properties, so `??` on an element of them would always be null.
		$arguments = WP_CLI::get_runner()->arguments;
		$options   = WP_CLI::get_runner()->assoc_args;
		if ( self::NAME === ( $arguments[0] ?? '' ) && self::contains_secret( $arguments, $options ) ) {
			$this->console->fail( __( 'Nothing was changed. Arguments must not contain a webhook URL or a secret: the shell history and other processes on this machine can read them. Regenerate the token at the host, then enter the new URL on standard input or at the prompt. Replace a secret of refresh requests with “environments refresh-secret”.', 'headless-deploy' ) );
		}
		WP_CLI::add_command(
			self::NAME,
			Command_Group::class,
			array(
				'shortdesc' => 'Rebuilds the headless front end of this site, purges its cache, and shows the deployment status.',
				'longdesc'  => self::HELP,
			),
		);
		foreach ( self::GROUPS as $name => list( $summary, $help ) ) {
			WP_CLI::add_command(
				self::NAME . ' ' . $name,
				Command_Group::class,
				array(
					'shortdesc' => $summary,
					'longdesc'  => $help,
				),
			);
		}
		foreach ( $this->commands as $name => $command ) {
			WP_CLI::add_command(
				self::NAME . ' ' . $name,
				$command,
				array(
					'shortdesc'     => $command->summary,
					'longdesc'      => $command->help(),
					'synopsis'      => $command->synopsis(),
					'before_invoke' => $this->prepare( ... ),
				),
			);
		}
	}

	/**
	 * Grants the plugin's capabilities while one of its commands runs, whatever `--user` is: a shell user can read the
	 * database anyway. Titles of posts are readable too, because commands usually run without a user. Hooked to `map_meta_cap`.
	 *
	 * @param  list<string> $required Required capabilities.
	 * @return list<string>
	 */
	public static function grant( array $required, string $capability ): array {
		return 'read_post' === $capability || in_array( $capability, Capabilities::ALL, true ) ? array() : $required;
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
	 * a webhook, a secret of refresh requests, or an extra positional argument, which may be a token.
	 *
	 * @param list<string>         $args       Positional arguments, including the name of the command.
	 * @param array<string, mixed> $assoc_args Named arguments.
	 */
	private static function contains_secret( #[SensitiveParameter] array $args, #[SensitiveParameter] array $assoc_args ): bool {
		$max_args = 'environments' === ( $args[1] ?? '' ) ? self::MAX_ARGS[ $args[2] ?? '' ] ?? PHP_INT_MAX : PHP_INT_MAX;
		if ( count( $args ) > $max_args || self::is_secret( '', implode( ' ', $args ) ) ) {
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
		if ( str_contains( $value, self::SECRET_PREFIX ) ) {
			return true;
		}
		if ( in_array( $name, self::PUBLIC_OPTIONS, true ) ) {
			return 1 === preg_match( '#[?&](token|key)=|/webhooks/|/build_hooks/|/deploy_hooks/|/integrations/deploy/#i', $value );
		}
		return str_contains( $value, '://' );
	}
}
