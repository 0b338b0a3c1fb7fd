<?php
/**
 * Plugin Name: World of the freshness test
 * Description: Types, taxonomies, fields, routes and shortcodes as plugins add them.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Freshness;

use WP_REST_Request;

/** @param array<string, mixed> $more */
function add_type( string $name, array $more ): void {
	register_post_type( $name, $more + array( 'label' => ucfirst( $name ), 'supports' => array( 'title', 'editor', 'custom-fields', 'author', 'thumbnail' ) ) );
}

/** @param array<string, mixed> $more */
function add_taxonomy( string $name, string $type, array $more ): void {
	register_taxonomy( $name, $type, $more + array( 'label' => ucfirst( $name ) ) );
}

function register_types(): void {
	add_type( 'guide', array( 'public' => true, 'hierarchical' => true, 'has_archive' => true, 'show_in_rest' => true, 'rewrite' => array( 'slug' => get_option( 'guide_base', 'guide' ) ) ) );
	add_type( 'event', array( 'public' => true, 'has_archive' => true, 'show_in_rest' => true ) );
	// Visible in the REST API alone, as content types of headless sites are.
	add_type( 'snippet', array( 'public' => false, 'show_ui' => true, 'show_in_rest' => true ) );
	add_type( 'order', array( 'public' => false ) );
	add_taxonomy( 'topic', 'guide', array( 'public' => true, 'hierarchical' => true, 'show_in_rest' => true ) );
	add_taxonomy( 'mood', 'post', array( 'public' => false, 'show_in_rest' => true ) );
	add_taxonomy( 'desk', 'post', array( 'public' => false ) );
	register_post_meta( 'event', '_EventStartDate', array( 'show_in_rest' => true, 'single' => true, 'type' => 'string', 'auth_callback' => '__return_true' ) );
	register_post_meta( 'post', 'rating', array( 'show_in_rest' => true, 'single' => true, 'type' => 'integer' ) );
	register_term_meta( 'category', 'color', array( 'show_in_rest' => true, 'single' => true, 'type' => 'string' ) );
	register_meta( 'user', 'motto', array( 'show_in_rest' => true, 'single' => true, 'type' => 'string' ) );
	register_nav_menus( array( 'main' => 'Main', 'footer' => 'Footer' ) );
	add_theme_support( 'menus' );
	register_sidebar( array( 'id' => 'main', 'name' => 'Main', 'show_in_rest' => true ) );
	register_block_pattern( 'world/latest', array( 'title' => 'Latest', 'content' => '<!-- wp:latest-posts {"postsToShow":2} /--><!-- wp:tag-cloud /-->' ) );
	register_block_type( 'world/weather', array( 'render_callback' => static fn(): string => '<p>' . esc_html( (string) get_option( 'ticker' ) ) . '</p>' ) );
	add_shortcode( 'latest_titles', static fn(): string => implode( ', ', wp_list_pluck( get_posts( array( 'numberposts' => 3 ) ), 'post_title' ) ) );
	add_shortcode( 'tagline', static fn(): string => (string) get_option( 'blogdescription' ) );
}

function register_fields(): void {
	// A relationship: the field shows the titles of other posts.
	register_rest_field(
		'post',
		'related',
		array(
			'get_callback' => static fn( array $post ): array => array_map( static fn( mixed $id ): string => get_the_title( (int) $id ), (array) get_post_meta( $post['id'], 'related', true ) ),
		),
	);
	register_rest_field( 'page', 'words', array( 'get_callback' => static fn( array $page ): int => str_word_count( (string) get_post_field( 'post_content', $page['id'] ) ) ) );
	register_rest_field( 'guide', 'events', array( 'get_callback' => static fn(): array => wp_list_pluck( get_posts( array( 'post_type' => 'event', 'numberposts' => 2 ) ), 'post_title' ) ) );
	register_rest_field( 'guide', 'first_topic', array( 'get_callback' => static fn( array $guide ): string => current( get_the_terms( $guide['id'], 'topic' ) ?: array() )->name ?? '' ) );
	register_rest_field( 'guide', 'picture', array( 'get_callback' => static fn( array $guide ): string => (string) wp_get_attachment_image_url( (int) get_post_meta( $guide['id'], 'picture', true ), 'full' ) ) );
	// No change of this option is told.
	register_rest_field( 'snippet', 'ticker', array( 'get_callback' => static fn(): string => (string) get_option( 'ticker' ) ) );
	register_rest_field( 'event', 'author_name', array( 'get_callback' => static fn( array $event ): string => get_the_author_meta( 'display_name', (int) get_post_field( 'post_author', $event['id'] ) ) ) );
	register_rest_route(
		'world/v1',
		'/home/(?P<id>\d+)',
		array(
			'methods'             => 'GET',
			'permission_callback' => '__return_true',
			'callback'            => static fn( WP_REST_Request $request ): array => array(
				'hero'   => rest_do_request( new WP_REST_Request( 'GET', '/wp/v2/posts/' . $request['id'] ) )->get_data()['title'] ?? null,
				'ticker' => get_option( 'ticker' ),
			),
		),
	);
}

add_action( 'init', __NAMESPACE__ . '\register_types' );
add_action( 'rest_api_init', __NAMESPACE__ . '\register_fields' );
add_filter( 'rest_menu_read_access', '__return_true' );
// A run adds one comment after the other.
add_filter( 'wp_is_comment_flood', '__return_false', 99 );
add_filter( 'xmlrpc_enabled', '__return_true' );
