<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;

/**
 * Reads `HEADLESS_DEPLOY_ENVIRONMENTS`: id => the fields that a write has. What is wrong with one entry is told, and
 * hurts no other one. On a network an entry counts for the main site, unless it lists its `sites`.
 */
final class Configured_Environments {
	public const CONSTANT = 'HEADLESS_DEPLOY_ENVIRONMENTS';

	/**
	 * What the constant holds.
	 *
	 * @var Sensitive_Value<mixed>
	 */
	private readonly Sensitive_Value $given;

	/**
	 * The entries, by the site that they belong to.
	 *
	 * @var array<int, array<string, Configured_Environment>>
	 */
	private array $entries = array();

	/**
	 * @param Local_Hosts|null $local_hosts Null reads the constant.
	 * @param mixed            $given       What the constant holds; null reads it.
	 */
	public function __construct(
		private readonly ?Local_Hosts $local_hosts = null,
		#[SensitiveParameter]
		mixed $given = null,
	) {
		$this->given = Sensitive_Value::of( $given ?? ( defined( self::CONSTANT ) ? constant( self::CONSTANT ) : array() ) );
	}

	/**
	 * Returns the entries of the current site, in their order.
	 *
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

	/**
	 * Returns one entry of the current site.
	 */
	public function get( string $id ): ?Configured_Environment {
		return $this->all()[ $id ] ?? null;
	}

	/**
	 * Returns what is wrong with the constant.
	 *
	 * @return list<array{environment: string, field: string, message: string}>
	 */
	public function problems(): array {
		$problems = array();
		$given    = $this->given->reveal();
		if ( ! is_array( $given ) ) {
			return array( self::problem( '', Errors::message( 'headless_deploy_constant_not_an_array' ) ) );
		}
		foreach ( $given as $id => $fields ) {
			if ( ! Stored_Environments::is_id( $id ) || ! is_array( $fields ) ) {
				$problems[] = self::problem( self::excerpt( (string) $id ), Errors::message( 'headless_deploy_constant_entry_invalid', array( 'id' => self::excerpt( (string) $id ) ) ) );
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
	 * Returns the entries that are meant for a site.
	 *
	 * @return array<string, array<mixed>>
	 */
	private function of_site( int $site ): array {
		$given = $this->given->reveal();
		$found = array();
		foreach ( is_array( $given ) ? $given : array() as $id => $fields ) {
			if ( ! Stored_Environments::is_id( $id ) || ! is_array( $fields ) ) {
				continue;
			}
			$sites = is_multisite() ? array_map( intval( ... ), (array) ( $fields['sites'] ?? get_main_site_id() ) ) : array( $site );
			if ( in_array( $site, $sites, true ) ) {
				unset( $fields['sites'] );
				$found[ (string) $id ] = $fields;
			}
		}
		return $found;
	}

	/**
	 * Describes what is wrong.
	 *
	 * @param  string                                                     $id    The environment, or empty.
	 * @param  string                                                     $field The field, or empty.
	 * @return array{environment: string, field: string, message: string}
	 */
	private static function problem( string $id, string $message, string $field = '' ): array {
		return array(
			'environment' => $id,
			'field'       => $field,
			'message'     => $message,
		);
	}

	/**
	 * Shortens a key of the constant for a message.
	 */
	private static function excerpt( string $key ): string {
		return substr( (string) preg_replace( '/[^A-Za-z0-9._ -]/', '?', $key ), 0, 64 );
	}
}
