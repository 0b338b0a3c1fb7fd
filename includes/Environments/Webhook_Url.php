<?php
/**
 * Recognising a pasted address.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Errors;
use WP_Error;

/**
 * Holds what one pasted webhook URL says: the three URLs of a webhook set differ in their action alone, so one of them
 * is enough to know all. Golden cases: test/contract/webhook-urls.json.
 */
final class Webhook_Url {
	public const PROVIDER      = 'wpe-headless';
	public const LONGEST_BYTES = 2048;
	public const MASK          = '••••';

	private const SHORTEST_TOKEN = 16;
	private const LONGEST_TOKEN  = 256;
	private const PATH           = '#^/wh/v1/accounts/(?<account>[^/]+)/apps/(?<app>[^/]+)/environments/(?<environment>[^/]+)/webhooks/webhook(?::|%3a)(?<action>[^/]+)/?$#i';
	private const NAME           = '/^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/';

	/**
	 * Takes values that recognise() has checked.
	 *
	 * @param string $scheme      Either `https`, or `http` for a permitted local host.
	 * @param string $host        Host in lower case, with its port where one was given.
	 * @param string $account     Name of the account.
	 * @param string $app         Name of the app.
	 * @param string $environment Id of the environment.
	 * @param Action $action      The action that this very URL triggers.
	 * @param string $token       The secret.
	 */
	private function __construct(
		public readonly string $scheme,
		public readonly string $host,
		public readonly string $account,
		public readonly string $app,
		public readonly string $environment,
		public readonly Action $action,
		public readonly string $token,
	) {}

	/**
	 * Recognises a pasted address, or says what is wrong with it; no answer repeats a secret.
	 *
	 * @param string      $pasted      Whatever was pasted.
	 * @param Local_Hosts $local_hosts Hosts that may be private.
	 *
	 * @return self|WP_Error
	 */
	public static function recognise( string $pasted, Local_Hosts $local_hosts ): self|WP_Error {
		$pasted = trim( $pasted );
		if ( '' === $pasted ) {
			return Errors::make( 'headless_deploy_url_missing' );
		}
		$parts  = strlen( $pasted ) > self::LONGEST_BYTES || 1 === preg_match( '/[\s<>"\\\\]/', $pasted ) ? false : wp_parse_url( $pasted );
		$scheme = is_array( $parts ) ? strtolower( $parts['scheme'] ?? '' ) : '';
		if ( ! is_array( $parts ) || ! in_array( $scheme, array( 'http', 'https' ), true ) || '' === ( $parts['host'] ?? '' ) ) {
			return Errors::make( 'headless_deploy_url_invalid' );
		}
		$host    = strtolower( $parts['host'] );
		$refused = self::refuse_host( $scheme, $host, $parts, $local_hosts );
		if ( null !== $refused ) {
			return $refused;
		}
		if ( 1 !== preg_match( self::PATH, $parts['path'] ?? '', $names ) || ! self::are_names( $names ) ) {
			return Errors::make( 'headless_deploy_url_not_a_webhook', array( 'host' => $host ) );
		}
		$action = Action::tryFrom( rawurldecode( $names['action'] ) );
		if ( null === $action ) {
			return Errors::make( 'headless_deploy_action_unknown', array( 'action' => self::excerpt( rawurldecode( $names['action'] ) ) ) );
		}
		$token = self::token( $parts['query'] ?? '' );
		if ( is_wp_error( $token ) ) {
			return $token;
		}
		$host .= isset( $parts['port'] ) ? ':' . $parts['port'] : '';
		return new self( $scheme, $host, $names['account'], $names['app'], $names['environment'], $action, $token );
	}

	/**
	 * Returns the address of each action, without the token.
	 *
	 * @return array<value-of<Action>, string>
	 */
	public function urls(): array {
		$urls = array();
		foreach ( Action::cases() as $action ) {
			$urls[ $action->value ] = $this->url( $action );
		}
		return $urls;
	}

