<?php
/**
 * Recognising a pasted address.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Errors;
use SensitiveParameter;
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
	/**
	 * A public host as name servers know it, or an IPv4 address in its one usual form. Whatever else a library may
	 * take for an address (`2130706433`, `0x7f.1`, `127.1`, `%6cocalhost`, full-width letters) is none here.
	 */
	private const HOST = '/^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/D';
	private const NAME = '/^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/';

	/**
	 * The secret.
	 *
	 * @var Hidden<string>
	 */
	private readonly Hidden $token;

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
		#[SensitiveParameter]
		string $token,
	) {
		$this->token = Hidden::of( $token );
	}

	/**
	 * Recognises a pasted address, or says what is wrong with it; no answer repeats a secret.
	 *
	 * @param string      $pasted      Whatever was pasted.
	 * @param Local_Hosts $local_hosts Hosts that may be private.
	 *
	 * @return self|WP_Error
	 */
	public static function recognise( #[SensitiveParameter] string $pasted, Local_Hosts $local_hosts ): self|WP_Error {
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
		return $this->url( $action ) . '?token=' . $this->token->reveal();
	}

	/**
	 * Returns what may be shown of the token: its last four characters.
	 */
	public function masked_token(): string {
		return self::MASK . substr( $this->token->reveal(), -4 );
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
	private static function refuse_host( string $scheme, string $host, #[SensitiveParameter] array $parts, Local_Hosts $local_hosts ): ?WP_Error {
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
		if ( 1 !== preg_match( self::HOST, $host ) && false === filter_var( $host, FILTER_VALIDATE_IP, FILTER_FLAG_IPV4 ) ) {
			return Errors::make( 'headless_deploy_url_invalid' );
		}
		return 'https' === $scheme ? null : Errors::make( 'headless_deploy_url_not_https', array( 'host' => $host ) );
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
	private static function token( #[SensitiveParameter] string $query ): string|WP_Error {
		preg_match_all( '/(?:^|&)token=([^&]*)/', $query, $found );
		if ( array() === array_filter( $found[1] ) ) {
			return Errors::make( 'headless_deploy_token_missing' );
		}
		// Of two tokens nobody knows which one the host reads; together they are no token.
		$token = rawurldecode( implode( '&', $found[1] ) );
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
