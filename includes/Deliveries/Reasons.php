<?php
/**
 * Why a run was asked for, in words.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Deliveries;

use HeadlessDeploy\Triggers\Change;
use WP_Post;

/**
 * Turns stored reasons into what the current user may know. Stored are ids; the title of a post is told to those alone
 * who may read it.
 */
final class Reasons {
	public const MOST = 20;

	/**
	 * Joins the reasons of some rows, newest first.
	 *
	 * @param list<string> $rows JSON of each row, newest row first.
	 *
	 * @return list<array{event: string, text: string, title: string, link: string, user: array{id: int, name: string}, at: string}>
	 */
	public function of_rows( array $rows ): array {
		$this->prime( array( $rows ) );
		return array_map( $this->render( ... ), $this->newest( $rows ) );
	}

	/**
	 * Reads the posts and users of many lists of rows at once: they would cost a query each.
	 *
	 * @param array<list<string>> $lists Lists as `of_rows()` takes them.
	 */
	public function prime( array $lists ): void {
		$reasons = array_merge( array(), ...array_map( $this->newest( ... ), array_values( $lists ) ) );
		$ids     = fn( string $field ): array => array_values( array_unique( array_filter( array_map( fn( array $reason ): int => $this->number( $reason[ $field ] ?? 0 ), $reasons ) ) ) );
		_prime_post_caches( $ids( 'id' ), false, false );
		cache_users( $ids( 'user' ) );
	}

	/**
	 * Returns the newest reasons of some rows, as they were stored.
	 *
	 * @param list<string> $rows JSON of each row, newest row first.
	 *
	 * @return list<array<mixed>>
	 */
	private function newest( array $rows ): array {
		$reasons = array();
		foreach ( $rows as $json ) {
			$stored  = json_decode( $json, true );
			$reasons = array_merge( $reasons, array_filter( is_array( $stored ) ? array_values( $stored ) : array(), is_array( ... ) ) );
			if ( count( $reasons ) >= self::MOST ) {
				break;
			}
		}
		return array_slice( $reasons, 0, self::MOST );
	}

	/**
	 * Tells who somebody is.
	 *
	 * @param int $id User, 0 for the machine.
	 *
	 * @return array{id: int, name: string}
	 */
	public function user( int $id ): array {
		$user = $id > 0 ? get_userdata( $id ) : false;
		return array(
			'id'   => $id,
			'name' => false === $user ? '' : $user->display_name,
		);
	}

	/**
	 * Renders one reason.
	 *
	 * @param array<mixed> $reason As it was stored.
	 *
	 * @return array{event: string, text: string, title: string, link: string, user: array{id: int, name: string}, at: string}
	 */
	private function render( array $reason ): array {
		$event = is_string( $reason['event'] ?? null ) ? $reason['event'] : Change::UPDATED;
		$post  = $this->post( $this->number( $reason['id'] ?? 0 ) );
		$title = null === $post ? '' : $this->title( $post );
		return array(
			'event' => $event,
			'text'  => $this->text( $event, $this->type_name( $reason['subtype'] ?? '' ), $title ),
			'title' => $title,
			'link'  => null === $post ? '' : $this->link( $post ),
			'user'  => $this->user( $this->number( $reason['user'] ?? 0 ) ),
			'at'    => Wire_Time::of( $this->number( $reason['at'] ?? 0 ) ),
		);
	}

	/**
	 * Finds a post that the current user may read. One whose type is not registered any more is nobody's to read.
	 *
	 * @param int $id Post; 0 would be whatever WordPress is showing.
	 */
	private function post( int $id ): ?WP_Post {
		$post = $id > 0 ? get_post( $id ) : null;
		return $post instanceof WP_Post && post_type_exists( $post->post_type ) && current_user_can( 'read_post', $post->ID ) ? $post : null;
	}

	/**
	 * Says what happened.
	 *
	 * @param string $event A constant of Change.
	 * @param string $type  Name of the post type, for people.
	 * @param string $title Title, empty for those who may not know it.
	 */
	private function text( string $event, string $type, string $title ): string {
		if ( '' === $title ) {
			return match ( $event ) {
				/* translators: %s: kind of content, for example Post. */
				Change::PUBLISHED => sprintf( __( '%s published', 'headless-deploy' ), $type ),
				/* translators: %s: kind of content, for example Post. */
				Change::UNPUBLISHED => sprintf( __( '%s unpublished', 'headless-deploy' ), $type ),
				/* translators: %s: kind of content, for example Post. */
				Change::TRASHED => sprintf( __( '%s moved to the trash', 'headless-deploy' ), $type ),
				/* translators: %s: kind of content, for example Post. */
				Change::DELETED => sprintf( __( '%s deleted', 'headless-deploy' ), $type ),
				/* translators: %s: kind of content, for example Post. */
				default => sprintf( __( '%s updated', 'headless-deploy' ), $type ),
			};
		}
		return match ( $event ) {
			/* translators: 1: kind of content, for example Post. 2: its title. */
			Change::PUBLISHED => sprintf( __( '%1$s “%2$s” published', 'headless-deploy' ), $type, $title ),
			/* translators: 1: kind of content, for example Post. 2: its title. */
			Change::UNPUBLISHED => sprintf( __( '%1$s “%2$s” unpublished', 'headless-deploy' ), $type, $title ),
			/* translators: 1: kind of content, for example Post. 2: its title. */
			Change::TRASHED => sprintf( __( '%1$s “%2$s” moved to the trash', 'headless-deploy' ), $type, $title ),
			/* translators: 1: kind of content, for example Post. 2: its title. */
			default => sprintf( __( '%1$s “%2$s” updated', 'headless-deploy' ), $type, $title ),
		};
	}

	/**
	 * Returns a post's title as plain text: the panel escapes it itself.
	 *
	 * @param WP_Post $post Post that the user may read.
	 */
	private function title( WP_Post $post ): string {
		$title = html_entity_decode( wp_strip_all_tags( get_the_title( $post ) ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		return '' === trim( $title ) ? __( '(no title)', 'headless-deploy' ) : $title;
	}

	/**
	 * Returns where a post is edited, for those who may not edit it where it is seen; nowhere while it is in the trash.
	 *
	 * @param WP_Post $post Post that the user may read.
	 */
	private function link( WP_Post $post ): string {
		if ( 'trash' === $post->post_status ) {
			return '';
		}
		$edit = get_edit_post_link( $post, 'raw' );
		return is_string( $edit ) && '' !== $edit ? $edit : (string) get_permalink( $post );
	}

	/**
	 * Names a post type for people.
	 *
	 * @param mixed $subtype Name that was stored.
	 */
	private function type_name( mixed $subtype ): string {
		$type = is_string( $subtype ) ? get_post_type_object( $subtype ) : null;
		return null === $type ? __( 'Content', 'headless-deploy' ) : (string) $type->labels->singular_name;
	}

	/**
	 * Reads a stored number.
	 *
	 * @param mixed $value Anything.
	 */
	private function number( mixed $value ): int {
		return is_numeric( $value ) ? (int) $value : 0;
	}
}