	/**
	 * Returns one action's address without the token.
	 *
	 * @param Action $action The action.
	 *
	 * @return non-empty-string
	 */
	public function url( Action $action ): string {
		return "{$this->scheme}://{$this->host}/wh/v1/accounts/{$this->account}/apps/{$this->app}/environments/{$this->environment}/webhooks/webhook:{$action->value}";
	}

	/**
	 * Returns one action's whole address. It is a secret.
	 *
	 * @param Action $action The action.
	 *
	 * @return non-empty-string
	 */
	public function secret_url( Action $action ): string {
		return $this->url( $action ) . '?token=' . $this->token;
	}

	/**
	 * Returns what may be shown of the token: its last four characters.
	 */
	public function masked_token(): string {
		return self::MASK . substr( $this->token, -4 );
	}

	/**
	 * Returns which environment of which platform this belongs to.
	 *
	 * @return array{host: string, account: string, app: string, environment: string}
	 */
	public function target(): array {
		return array(
			'host'        => $this->host,
			'account'     => $this->account,
			'app'         => $this->app,
			'environment' => $this->environment,
		);
	}

	/**
	 * Refuses hosts that a token must not be sent to.
	 *
	 * @param string                    $scheme      Either http or https.
	 * @param string                    $host        In lower case.
	 * @param array<string, int|string> $parts       The parts of the URL.
	 * @param Local_Hosts               $local_hosts Hosts that may be private.
	 */
	private static function refuse_host( string $scheme, string $host, array $parts, Local_Hosts $local_hosts ): ?WP_Error {
		if ( isset( $parts['user'] ) || isset( $parts['pass'] ) ) {
			return Errors::make( 'headless_deploy_url_has_credentials' );
		}
		$port = (int) ( $parts['port'] ?? ( 'http' === $scheme ? 80 : 443 ) );
		if ( $local_hosts->allow( $host, $port ) ) {
			return null;
		}
		if ( Private_Address::is_written_in( $host ) ) {
			return Errors::make( 'headless_deploy_url_private', array( 'host' => "$host:$port" ) );
		}
		if ( 'https' !== $scheme ) {
			return Errors::make( 'headless_deploy_url_not_https', array( 'host' => $host ) );
		}
		return null;
	}

	/**
	 * Tells whether account, app and environment are written as the platform writes names.
	 *
	 * @param array<string> $names The matches of the path.
	 */
	private static function are_names( array $names ): bool {
		foreach ( array( 'account', 'app', 'environment' ) as $part ) {
			if ( 1 !== preg_match( self::NAME, $names[ $part ] ) ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Reads the token from a query string. WordPress's own text sanitizers would damage an escaped one.
	 *
	 * @param string $query What stands behind the question mark.
	 *
	 * @return string|WP_Error
	 */
	private static function token( string $query ): string|WP_Error {
		if ( 1 !== preg_match( '/(?:^|&)token=([^&]*)/', $query, $found ) || '' === $found[1] ) {
			return Errors::make( 'headless_deploy_token_missing' );
		}
		$token = rawurldecode( $found[1] );
		if ( 1 === preg_match( '/•|^\*{2,}/u', $token ) ) {
			return Errors::make( 'headless_deploy_token_masked' );
		}
		$length = strlen( $token );
		if ( $length < self::SHORTEST_TOKEN || $length > self::LONGEST_TOKEN || 1 !== preg_match( '/^[A-Za-z0-9_-]+={0,2}$/D', $token ) ) {
			return Errors::make( 'headless_deploy_token_invalid', array( 'length' => (string) $length ) );
		}
		return $token;
	}

	/**
	 * Shortens a word of the pasted address for a message.
	 *
	 * @param string $word An action that nobody knows.
	 */
	private static function excerpt( string $word ): string {
		return substr( (string) preg_replace( '/[^A-Za-z0-9._-]/', '?', $word ), 0, 32 );
	}
}
