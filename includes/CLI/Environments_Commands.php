<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Schema;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Removed_Environment;
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
	 * @return array<string, Command> By name.
	 */
	public function commands(): array {
		return array(
			'environments list' => new Command(
				$this->list_( ... ),
				'Lists the environments of this site.',
				options: Option::output(),
				sections: array(
					'AVAILABLE FIELDS' => 'Shown by default: ' . implode( ', ', self::FIELDS ) . <<<'HELP'
						.
						Also available: account, app, environment, webhook (with masked token), quietPeriodSeconds, maximumWaitSeconds,
						refreshQuietPeriodSeconds, refreshMaximumWaitSeconds, refreshUrl, refreshPurge, refreshSecret (whether there is one),
						refreshGoneAt, connectedAt, lockedFields.
						HELP,
				),
				examples: '$ wp headless-deploy environments list --fields=id,host,paused',
			),
			'environments add' => new Command(
				$this->add( ... ),
				'Connects an environment by its webhook URL, which is read from standard input.',
				'Use any webhook URL of the environment; the plugin detects the other actions.',
				array(
					...Option::of_fields( Environment_Schema::plain_input() ),
					Option::porcelain( 'the ID of the new environment' ),
				),
				examples: <<<'HELP'
					# From a file that only you can read.
					$ wp headless-deploy environments add --label=Production < webhook-url.txt
					Success: Connected “Production” with ID production. Actions: Rebuild, Clean Rebuild, Purge Cache.

					# From a hidden prompt.
					$ wp headless-deploy environments add --label=Production --front-end-url=https://www.example.com
					Webhook URL:
					HELP,
			),
			'environments update' => new Command(
				$this->update( ... ),
				'Changes an environment.',
				'Options that are omitted stay unchanged.',
				array(
					Option::id(),
					...Option::of_fields( Environment_Schema::plain_input() ),
					new Option( '[--webhook-url]', 'Reads a new webhook URL from standard input. Resumes an environment that is paused because of a rejected token.' ),
				),
				examples: <<<'HELP'
					# After the token was regenerated.
					$ wp headless-deploy environments update production --webhook-url < webhook-url.txt
					Success: Changed “Production”.
					HELP,
			),
			'environments remove' => new Command(
				$this->remove( ... ),
				'Removes an environment.',
				sprintf( 'Its pending runs are canceled; its past runs stay in the log. `restore` undoes the removal for %d minutes.', Removed_Environment::RESTORABLE_SECONDS / MINUTE_IN_SECONDS ),
				array( Option::id(), new Option( '[--yes]', 'Skips the confirmation prompt.' ) ),
				examples: <<<'HELP'
					$ wp headless-deploy environments remove staging --yes
					Success: Removed “Staging”.
					HELP,
			),
			'environments restore' => new Command(
				$this->restore( ... ),
				sprintf( 'Restores an environment that was removed in the last %d minutes, with its webhook URL and schedules.', Removed_Environment::RESTORABLE_SECONDS / MINUTE_IN_SECONDS ),
				'Its canceled changes are pending again. Changes that were saved while it was removed are not included.',
				array( Option::id() ),
				examples: <<<'HELP'
					$ wp headless-deploy environments restore staging && wp headless-deploy rebuild --environment=staging
					Success: Restored “Staging”.
					HELP,
			),
			'environments pause' => new Command(
				$this->pause( ... ),
				'Pauses an environment: changes are saved but not deployed automatically.',
				'Manual runs are still sent.',
				array( Option::id() ),
				examples: <<<'HELP'
					$ wp headless-deploy environments pause production
					Success: Paused “Production”.
					HELP,
			),
			'environments resume' => new Command(
				$this->resume( ... ),
				'Resumes an environment that was paused by a user or because of a rejected token.',
				'Pending changes are deployed by the next background task.',
				array( Option::id() ),
				examples: <<<'HELP'
					$ wp headless-deploy environments resume production && wp headless-deploy dispatch
					Success: Resumed “Production”.
					HELP,
			),
			'environments confirm-move' => new Command(
				$this->confirm_move( ... ),
				'Confirms that this site has moved: deployments from its current address are allowed.',
				options: array( Option::id() ),
				examples: <<<'HELP'
					# After the domain of the live site changed.
					$ wp headless-deploy environments confirm-move production
					Success: This site can deploy changes to “Production”.
					HELP,
			),
			'environments confirm-copy' => new Command(
				$this->confirm_copy( ... ),
				'Confirms that this site is a copy: it does not deploy until you run `confirm-move`.',
				options: array( Option::id() ),
				examples: <<<'HELP'
					# In the script that copies the live site to staging.
					$ wp headless-deploy environments confirm-copy production
					Success: This site does not deploy changes to “Production”.
					HELP,
			),
		);
	}

	private function list_( Command_Input $input ): void {
		$this->console->rows( array_values( array_map( Environment_Fields::row( ... ), $this->environments->all() ) ), self::FIELDS, $input );
	}

	private function add( Command_Input $input ): void {
		$fields  = $this->fields->input( $input, true );
		$created = is_wp_error( $fields ) ? $fields : $this->environments->create( $fields );
		if ( is_wp_error( $created ) ) {
			$this->refuse( $created );
		}
		$this->dispatcher->schedule_wake_up();
		if ( $input->has( 'porcelain' ) ) {
			$this->console->line( $created->id );
			return;
		}
		$this->console->success( sprintf(
			/* translators: 1: label of an environment. 2: its id. 3: names of actions, separated by commas. */
			__( 'Connected “%1$s” with ID %2$s. Actions: %3$s.', 'headless-deploy' ),
			$created->label,
			$created->id,
			Environment_Fields::actions( $created ),
		) );
	}

	private function update( Command_Input $input ): void {
		$id      = $this->arguments->require( $input->id() )->id;
		$fields  = $this->fields->input( $input, $input->has( 'webhook-url' ) );
		$updated = is_wp_error( $fields ) ? $fields : $this->environments->update( $id, $fields );
		/* translators: %s: label of an environment. */
		$this->report( $updated, __( 'Changed “%s”.', 'headless-deploy' ) );
	}

	private function remove( Command_Input $input ): void {
		$environment = $this->arguments->require( $input->id() );
		/* translators: %s: label of an environment. */
		$question = sprintf( __( 'Remove “%s”, cancel its pending runs and delete its webhook URL?', 'headless-deploy' ), $environment->label );
		if ( ! $input->has( 'yes' ) && ! $this->console->confirm( $question ) ) {
			$this->console->fail( __( 'Nothing was removed. Use --yes to skip the confirmation prompt.', 'headless-deploy' ) );
		}
		/* translators: %s: label of an environment or a schedule. */
		$this->report( $this->environments->delete( $environment->id ), __( 'Removed “%s”.', 'headless-deploy' ) );
	}

	private function restore( Command_Input $input ): void {
		/* translators: %s: label of an environment. */
		$this->report( $this->environments->restore( $input->id() ), __( 'Restored “%s”.', 'headless-deploy' ) );
	}

	private function pause( Command_Input $input ): void {
		$this->report(
			$this->environments->pause( $this->arguments->require( $input->id() )->id, Pause_Reason::Person ),
			/* translators: %s: label of an environment. */
			__( 'Paused “%s”.', 'headless-deploy' ),
		);
	}

	private function resume( Command_Input $input ): void {
		$resumed = $this->environments->resume( $this->arguments->require( $input->id() )->id );
		if ( is_wp_error( $resumed ) && 'headless_deploy_copy' === $resumed->get_error_code() ) {
			$this->console->fail( Messages::paused( Pause_Reason::Copy, $input->id() ), Exit_Code::NOT_SENT );
		}
		/* translators: %s: label of an environment. */
		$this->report( $resumed, __( 'Resumed “%s”.', 'headless-deploy' ) );
	}

	private function confirm_move( Command_Input $input ): void {
		$this->report(
			$this->environments->confirm_move( $this->arguments->require( $input->id() )->id ),
			/* translators: %s: label of an environment. */
			__( 'This site can deploy changes to “%s”.', 'headless-deploy' ),
		);
	}

	private function confirm_copy( Command_Input $input ): void {
		$this->report(
			$this->environments->pause( $this->arguments->require( $input->id() )->id, Pause_Reason::Copy ),
			/* translators: %s: label of an environment. */
			__( 'This site does not deploy changes to “%s”.', 'headless-deploy' ),
		);
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
