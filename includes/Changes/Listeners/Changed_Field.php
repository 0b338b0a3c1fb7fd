<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Watched\Watched_Types;
use HeadlessDeploy\Untyped;

/**
 * Adds a REST field to posts that says whether the save changed what visitors see, so that the block editor can show
 * that nothing is deployed. WordPress builds the response after the hook that compares the post.
 */
final class Changed_Field implements Listener {
	public const NAME = 'headless_deploy';

	public function __construct( private readonly Content_Listener $content ) {}

	public function hook(): void {
		add_action( 'rest_api_init', $this->register( ... ), 10, 0 );
	}

	/**
	 * Registers the field for all post types that can be chosen.
	 */
	private function register(): void {
		$types = array_column( Watched_Types::selectable(), 'name' );
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
			'title'                => 'headless-deploy-changed-field',
			'description'          => __( 'Whether this save changed what visitors see; null if this request did not save the post.', 'headless-deploy' ),
			'type'                 => array( 'object', 'null' ),
			'context'              => array( 'edit' ),
			'readonly'             => true,
			'additionalProperties' => false,
			'required'             => array( 'changed' ),
			'properties'           => array(
				'changed' => array(
					'type'    => 'boolean',
					'context' => array( 'edit' ),
				),
			),
		);
	}

	/**
	 * @param  array<string, mixed>      $post The post of the response.
	 * @return array{changed: bool}|null
	 */
	private function value( array $post ): ?array {
		$compared = $this->content->compared( Untyped::number( $post['id'] ?? 0 ) );
		return null === $compared ? null : array( 'changed' => '' !== $compared['event'] );
	}
}
