<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Refresh;

use HeadlessDeploy\Changes\Watched\Tag;
use HeadlessDeploy\Changes\Watched\Watched_Types;
use HeadlessDeploy\Untyped;
use WP_Block_Type_Registry;
use WP_Post;

/**
 * Says what rendered blocks and shortcodes depend on beyond what `Response_Reads` notes. One that is not known and was noted
 * to read nothing may read anything by SQL, so that the response lives shortly.
 */
final class Rendered_Blocks {
	/**
	 * Blocks of WordPress with a callback. Those that are not in the constants after this one depend on their attributes,
	 * their post, and what is noted. A test compares the list with WordPress.
	 */
	public const KNOWN = array(
		'accordion',
		'accordion-item',
		'avatar',
		'block',
		'breadcrumbs',
		'button',
		'categories',
		'comment-author-name',
		'comment-content',
		'comment-date',
		'comment-edit-link',
		'comment-reply-link',
		'comment-template',
		'comments',
		'comments-pagination',
		'comments-pagination-next',
		'comments-pagination-numbers',
		'comments-pagination-previous',
		'cover',
		'file',
		'footnotes',
		'gallery',
		'heading',
		'home-link',
		'icon',
		'image',
		'latest-comments',
		'latest-posts',
		'legacy-widget',
		'list',
		'loginout',
		'media-text',
		'navigation',
		'navigation-link',
		'navigation-overlay-close',
		'navigation-submenu',
		'page-list',
		'page-list-item',
		'paragraph',
		'pattern',
		'playlist',
		'playlist-track',
		'post-author',
		'post-author-biography',
		'post-author-name',
		'post-comments',
		'post-content',
		'post-date',
		'post-excerpt',
		'post-featured-image',
		'post-template',
		'post-terms',
		'post-time-to-read',
		'post-title',
		'query',
		'query-no-results',
		'query-pagination',
		'query-pagination-next',
		'query-pagination-numbers',
		'query-pagination-previous',
		'query-title',
		'query-total',
		'read-more',
		'search',
		'shortcode',
		'site-logo',
		'site-tagline',
		'site-title',
		'social-link',
		'tab-list',
		'tab-panel',
		'tabs',
		'tag-cloud',
		'template-part',
		'term-description',
		'term-name',
		'term-template',
		'video',
		'widget-group',
		...self::POSTS,
		...self::ADJACENT_POSTS,
		...self::COMMENTS,
		...self::COUNTS,
		...self::FOREIGN,
	);

	/** Blocks that read posts by SQL. */
	private const POSTS = array( 'archives', 'calendar' );

	/** Blocks that find the posts before and after a post by SQL. */
	private const ADJACENT_POSTS = array( 'post-navigation-link' );

	/** Blocks that show how many comments a post has. */
	private const COMMENTS = array( 'comments-title', 'post-comments-count', 'post-comments-form', 'post-comments-link' );

	/** Blocks that show how many posts a term has. */
	private const COUNTS = array( 'term-count' );

	/** Blocks that show what another site says. */
	private const FOREIGN = array( 'rss' );

	/** Blocks that show the object of their attribute `id`. */
	private const LINKS = array( 'navigation-link', 'navigation-submenu' );

	private const SHORTCODES = array( 'audio', 'caption', 'embed', 'gallery', 'playlist', 'video', 'wp_caption' );

	private const PREFIX = 'core/';

	/**
	 * Number of tags at the begin of each block or shortcode that is being rendered.
	 *
	 * @var list<int>
	 */
	private array $open = array();

	public function __construct(
		private readonly Response_Tags $tags,
		private readonly Response_Reads $reads,
	) {}

	public function hook(): void {
		add_filter( 'pre_render_block', $this->on_begin( ... ), PHP_INT_MAX );
		add_filter( 'render_block', $this->on_block( ... ), PHP_INT_MIN, 3 );
		add_filter( 'pre_do_shortcode_tag', $this->on_begin( ... ), PHP_INT_MAX );
		add_filter( 'do_shortcode_tag', $this->on_shortcode( ... ), PHP_INT_MIN, 2 );
	}

