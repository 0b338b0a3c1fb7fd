<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use Closure;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Pasted_Url;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Secrets\Standard_Webhook;
use HeadlessDeploy\Secrets\Webhook_Set;
use HeadlessDeploy\Sensitive_Value;
use HeadlessDeploy\Stored_Value;
use HeadlessDeploy\Untyped;
use SensitiveParameter;
use WP_Error;

/**
 * The submitted fields of an environment; a field that is null stays as it is.
 */
final class Environment_Input {
	/**
	 * @var Sensitive_Value<array{any: string|null, by_action: array<string, string>, headers: array<string, string>|null, body: string|null, refresh_secret: string|null}>
	 */
	private readonly Sensitive_Value $pasted;

	/**
	 * @param array<string, mixed> $fields  Fields that are no secret, as `normalized()` returns them.
	 * @param array<string, mixed> $secrets Webhooks, headers, body and refresh secret.
	 */
	private function __construct( private readonly array $fields, #[SensitiveParameter] array $secrets ) {
		$this->pasted = Sensitive_Value::of(
			array(
				'any'            => isset( $secrets['webhookUrl'] ) ? Untyped::text( $secrets['webhookUrl'] ) : null,
				'by_action'      => self::texts( $secrets['webhookUrls'] ?? array() ),
				'headers'        => isset( $secrets['headers'] ) ? self::texts( $secrets['headers'] ) : null,
				'body'           => isset( $secrets['body'] ) ? Untyped::text( $secrets['body'] ) : null,
				'refresh_secret' => isset( $secrets['refreshSecret'] ) ? Untyped::text( $secrets['refreshSecret'] ) : null,
			),
		);
	}

	/**
	 * Reads a request's body that matches Environment_Schema.
	 *
	 * @param array<string, mixed> $body
	 */
	public static function from_body( #[SensitiveParameter] array $body ): self|WP_Error {
		$given  = Sensitive_Value::take( $body );
		$plain  = Environment_Schema::plain_input() + array( 'automation' => true );
		$fields = array();
		foreach ( array_filter( array_intersect_key( $given, $plain ), static fn( mixed $value ): bool => null !== $value ) as $name => $value ) {
			$fields[ $name ] = self::normalized( $name, $value );
			if ( is_wp_error( $fields[ $name ] ) ) {
				return $fields[ $name ];
			}
		}
		$input  = new self( $fields, array_diff_key( $given, $plain ) );
		$pasted = $input->pasted->reveal();
		if ( null !== $pasted['refresh_secret'] && ! Standard_Webhook::is_valid_secret( $pasted['refresh_secret'] ) ) {
			return Errors::make( 'headless_deploy_refresh_secret_invalid' );
		}
		return Request_Extras::check( $pasted['headers'] ?? array(), $pasted['body'] ?? '' ) ?? $input;
	}

	public static function of_refresh_secret( #[SensitiveParameter] string $secret ): self {
		return new self( array(), array( 'refreshSecret' => $secret ) );
	}

	public static function nothing(): self {
		return new self( array(), array() );
	}

	/**
	 * @return array<string, string>
	 */
	private static function texts( #[SensitiveParameter] mixed $values ): array {
		$texts = array();
		foreach ( (array) $values as $name => $value ) {
			$texts[ (string) $name ] = Untyped::text( $value );
		}
		return $texts;
	}

	/**
	 * Returns what is stored of a field; an error where the schema cannot say what is valid.
	 */
	private static function normalized( string $name, mixed $value ): mixed {
		$text = is_string( $value ) ? trim( $value ) : '';
		return match ( $name ) {
			'label'       => self::label( $text ),
			'frontEndUrl' => self::front_end_url( $text ),
			'refreshUrl'  => $text,
			default       => $value,
		};
	}

	/**
	 * Returns a submitted text, null where the field was not submitted.
	 */
	public function text( string $field ): ?string {
		return isset( $this->fields[ $field ] ) ? Untyped::text( $this->fields[ $field ] ) : null;
	}

	/**
	 * @return array<string, mixed> Some fields of an automation.
	 */
	public function automation(): array {
		return Untyped::members( $this->fields['automation'] ?? array() );
	}

	/**
	 * @return mixed|WP_Error
	 */
	public static function read_field( string $name, #[SensitiveParameter] mixed $value ): mixed {
		$schema = Environment_Schema::input()->properties()[ $name ] ?? null;
		if ( null === $schema ) {
			return Errors::make( 'headless_deploy_field_unknown', field: mb_substr( $name, 0, 64 ) );
		}
		$clean = Rest::field( $name, $value, $schema );
		$input = is_wp_error( $clean ) ? $clean : self::from_body( array( $name => $clean ) );
		return is_wp_error( $input ) ? $input : $clean;
	}

	/**
	 * Recognizes the submitted webhooks; null when there are none.
	 */
	public function webhooks( Local_Hosts $local_hosts ): Webhook_Set|WP_Error|null {
		$pasted = $this->pasted->reveal();
		if ( null === $pasted['any'] && array() === $pasted['by_action'] ) {
			return null;
		}
		return Webhook_Set::recognize( $pasted['any'], $pasted['by_action'], $local_hosts );
	}

