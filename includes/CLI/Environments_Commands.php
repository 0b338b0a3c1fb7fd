<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Queue\Dispatcher;
use WP_Error;

/**
 * Connects, changes, pauses and removes environments.
 *
 * A webhook URL is read from standard input, or typed without being shown; never from an argument, which the shell
 * remembers and other processes can read.
 */
final class Environments_Commands {
	private const FIELDS = array( 'id', 'label', 'provider', 'host', 'actions', 'paused', 'hold', 'frontEndUrl', 'lockedBy' );

	/**
	 * @param Environment_Fields $fields Reads what was given.
	 */
	public function __construct(
		private readonly Environments $environments,
		private readonly Dispatcher $dispatcher,
		private readonly Environment_Argument $choice,
		private readonly Environment_Fields $fields,
		private readonly Console $console,
	) {}

	/**
	 * Lists the environments of this site.
	 *
	 * ## OPTIONS
	 *
	 * [--field=<field>]
	 * : Shows this field alone.
	 *
	 * [--fields=<fields>]
	 * : Shows these fields, separated by commas.
	 *
	 * [--format=<format>]
	 * : How it is shown.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - yaml
	 *   - csv
	 * ---
	 *
	 * ## AVAILABLE FIELDS
	 *
	 * Shown by default: id, label, provider, host, actions, paused, hold, frontEndUrl, lockedBy.
	 * Further: account, app, environment, webhook (its token masked), quietPeriodSeconds, maximumWaitSeconds,
	 * connectedAt, lockedFields.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy environments list --fields=id,host,paused
	 *
	 * @subcommand list
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function list_( array $args, array $assoc_args ): void {
		$this->console->rows( array_values( array_map( Environment_Row::of( ... ), $this->environments->all() ) ), self::FIELDS, $assoc_args );
	}

	/**
	 * Connects an environment by its webhook URL, which is read from standard input.
	 *
	 * Any one of an environment's webhook URLs will do; the actions that belong to it are found.
	 *
	 * ## OPTIONS
	 *
	 * [--label=<label>]
	 * : What people call it. Its id is made from the first label.
	 *
	 * [--front-end-url=<address>]
	 * : Where visitors see the site.
	 *
	 * [--porcelain]
	 * : Shows the id of the new environment alone.
	 *
	 * ## EXAMPLES
	 *
	 *     # From a file that nobody else can read.
	 *     $ wp headless-deploy environments add --label=Production < webhook-url.txt
	 *     Success: Connected “Production” as production: Rebuild, Clean Rebuild, Purge Cache.
	 *
	 *     # Typed or pasted without being shown.
	 *     $ wp headless-deploy environments add --label=Production --front-end-url=https://www.example.com
	 *     Webhook URL:
	 *
	 * @param list<string>         $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function add( array $args, array $assoc_args ): void {
		$input   = $this->fields->input( $assoc_args, true );
		$created = is_wp_error( $input ) ? $input : $this->environments->create( $input );
		if ( is_wp_error( $created ) ) {
			$this->refuse( $created );
		}
		$this->dispatcher->set_alarm();
		if ( true === ( $assoc_args['porcelain'] ?? false ) ) {
			$this->console->line( $created->id );
			return;
		}
		/* translators: 1: label of an environment. 2: its id. 3: names of actions, separated by commas. */
		$this->console->success( sprintf( __( 'Connected “%1$s” as %2$s: %3$s.', 'headless-deploy' ), $created->label, $created->id, Environment_Row::actions( $created ) ) );
	}

	/**
	 * Changes an environment.
	 *
	 * What is not named stays as it is.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : The environment.
	 *
	 * [--label=<label>]
	 * : What people call it. The id stays.
	 *
	 * [--front-end-url=<address>]
	 * : Where visitors see the site; empty for nowhere.
	 *
	 * [--webhook-url]
	 * : Reads a new webhook URL from standard input. Ends a pause because of a refused token.
	 *
	 * ## EXAMPLES
	 *
	 *     # After the token was regenerated.
	 *     $ wp headless-deploy environments update production --webhook-url < webhook-url.txt
	 *     Success: Changed “Production”.
	 *
	 * @param array{0: string}     $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function update( array $args, array $assoc_args ): void {
		$id      = $this->choice->require( $args[0] )->id;
		$input   = $this->fields->input( $assoc_args, true === ( $assoc_args['webhook-url'] ?? false ) );
		$updated = is_wp_error( $input ) ? $input : $this->environments->update( $id, $input );
		/* translators: %s: label of an environment. */
		$this->conclude( $updated, __( 'Changed “%s”.', 'headless-deploy' ) );
	}

	/**
	 * Removes an environment.
	 *
	 * What is pending for it is canceled; its runs stay in the log.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : The environment.
	 *
	 * [--yes]
	 * : Does not ask first.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy environments remove staging --yes
	 *     Success: Removed “Staging”.
	 *
	 * @param array{0: string}     $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function remove( array $args, array $assoc_args ): void {
		$environment = $this->choice->require( $args[0] );
		/* translators: %s: label of an environment. */
		$question = sprintf( __( 'Remove “%s”, cancel what is pending for it, and forget its webhook URL?', 'headless-deploy' ), $environment->label );
		if ( true !== ( $assoc_args['yes'] ?? false ) && ! $this->console->confirm( $question ) ) {
			$this->console->fail( __( 'Nothing was removed. To remove it without being asked: --yes', 'headless-deploy' ) );
		}
		/* translators: %s: label of an environment. */
		$this->conclude( $this->environments->delete( $environment->id ), __( 'Removed “%s”.', 'headless-deploy' ) );
	}

	/**
	 * Pauses an environment: changes are counted, and nothing is sent by itself.
	 *
	 * A run that is asked for still goes out.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : The environment.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy environments pause production
	 *     Success: Paused “Production”.
	 *
	 * @param array{0: string} $args
	 */
	public function pause( array $args ): void {
		/* translators: %s: label of an environment. */
		$this->conclude( $this->environments->pause( $this->choice->require( $args[0] )->id, Pause_Reason::Person ), __( 'Paused “%s”.', 'headless-deploy' ) );
	}

	/**
	 * Ends a pause, by a person or because of a refused token.
	 *
	 * What has come in goes out as soon as somebody wakes this site.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : The environment.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy environments resume production && wp headless-deploy dispatch
	 *     Success: Resumed “Production”.
	 *
	 * @param array{0: string} $args
	 */
	public function resume( array $args ): void {
		$resumed = $this->environments->resume( $this->choice->require( $args[0] )->id );
		if ( is_wp_error( $resumed ) && 'headless_deploy_copy' === $resumed->get_error_code() ) {
			$this->console->fail( Messages::paused( Pause_Reason::Copy, $args[0], $args[0] ), Exit_Code::NOT_SENT );
		}
		/* translators: %s: label of an environment. */
		$this->conclude( $resumed, __( 'Resumed “%s”.', 'headless-deploy' ) );
	}

	/**
	 * Says that this site has moved: from its present address it may send too.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : The environment.
	 *
	 * ## EXAMPLES
	 *
	 *     # After the domain of the live site has changed.
	 *     $ wp headless-deploy environments confirm-move production
	 *     Success: This site may send to “Production”.
	 *
	 * @subcommand confirm-move
	 *
	 * @param array{0: string} $args
	 */
	public function confirm_move( array $args ): void {
		/* translators: %s: label of an environment. */
		$this->conclude( $this->environments->confirm_move( $this->choice->require( $args[0] )->id ), __( 'This site may send to “%s”.', 'headless-deploy' ) );
	}

	/**
	 * Says that this site is a copy: it sends nothing until `confirm-move` says otherwise.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : The environment.
	 *
	 * ## EXAMPLES
	 *
	 *     # In the script that copies the live site to staging.
	 *     $ wp headless-deploy environments confirm-copy production
	 *     Success: This site sends nothing to “Production”.
	 *
	 * @subcommand confirm-copy
	 *
	 * @param array{0: string} $args
	 */
	public function confirm_copy( array $args ): void {
		/* translators: %s: label of an environment. */
		$this->conclude( $this->environments->confirm_copy( $this->choice->require( $args[0] )->id ), __( 'This site sends nothing to “%s”.', 'headless-deploy' ) );
	}

	/**
	 * Says that it is done, and sets the alarm for what may be sent now; ends when it is not.
	 */
	private function conclude( Environment|WP_Error $result, string $message ): void {
		if ( is_wp_error( $result ) ) {
			$this->refuse( $result );
		}
		$this->dispatcher->set_alarm();
		$this->console->success( sprintf( $message, $result->label ) );
	}

	/**
	 * Says why it is not done, and ends.
	 */
	private function refuse( WP_Error $error ): never {
		$this->console->fail( $error->get_error_message(), Exit_Code::of( $error ) );
	}
}
