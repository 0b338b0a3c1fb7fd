<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\General\Post_Types;

/**
 * Tells whoever saves a post over REST whether the save changed anything that visitors could notice: the block editor
 * can then say that nothing was sent. WordPress answers after it has fired the hook that judges the post.
 */
final class Changed_Field {
	public const NAME = 'headless_deploy';

	public function __construct( private readonly Evaluated_Posts $evaluated ) {}

	/**
	 * Registers the field for all post types that can count. Hooked to `rest_api_init`.
	 */
	public function register(): void {
		$types = array_column( Post_Types::choosable(), 'name' );
		if ( array() !== $types ) {
			register_rest_field(
				$types,
				self::NAME,
				array(
					'get_callback' => $this->value( ... ),
					'schema'       => self::schema(),
				),
			);
		}
	}

	/**
	 * @return array<string, mixed>
	 */
	public static function schema(): array {
		return array(
			'description'          => __( 'Whether this save changed what visitors see; null when the post was not saved by this request.', 'headless-deploy' ),
			'type'                 => array( 'object', 'null' ),
			'context'              => array( 'edit' ),
			'readonly'             => true,
			'additionalProperties' => false,
			'properties'           => array(
				'changed' => array(
					'type'    => 'boolean',
					'context' => array( 'edit' ),
				),
			),
		);
	}

	/**
	 * @param  array<string, mixed>      $post The post, as it is answered.
	 * @return array{changed: bool}|null
	 */
	private function value( array $post ): ?array {
		$changed = $this->evaluated->has_changed( is_numeric( $post['id'] ?? null ) ? (int) $post['id'] : 0 );
		return null === $changed ? null : array( 'changed' => $changed );
	}
}