	/**
	 * Returns a target with the submitted fields, null where the URL was removed.
	 *
	 * @param Closure(string): string $seal Encrypts a secret.
	 */
	public function refresh( ?Refresh_Target $present, Local_Hosts $local_hosts, Closure $seal, int $now ): Refresh_Target|WP_Error|null {
		$secret  = $this->refresh_secret();
		$entered = $this->text( 'refreshUrl' );
		if ( ! $this->has_refresh() || '' === $entered ) {
			return '' === $entered ? null : $present;
		}
		$url = null === $entered ? $present->url ?? '' : self::refresh_address( $entered, $local_hosts );
		if ( is_wp_error( $url ) ) {
			$url->add_data( array( 'params' => array( 'refreshUrl' => $url->get_error_message() ) ) + (array) $url->get_error_data() );
			return $url;
		}
		$target = ( $present ?? new Refresh_Target() )->with(
			url: $url,
			purge: (bool) ( $this->fields['refreshPurge'] ?? $present->purge ?? false ),
		);
		$target = null === $entered ? $target : $target->with( gone_at: 0 );
		return null === $secret ? $target : $target->rotate( $seal( $secret ), $now );
	}

	public function has_refresh(): bool {
		return isset( $this->fields['refreshUrl'] ) || isset( $this->fields['refreshPurge'] ) || null !== $this->refresh_secret();
	}

	public function refresh_secret(): ?string {
		return $this->pasted->reveal()['refresh_secret'];
	}

	public function has_extras(): bool {
		return null !== $this->pasted->reveal()['headers'] || null !== $this->pasted->reveal()['body'];
	}

	public function extras( Request_Extras $present, Webhook_Set $webhooks ): Request_Extras|WP_Error {
		$pasted = $this->pasted->reveal();
		if ( Providers::GENERIC !== $webhooks->provider ) {
			$wanted = array() !== ( $pasted['headers'] ?? array() ) || '' !== ( $pasted['body'] ?? '' );
			return $wanted ? Errors::make( 'headless_deploy_extras_not_offered' ) : Request_Extras::none();
		}
		return $present->with( $pasted['headers'], $pasted['body'], $webhooks->origins() );
	}

	/**
	 * Lists the fields that this would change, those of an automation with dots. A secret field counts as changed.
	 *
	 * @return list<string>
	 */
	public function changes( Environment $present ): array {
		$pasted = $this->pasted->reveal();
		$stored = array(
			'refreshUrl'   => $present->refresh->url ?? '',
			'refreshPurge' => $present->refresh->purge ?? false,
		) + $present->to_array();
		$secrets = array(
			'webhookUrl'    => null !== $pasted['any'] || array() !== $pasted['by_action'],
			'headers'       => null !== $pasted['headers'],
			'body'          => null !== $pasted['body'],
			'refreshSecret' => null !== $pasted['refresh_secret'],
		);
		$changes = array_keys( array_filter( $secrets ) );
		foreach ( self::flat( $this->fields ) as $name => $value ) {
			if ( ( self::flat( $stored )[ $name ] ?? null ) !== $value ) {
				$changes[] = $name;
			}
		}
		return $changes;
	}

	/**
	 * Names the fields of an automation with dots.
	 *
	 * @param  array<string, mixed> $fields
	 * @return array<string, mixed>
	 */
	public static function flat( array $fields, string $prefix = '' ): array {
		$flat = array();
		foreach ( $fields as $name => $value ) {
			$is_map = is_array( $value ) && in_array( $name, array( 'automation', 'policy' ), true );
			$flat += $is_map ? self::flat( Untyped::members( $value ), "$prefix$name." ) : array( "$prefix$name" => $value );
		}
		return $flat;
	}

	/**
	 * Returns a record with the submitted fields that are stored as they are.
	 */
	public function apply( Environment $record ): Environment {
		$fields     = array_intersect_key( $this->fields, Environment::stored()->properties() );
		$automation = Automation::from_array( array_replace_recursive( $record->automation->to_array(), $this->automation() ) );
		return $record->with( ...Stored_Value::arguments( array( 'automation' => $automation ) + $fields ) );
	}

	private static function label( string $text ): string|WP_Error {
		$line = trim( (string) preg_replace( '/[\p{C}\p{Z}\s]+/u', ' ', $text ) );
		return '' === $line ? Errors::make( 'headless_deploy_label_missing' ) : $line;
	}

	/**
	 * Checks a refresh URL: an address that may be called, and no part that could be a secret, because it is not encrypted.
	 */
	private static function refresh_address( string $url, Local_Hosts $local_hosts ): string|WP_Error {
		$address = Pasted_Url::parse( $url, $local_hosts );
		if ( is_wp_error( $address ) ) {
			return $address;
		}
		$is_plain = '' === $address->query() && ! str_contains( $url, '?' ) && ! str_contains( $url, '#' );
		return $is_plain
			? $address->origin() . ( '' === $address->path() ? '/' : $address->path() )
			: Errors::make( 'headless_deploy_refresh_url_invalid' );
	}

	/**
	 * Checks the URL of the front end. It may be private, because WordPress only links to it.
	 *
	 * @return string|WP_Error Without a slash at the end.
	 */
	private static function front_end_url( string $url ): string|WP_Error {
		if ( '' === $url ) {
			return '';
		}
		$parts    = wp_parse_url( $url );
		$is_valid = is_array( $parts )
			&& in_array( strtolower( $parts['scheme'] ?? '' ), array( 'http', 'https' ), true )
			&& '' !== ( $parts['host'] ?? '' )
			&& array() === array_intersect_key( $parts, array_flip( array( 'user', 'pass', 'query', 'fragment' ) ) );
		$clean = $is_valid ? sanitize_url( $url, array( 'http', 'https' ) ) : '';
		return '' === $clean ? Errors::make( 'headless_deploy_front_end_url_invalid' ) : untrailingslashit( $clean );
	}
}
