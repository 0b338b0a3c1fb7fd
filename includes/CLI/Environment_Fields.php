<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Errors;
use WP_Error;

/**
 * Reads the options of a command, and a webhook URL from standard input, and validates them like the settings endpoint.
 */
final class Environment_Fields {
	private const FIELDS = array(
		'label'         => 'label',
		'front-end-url' => 'frontEndUrl',
	);

	public function __construct( private readonly Console $console ) {}

	/**
	 * @param array<string, mixed> $options     Options of the command.
	 * @param bool                 $asks_secret Whether a webhook URL is read.
	 */
	public function input( array $options, bool $asks_secret ): Environment_Input|WP_Error {
		$body = array();
		foreach ( self::FIELDS as $option => $field ) {
			if ( is_string( $options[ $option ] ?? null ) ) {
				$body[ $field ] = $options[ $option ];
			}
		}
		// Other errors are reported before the user enters the webhook URL.
		$wrong = $this->error( $body );
		if ( null === $wrong && $asks_secret ) {
			$url = $this->webhook_url();
			if ( is_wp_error( $url ) ) {
				return $url;
			}
			$body['webhookUrl'] = $url;
			$wrong              = $this->error( $body );
		}
		if ( null !== $wrong ) {
			return $wrong;
		}
		if ( array() === $body ) {
			$this->console->fail( __( 'Nothing to change. Use --label, --front-end-url or --webhook-url.', 'headless-deploy' ) );
		}
		return Environment_Input::from_body( $body );
	}

	/**
	 * Reads the webhook URL: the only line that is not empty.
	 */
	private function webhook_url(): string|WP_Error {
		$given = $this->console->secret( __( 'Webhook URL', 'headless-deploy' ) );
		$lines = array_values( array_filter( array_map( trim( ... ), explode( "\n", $given ) ), static fn( string $line ): bool => '' !== $line ) );
		if ( array() === $lines ) {
			return Errors::make( 'headless_deploy_url_missing' );
		}
		if ( count( $lines ) > 1 ) {
			$this->console->fail( __( 'Standard input contains several lines. Enter one webhook URL; the plugin detects the other actions of the environment.', 'headless-deploy' ) );
		}
		return $lines[0];
	}

	/**
	 * @param array<string, string> $body Fields of the settings endpoint.
	 */
	private function error( array $body ): ?WP_Error {
		foreach ( $body as $field => $value ) {
			$read = Environment_Input::read_field( $field, $value );
			if ( is_wp_error( $read ) ) {
				return $read;
			}
		}
		return null;
	}
}
