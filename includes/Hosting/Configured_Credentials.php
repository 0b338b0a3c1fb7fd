<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;

/**
 * The values of the constants HEADLESS_DEPLOY_API_URL, _USER and _PASSWORD. Each overrides the stored one. A password
 * counts only together with a URL, so that wp-admin cannot send it to another server.
 */
final class Configured_Credentials {
	public const CONSTANTS = array(
		'apiUrl'   => 'HEADLESS_DEPLOY_API_URL',
		'user'     => 'HEADLESS_DEPLOY_API_USER',
		'password' => 'HEADLESS_DEPLOY_API_PASSWORD',
	);

	/**
	 * Lists the IDs of the sites of a network that they are for; without it they are for the main site.
	 */
	public const SITES = 'HEADLESS_DEPLOY_API_SITES';

	/**
	 * @var Sensitive_Value<array<string, string>>
	 */
	private readonly Sensitive_Value $values;

	/**
	 * IDs of sites; null for none.
	 */
	private readonly mixed $sites;

	/**
	 * @param array<string, string>|null $values By field; null reads the constants.
	 * @param mixed                      $sites  IDs of sites; null reads the constant.
	 */
	public function __construct(
		#[SensitiveParameter]
		?array $values = null,
		mixed $sites = null,
	) {
		$this->sites = $sites ?? ( defined( self::SITES ) ? constant( self::SITES ) : null );
		$values ??= self::defined();
		$this->values = Sensitive_Value::of( isset( $values['apiUrl'] ) ? $values : array_diff_key( $values, array( 'password' => '' ) ) );
	}

	/**
	 * @return list<string>
	 */
	public function fields(): array {
		return $this->applies_to_site() ? array_keys( $this->values->reveal() ) : array();
	}

	public function get( string $field ): ?string {
		return $this->applies_to_site() ? $this->values->reveal()[ $field ] ?? null : null;
	}

	/**
	 * Tells whether the constants name this site of a network and contain whole credentials. Its administrators may
	 * then use the hosting account.
	 */
	public function names_site(): bool {
		return null !== $this->sites && count( self::CONSTANTS ) === count( $this->fields() );
	}

	private function applies_to_site(): bool {
		if ( ! is_multisite() ) {
			return true;
		}
		return in_array( get_current_blog_id(), array_map( intval( ... ), (array) ( $this->sites ?? get_main_site_id() ) ), true );
	}

	/**
	 * Reads the constants. An empty one does not count.
	 *
	 * @return array<string, string>
	 */
	private static function defined(): array {
		$values = array();
		foreach ( self::CONSTANTS as $field => $name ) {
			$value = defined( $name ) ? constant( $name ) : '';
			if ( is_string( $value ) && '' !== trim( $value ) ) {
				$values[ $field ] = 'apiUrl' === $field ? Credential_Input::without_version( $value ) : trim( $value );
			}
		}
		return $values;
	}
}
