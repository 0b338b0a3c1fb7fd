<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Sensitive_Value;
use HeadlessDeploy\Untyped;
use SensitiveParameter;

/**
 * Reads `HEADLESS_DEPLOY_ENVIRONMENTS`: ID => fields, as in a write by REST. An invalid entry does not affect the others.
 * On a network an entry is for the main site, unless it lists its `sites`.
 */
final class Configured_Environments {
	public const CONSTANT = 'HEADLESS_DEPLOY_ENVIRONMENTS';

	/**
	 * @var Sensitive_Value<mixed>
	 */
	private readonly Sensitive_Value $given;

	/**
	 * @var array<int, array<string, Configured_Environment>>
	 */
	private array $entries = array();

	/**
	 * @param Local_Hosts|null $local_hosts Null reads the constant.
	 * @param mixed            $given       Value of the constant; null reads it.
	 */
	public function __construct(
		private readonly ?Local_Hosts $local_hosts = null,
		#[SensitiveParameter]
		mixed $given = null,
	) {
		$this->given = Sensitive_Value::of( $given ?? ( defined( self::CONSTANT ) ? constant( self::CONSTANT ) : array() ) );
	}

	/**
	 * @return array<string, Configured_Environment>
	 */
	public function all(): array {
		$site = get_current_blog_id();
		if ( ! isset( $this->entries[ $site ] ) ) {
			$this->entries[ $site ] = array();
			foreach ( $this->of_site( $site ) as $id => $fields ) {
				$this->entries[ $site ][ $id ] = Configured_Environment::read( $id, $fields, $this->local_hosts ?? new Local_Hosts() );
			}
		}
		return $this->entries[ $site ];
	}

	public function get( string $id ): ?Configured_Environment {
		return $this->all()[ $id ] ?? null;
	}

	/**
	 * @return list<array{environment: string, field: string, message: string}>
	 */
	public function problems(): array {
		$problems = array();
		$given    = $this->given->reveal();
		if ( ! is_array( $given ) ) {
			return array( self::problem( '', Errors::message( 'headless_deploy_constant_not_an_array' ) ) );
		}
		foreach ( $given as $id => $fields ) {
			if ( ! Environment_Id::is_valid( $id ) || ! is_array( $fields ) ) {
				$problems[] = self::problem(
					self::excerpt( (string) $id ),
					Errors::message( 'headless_deploy_constant_entry_invalid', array( 'id' => self::excerpt( (string) $id ) ) ),
				);
			}
		}
		foreach ( $this->all() as $id => $entry ) {
			foreach ( $entry->problems as $field => $message ) {
				$problems[] = self::problem( $id, $message, $field );
			}
		}
		return $problems;
	}

	/**
	 * @return array<string, array<mixed>>
	 */
	private function of_site( int $site ): array {
		$given = $this->given->reveal();
		$found = array();
		foreach ( is_array( $given ) ? $given : array() as $id => $fields ) {
			if ( ! Environment_Id::is_valid( $id ) || ! is_array( $fields ) ) {
				continue;
			}
			$sites = is_multisite() ? Untyped::numbers( $fields['sites'] ?? get_main_site_id() ) : array( $site );
			if ( in_array( $site, $sites, true ) ) {
				unset( $fields['sites'] );
				$found[ (string) $id ] = $fields;
			}
		}
		return $found;
	}

	/**
	 * @param  string                                                     $id Empty where no entry is concerned.
	 * @return array{environment: string, field: string, message: string}
	 */
	private static function problem( string $id, string $message, string $field = '' ): array {
		return array(
			'environment' => $id,
			'field'       => $field,
			'message'     => $message,
		);
	}

	private static function excerpt( string $key ): string {
		return substr( (string) preg_replace( '/[^A-Za-z0-9._ -]/', '?', $key ), 0, 64 );
	}
}
