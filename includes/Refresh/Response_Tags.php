<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use Closure;
use HeadlessDeploy\Changes\Listeners\Variations_Listener;
use HeadlessDeploy\Changes\Third_Party_Filter;
use HeadlessDeploy\Changes\Watched\Known_Plugins;
use HeadlessDeploy\Changes\Watched\Tag;
use HeadlessDeploy\Changes\Watched\Watched_Options;
use HeadlessDeploy\Changes\Watched\Watched_Taxonomies;
use HeadlessDeploy\Changes\Watched\Watched_Types;
use WP_Comment;
use WP_Post;
use WP_Term;

/**
 * Says by which tags a response depends on an object, or that it must not live long, because nothing watches the object. No
 * id of an object that visitors do not see is written.
 */
final class Response_Tags {
	private const FILTER = 'headless_deploy_response_tags';

	/**
	 * Types of posts that any page may contain: a change of one renews all pages.
	 */
	private const SHARED_TYPES = array(
		'wp_template',
		'wp_template_part',
		'wp_global_styles',
		'custom_css',
		'wp_font_family',
		'wp_font_face',
	);

	/**
	 * Taxonomies of such posts.
	 */
	private const SHARED_TAXONOMIES = array( 'wp_theme', 'wp_template_part_area', 'wp_pattern_category', 'post_format' );

	/**
	 * Options that change no answer: bookkeeping, and caches of WordPress that it renews with what they are made from.
	 */
	private const WITHOUT_EFFECT = '/\A(?:_(?:site_)?transient_(?:timeout_)?(?:doing_cron|global_styles.*|wp_.*|theme_files_patterns.*|dirsize_cache)|cron|alloptions|notoptions|can_compress_scripts|wp_calendar_block_has_published_posts|db_version|initial_db_version|fresh_site|rewrite_rules)\z/';

	private const PRODUCT = 'product';

	private Group_List $list;

	/**
	 * @param Closure(string): bool $watches_option Tells whether changes of an option are recorded.
	 */
	public function __construct( private readonly Closure $watches_option ) {
		$this->list = new Group_List();
	}

	/**
	 * Returns what was added since the last call, and begins a new list.
	 */
	public function take(): Group_List {
		$list       = $this->list;
		$this->list = new Group_List();
		return $list;
	}

	public function additions(): int {
		return $this->list->additions();
	}

	public function add( string $tag, string $stand_in = '' ): void {
		$this->list->add( $tag, $stand_in );
	}

	public function shorten( string $reason ): void {
		$this->list->shorten( $reason );
	}

	/**
	 * Adds a post that the response shows.
	 */
	public function add_post( WP_Post $post ): void {
		$type = $post->post_type;
		match ( true ) {
			in_array( $type, self::SHARED_TYPES, true ) => $this->add( Tag::SITE ),
			'nav_menu_item' === $type                   => $this->add( Tag::MENUS ),
			'revision' === $type                        => null,
			Variations_Listener::TYPE === $type         => $this->add_product( $post->post_parent ),
			self::is_public( $post )                    => $this->add( Tag::post( $post->ID ), Tag::any_post( $type ) ),
			default                                     => $this->shorten( "a post of the type $type that is not public" ),
		};
	}

	/**
	 * Adds the product of a variation. It is not read here.
	 */
	private function add_product( int $id ): void {
		$product = wp_cache_get( $id, 'posts' );
		$is_seen = is_object( $product )
			&& self::PRODUCT === ( $product->post_type ?? '' )
			&& is_post_status_viewable( (string) ( $product->post_status ?? '' ) );
		$any = Tag::any_post( self::PRODUCT );
		$this->add( $is_seen ? Tag::post( $id ) : $any, $any );
	}

	/**
	 * Adds which posts of a type there are.
	 *
	 * @param bool $by_date Whether only membership and the order by date count.
	 */
	public function add_posts( string $type, bool $by_date ): void {
		match ( true ) {
			in_array( $type, self::SHARED_TYPES, true ) => $this->add( Tag::SITE ),
			'nav_menu_item' === $type                   => $this->add( Tag::MENUS ),
			// A change of a variation is one of its product.
			Variations_Listener::TYPE === $type        => $this->add( Tag::any_post( self::PRODUCT ) ),
			null === Watched_Types::source_of( $type ) => $this->shorten( "posts of the type $type" ),
			$by_date                                   => $this->add( Tag::posts( $type ), Tag::any_post( $type ) ),
			default                                    => $this->add( Tag::any_post( $type ) ),
		};
	}

	/**
	 * Adds a term.
	 *
	 * @param bool $itself Whether its posts and their number do not count.
	 */
	public function add_term( WP_Term $term, bool $itself ): void {
		$this->add_term_id( $term->term_id, $term->taxonomy, $itself );
	}

