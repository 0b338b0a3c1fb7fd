<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Option_Row;

/**
 * The value of the option `headless_deploy_credentials`. Invalid fields are left out.
 *
 * @phpstan-import-type Checked from Credentials
 * @phpstan-import-type Saved from Last_Saved
 * @phpstan-type Stored array{apiUrl: string, user: string, sealed: string, checked: Checked|null, of: string, saved: Saved, etag: string}
 */
final class Stored_Credentials {
	/**
	 * @return Stored
	 */
	public static function read( ?string $raw ): array {
		$stored  = Option_Row::parse( $raw );
		$text    = static fn( string $key ): string => is_string( $stored[ $key ] ?? null ) ? $stored[ $key ] : '';
		$checked = is_array( $stored['checked'] ?? null ) ? $stored['checked'] : null;
		return array(
			'apiUrl'  => $text( 'apiUrl' ),
			'user'    => $text( 'user' ),
			'sealed'  => $text( 'sealed' ),
			'checked' => null === $checked ? null : array(
				'works' => is_bool( $checked['works'] ?? null ) ? $checked['works'] : null,
				'at'    => is_numeric( $checked['at'] ?? null ) ? (int) $checked['at'] : 0,
				'code'  => is_string( $checked['code'] ?? null ) ? $checked['code'] : '',
				'data'  => array_filter( is_array( $checked['data'] ?? null ) ? $checked['data'] : array(), is_string( ... ) ),
			),
			'of'    => $text( 'of' ),
			'saved' => Last_Saved::sanitize( $stored['saved'] ?? null ),
			'etag'  => $text( 'etag' ),
		);
	}
}
