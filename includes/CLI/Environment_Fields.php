<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Errors;
use WP_Error;

/**
 * Reads the options of a command, and a webhook URL from standard input, and checks them as the settings endpoint does.
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
		// What is wrong with the rest is said before anybody pastes a secret for nothing.
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
			$this->console->fail( __( 'Say what to change: --label, --front-end-url or --webhook-url.', 'headless-deploy' ) );
		}
		return Environment_Input::from_body( $body );
	}

	/**
	 * Reads the webhook URL: the one line that is not empty.
	 */
	private function webhook_url(): string|WP_Error {
		$given = $this->console->secret( __( 'Webhook URL', 'headless-deploy' ) );
		$lines = array_values( array_filter( array_map( trim( ... ), explode( "\n", $given ) ), static fn( string $line ): bool => '' !== $line ) );
		if ( array() === $lines ) {
			return Errors::make( 'headless_deploy_url_missing' );
		}
		if ( count( $lines ) > 1 ) {
			$this->console->fail( __( 'Standard input has several lines. Give one webhook URL; the other actions of its environment are found by themselves.', 'headless-deploy' ) );
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
