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
	 * Generates a secret that signs refresh requests, and prints it.
	 *
	 * The secret is not shown again. The previous one stays valid until the front end accepts the new one, for seven days
	 * at most.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : ID of the environment.
	 *
	 * [--enter]
	 * : Reads the secret from standard input instead of generating one.
	 *
	 * [--porcelain]
	 * : Prints only the new secret.
	 *
	 * ## EXAMPLES
	 *
	 *     # Into a file that only you can read.
	 *     $ ( umask 077; wp headless-deploy environments refresh-secret production --porcelain > refresh-secret.txt )
	 *
	 *     # A secret that the front end has already.
	 *     $ wp headless-deploy environments refresh-secret production --enter < refresh-secret.txt
	 *     Success: Stored the secret of “Production”.
	 *
	 * @param array{0: string}     $args
	 * @param array<string, mixed> $assoc_args
	 */
	public function secret( array $args, array $assoc_args ): void {
		$id     = $this->arguments->require( $args[0] )->id;
		$stored = true === ( $assoc_args['enter'] ?? false ) ? $this->enter( $id ) : $this->environments->generate_refresh_secret( $id );
		if ( is_wp_error( $stored ) ) {
			$this->console->fail( $stored->get_error_message(), Exit_Code::of( $stored ) );
		}
		if ( is_array( $stored ) ) {
			$this->console->line( $stored['secret'] );
		}
		$label = is_array( $stored ) ? $stored['environment']->label : $stored->label;
		if ( true !== ( $assoc_args['porcelain'] ?? false ) ) {
			/* translators: %s: label of an environment. */
			$this->console->success( sprintf( __( 'Stored the secret of “%s”.', 'headless-deploy' ), $label ) );
		}
	}

	/**
	 * Sends a test request to the refresh URL.
	 *
	 * After a new secret was generated, it sends a request for each valid secret and says which ones the front end knows.
	 * The previous secret ends when the front end accepts the new one.
	 *
	 * ## OPTIONS
	 *
	 * <id>
	 * : ID of the environment.
	 *
	 * ## EXAMPLES
	 *
	 *     $ wp headless-deploy environments refresh-test production
	 *     Success: The front end accepted the test request in 120 ms.
	 *
	 *     # After a new secret, before the front end has it.
	 *     $ wp headless-deploy environments refresh-test production
	 *     Error: The front end knows only the previous secret. Set the new secret in the front end, deploy the front end, and send a test request again.
	 *
	 * @param array{0: string} $args
	 */
	public function test( array $args ): void {
		$result = $this->test->of( $this->arguments->require( $args[0] ) );
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
