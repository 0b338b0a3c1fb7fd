<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use WP_Post;

/**
 * Remembers what WordPress writes of a post until its save is complete. WordPress reads the post again afterwards, and a
 * database replica that is behind answers with the old row, or with none for a new post.
 */
final class Written_Posts implements Listener {
	/**
	 * Fields of updated posts, by site and ID.
	 *
	 * @var array<int, array<int, array<mixed>>>
	 */
	private array $updated = array();

	/**
	 * Fields of new posts, whose IDs are not known yet. A callback may save another post in between.
	 *
	 * @var list<array<mixed>>
	 */
	private array $new = array();

	public function hook(): void {
		add_action( 'pre_post_update', $this->on_update( ... ), PHP_INT_MAX, 2 );
		add_filter( 'wp_insert_post_data', $this->on_insert( ... ), PHP_INT_MAX, 4 );
	}

	/**
	 * Returns the post as it was written: fields in which the post that was read shows no difference are those of the save.
	 */
	public function take( ?WP_Post $before, WP_Post $read ): WP_Post {
		$fields = $this->updated[ get_current_blog_id() ][ $read->ID ] ?? array();
		unset( $this->updated[ get_current_blog_id() ][ $read->ID ] );
		if ( null === $before || array() === $fields ) {
			return $read;
		}
		$written = clone $read;
		foreach ( $fields as $field => $value ) {
			// WordPress makes the slug of a post without one after this write.
			$is_known = is_scalar( $value ) && property_exists( $read, (string) $field ) && ! ( 'post_name' === $field && '' === $value );
			if ( $is_known && (string) $read->$field === (string) $before->$field ) {
				$written->$field = $value;
			}
		}
		return $written;
	}

	/**
	 * Returns the new post whose save is complete; null when it is not known.
	 *
	 * @param WP_Post|null $read The post as it was read, null when it was not found.
	 */
	public function take_new( int $post_id, ?WP_Post $read ): ?WP_Post {
		// An INSERT that failed leaves its fields behind.
		do {
			$fields = array_pop( $this->new );
		} while ( null !== $fields && null !== $read && ( $fields['post_type'] ?? '' ) !== $read->post_type );
		return null === $fields ? $read : ( $read ?? new WP_Post( (object) ( array( 'ID' => $post_id, 'filter' => 'raw' ) + $fields ) ) );
	}

	private function on_update( mixed $post_id, mixed $fields = null ): void {
		if ( is_numeric( $post_id ) && is_array( $fields ) ) {
			$this->updated[ get_current_blog_id() ][ (int) $post_id ] = $fields;
		}
	}

	/**
	 * @return mixed The fields as they came, slashed.
	 */
	private function on_insert( mixed $fields, mixed $given = null, mixed $unsanitized = null, mixed $is_update = true ): mixed {
		if ( is_array( $fields ) && false === $is_update ) {
			$this->new[] = wp_unslash( $fields );
		}
		return $fields;
	}
}
