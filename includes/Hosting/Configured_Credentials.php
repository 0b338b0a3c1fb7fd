<?php
/**
 * Credentials in wp-config.php.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Environments\Hidden;
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
	 * What is defined.
	 *
	 * @var Hidden<array<string, string>>
	 */
	private readonly Hidden $values;

	/**
	 * Takes what stands in wp-config.php.
	 *
	 * @param array<string, string>|null $values By field; null reads the constants.
	 */
	public function __construct( #[SensitiveParameter] ?array $values = null ) {
		$values ??= self::defined();
		$this->values = Hidden::of( isset( $values['apiUrl'] ) ? $values : array_diff_key( $values, array( 'password' => '' ) ) );
	}

	/**
	 * Returns the fields that are decided there.
	 *
	 * @return list<string>
	 */
	public function fields(): array {
		return array_keys( $this->values->reveal() );
	}

	/**
	 * Returns what is decided of a field, null when nothing is.
	 *
	 * @param string $field Field.
	 */
	public function get( string $field ): ?string {
		return $this->values->reveal()[ $field ] ?? null;
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
