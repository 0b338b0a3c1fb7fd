<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\General;

/**
 * Lists the options that a front end usually shows, with labels, and the options that cannot trigger deployments.
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
		return match ( $name ) {
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
			'permalink_structure', 'category_base', 'tag_base' => __( 'Permalink structure', 'headless-deploy' ),
			'sticky_posts'   => __( 'Sticky posts', 'headless-deploy' ),
			'posts_per_page' => __( 'Number of posts per page', 'headless-deploy' ),
			'WPLANG'         => __( 'Site language', 'headless-deploy' ),
			'timezone_string', 'gmt_offset' => __( 'Time zone', 'headless-deploy' ),
			'date_format'   => __( 'Date format', 'headless-deploy' ),
			'time_format'   => __( 'Time format', 'headless-deploy' ),
			'start_of_week' => __( 'First day of the week', 'headless-deploy' ),
			default         => '',
		};
	}
}
