<?php
/**
 * The webhooks of one environment.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Errors;
use SensitiveParameter;
use WP_Error;

/**
 * Makes one webhook per action of what was pasted: one URL is enough for all three; where several were pasted, each
 * action keeps its own token.
 */
final class Webhook_Set {
	/**
	 * Takes recognised URLs of one and the same environment.
	 *
	 * @param array<value-of<Action>, Webhook_Url> $by_action Every action.
	 */
	private function __construct( private readonly array $by_action ) {}

	/**
	 * Recognises what was pasted.
	 *
	 * @param string|null           $any         The URL of any of the three actions, or null.
	 * @param array<string, string> $by_action   Action => the URL of that action.
	 * @param Local_Hosts           $local_hosts Hosts that may be private.
	 *
	 * @return self|WP_Error
	 */
	public static function recognise( #[SensitiveParameter] ?string $any, #[SensitiveParameter] array $by_action, Local_Hosts $local_hosts ): self|WP_Error {
		$recognised = array();
		foreach ( $by_action as $action => $pasted ) {
			$url = Webhook_Url::recognise( $pasted, $local_hosts );
			if ( is_wp_error( $url ) ) {
				return $url;
			}
			if ( $url->action->value !== $action ) {
				return Errors::make(
					'headless_deploy_action_mismatch',
					array(
						'wanted' => $action,
						'found'  => $url->action->value,
					),
				);
			}
			$recognised[ $action ] = $url;
		}
		$base = null === $any ? ( reset( $recognised ) ?: null ) : Webhook_Url::recognise( $any, $local_hosts );
		if ( null === $base ) {
			return Errors::make( 'headless_deploy_url_missing' );
		}
		return is_wp_error( $base ) ? $base : self::complete( $base, $recognised );
	}

	/**
	 * Returns the environment of the platform that the webhooks belong to.
	 *
	 * @return array{host: string, account: string, app: string, environment: string}
	 */
	public function target(): array {
		return $this->by_action[ Action::Rebuild->value ]->target();
	}

	/**
	 * Returns the addresses without their tokens.
	 *
	 * @return array<value-of<Action>, string>
	 */
	public function urls(): array {
		return $this->by_action[ Action::Rebuild->value ]->urls();
	}

	/**
	 * Returns what may be shown of the tokens.
	 *
	 * @return array<value-of<Action>, string>
	 */
	public function masked_tokens(): array {
		return array_map( static fn( Webhook_Url $url ): string => $url->masked_token(), $this->by_action );
	}

	/**
	 * Returns the whole addresses, sealed for the database. What is sent is what was sealed: an address that is
	 * altered in the database cannot lead a token elsewhere.
	 *
	 * @param Secrets $secrets Seals.
	 *
	 * @return array<value-of<Action>, string>
	 */
	public function sealed( Secrets $secrets ): array {
		$sealed = array();
		foreach ( $this->by_action as $action => $url ) {
			$sealed[ $action ] = $secrets->seal( $url->secret_url( Action::from( $action ) ) );
		}
		return $sealed;
	}

	/**
	 * Fills in the actions that were not pasted.
	 *
	 * @param Webhook_Url                $base       Knows the rest.
	 * @param array<string, Webhook_Url> $recognised Action => its own URL.
	 *
	 * @return self|WP_Error
	 */
	private static function complete( Webhook_Url $base, array $recognised ): self|WP_Error {
		$complete = array();
		foreach ( Action::cases() as $action ) {
			$url = $recognised[ $action->value ] ?? $base;
			if ( $url->target() !== $base->target() ) {
				return Errors::make( 'headless_deploy_urls_differ' );
			}
			$complete[ $action->value ] = $url;
		}
		return new self( $complete );
	}
}
