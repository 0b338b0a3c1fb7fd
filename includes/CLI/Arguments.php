<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Errors;

/**
 * Reads the arguments that several commands have. `--environment` may be omitted if only one environment is connected.
 */
final class Arguments {
	public function __construct(
		private readonly Environments $environments,
		private readonly Console $console,
	) {}

	/**
	 * Returns the environment of `--environment`, or the only one; else exits with an error.
	 */
	public function environment( Command_Input $input ): Environment {
		$id = $input->text( 'environment' );
		if ( null !== $id ) {
			return $this->require( $id );
		}
		$all = $this->environments->all();
		if ( 1 === count( $all ) ) {
			return array_values( $all )[0];
		}
		if ( array() === $all ) {
			$this->console->fail( self::none_connected() );
		}
		/* translators: %s: ids of environments, separated by commas. */
		$this->console->fail( sprintf( __( 'Several environments are connected. Choose one with --environment=<id>: %s.', 'headless-deploy' ), implode( ', ', array_keys( $all ) ) ) );
	}

	public static function none_connected(): string {
		return __( 'No environment is connected to this site. Connect one: wp headless-deploy environments add', 'headless-deploy' );
	}

	/**
	 * Returns the ID of `--environment`, null when it was not given; exits with an error for an unknown one.
	 */
	public function filter( Command_Input $input ): ?string {
		$id = $input->text( 'environment' );
		return null === $id ? null : $this->require( $id )->id;
	}

	/**
	 * Returns an environment; exits with an error for an unknown ID.
	 */
	public function require( string $id ): Environment {
		$environment = $this->environments->get( $id );
		if ( null !== $environment ) {
			return $environment;
		}
		$ids = array_keys( $this->environments->all() );
		if ( array() === $ids ) {
			/* translators: %s: id that was given. */
			$this->console->fail( sprintf( __( 'Environment “%s” does not exist, because no environment is connected to this site. Connect one: wp headless-deploy environments add', 'headless-deploy' ), $id ) );
		}
		$error = Errors::entry( 'headless_deploy_schedule_environment', array( 'id' => $id, 'known' => implode( ', ', $ids ) ) );
		$this->console->fail( $error->message );
	}

	/**
	 * Accepts the spelling of the commands (clean-rebuild) and of the webhooks (cleanRebuild).
	 */
	public static function action( string $word ): ?Action {
		return Action::tryFrom( lcfirst( str_replace( '-', '', ucwords( $word, '-' ) ) ) );
	}
}