	public function add_term_id( int $id, string $taxonomy, bool $itself ): void {
		match ( true ) {
			'nav_menu' === $taxonomy             => $this->add( Tag::menu( $id ), Tag::MENUS ),
			Watched_Taxonomies::has( $taxonomy ) => $this->add( $itself ? Tag::term_itself( $id ) : Tag::term( $id ), Tag::any_term( $taxonomy ) ),
			default                              => $this->add_terms( $taxonomy, true ),
		};
	}

	/**
	 * Adds which terms a taxonomy has.
	 *
	 * @param bool $any Whether every change of a term counts, also of the number of its posts.
	 */
	public function add_terms( string $taxonomy, bool $any ): void {
		match ( true ) {
			'nav_menu' === $taxonomy                             => $this->add( Tag::MENUS ),
			in_array( $taxonomy, self::SHARED_TAXONOMIES, true ) => $this->add( Tag::SITE ),
			Watched_Taxonomies::has( $taxonomy )                 => $this->add( $any ? Tag::any_term( $taxonomy ) : Tag::terms( $taxonomy ) ),
			Watched_Taxonomies::is_fixed( $taxonomy )            => $this->add( Tag::any_term( $taxonomy ) ),
			default                                              => $this->shorten( "terms of the taxonomy $taxonomy" ),
		};
	}

	/**
	 * @param bool $itself Whether what they have published does not count.
	 */
	public function add_author( int $id, bool $itself ): void {
		if ( $id > 0 ) {
			$this->add( $itself ? Tag::author_itself( $id ) : Tag::author( $id ), Tag::AUTHORS );
		}
	}

	public function add_comment( WP_Comment $comment ): void {
		'1' === (string) $comment->comment_approved
			? $this->add( Tag::comment( (int) $comment->comment_ID ), Tag::COMMENTS )
			: $this->add_unapproved_comments();
	}

	public function add_unapproved_comments(): void {
		$this->shorten( 'comments that are not approved' );
	}

	/**
	 * Adds which approved comments there are.
	 *
	 * @param list<int> $post_ids Their posts, none for all comments.
	 */
	public function add_comments( array $post_ids ): void {
		foreach ( $post_ids as $id ) {
			$this->add( Tag::comments_of( $id ), Tag::COMMENTS );
		}
		if ( array() === $post_ids ) {
			$this->add( Tag::COMMENTS );
		}
	}

	/**
	 * Adds which users there are.
	 */
	public function add_authors(): void {
		$this->add( Tag::AUTHORS );
	}

	public function add_option( string $name ): void {
		if ( 1 === preg_match( self::WITHOUT_EFFECT, $name ) || Known_Plugins::is_without_effect( $name ) ) {
			return;
		}
		$tag = Watched_Options::tag( $name ) ?? ( ( $this->watches_option )( $name ) ? Tag::SITE : null );
		null === $tag ? $this->shorten( "option $name" ) : $this->add( $tag );
	}

	/**
	 * Asks other plugins what something depends on that the plugin does not know. Without an answer, the response lives
	 * shortly.
	 *
	 * @param string $kind `route`, `block` or `shortcode`.
	 * @param string $name For example `acme/price`.
	 */
	public function add_unknown( string $kind, string $name ): void {
		/**
		 * Filters the tags of what a REST response contains and the plugin does not know: a route, a block or a shortcode
		 * of another plugin. It runs while the response is made: make no query.
		 *
		 * @param list<string>|null $tags Tags as in docs/refresh.md, for example `post-7` or `product-list`; an empty list
		 *                                if it depends on nothing that changes, null if it is not known: then the response
		 *                                lives for a minute.
		 * @param string            $kind `route`, `block` or `shortcode`.
		 * @param string            $name Name of the block or shortcode, or the route, for example `/acme/v1/prices`.
		 */
		$apply = static fn(): mixed => apply_filters( 'headless_deploy_response_tags', null, $kind, $name );
		$tags  = Third_Party_Filter::apply( self::FILTER, $apply, null );
		$known = array_filter( is_array( $tags ) ? $tags : array(), static fn( mixed $tag ): bool => is_string( $tag ) && Tag::is_sent( $tag ) );
		array_map( $this->add( ... ), $known );
		if ( ! is_array( $tags ) || count( $known ) < count( $tags ) ) {
			$this->shorten( "$kind $name" );
		}
	}

	/**
	 * Tells whether visitors may see a post. The status of a file is that of its post, which is not read here.
	 */
	private static function is_public( WP_Post $post ): bool {
		$is_shown = is_post_status_viewable( $post->post_status ) || ( 'attachment' === $post->post_type && 'inherit' === $post->post_status );
		return $is_shown && null !== Watched_Types::source_of( $post->post_type );
	}
}
