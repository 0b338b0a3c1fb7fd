<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\General\Option_Names;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Untyped;
use WP_Post;
use WP_Term;

/**
 * Reads the posts, terms, menus and authors of reasons, all at once, and returns only those that the current user may read.
 */
final class Reason_Subjects {
	/**
	 * Objects that do not exist, by site and group of the object cache, then by id.
	 *
	 * @var array<string, array<int, true>>
	 */
	private array $missing = array();

	/**
	 * Loads the subjects of reasons in one query for posts, one for terms, and two for authors. It reads deleted ones once only:
	 * the cache of WordPress does not know that they are missing.
	 *
	 * @param list<Stored_Reason> $reasons
	 */
	public function prime( array $reasons ): void {
		$ids = array(
			'posts' => array(),
			'terms' => array(),
			'users' => array(),
		);
		foreach ( $reasons as $reason ) {
			$group = $this->group( $reason->type );
			$id    = self::id( $reason );
			if ( null !== $group && $id > 0 && ! isset( $this->missing[ self::site_group( $group ) ][ $id ] ) ) {
				$ids[ $group ][ $id ] = $id;
			}
		}
		// Only then do permalinks contain a category.
		$with_terms = str_contains( Untyped::text( get_option( 'permalink_structure' ) ), '%category%' );
		_prime_post_caches( array_values( $ids['posts'] ), $with_terms, false );
		_prime_term_caches( array_values( $ids['terms'] ), false );
		cache_users( array_values( $ids['users'] ) );
		foreach ( $ids as $group => $of_group ) {
			foreach ( $of_group as $id ) {
				if ( ! $this->is_cached( $id, $group ) ) {
					$this->missing[ self::site_group( $group ) ][ $id ] = true;
				}
			}
		}
	}

	private static function site_group( string $group ): string {
		return get_current_blog_id() . " $group";
	}

	/**
	 * Returns the subject of a reason. Title and link are empty if the current user may not read it.
	 *
	 * @return array{type: string, kind: string, title: string, link: string}
	 */
	public function of( Stored_Reason $reason ): array {
		$type  = $reason->type;
		$name  = $reason->name;
		$found = match ( $type ) {
			Change::POST    => $this->post( $reason->id, $reason->subtype ),
			Change::TERM    => $this->term( $reason->id, $reason->subtype ),
			Change::MENU    => $this->menu( $reason->id ),
			Change::USER    => $this->user( $reason->id ),
			Change::COMMENT => $this->comment( Change::DELETED === $reason->event ? 0 : $reason->id, $reason->post ),
			Change::OPTION  => array(
				'kind'  => '',
				'title' => '' === Option_Names::label( $name ) ? $name : Option_Names::label( $name ),
				'link'  => '',
			),
			default => array(
				'kind'  => '',
				'title' => $name,
				'link'  => '',
			),
		};
		if ( '' === $found['title'] ) {
			$found['title'] = $name;
		}
		// The name of an option without a label needs another sentence.
		$kind = Change::OPTION === $type && $found['title'] === $name ? 'unknown' : $found['kind'];
		return array_merge(
			$found,
			array(
				'type' => $type,
				'kind' => $kind,
			),
		);
	}

	/**
	 * Returns the id of the object that the sentence names: of a comment, that of its post.
	 */
	public static function id( Stored_Reason $reason ): int {
		return Change::COMMENT === $reason->type ? $reason->post : $reason->id;
	}

	/**
	 * Returns the object cache group of a type, null when there is nothing to read.
	 *
	 * @return 'posts'|'terms'|'users'|null
	 */
	private function group( string $type ): ?string {
		return match ( $type ) {
			Change::POST, Change::COMMENT => 'posts',
			Change::TERM, Change::MENU => 'terms',
			Change::USER => 'users',
			default      => null,
		};
	}

	/**
	 * WordPress would query the database again for each object that `prime()` did not find.
	 */
	private function is_cached( int $id, string $group ): bool {
		return $id > 0 && false !== wp_cache_get( $id, $group );
	}

