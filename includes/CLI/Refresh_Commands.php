<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Refresh\Refresh_Test;
use WP_Error;

/**
 * The secret of refresh requests, and a test request. A given secret is read from standard input, as a webhook URL is.
 */
final class Refresh_Commands {
	public function __construct(
		private readonly Environments $environments,
		private readonly Refresh_Test $test,
		private readonly Arguments $arguments,
		private readonly Environment_Fields $fields,
		private readonly Console $console,
	) {}

	/**
	 * @return array<string, Command> By name.
	 */
	public function commands(): array {
		return array(
			'environments refresh-secret' => new Command(
				$this->secret( ... ),
				'Generates a secret that signs refresh requests, and prints it.',
				'The secret is not shown again. The previous one stays valid until the front end accepts the new one, for seven days at most.',
				array(
					Option::id(),
					new Option( '[--enter]', 'Reads the secret from standard input instead of generating one.' ),
					Option::porcelain( 'the new secret' ),
				),
				examples: <<<'HELP'
					# Into a file that only you can read.
					$ ( umask 077; wp headless-deploy environments refresh-secret production --porcelain > refresh-secret.txt )

					# A secret that the front end has already.
					$ wp headless-deploy environments refresh-secret production --enter < refresh-secret.txt
					Success: Stored the secret of “Production”.
					HELP,
			),
			'environments refresh-test' => new Command(
				$this->test( ... ),
				'Sends a test request to the refresh URL.',
				<<<'HELP'
					After a new secret was generated, it sends a request for each valid secret and says which ones the front end knows.
					The previous secret ends when the front end accepts the new one. Exits with 2 if the front end did not accept the request.
					HELP,
				array( Option::id() ),
				examples: <<<'HELP'
					$ wp headless-deploy environments refresh-test production
					Success: The front end accepted the test request in 120 ms.

					# After a new secret, before the front end has it.
					$ wp headless-deploy environments refresh-test production
					Error: The front end knows only the previous secret. Set the new secret in the front end, deploy the front end, and send a test request again.
					HELP,
			),
		);
	}

	private function secret( Command_Input $input ): void {
		$id     = $this->arguments->require( $input->id() )->id;
		$stored = $input->has( 'enter' ) ? $this->enter( $id ) : $this->environments->generate_refresh_secret( $id );
		if ( is_wp_error( $stored ) ) {
			$this->console->fail( $stored->get_error_message(), Exit_Code::of( $stored ) );
		}
		if ( is_array( $stored ) ) {
			$this->console->line( $stored['secret'] );
		}
		$label = is_array( $stored ) ? $stored['environment']->label : $stored->label;
		if ( ! $input->has( 'porcelain' ) ) {
			/* translators: %s: label of an environment. */
			$this->console->success( sprintf( __( 'Stored the secret of “%s”.', 'headless-deploy' ), $label ) );
		}
	}

	private function test( Command_Input $input ): void {
		$result = $this->test->of( $this->arguments->require( $input->id() ) );
		if ( is_wp_error( $result ) ) {
			$this->console->fail( $result->get_error_message(), Exit_Code::of( $result ) );
		}
		if ( 'success' !== $result['severity'] ) {
			$this->console->fail( $result['message'], Exit_Code::FAILED );
		}
		$this->console->success( $result['message'] );
	}

	private function enter( string $id ): Environment|WP_Error {
		$input = $this->fields->refresh_secret();
		return is_wp_error( $input ) ? $input : $this->environments->update( $id, $input );
	}
}
