<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Request_Extras;
use HeadlessDeploy\Secrets\Webhook_Set;
use SensitiveParameter;
use WP_Error;

/**
 * Holds what `HEADLESS_DEPLOY_ENVIRONMENTS` says about one environment. What it names is locked; what it does not name
 * is kept in the database, as for any other environment.
 *
 * @phpstan-import-type Record from Stored_Environments
 */
final class Configured_Environment {
	/**
	 * @param Environment_Input     $input    What is sound of it.
	 * @param Webhook_Set|null      $webhooks Its webhooks, if it names sound ones.
	 * @param Request_Extras|null   $extras   Headers and body, if it names sound ones.
	 * @param list<string>          $named    Fields that it names, also unsound ones; those of an automation with dots.
	 * @param array<string, string> $problems Field => what is wrong with it.
	 */
	private function __construct(
		public readonly string $id,
		private readonly Environment_Input $input,
		public readonly ?Webhook_Set $webhooks,
		public readonly ?Request_Extras $extras,
		public readonly array $named,
		public readonly array $problems,
	) {}

	/**
	 * Reads an entry. What is unsound of it is left out.
	 *
	 * @param array<mixed> $fields      The fields of a write.
	 * @param Local_Hosts  $local_hosts Hosts that may be private.
	 */
	public static function read( string $id, #[SensitiveParameter] array $fields, Local_Hosts $local_hosts ): self {
		$problems = array();
		$sound    = array();
		foreach ( $fields as $name => $value ) {
			$read = Environment_Input::read_field( (string) $name, $value );
			if ( is_wp_error( $read ) ) {
				$problems[ (string) $name ] = $read->get_error_message();
			} else {
				$sound[ (string) $name ] = $read;
			}
		}
		$input    = Environment_Input::from_body( $sound );
		$input    = is_wp_error( $input ) ? Environment_Input::nothing() : $input;
		$webhooks = $input->webhooks( $local_hosts );
		if ( is_wp_error( $webhooks ) ) {
			$problems[ isset( $sound['webhookUrl'] ) ? 'webhookUrl' : 'webhookUrls' ] = $webhooks->get_error_message();
			$webhooks                                                                 = null;
		}
		$extras = null === $webhooks ? null : $input->extras( Request_Extras::none(), $webhooks );
		if ( is_wp_error( $extras ) ) {
			$problems[ isset( $sound['headers'] ) ? 'headers' : 'body' ] = $extras->get_error_message();
			$extras                                                      = null;
		}
		return new self( $id, $input, $webhooks, $extras, self::names( $fields ), $problems );
	}

	/**
	 * Returns a stored record with what is configured laid over it. The secrets are not in it.
	 *
	 * @param  Record $record What is stored, or blank.
	 * @return Record
	 */
	public function over( array $record ): array {
		$record = $this->input->apply( $record );
		if ( null === $this->webhooks ) {
			return $record;
		}
		return array_merge(
			$record,
			array(
				'provider'     => $this->webhooks->provider,
				'target'       => $this->webhooks->target(),
				'urls'         => $this->webhooks->urls(),
				'masked'       => $this->webhooks->masked(),
				'sealed'       => array(),
				'fingerprints' => $this->knows( $record ) ? $record['constant']['fingerprints'] ?? array() : $this->first_fingerprints( $record ),
				'connectedAt'  => $record['constant']['connectedAt'] ?? 0,
				'isTrusted'    => true,
			),
			$this->has( 'headers', 'body' ) ? array(
				'headerNames' => $this->extras?->names() ?? array(),
				'hasBody'     => '' !== ( $this->extras?->body() ?? '' ),
			) : array(),
		);
	}

	/**
	 * Returns a stored automation with what is configured laid over it.
	 *
	 * @param  array<mixed> $stored
	 * @return array<mixed>
	 */
	public function automation( array $stored ): array {
		return array_replace_recursive( $stored, $this->input->automation ?? array() );
	}

	/**
	 * Returns a stored record that remembers the webhooks and where they were seen first: from there they may be sent,
	 * and a copy of this site with the same wp-config.php may not. Other webhooks, for example those of a staging site
	 * that has got a copy of the database, are seen for the first time.
	 *
	 * @param  Record     $record  What is stored, or blank.
	 * @param  Encryption $secrets Makes a digest of the webhooks.
	 * @return Record
	 */
	public function remembered_in( array $record, Encryption $secrets, int $now ): array {
		if ( null === $this->webhooks ) {
			return $record;
		}
		$digest = $secrets->digest( (string) wp_json_encode( $this->webhooks->secret_urls() ) );
		if ( $this->knows( $record ) && ( $record['constant']['digest'] ?? '' ) === $digest ) {
			return $record;
		}
		$record['constant'] = array(
			'identity'     => $this->webhooks->identity(),
			'digest'       => $digest,
			'fingerprints' => $this->knows( $record ) ? $record['constant']['fingerprints'] ?? array() : $this->first_fingerprints( $record ),
			'connectedAt'  => $now,
		);
		return Pauses::lift( $record, Pause_Reason::Token );
	}

