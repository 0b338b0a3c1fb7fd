<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Secrets\Webhook_Set;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;
use WP_Error;

/**
 * Holds a partial description of an environment, as it was submitted; what is null is left as it is.
 *
 * @phpstan-import-type Record from Stored_Environments
 */
final class Environment_Input {
	/**
	 * What was pasted.
	 *
	 * @var Sensitive_Value<array{any: string|null, by_action: array<string, string>, headers: array<string, string>|null, body: string|null}>
	 */
	private readonly Sensitive_Value $pasted;

	/**
	 * @param string|null                $label         One line, or null.
	 * @param string|null                $webhook_url   The URL of any one action, as it was pasted, or null.
	 * @param array<string, string>      $webhook_urls  Action => pasted URL of that action.
	 * @param string|null                $front_end_url Checked, empty to clear it, or null.
	 * @param array<string, mixed>|null  $automation    Some fields of an automation, or null.
	 * @param array<string, string>|null $headers       Further headers, or null.
	 */
	private function __construct(
		public readonly ?string $label,
		#[SensitiveParameter]
		?string $webhook_url,
		#[SensitiveParameter]
		array $webhook_urls,
		private readonly ?string $front_end_url,
		public readonly ?array $automation,
		#[SensitiveParameter]
		?array $headers = null,
		#[SensitiveParameter]
		?string $body = null,
	) {
		$this->pasted = Sensitive_Value::of(
			array(
				'any'       => $webhook_url,
				'by_action' => $webhook_urls,
				'headers'   => $headers,
				'body'      => $body,
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
		);
	}

	/**
	 * Returns an input that changes nothing.
	 */
	public static function nothing(): self {
		return new self( null, null, array(), null, null );
	}

	/**
	 * Reads one field of an entry in wp-config.php, or says what is wrong with it.
	 *
	 * @return mixed|WP_Error
	 */
	public static function read_field( string $name, #[SensitiveParameter] mixed $value ): mixed {
		$schema = Environment_Schema::input()['properties'][ $name ] ?? null;
		if ( null === $schema ) {
			return Errors::make( 'headless_deploy_field_unknown', array( 'field' => mb_substr( $name, 0, 64 ) ) );
		}
		$valid = rest_validate_value_from_schema( $value, $schema, $name );
		if ( is_wp_error( $valid ) ) {
			return $valid;
		}
		$sound = rest_sanitize_value_from_schema( $value, $schema, $name );
		$whole = is_wp_error( $sound ) ? $sound : self::from_body( array( $name => $sound ) );
		return is_wp_error( $whole ) ? $whole : $sound;
	}

	/**
	 * Returns the record of an environment that has nothing yet.
	 *
	 * @return Record
	 */
	public static function blank( string $label ): array {
		return array(
			'label'       => $label,
			'provider'    => Providers::WPE_HEADLESS,
			'frontEndUrl' => '',
			'target'      => array(
				'host'        => '',
				'account'     => '',
				'app'         => '',
				'environment' => '',
			),
			'urls'         => array(),
			'masked'       => array(),
			'sealed'       => array(),
			'automation'   => Automation::from_array( null )->to_array(),
			'fingerprints' => array(),
			'paused'       => null,
			'connectedAt'  => 0,
			'isTrusted'    => false,
			'extras'       => '',
			'headerNames'  => array(),
			'hasBody'      => false,
			'constant'     => null,
			'saved'        => null,
			'etag'         => '',
		);
	}

	/**
	 * Recognises the pasted webhooks; null when none were pasted.
	 *
	 * @param Local_Hosts $local_hosts Hosts that may be private.
	 */
	public function webhooks( Local_Hosts $local_hosts ): Webhook_Set|WP_Error|null {
		$pasted = $this->pasted->reveal();
		if ( null === $pasted['any'] && array() === $pasted['by_action'] ) {
			return null;
		}
		return Webhook_Set::recognize( $pasted['any'], $pasted['by_action'], $local_hosts );
	}

	/**
	 * Tells whether headers or a body are named.
	 */
	public function has_extras(): bool {
		return null !== $this->pasted->reveal()['headers'] || null !== $this->pasted->reveal()['body'];
	}

	/**
	 * Returns the headers and the body that go with some webhooks from now on.
	 *
	 * @param Request_Extras $present Those that there are.
	 */
	public function extras( Request_Extras $present, Webhook_Set $webhooks ): Request_Extras|WP_Error {
		$pasted = $this->pasted->reveal();
		if ( Providers::GENERIC !== $webhooks->provider ) {
			$wanted = array() !== ( $pasted['headers'] ?? array() ) || '' !== ( $pasted['body'] ?? '' );
			return $wanted ? Errors::make( 'headless_deploy_extras_not_offered' ) : Request_Extras::none();
		}
		return $present->with( $pasted['headers'], $pasted['body'], $webhooks->origins() );
	}

	/**
	 * Lists the fields that this would change, those of an automation with dots; what cannot be compared because it is
	 * secret counts as changed.
	 *
	 * @param  Environment  $present The environment as it is.
	 * @return list<string>
	 */
	public function changes( Environment $present ): array {
		$pasted     = $this->pasted->reveal();
		$automation = $present->automation->to_array();
		$changes    = array_keys(
			array_filter(
				array(
					'label'       => null !== $this->label && $this->label !== $present->label,
					'frontEndUrl' => null !== $this->front_end_url && $this->front_end_url !== $present->front_end_url,
					'webhookUrl'  => null !== $pasted['any'] || array() !== $pasted['by_action'],
					'headers'     => null !== $pasted['headers'],
					'body'        => null !== $pasted['body'],
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
	 * Returns a record with everything changed that is named here, the webhooks excepted.
	 *
	 * @param  Record $record
	 * @return Record
	 */
	public function apply( array $record ): array {
		$record['label']       = $this->label ?? $record['label'];
		$record['frontEndUrl'] = $this->front_end_url ?? $record['frontEndUrl'];
		if ( null !== $this->automation ) {
			$record['automation'] = Automation::from_array( array_replace_recursive( $record['automation'], $this->automation ) )->to_array();
		}
		return $record;
	}

	/**
	 * Makes one clean line of a label.
	 */
	private static function one_line( string $text ): string {
		return trim( (string) preg_replace( '/[\p{C}\p{Z}\s]+/u', ' ', $text ) );
	}

	/**
	 * Checks the address where visitors see the site. It may be private: it is only linked.
	 *
	 * @return string|WP_Error Without a slash at the end; empty to clear it.
	 */
	private static function front_end_url( string $url ): string|WP_Error {
		if ( '' === $url ) {
			return '';
		}
		$parts = wp_parse_url( $url );
		$sound = is_array( $parts )
			&& in_array( strtolower( $parts['scheme'] ?? '' ), array( 'http', 'https' ), true )
			&& '' !== ( $parts['host'] ?? '' )
			&& array() === array_intersect_key( $parts, array_flip( array( 'user', 'pass', 'query', 'fragment' ) ) );
		$clean = $sound ? sanitize_url( $url, array( 'http', 'https' ) ) : '';
		return '' === $clean ? Errors::make( 'headless_deploy_front_end_url_invalid' ) : untrailingslashit( $clean );
	}
}
