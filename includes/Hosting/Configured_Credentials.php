<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;

/**
 * Knows what the constants HEADLESS_DEPLOY_API_URL, _USER and _PASSWORD say. Each wins over what is stored. A password
 * counts together with an address alone: it would else be sent wherever somebody in wp-admin says.
 */
final class Configured_Credentials {
	public const CONSTANTS = array(
		'apiUrl'   => 'HEADLESS_DEPLOY_API_URL',
		'user'     => 'HEADLESS_DEPLOY_API_USER',
		'password' => 'HEADLESS_DEPLOY_API_PASSWORD',
	);

	/**
	 * Names the sites of a network that they count for, by id; without it they count for the main site alone.
	 */
	public const SITES = 'HEADLESS_DEPLOY_API_SITES';

	/**
	 * What is defined.
	 *
	 * @var Sensitive_Value<array<string, string>>
	 */
	private readonly Sensitive_Value $values;

	/**
	 * @param array<string, string>|null $values By field; null reads the constants.
	 * @param mixed                      $sites  Ids of sites; null reads the constant.
	 */
	public function __construct(
		#[SensitiveParameter]
		?array $values = null,
		private readonly mixed $sites = null,
	) {
		$values ??= self::defined();
		$this->values = Sensitive_Value::of( isset( $values['apiUrl'] ) ? $values : array_diff_key( $values, array( 'password' => '' ) ) );
	}

	/**
	 * Returns the fields that are decided there.
	 *
	 * @return list<string>
	 */
	public function fields(): array {
		return $this->counts_here() ? array_keys( $this->values->reveal() ) : array();
	}

	/**
	 * Returns what is decided of a field, null when nothing is.
	 */
	public function get( string $field ): ?string {
		return $this->counts_here() ? $this->values->reveal()[ $field ] ?? null : null;
	}

	/**
	 * Tells whether they count for the current site.
	 */
	private function counts_here(): bool {
		if ( ! is_multisite() ) {
			return true;
		}
		$sites = $this->sites ?? ( defined( self::SITES ) ? constant( self::SITES ) : get_main_site_id() );
		return in_array( get_current_blog_id(), array_map( intval( ... ), (array) $sites ), true );
	}

	/**
	 * Reads the constants. An empty one decides nothing.
	 *
	 * @return array<string, string>
	 */
	private static function defined(): array {
		$values = array();
		foreach ( self::CONSTANTS as $field => $name ) {
			$value = defined( $name ) ? constant( $name ) : '';
			if ( is_string( $value ) && '' !== trim( $value ) ) {
				$values[ $field ] = 'apiUrl' === $field ? Credential_Input::bare( $value ) : trim( $value );
			}
		}
		return $values;
	}
}
