<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environment_Schema;
use HeadlessDeploy\Environments\Environment_View;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Providers\Curl_Command;
use HeadlessDeploy\Untyped;
use WP_Error;

/**
 * The fields of an environment: reads them from options and standard input, validated like the settings endpoint, and formats
 * them as a row with masked tokens.
 */
final class Environment_Fields {
	public function __construct( private readonly Console $console ) {}

	public function input( Command_Input $input, bool $asks_secret ): Environment_Input|WP_Error {
		$body = array();
		foreach ( array_keys( Environment_Schema::plain_input() ) as $field ) {
			$value = $input->options[ Option::name_of( $field ) ] ?? null;
			if ( null !== $value ) {
				$body[ $field ] = $value;
			}
		}
		// Other errors are reported before the user enters the webhook URL.
		$error = $this->error( $body );
		if ( null === $error && $asks_secret ) {
			$url = $this->webhook_url();
			if ( is_wp_error( $url ) ) {
				return $url;
			}
			$body['webhookUrl'] = $url;
			$error              = $this->error( $body );
		}
		if ( null !== $error ) {
			return $error;
		}
		if ( array() === $body ) {
			$options = array_map(
				static fn( string $field ): string => '--' . Option::name_of( $field ),
				array( ...array_keys( Environment_Schema::plain_input() ), 'webhookUrl' ),
			);
			$this->console->fail( sprintf(
				/* translators: %s: options of the command, separated by commas. */
				__( 'Nothing to change. Use one of these options: %s.', 'headless-deploy' ),
				implode( ', ', $options ),
			) );
		}
		return Environment_Input::from_body( $body );
	}

	/**
	 * Reads a secret for refresh requests: the only line that is not empty.
	 */
	public function refresh_secret(): Environment_Input|WP_Error {
		$lines = $this->lines( __( 'Secret', 'headless-deploy' ) );
		return Environment_Input::from_body( array( 'refreshSecret' => implode( ' ', $lines ) ) );
	}

	/**
	 * Reads lines that are not empty from standard input or a hidden prompt.
	 *
	 * @return list<string>
	 */
	private function lines( string $question ): array {
		$given = $this->console->secret( $question );
		return array_values( array_filter( array_map( trim( ... ), explode( "\n", $given ) ), static fn( string $line ): bool => '' !== $line ) );
	}

	/**
	 * Reads the webhook URL: the only line that is not empty, or a curl command.
	 */
	private function webhook_url(): string|WP_Error {
		$lines = $this->lines( __( 'Webhook URL', 'headless-deploy' ) );
		if ( array() === $lines ) {
			return Errors::make( 'headless_deploy_url_missing' );
		}
		$text = implode( "\n", $lines );
		if ( Curl_Command::is_in( $text ) ) {
			return $text;
		}
		if ( count( $lines ) > 1 ) {
			$this->console->fail( __( 'Standard input contains several lines. Enter one webhook URL; the plugin detects the other actions of the environment.', 'headless-deploy' ) );
		}
		return $text;
	}

	/**
	 * @param array<string, mixed> $body Fields of the settings endpoint.
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

	/**
	 * @return array<string, mixed>
	 */
	public static function row( Environment $environment ): array {
		$public = Environment_View::for_viewers( $environment );
		$first  = array_key_first( $environment->urls );
		$plain  = array_filter( $public, is_scalar( ... ) ) + $environment->target;
		return $plain + array_diff_key( $environment->automation->to_array(), array( 'policy' => true ) ) + array(
			'webhook'       => null === $first ? '' : $environment->masked_url( Action::from( $first ) ),
			'actions'       => array_keys( $environment->urls ),
			'paused'        => Untyped::members( $public['paused'] )['reason'] ?? null,
			'refreshUrl'    => $environment->refresh->url ?? '',
			'refreshPurge'  => $environment->refresh->purge ?? false,
			'refreshSecret' => null !== $environment->refresh && $environment->refresh->has_secret(),
			'refreshGoneAt' => Iso_Time::or_null( $environment->refresh->gone_at ?? 0 ),
			'connectedAt'   => Iso_Time::or_null( $environment->connected_at ),
			'lockedBy'      => '' === $environment->locked_by ? null : $environment->locked_by,
			'lockedFields'  => $environment->locked_fields,
		);
	}

	public static function actions( Environment $environment ): string {
		return implode(
			', ',
			array_map( static fn( string $action ): string => Action::from( $action )->label(), array_keys( $environment->urls ) ),
		);
	}
}
