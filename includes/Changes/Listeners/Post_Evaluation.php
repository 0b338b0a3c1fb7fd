<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use Closure;
use HeadlessDeploy\Changes\Change;
use WP_Post;

/**
 * Compares a post before and after a save, as WordPress's hooks pass both.
 */
final class Post_Evaluation {
	/**
	 * Fields that visitors can see. `post_modified` changes on every save, even without a difference.
	 */
	private const VISIBLE_FIELDS = array(
		'post_author',
		'post_date',
		'post_date_gmt',
		'post_content',
		'post_title',
		'post_excerpt',
		'post_status',
		'comment_status',
		'ping_status',
		'post_password',
		'post_name',
		'post_content_filtered',
		'post_parent',
		'menu_order',
		'post_type',
		'post_mime_type',
	);

	/**
	 * @param Closure(string): bool $watches        Tells whether changes of a post type are recorded.
	 * @param list<string>          $ignored_fields Fields that visitors do not see of these types.
	 */
	public function __construct(
		private readonly Closure $watches,
		private readonly array $ignored_fields = array(),
	) {}

	/**
	 * Returns the event, null when no visitor sees a difference.
	 */
	public function event( ?WP_Post $before, WP_Post $after, bool $is_modified ): ?string {
		$was_public = null !== $before && $this->is_public( $before );
		if ( ! $this->is_public( $after ) ) {
			if ( ! $was_public ) {
				return null;
			}
			return 'trash' === $after->post_status ? Change::TRASHED : Change::UNPUBLISHED;
		}
		if ( null === $before || ! $was_public ) {
			return Change::PUBLISHED;
		}
		return $is_modified || $this->is_different( $before, $after ) ? Change::UPDATED : null;
	}

	/**
	 * Tells whether visitors can see a post. Changing the type of a post publishes or unpublishes it.
	 */
	public function is_public( WP_Post $post ): bool {
		return self::is_visible( $post ) && ( $this->watches )( $post->post_type );
	}

	/**
	 * Tells whether the status of a post is public. Visitors see a file whatever the status of the post to which it is attached,
	 * because other posts can show it.
	 */
	public static function is_visible( WP_Post $post ): bool {
		return is_post_status_viewable( $post->post_status ) || ( 'attachment' === $post->post_type && 'inherit' === $post->post_status );
	}

	private function is_different( WP_Post $before, WP_Post $after ): bool {
		foreach ( array_diff( self::VISIBLE_FIELDS, $this->ignored_fields ) as $field ) {
			if ( (string) $before->$field !== (string) $after->$field ) {
				return true;
			}
		}
		return false;
	}
}
