<?php
/**
 * What somebody wants an environment to be.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Errors;
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
	 * @var Hidden<array{any: string|null, by_action: array<string, string>}>
	 */
	private readonly Hidden $pasted;

	/**
	 * Takes values that from_body() has checked.
	 *
	 * @param string|null               $label         One line, or null.
	 * @param string|null               $webhook_url   The URL of any one action, as it was pasted, or null.
	 * @param array<string, string>     $webhook_urls  Action => pasted URL of that action.
	 * @param string|null               $front_end_url Checked, empty to clear it, or null.
	 * @param array<string, mixed>|null $automation    Some fields of an automation, or null.
	 */
	private function __construct(
		public readonly ?string $label,
		#[SensitiveParameter]
		?string $webhook_url,
		#[SensitiveParameter]
		array $webhook_urls,
		private readonly ?string $front_end_url,
		private readonly ?array $automation,
	) {
		$this->pasted = Hidden::of(
			array(
				'any'       => $webhook_url,
				'by_action' => $webhook_urls,
			),
		);
	}

	/**
	 * Reads a request's body that matches Environment_Schema.
	 *
	 * @param array<string, mixed> $body Decoded.
	 *
	 * @return self|WP_Error
	 */
	public static function from_body( #[SensitiveParameter] array $body ): self|WP_Error {
		$label = isset( $body['label'] ) ? self::one_line( (string) $body['label'] ) : null;
		if ( '' === $label ) {
			return Errors::make( 'headless_deploy_label_missing' );
		}
		$front_end_url = isset( $body['frontEndUrl'] ) ? self::front_end_url( trim( (string) $body['frontEndUrl'] ) ) : null;
		if ( is_wp_error( $front_end_url ) ) {
			return $front_end_url;
		}
		return new self(
			$label,
			isset( $body['webhookUrl'] ) ? (string) $body['webhookUrl'] : null,
			array_map( strval( ... ), (array) ( $body['webhookUrls'] ?? array() ) ),
			$front_end_url,
			isset( $body['automation'] ) ? (array) $body['automation'] : null,
		);
	}

	/**
	 * Returns the record of an environment that has nothing yet.
	 *
	 * @param string $label Its label.
	 *
	 * @return Record
	 */
	public static function blank( string $label ): array {
		return array(
			'label'       => $label,
			'provider'    => Webhook_Url::PROVIDER,
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
			'etag'         => '',
		);
	}

	/**
	 * Recognises the pasted webhooks; null when none were pasted.
	 *
	 * @param Local_Hosts $local_hosts Hosts that may be private.
	 *
	 * @return Webhook_Set|WP_Error|null
	 */
	public function webhooks( Local_Hosts $local_hosts ): Webhook_Set|WP_Error|null {
		$pasted = $this->pasted->reveal();
		if ( null === $pasted['any'] && array() === $pasted['by_action'] ) {
			return null;
		}
		return Webhook_Set::recognise( $pasted['any'], $pasted['by_action'], $local_hosts );
	}

	/**
	 * Returns a record with everything changed that is named here, the webhooks excepted.
	 *
	 * @param Record $record As it is.
	 *
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
	 *
	 * @param string $text As submitted.
	 */
	private static function one_line( string $text ): string {
		return trim( (string) preg_replace( '/[\p{C}\p{Z}\s]+/u', ' ', $text ) );
	}

	/**
	 * Checks the address where visitors see the site. It may be private: it is only linked.
	 *
	 * @param string $url As submitted.
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