	/**
	 * Refuses to change what is locked; the same value again changes nothing.
	 *
	 * @param Environment_Input $input   What is to be changed.
	 * @param Environment       $present The environment as it is.
	 */
	public function refuse( Environment_Input $input, Environment $present ): ?WP_Error {
		foreach ( $input->changes( $present ) as $field ) {
			if ( $this->locks( $field ) ) {
				return Errors::make( 'headless_deploy_field_locked', array( 'field' => $field ) );
			}
		}
		return null;
	}

	/**
	 * Returns a changed record that still has what is locked as it was stored: that comes back when the constant goes.
	 *
	 * @param  Record $before
	 * @param  Record $after  What is to be stored.
	 * @return Record
	 */
	public function unlocked( array $before, array $after ): array {
		foreach ( array( 'label', 'frontEndUrl' ) as $field ) {
			$after[ $field ] = $this->locks( $field ) ? $before[ $field ] : $after[ $field ];
		}
		foreach ( array( 'quietPeriodSeconds', 'maximumWaitSeconds', 'hold' ) as $field ) {
			$after['automation'][ $field ] = $this->locks( "automation.$field" ) ? $before['automation'][ $field ] : $after['automation'][ $field ];
		}
		foreach ( $after['automation']['policy'] as $source => $action ) {
			$after['automation']['policy'][ $source ] = $this->locks( "automation.policy.$source" ) ? $before['automation']['policy'][ $source ] : $action;
		}
		return $after;
	}

	/**
	 * Tells whether a field is locked.
	 *
	 * @param string $field For example `label`, `webhookUrl` or `automation.hold`.
	 */
	public function locks( string $field ): bool {
		return in_array( 'webhookUrls' === $field ? 'webhookUrl' : $field, $this->named, true );
	}

	/**
	 * Tells whether a record remembers these very webhooks.
	 *
	 * @param Record $record
	 */
	private function knows( array $record ): bool {
		return null !== $this->webhooks && ( $record['constant']['identity'] ?? '' ) === $this->webhooks->identity();
	}

	/**
	 * Returns the addresses that may send, when the webhooks are seen for the first time: those from where they were
	 * pasted, else the present one.
	 *
	 * @param  Record       $record
	 * @return list<string>
	 */
	private function first_fingerprints( array $record ): array {
		$was_pasted = array() !== $record['sealed'] && $record['provider'] === $this->webhooks?->provider && $record['target'] === $this->webhooks->target();
		return $was_pasted ? $record['fingerprints'] : array( Site_Fingerprint::current() );
	}

	/**
	 * Tells whether it names webhooks, headers or a body that cannot be used: then nothing is sent.
	 */
	public function is_broken(): bool {
		return array() !== array_intersect( array_keys( $this->problems ), array( 'webhookUrl', 'webhookUrls', 'headers', 'body' ) );
	}

	/**
	 * Tells whether any of some fields is named.
	 */
	public function has( string ...$fields ): bool {
		return array() !== array_intersect( $fields, $this->named );
	}

	/**
	 * Lists the fields that an entry names.
	 *
	 * @param  array<mixed> $fields
	 * @return list<string>
	 */
	private static function names( #[SensitiveParameter] array $fields ): array {
		$automation = is_array( $fields['automation'] ?? null ) ? $fields['automation'] : array();
		$policy     = is_array( $automation['policy'] ?? null ) ? $automation['policy'] : array();
		$names      = array( 'webhookUrls' => 'webhookUrl' );
		$found      = array();
		foreach ( array_keys( $fields ) as $name ) {
			$found[] = $names[ $name ] ?? (string) $name;
		}
		foreach ( array_keys( $automation ) as $name ) {
			$found[] = "automation.$name";
		}
		foreach ( array_keys( $policy ) as $source ) {
			$found[] = "automation.policy.$source";
		}
		return array_values( array_unique( array_diff( $found, array( 'automation', 'automation.policy' ) ) ) );
	}
}
