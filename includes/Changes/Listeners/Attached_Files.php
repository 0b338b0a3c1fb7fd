<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Database;
use HeadlessDeploy\Network;
use HeadlessDeploy\Read_Failed;
use WP_Post;

/**
 * Records the files of a post that are shown or hidden with it, where no change of the post tells so: WordPress shows a file
 * while visitors see the post to which it is attached, in part also while a post that was public is in the Trash
 * (see `get_post_status()`), and when the post is deleted. Such a file starts nothing but refreshes.
 */
final class Attached_Files implements Marking_Listener {
	/**
	 * Types whose posts have no files. WordPress deletes many of them with one post or menu.
	 */
	private const WITHOUT_FILES = array( 'revision', 'nav_menu_item' );

	/**
	 * Files by site and ID.
	 *
	 * @var array<int, array<int, true>>
	 */
	private array $files = array();

	public function __construct(
		private readonly Policy $policy,
		private readonly Change_Recorder $changes,
		private readonly Files_Listener $listener,
	) {}

	public function hook(): void {
		add_action( 'transition_post_status', $this->on_status( ... ), 10, 3 );
		add_action( 'before_delete_post', $this->on_deletion( ... ), 10, 2 );
		add_action( 'deleted_post', $this->forget( ... ), 10, 1 );
	}

	/**
	 * Other plugins fire this hook too.
	 */
	private function on_status( mixed $after, mixed $before = null, mixed $post = null ): void {
		if (
			is_string( $after )
			&& is_string( $before )
			&& $post instanceof WP_Post
			&& $this->policy->has_refresh()
			&& $this->shows_or_hides_files( $post, $before, $after )
		) {
			$this->mark_files_of( $post );
		}
	}

	private function shows_or_hides_files( WP_Post $post, string $before, string $after ): bool {
		if ( $before === $after || 'new' === $before ) {
			return false;
		}
		$is_shown_or_hidden = is_post_status_viewable( $before ) !== is_post_status_viewable( $after );
		return match ( true ) {
			// The sender reads the files of such a post.
			$is_shown_or_hidden && $this->policy->watches( $post->post_type ) => false,
			// Its status before the Trash is no longer known.
			'trash' === $before => true,
			// `wp_trash_post()` stores the status that the files keep.
			'trash' === $after => get_post_meta( $post->ID, '_wp_trash_meta_status', true ) !== $before,
			default            => $is_shown_or_hidden || ( 'publish' === $before ) !== ( 'publish' === $after ),
		};
	}

	/**
	 * WordPress attaches the files of a deleted post to its parent, without a hook.
	 */
	private function on_deletion( mixed $id, mixed $post = null ): void {
		if ( $post instanceof WP_Post && ! in_array( $post->post_type, self::WITHOUT_FILES, true ) && $this->policy->has_refresh() ) {
			$this->mark_files_of( $post );
		}
	}

	private function mark_files_of( WP_Post $post ): void {
		global $wpdb;
		try {
			$ids = Database::column( (string) $wpdb->prepare(
				"SELECT ID FROM {$wpdb->posts} WHERE post_parent = %d AND post_type = %s LIMIT %d",
				$post->ID,
				Files_Listener::TYPE,
				Marked_Objects::MAX + 1,
			) );
		} catch ( Read_Failed ) {
			$ids = array( Marked_Objects::UNKNOWN );
		}
		foreach ( $ids as $id ) {
			$this->files[ get_current_blog_id() ][ (int) $id ] = true;
		}
	}

	private function forget( mixed $id ): void {
		if ( is_numeric( $id ) ) {
			unset( $this->files[ get_current_blog_id() ][ (int) $id ] );
		}
	}

	public function record_marked(): void {
		$files       = array_filter( $this->files );
		$this->files = array();
		Network::on_sites( $files, $this->record( ... ) );
	}

	/**
	 * @param array<int, true> $files
	 */
	private function record( array $files ): void {
		if ( isset( $files[ Marked_Objects::UNKNOWN ] ) || count( $files ) > Marked_Objects::MAX ) {
			$this->changes->record_unknown( Files_Listener::SOURCE, Change::POST, true );
			return;
		}
		foreach ( array_keys( $files ) as $id ) {
			$this->listener->record_modified( $id, array(), true );
		}
	}
}
