<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Hosting;

/**
 * A successful response of the host's API.
 */
final class Host_Response {
	/**
	 * @param mixed $json Decoded, JSON objects as objects; null for an empty body.
	 */
	public function __construct(
		public readonly int $status,
		public readonly mixed $json,
	) {}

	/**
	 * Returns a field of the response, with JSON objects as arrays; null when it is missing.
	 */
	public function field( string $name ): mixed {
		$fields = json_decode( (string) wp_json_encode( $this->json ), true );
		return is_array( $fields ) ? $fields[ $name ] ?? null : null;
	}

	public function text( string $name ): string {
		$text = $this->field( $name );
		return is_string( $text ) ? $text : '';
	}
}