	public function reset(): void {
		$this->open = array();
	}

	/**
	 * Begins a block or shortcode, unless another plugin has replaced it: then nothing more is called for it.
	 *
	 * @param mixed $replacement Null or false for none.
	 */
	private function on_begin( mixed $replacement ): mixed {
		if ( null === $replacement || false === $replacement ) {
			$this->open[] = $this->tags->additions();
			$this->reads->begin();
		}
		return $replacement;
	}

	private function on_block( mixed $content, mixed $parsed = null, mixed $block = null ): mixed {
		$name       = is_array( $parsed ) && is_string( $parsed['blockName'] ?? null ) ? $parsed['blockName'] : '';
		$attributes = is_array( $parsed ) && is_array( $parsed['attrs'] ?? null ) ? $parsed['attrs'] : array();
		$context    = is_object( $block ) && is_array( $block->context ?? null ) ? $block->context : array();
		if ( str_starts_with( $name, self::PREFIX ) ) {
			$this->add_core_block( substr( $name, strlen( self::PREFIX ) ), $attributes, $context );
		}
		$this->end( '' !== $name && ! $this->is_known( $name ), 'block', $name );
		return $content;
	}

	private function on_shortcode( mixed $content, mixed $name = '' ): mixed {
		$name = is_string( $name ) ? $name : '';
		$this->end( ! in_array( $name, self::SHORTCODES, true ), 'shortcode', $name );
		return $content;
	}

	private function end( bool $is_unknown, string $kind, string $name ): void {
		$this->reads->note_results();
		$this->reads->end();
		$additions = array_pop( $this->open );
		if ( $is_unknown && $additions === $this->tags->additions() ) {
			$this->tags->add_unknown( $kind, $name );
		}
	}

	/**
	 * Tells whether it is known what a block reads. One without a callback is part of its post.
	 */
	private function is_known( string $name ): bool {
		if ( str_starts_with( $name, self::PREFIX ) && in_array( substr( $name, strlen( self::PREFIX ) ), self::KNOWN, true ) ) {
			return true;
		}
		$type = WP_Block_Type_Registry::get_instance()->get_registered( $name );
		return null === $type || ! $type->is_dynamic();
	}

	/**
	 * @param array<mixed> $attributes
	 * @param array<mixed> $context
	 */
	private function add_core_block( string $name, array $attributes, array $context ): void {
		$post = $GLOBALS['post'] ?? null;
		$post = $post instanceof WP_Post ? $post : null;
		$id   = Untyped::number( $attributes['id'] ?? 0 );
		if ( is_numeric( $attributes['ref'] ?? null ) && $attributes['ref'] > 0 ) {
			$this->reads->add_post_id( (int) $attributes['ref'], 'block' === $name ? 'wp_block' : 'wp_navigation' );
		}
		if ( in_array( $name, self::LINKS, true ) && $id > 0 ) {
			'taxonomy' === ( $attributes['kind'] ?? '' ) ? $this->tags->add( Tag::term_itself( $id ) ) : $this->reads->add_post_id( $id, '' );
		}
		match ( true ) {
			in_array( $name, self::POSTS, true )          => $this->tags->add( Tag::posts( 'post' ) ),
			in_array( $name, self::ADJACENT_POSTS, true ) => $this->tags->add_posts( self::watched_type( $post->post_type ?? '' ), false ),
			in_array( $name, self::COMMENTS, true )       => null === $post ? null : $this->tags->add_comments( array( $post->ID ) ),
			in_array( $name, self::COUNTS, true )         => $this->tags->add_terms(
				is_string( $context['taxonomy'] ?? null ) ? $context['taxonomy'] : '',
				true,
			),
			in_array( $name, self::FOREIGN, true ) => $this->tags->shorten( "block core/$name" ),
			default                                => null,
		};
	}

	private static function watched_type( string $type ): string {
		return null === Watched_Types::source_of( $type ) ? 'post' : $type;
	}
}