	/**
	 * No user may read a post whose type is not registered any more.
	 *
	 * @param  int                                              $id Post; with 0, `get_post()` would return the post that WordPress is showing.
	 * @return array{kind: string, title: string, link: string}
	 */
	private function post( int $id, string $subtype ): array {
		$type  = get_post_type_object( $subtype );
		$post  = $this->is_cached( $id, 'posts' ) ? get_post( $id ) : null;
		$known = $post instanceof WP_Post && post_type_exists( $post->post_type ) && current_user_can( 'read_post', $post->ID ) ? $post : null;
		return array(
			'kind' => null === $type
				? _x( 'Content', 'an item of an unknown content type', 'headless-deploy' )
				: (string) $type->labels->singular_name,
			'title' => null === $known ? '' : $this->title( $known ),
			'link'  => null === $known ? '' : $this->link( $known ),
		);
	}

	/**
	 * @return array{kind: string, title: string, link: string}
	 */
	private function term( int $id, string $subtype ): array {
		$taxonomy = get_taxonomy( $subtype );
		$term     = $this->is_cached( $id, 'terms' ) && false !== $taxonomy ? get_term( $id, $subtype ) : null;
		$is_known = $term instanceof WP_Term && is_taxonomy_viewable( $subtype );
		return array(
			'kind'  => false === $taxonomy ? __( 'Term', 'headless-deploy' ) : (string) $taxonomy->labels->singular_name,
			'title' => $is_known ? $this->plain( $term->name ) : '',
			'link'  => $is_known ? (string) get_edit_term_link( $term, $subtype ) : '',
		);
	}

	/**
	 * @param  int                                              $id 0 for an unknown menu.
	 * @return array{kind: string, title: string, link: string}
	 */
	private function menu( int $id ): array {
		$menu     = $this->is_cached( $id, 'terms' ) ? get_term( $id, 'nav_menu' ) : null;
		$is_known = $menu instanceof WP_Term;
		return array(
			'kind'  => __( 'Menu', 'headless-deploy' ),
			'title' => $is_known ? $this->plain( $menu->name ) : '',
			'link'  => $is_known && current_user_can( 'edit_theme_options' ) ? admin_url( 'nav-menus.php?action=edit&menu=' . $id ) : '',
		);
	}

	/**
	 * @return array{kind: string, title: string, link: string}
	 */
	private function user( int $id ): array {
		$user = $this->is_cached( $id, 'users' ) ? get_userdata( $id ) : false;
		return array(
			'kind'  => __( 'Author', 'headless-deploy' ),
			'title' => false === $user ? '' : $this->plain( $user->display_name ),
			'link'  => false === $user ? '' : (string) get_edit_user_link( $id ),
		);
	}

	/**
	 * @param  int                                              $id 0 for one that was deleted.
	 * @return array{kind: string, title: string, link: string} The title is that of the post.
	 */
	private function comment( int $id, int $post_id ): array {
		return array(
			'kind'  => '',
			'title' => $this->post( $post_id, '' )['title'],
			'link'  => $id > 0 && current_user_can( 'moderate_comments' ) ? admin_url( 'comment.php?action=editcomment&c=' . $id ) : '',
		);
	}

	/**
	 * `get_the_title()` would add “Private:”.
	 */
	private function title( WP_Post $post ): string {
		$title = $this->plain( $post->post_title );
		return '' === trim( $title ) ? __( '(no title)', 'headless-deploy' ) : $title;
	}

	/**
	 * Returns plain text, which the panel escapes.
	 */
	private function plain( string $html ): string {
		return html_entity_decode( wp_strip_all_tags( $html ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	}

	/**
	 * Returns the edit link, else the permalink; empty while the post is in the trash.
	 */
	private function link( WP_Post $post ): string {
		if ( 'trash' === $post->post_status ) {
			return '';
		}
		$edit = get_edit_post_link( $post, 'raw' );
		if ( is_string( $edit ) && '' !== $edit ) {
			return $edit;
		}
		return is_post_type_viewable( $post->post_type ) ? (string) get_permalink( $post ) : '';
	}
}
