<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Watched;

use HeadlessDeploy\Changes\General\Option_Names;

/**
 * The options that WordPress shows or that decide how it shows something. A response that reads another option lives
 * shortly, because nothing says when it changes.
 */
final class Watched_Options {
	/**
	 * Options that are shown as they are: a change renews only what shows them. An asterisk at the end matches any
	 * characters.
	 */
	private const SHOWN = array(
		'blogname',
		'blogdescription',
		'site_icon',
		'site_logo',
		'posts_per_page',
		'posts_per_rss',
		'rss_use_excerpt',
		'sidebars_widgets',
		self::STICKY,
		'widget_*',
	);

	/**
	 * Options that any page may depend on, besides those that deploy by default (`Option_Names::defaults()`).
	 */
	private const SITEWIDE = array(
		'active_plugins',
		'avatar_default',
		'avatar_rating',
		'blog_charset',
		'close_comments_days_old',
		'close_comments_for_old_posts',
		'comment_order',
		'comment_registration',
		'comments_per_page',
		'default_category',
		'default_comments_page',
		'html_type',
		'large_size_*',
		'medium_large_size_*',
		'medium_size_*',
		'page_comments',
		'require_name_email',
		'show_avatars',
		'thread_comments',
		'thread_comments_depth',
		'thumbnail_crop',
		'thumbnail_size_*',
		'upload_path',
		'upload_url_path',
		'uploads_use_yearmonth_folders',
		'use_balanceTags',
		'use_smilies',
		'wp_attachment_pages_enabled',
	);

	/**
	 * Options whose changes are of the source `theme`.
	 */
	private const OF_THEME = array( 'stylesheet', 'template', 'theme_mods_*' );

	public const STICKY = 'sticky_posts';

	public static function has( string $name ): bool {
		return self::is_shown( $name )
			|| Option_Names::matches( $name, Option_Names::defaults() )
			|| Option_Names::matches( $name, array( ...self::SITEWIDE, ...self::OF_THEME ) );
	}

	/**
	 * Tells whether an option is shown as it is, so that a change renews only responses that read it.
	 */
	public static function is_shown( string $name ): bool {
		return Option_Names::matches( $name, self::SHOWN );
	}

	public static function is_of_theme( string $name ): bool {
		return Option_Names::matches( $name, self::OF_THEME );
	}

	/**
	 * Returns the tag of a response that reads an option; null for one that is not watched.
	 */
	public static function tag( string $name ): ?string {
		return match ( true ) {
			self::is_shown( $name ) => Tag::option( $name ),
			self::has( $name )      => Tag::SITE,
			default                 => null,
		};
	}

	/**
	 * @return list<string> Names; an asterisk at the end matches any characters.
	 */
	public static function all(): array {
		$all = array_values( array_unique( array( ...self::SHOWN, ...self::SITEWIDE, ...self::OF_THEME, ...Option_Names::defaults() ) ) );
		sort( $all );
		return $all;
	}
}
