<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Pasted_Url;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Secrets\Webhook_Secret;
use HeadlessDeploy\Secrets\Webhook_Set;
use HeadlessDeploy\Sensitive_Value;
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
	 * @param array<string, string>      $webhook_urls  Action => URL of that action.
	 * @param string|null                $front_end_url Valid, or empty to clear it.
	 * @param array<string, mixed>|null  $automation    Some fields of an automation.
	 * @param array<string, string>|null $headers
	 * @param string|null                $refresh_url   Empty removes the URL and its secret.
	 */
	private function __construct(
		public readonly ?string $label,
		#[SensitiveParameter]
		?string $webhook_url,
		#[SensitiveParameter]
		array $webhook_urls,
		public readonly ?string $front_end_url,
		public readonly ?array $automation,
		#[SensitiveParameter]
		?array $headers = null,
		#[SensitiveParameter]
		?string $body = null,
		public readonly ?string $refresh_url = null,
		public readonly ?bool $refresh_purge = null,
		#[SensitiveParameter]
		?string $refresh_secret = null,
	) {
		$this->pasted = Sensitive_Value::of(
			array(
				'any'            => $webhook_url,
				'by_action'      => $webhook_urls,
				'headers'        => $headers,
				'body'           => $body,
				'refresh_secret' => $refresh_secret,
			),
		);
	}

	/**
	 * Reads a request's body that matches Environment_Schema.
	 *
	 * @param array<string, mixed> $body
	 */
	public static function from_body( #[SensitiveParameter] array $body ): self|WP_Error {
		$fields = Sensitive_Value::take( $body );
		$label  = isset( $fields['label'] ) ? self::one_line( (string) $fields['label'] ) : null;
		if ( '' === $label ) {
			return Errors::make( 'headless_deploy_label_missing' );
		}
		$front_end_url = isset( $fields['frontEndUrl'] ) ? self::front_end_url( trim( (string) $fields['frontEndUrl'] ) ) : null;
		if ( is_wp_error( $front_end_url ) ) {
			return $front_end_url;
		}
		$refresh_secret = isset( $fields['refreshSecret'] ) ? (string) $fields['refreshSecret'] : null;
		if ( null !== $refresh_secret && ! Webhook_Secret::is_valid( $refresh_secret ) ) {
			return Errors::make( 'headless_deploy_refresh_secret_invalid' );
		}
		$headers = isset( $fields['headers'] ) ? array_map( strval( ... ), (array) $fields['headers'] ) : null;
		$content = isset( $fields['body'] ) ? (string) $fields['body'] : null;
		$refused = Request_Extras::check( $headers ?? array(), $content ?? '' );
		if ( null !== $refused ) {
			return $refused;
		}
		return new self(
			$label,
			isset( $fields['webhookUrl'] ) ? (string) $fields['webhookUrl'] : null,
			array_map( strval( ... ), (array) ( $fields['webhookUrls'] ?? array() ) ),
			$front_end_url,
			isset( $fields['automation'] ) ? (array) $fields['automation'] : null,
			$headers,
			$content,
			isset( $fields['refreshUrl'] ) ? trim( (string) $fields['refreshUrl'] ) : null,
			isset( $fields['refreshPurge'] ) ? (bool) $fields['refreshPurge'] : null,
			$refresh_secret,
		);
	}

	public static function of_refresh_secret( #[SensitiveParameter] string $secret ): self {
		return new self( null, null, array(), null, null, refresh_secret: $secret );
	}

	public static function nothing(): self {
		return new self( null, null, array(), null, null );
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
		$secret = $this->pasted->reveal()['refresh_secret'];
		if ( ! $this->has_refresh() || '' === $this->refresh_url ) {
			return '' === $this->refresh_url ? null : $present;
		}
		$url = null === $this->refresh_url ? $present->url ?? '' : self::refresh_address( $this->refresh_url, $local_hosts );
		if ( is_wp_error( $url ) ) {
			$url->add_data( array( 'params' => array( 'refreshUrl' => $url->get_error_message() ) ) + (array) $url->get_error_data() );
			return $url;
		}
		$target = ( $present ?? new Refresh_Target() )->with( url: $url, purge: $this->refresh_purge ?? $present->purge ?? false );
		$target = null === $this->refresh_url ? $target : $target->with( gone_at: 0 );
		return null === $secret ? $target : $target->rotate( $seal( $secret ), $now );
	}

	public function has_refresh(): bool {
		return null !== $this->refresh_url || null !== $this->refresh_purge || null !== $this->pasted->reveal()['refresh_secret'];
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
		$pasted     = $this->pasted->reveal();
		$automation = $present->automation->to_array();
		$changes    = array_keys(
			array_filter(
				array(
					'label'         => null !== $this->label && $this->label !== $present->label,
					'frontEndUrl'   => null !== $this->front_end_url && $this->front_end_url !== $present->front_end_url,
					'webhookUrl'    => null !== $pasted['any'] || array() !== $pasted['by_action'],
					'headers'       => null !== $pasted['headers'],
					'body'          => null !== $pasted['body'],
					'refreshUrl'    => null !== $this->refresh_url && $this->refresh_url !== ( $present->refresh->url ?? '' ),
					'refreshPurge'  => null !== $this->refresh_purge && $this->refresh_purge !== ( $present->refresh->purge ?? false ),
					'refreshSecret' => null !== $pasted['refresh_secret'],
				),
			),
		);
		foreach ( (array) ( $this->automation['policy'] ?? array() ) as $source => $action ) {
			if ( ( $automation['policy'][ $source ] ?? null ) !== $action ) {
				$changes[] = "automation.policy.$source";
			}
		}
		foreach ( array_diff_key( $this->automation ?? array(), array( 'policy' => true ) ) as $name => $value ) {
			if ( ( $automation[ $name ] ?? null ) !== $value ) {
				$changes[] = "automation.$name";
			}
		}
		return $changes;
	}

	/**
	 * Returns a record with all submitted fields except webhooks, headers and body.
	 */
	public function apply( Environment_Record $record ): Environment_Record {
		return $record->with(
			label: $this->label ?? $record->label,
			front_end_url: $this->front_end_url ?? $record->front_end_url,
			automation: null === $this->automation ? $record->automation : Automation::from_array( array_replace_recursive( $record->automation->to_array(), $this->automation ) ),
		);
	}

	private static function one_line( string $text ): string {
		return trim( (string) preg_replace( '/[\p{C}\p{Z}\s]+/u', ' ', $text ) );
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
		return $is_plain ? $address->origin() . ( '' === $address->path() ? '/' : $address->path() ) : Errors::make( 'headless_deploy_refresh_url_invalid' );
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
