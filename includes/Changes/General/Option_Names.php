<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\General;

use HeadlessDeploy\Changes\Watched\Known_Plugins;

/**
 * Lists the options that a front end usually shows, also those of active plugins, with labels, and the options that cannot
 * trigger deployments.
 */
final class Option_Names {
	public const DEFAULTS = array(
		'blogname',
		'blogdescription',
		'site_icon',
		'site_logo',
		'blog_public',
		'home',
		'siteurl',
		'show_on_front',
		'page_on_front',
		'page_for_posts',
		'wp_page_for_privacy_policy',
		'permalink_structure',
		'category_base',
		'tag_base',
		'sticky_posts',
		'posts_per_page',
		'sidebars_widgets',
		'widget_*',
		'WPLANG',
		'timezone_string',
		'gmt_offset',
		'date_format',
		'time_format',
		'start_of_week',
	);

	private const EXCLUDED = array( 'cron', 'doing_cron', 'rewrite_rules', 'recently_edited', 'auto_updater.lock', 'core_updater.lock' );

	/**
	 * The plugin's own options contain secrets and change with every run; transients are caches.
	 */
	private const EXCLUDED_PREFIXES = array( 'headless_deploy_', '_transient_', '_site_transient_' );

	/**
	 * Returns the options that count unless an administrator chooses others.
	 *
	 * @return list<string> Names; an asterisk at the end matches any characters.
	 */
	public static function defaults(): array {
		return array( ...self::DEFAULTS, ...Known_Plugins::options() );
	}

	/**
	 * @param array<string> $patterns Names; an asterisk at the end matches any characters.
	 */
	public static function matches( string $name, array $patterns ): bool {
		foreach ( $patterns as $pattern ) {
			if ( str_ends_with( $pattern, '*' ) ? str_starts_with( $name, substr( $pattern, 0, -1 ) ) : $name === $pattern ) {
				return true;
			}
		}
		return false;
	}

	public static function is_selectable( string $name ): bool {
		if ( in_array( $name, self::EXCLUDED, true ) ) {
			return false;
		}
		foreach ( self::EXCLUDED_PREFIXES as $prefix ) {
			// MySQL compares names without regard to case.
			if ( str_starts_with( strtolower( $name ), $prefix ) ) {
				return false;
			}
		}
		return true;
	}

	public static function label( string $name ): string {
		return match ( str_starts_with( $name, 'widget_' ) ? 'sidebars_widgets' : $name ) {
			'blogname'                   => __( 'Site title', 'headless-deploy' ),
			'blogdescription'            => __( 'Tagline', 'headless-deploy' ),
			'site_icon'                  => __( 'Site icon', 'headless-deploy' ),
			'site_logo'                  => __( 'Site logo', 'headless-deploy' ),
			'blog_public'                => __( 'Search engine visibility', 'headless-deploy' ),
			'home'                       => __( 'Site address', 'headless-deploy' ),
			'siteurl'                    => __( 'WordPress address', 'headless-deploy' ),
			'show_on_front'              => __( 'Homepage display', 'headless-deploy' ),
			'page_on_front'              => __( 'Homepage', 'headless-deploy' ),
			'page_for_posts'             => __( 'Posts page', 'headless-deploy' ),
			'wp_page_for_privacy_policy' => __( 'Privacy policy page', 'headless-deploy' ),
			'permalink_structure', 'category_base', 'tag_base', 'rewrite_rules' => __( 'Permalink structure', 'headless-deploy' ),
			'sticky_posts'     => __( 'Sticky posts', 'headless-deploy' ),
			'posts_per_page'   => __( 'Number of posts per page', 'headless-deploy' ),
			'sidebars_widgets' => __( 'Widgets', 'headless-deploy' ),
			'WPLANG'           => __( 'Site language', 'headless-deploy' ),
			'timezone_string', 'gmt_offset' => __( 'Time zone', 'headless-deploy' ),
			'date_format'   => __( 'Date format', 'headless-deploy' ),
			'time_format'   => __( 'Time format', 'headless-deploy' ),
			'start_of_week' => __( 'First day of the week', 'headless-deploy' ),
			default         => Known_Plugins::label( $name ),
		};
	}
}
