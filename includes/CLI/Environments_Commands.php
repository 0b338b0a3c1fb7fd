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
 * A webhook URL is read from standard input or a hidden prompt, never from an argument: the shell stores arguments in its
 * history, and other processes can read them.
 */
final class Environments_Commands {
	private const FIELDS = array( 'id', 'label', 'provider', 'host', 'actions', 'paused', 'hold', 'frontEndUrl', 'lockedBy' );

	public function __construct(
		private readonly Environments $environments,
		private readonly Dispatcher $dispatcher,
		private readonly Arguments $arguments,
		private readonly Environment_Fields $fields,
		private readonly Console $console,
	) {}

	/**
	 * Lists the environments of this site.
	 *
	 * ## OPTIONS
	 *
	 * [--field=<field>]
	 * : Shows only this field.
	 *
	 * [--fields=<fields>]
	 * : Shows only these fields, separated by commas.
	 *
	 * [--format=<format>]
	 * : Output format.
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
	 * Also available: account, app, environment, webhook (with masked token), quietPeriodSeconds, maximumWaitSeconds,
	 * refreshQuietPeriodSeconds, refreshMaximumWaitSeconds, refreshUrl, refreshPurge, refreshSecret (whether there is one),
	 * refreshGoneAt, connectedAt, lockedFields.
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
		$this->console->rows( array_values( array_map( Environment_Fields::row( ... ), $this->environments->all() ) ), self::FIELDS, $assoc_args );
	}

	/**
	 * Connects an environment by its webhook URL, which is read from standard input.
	 *
	 * Use any webhook URL of the environment; the plugin detects the other actions.
	 *
	 * ## OPTIONS
	 *
	 * [--label=<label>]
	 * : Name of the environment. The ID is derived from the first name.
	 *
	 * [--front-end-url=<address>]
	 * : URL of the front end.
	 *
	 * [--porcelain]
	 * : Prints only the ID of the new environment.
	 *
	 * ## EXAMPLES
	 *
	 *     # From a file that only you can read.
	 *     $ wp headless-deploy environments add --label=Production < webhook-url.txt
	 *     Success: Connected “Production” with ID production. Actions: Rebuild, Clean Rebuild, Purge Cache.
	 *
	 *     # From a hidden prompt.
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
		$this->dispatcher->schedule_wake_up();
		if ( true === ( $assoc_args['porcelain'] ?? false ) ) {
			$this->console->line( $created->id );
			return;
		}
		/* translators: 1: label of an environment. 2: its id. 3: names of actions, separated by commas. */
		$this->console->success( sprintf( __( 'Connected “%1$s” with ID %2$s. Actions: %3$s.', 'headless-deploy' ), $created->label, $created->id, Environment_Fields::actions( $created ) ) );
	}

	/**
	 * Changes an environment.
	 *
	 * Options that are omitted stay unchanged.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : ID of the environment.
	 *
	 * [--label=<label>]
	 * : New name of the environment. The ID does not change.
	 *
	 * [--front-end-url=<address>]
	 * : URL of the front end; empty to remove it.
	 *
	 * [--webhook-url]
	 * : Reads a new webhook URL from standard input. Resumes an environment that is paused because of a rejected token.
	 *
	 * [--refresh-url=<address>]
	 * : Where the front end accepts refresh requests; empty to remove it and its secret.
	 *
	 * [--[no-]refresh-purge]
	 * : Whether Purge Cache follows each refresh, for a CDN without cache groups.
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
		$id      = $this->arguments->require( $args[0] )->id;
		$input   = $this->fields->input( $assoc_args, true === ( $assoc_args['webhook-url'] ?? false ) );
		$updated = is_wp_error( $input ) ? $input : $this->environments->update( $id, $input );
		/* translators: %s: label of an environment. */
		$this->report( $updated, __( 'Changed “%s”.', 'headless-deploy' ) );
	}

	/**
	 * Removes an environment.
	 *
	 * Its pending runs are canceled; its past runs stay in the log. `restore` undoes the removal for 10 minutes.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : ID of the environment.
	 *
	 * [--yes]
	 * : Skips the confirmation prompt.
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
		$environment = $this->arguments->require( $args[0] );
		/* translators: %s: label of an environment. */
		$question = sprintf( __( 'Remove “%s”, cancel its pending runs and delete its webhook URL?', 'headless-deploy' ), $environment->label );
		if ( true !== ( $assoc_args['yes'] ?? false ) && ! $this->console->confirm( $question ) ) {
			$this->console->fail( __( 'Nothing was removed. Use --yes to skip the confirmation prompt.', 'headless-deploy' ) );
		}
		/* translators: %s: label of an environment or a schedule. */
		$this->report( $this->environments->delete( $environment->id ), __( 'Removed “%s”.', 'headless-deploy' ) );
	}

	/**
	 * Restores an environment that was removed in the last 10 minutes, with its webhook URL and schedules.
	 *
	 * Its canceled changes are pending again. Changes that were saved while it was removed are not included.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : ID of the environment.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy environments restore staging && wp headless-deploy rebuild --environment=staging
	 *     Success: Restored “Staging”.
	 *
	 * @param array{0: string} $args
	 */
	public function restore( array $args ): void {
		/* translators: %s: label of an environment. */
		$this->report( $this->environments->restore( $args[0] ), __( 'Restored “%s”.', 'headless-deploy' ) );
	}

	/**
	 * Pauses an environment: changes are saved but not deployed automatically.
	 *
	 * Manual runs are still sent.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : ID of the environment.
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
		$this->report( $this->environments->pause( $this->arguments->require( $args[0] )->id, Pause_Reason::Person ), __( 'Paused “%s”.', 'headless-deploy' ) );
	}

	/**
	 * Resumes an environment that was paused by a user or because of a rejected token.
	 *
	 * Pending changes are deployed by the next background task.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : ID of the environment.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy environments resume production && wp headless-deploy dispatch
	 *     Success: Resumed “Production”.
	 *
	 * @param array{0: string} $args
	 */
	public function resume( array $args ): void {
		$resumed = $this->environments->resume( $this->arguments->require( $args[0] )->id );
		if ( is_wp_error( $resumed ) && 'headless_deploy_copy' === $resumed->get_error_code() ) {
			$this->console->fail( Messages::paused( Pause_Reason::Copy, $args[0] ), Exit_Code::NOT_SENT );
		}
		/* translators: %s: label of an environment. */
		$this->report( $resumed, __( 'Resumed “%s”.', 'headless-deploy' ) );
	}

	/**
	 * Confirms that this site has moved: deployments from its current address are allowed.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : ID of the environment.
	 *
	 * ## EXAMPLES
	 *
	 *     # After the domain of the live site changed.
	 *     $ wp headless-deploy environments confirm-move production
	 *     Success: This site can deploy changes to “Production”.
	 *
	 * @subcommand confirm-move
	 *
	 * @param array{0: string} $args
	 */
	public function confirm_move( array $args ): void {
		/* translators: %s: label of an environment. */
		$this->report( $this->environments->confirm_move( $this->arguments->require( $args[0] )->id ), __( 'This site can deploy changes to “%s”.', 'headless-deploy' ) );
	}

	/**
	 * Confirms that this site is a copy: it does not deploy until you run `confirm-move`.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : ID of the environment.
	 *
	 * ## EXAMPLES
	 *
	 *     # In the script that copies the live site to staging.
	 *     $ wp headless-deploy environments confirm-copy production
	 *     Success: This site does not deploy changes to “Production”.
	 *
	 * @subcommand confirm-copy
	 *
	 * @param array{0: string} $args
	 */
	public function confirm_copy( array $args ): void {
		/* translators: %s: label of an environment. */
		$this->report( $this->environments->pause( $this->arguments->require( $args[0] )->id, Pause_Reason::Copy ), __( 'This site does not deploy changes to “%s”.', 'headless-deploy' ) );
	}

	private function report( Environment|WP_Error $result, string $message ): void {
		if ( is_wp_error( $result ) ) {
			$this->refuse( $result );
		}
		$this->dispatcher->schedule_wake_up();
		$this->console->success( sprintf( $message, $result->label ) );
	}

	private function refuse( WP_Error $error ): never {
		$this->console->fail( $error->get_error_message(), Exit_Code::of( $error ) );
	}
}
