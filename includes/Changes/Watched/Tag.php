<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Watched;

/**
 * The tags that responses have and refreshes send. A response must have no tag that nothing sends, so that all are made
 * here: `Response_Groups` writes what a response depends on, `Change_Tags` what a change concerns.
 *
 * A tag of an object has the id. `self` stands for what is shown of a term or an author without their posts. A `list`
 * stands for who is in it, and in which order by date; `any` for every change of any member.
 *
 * The descriptions of the constants and methods that make tags are the table of tags in docs/refresh.md.
 */
final class Tag {
	/**
	 * Every change of any author, and of what any author has published.
	 */
	public const AUTHORS = 'author-any';

	/**
	 * Every change of any approved comment.
	 */
	public const COMMENTS = 'comment-list';

	/**
	 * Every change of any menu, of its items and of the menu locations.
	 */
	public const MENUS = 'menu-list';

	/**
	 * The feed of posts.
	 */
	public const FEED = 'feed';

	/**
	 * The front page.
	 */
	public const FRONT = 'front';

	/**
	 * What plugins and themes register, and settings that any page may show. Only a refresh with the scope `all` concerns it.
	 */
	public const SITE = 'site';

	/**
	 * A tag is also part of a list in a header. Plugins can register taxonomies with any name.
	 */
	public const PATTERN = '/\A[A-Za-z0-9_.:-]+\z/';

	private const OF_OBJECT = '/\A(?:post|term|term-self|author|author-self|comment|comments|menu)-[1-9]\d*\z/';

	/**
	 * A post of any type, also a file.
	 */
	public static function post( int $id ): string {
		return "post-$id";
	}

	/**
	 * Which posts of a type there are, and their order by date.
	 */
	public static function posts( string $type ): string {
		return "$type-list";
	}

	/**
	 * Every change of any post of a type: searches, other orders, and members that do not fit into the header.
	 */
	public static function any_post( string $type ): string {
		return "$type-any";
	}

	/**
	 * The meta of any post of a type: lists that query or sort by meta.
	 */
	public static function post_meta( string $type ): string {
		return "$type-meta";
	}

	/**
	 * A term with the posts that it has and their number.
	 */
	public static function term( int $id ): string {
		return "term-$id";
	}

	/**
	 * A term without its posts: its name, slug, description, parent and meta.
	 */
	public static function term_itself( int $id ): string {
		return "term-self-$id";
	}

	/**
	 * Which terms a taxonomy has, and their order by name.
	 */
	public static function terms( string $taxonomy ): string {
		return "term-list-$taxonomy";
	}

	/**
	 * Every change of any term, also of the number of its posts.
	 */
	public static function any_term( string $taxonomy ): string {
		return "term-any-$taxonomy";
	}

	/**
	 * An author with the posts that they have published.
	 */
	public static function author( int $id ): string {
		return "author-$id";
	}

	/**
	 * What is shown of an author, without their posts.
	 */
	public static function author_itself( int $id ): string {
		return "author-self-$id";
	}

	/**
	 * An approved comment.
	 */
	public static function comment( int $id ): string {
		return "comment-$id";
	}

	/**
	 * The approved comments of the post with this id.
	 */
	public static function comments_of( int $post_id ): string {
		return "comments-$post_id";
	}

	/**
	 * A menu with its items.
	 */
	public static function menu( int $id ): string {
		return "menu-$id";
	}

	/**
	 * An option that is shown as it is.
	 */
	public static function option( string $name ): string {
		return "option-$name";
	}

	/**
	 * Tells whether a change can have a tag: another one must not be in a response, because nothing would renew it.
	 */
	public static function is_sent( string $tag ): bool {
		if (
			in_array( $tag, array( self::AUTHORS, self::COMMENTS, self::MENUS, self::FEED, self::FRONT, self::SITE ), true )
			|| 1 === preg_match( self::OF_OBJECT, $tag )
		) {
			return true;
		}
		if ( str_starts_with( $tag, 'option-' ) ) {
			return Watched_Options::is_shown( substr( $tag, strlen( 'option-' ) ) );
		}
		if ( 1 === preg_match( '/\Aterm-(?:list|any)-(.+)\z/', $tag, $found ) ) {
			return Watched_Taxonomies::has( $found[1] );
		}
		return 1 === preg_match( '/\A(.+)-(?:list|any|meta)\z/', $tag, $found ) && null !== Watched_Types::source_of( $found[1] );
	}
}
