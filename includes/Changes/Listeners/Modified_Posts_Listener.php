<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Previous_State;
use HeadlessDeploy\Network;
use WP_Post;

/**
 * Records posts and files of which only meta or terms were written, or after their save: the featured image in the classic
 * editor, the alternative text of a file. The log shows the meta key, so that a user sees what triggers frequent builds.
 */
final class Modified_Posts_Listener implements Marking_Listener {
	public function __construct(
		private readonly Change_Recorder $changes,
		private readonly Modified_Posts $modified,
		private readonly Content_Listener $content,
		private readonly Files_Listener $files,
		private readonly Variations_Listener $variations,
	) {}

	public function hook(): void {}

	public function record_marked(): void {
		$modified = $this->modified->take_all();
		if ( array() !== $modified && ! Request_Type::is_anonymous_read() ) {
			Network::on_sites( $modified, $this->record( ... ) );
		}
		$this->modified->forget_terms();
	}

	/**
	 * Records the public ones of the modified posts. Posts that this request saved need no query: an import writes
	 * terms and meta after each post. The others are read in batches.
	 *
	 * @param array<int, string> $keys Meta key that was written last, empty for terms alone, by post of the current site.
	 */
	private function record( array $keys ): void {
		if ( ! $this->changes->is_source_used( Content_Listener::SOURCE ) && ! $this->changes->is_source_used( Files_Listener::SOURCE ) ) {
			return;
		}
		$others = array_intersect_key( $keys, array( Marked_Objects::UNKNOWN => true ) );
		foreach ( array_diff_key( $keys, $others ) as $id => $key ) {
			$compared = $this->content->compared( $id );
			if ( null === $compared ) {
				$others[ $id ] = $key;
			} elseif ( '' !== $compared['type'] ) {
				$this->record_post( '' === $compared['event'] ? Change::UPDATED : $compared['event'], $id, $compared['type'], $key );
			}
		}
		if ( ! Marked_Objects::load_posts( array_keys( $others ) ) ) {
			$this->record_unknown( $others );
			return;
		}
		foreach ( $others as $id => $key ) {
			$post = get_post( $id );
			if ( $post instanceof WP_Post && Post_Evaluation::is_visible( $post ) ) {
				$this->record_post( Change::UPDATED, $id, $post->post_type, $key );
			}
		}
	}

	/**
	 * @param array<int, string> $keys By post.
	 */
	private function record_unknown( array $keys ): void {
		$uncounted = array_filter( array_map( $this->modified->take_uncounted( ... ), array_keys( $keys ) ) );
		$this->changes->record_unknown( Content_Listener::SOURCE, Change::POST, count( $uncounted ) === count( $keys ) );
	}

	/**
	 * @param string $event A constant of Change.
	 * @param string $key   Meta key, empty for terms.
	 */
	private function record_post( string $event, int $id, string $type, string $key ): void {
		$terms        = $this->modified->take_terms( $id );
		$is_uncounted = $this->modified->take_uncounted( $id );
		$details      = Modified_Posts::details( $key ) + Previous_State::of_terms( $type, $terms ) + (
			Change::UPDATED === $event ? Previous_State::KEPT : array()
		);
		if ( Files_Listener::TYPE === $type ) {
			$this->files->record_modified( $id, $details, $is_uncounted );
		} elseif ( Variations_Listener::TYPE === $type ) {
			$variation = get_post( $id );
			$variation instanceof WP_Post && $this->variations->record( $variation, $details, $is_uncounted );
		} else {
			$this->content->record_modified( $event, $id, $type, $details, $is_uncounted );
		}
	}
}
