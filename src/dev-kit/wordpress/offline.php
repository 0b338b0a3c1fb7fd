<?php
/**
 * Plugin Name: Development kit
 * Description: Blocks requests of WordPress to other machines. It allows nothing: the constant
 *              HEADLESS_DEPLOY_LOCAL_HOSTS decides which local hosts Headless Deploy may call.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Dev_Kit\Offline;

use WP_Error;

/**
 * @param mixed                $answer The answer of another filter.
 * @param array<string, mixed> $args
 */
function block_outside( mixed $answer, array $args, string $url ): mixed {
	if ( false !== $answer || in_array( parse_url( $url, PHP_URL_HOST ), array( '127.0.0.1', 'localhost', '[::1]' ), true ) ) {
		return $answer;
	}
	return new WP_Error( 'http_request_not_executed', 'The development kit blocks requests to other machines.' );
}

/** @return object In the format of the update transients. */
function no_updates(): object {
	return (object) array(
		'last_checked'    => time(),
		'version_checked' => wp_get_wp_version(),
		'updates'         => array(),
		'response'        => array(),
		'translations'    => array(),
		'checked'         => array(),
	);
}

/** Removes update checks and feeds that WordPress starts. */
function stop_checks(): void {
	remove_action( 'init', 'wp_schedule_update_checks' );
	remove_action( 'admin_init', '_maybe_update_core' );
	remove_action( 'admin_init', '_maybe_update_plugins' );
	remove_action( 'admin_init', '_maybe_update_themes' );
	remove_action( 'enqueue_block_editor_assets', 'wp_enqueue_editor_block_directory_assets' );
	foreach ( array( 'load-plugins.php', 'load-update.php', 'load-update-core.php', 'load-themes.php' ) as $page ) {
		remove_action( $page, 'wp_update_plugins' );
		remove_action( $page, 'wp_update_themes' );
	}
}

/** Answers what the dashboard asks wordpress.org about the browser and PHP. */
function answer_health_questions(): void {
	$browser = md5( (string) ( $_SERVER['HTTP_USER_AGENT'] ?? '' ) );
	add_filter(
		"pre_site_transient_browser_$browser",
		static fn(): array => array(
			'platform'        => '',
			'name'            => '',
			'version'         => '',
			'current_version' => '',
			'upgrade'         => false,
			'insecure'        => false,
			'update_url'      => '',
			'img_src'         => '',
			'img_src_ssl'     => '',
		),
	);
	add_filter(
		'pre_site_transient_php_check_' . md5( PHP_VERSION ),
		static fn(): array => array(
			'recommended_version' => PHP_VERSION,
			'minimum_version'     => '7.4',
			'is_supported'        => true,
			'is_secure'           => true,
			'is_acceptable'       => true,
		),
	);
}

/**
 * @param  array<string, mixed> $settings Of the block editor.
 * @return array<string, mixed>
 */
function without_openverse( array $settings ): array {
	$settings['enableOpenverseMediaCategory'] = false;
	return $settings;
}

add_filter( 'pre_http_request', __NAMESPACE__ . '\block_outside', 999, 3 );
// Over HTTP they are disabled, except for the environment type local, which another plugin can change.
add_filter( 'wp_is_application_passwords_available', '__return_true' );
add_filter( 'pre_wp_mail', '__return_true' );
add_filter( 'pre_option_show_avatars', static fn(): string => '0' );
// Some pages show avatars although the option hides them, for example Settings → Discussion.
add_filter( 'pre_get_avatar_data', static fn( array $data ): array => array( 'url' => includes_url( 'images/blank.gif' ), 'found_avatar' => true ) + $data );
add_filter( 'emoji_svg_url', '__return_false' );
remove_action( 'wp_head', 'print_emoji_detection_script', 7 );
remove_action( 'embed_head', 'print_emoji_detection_script' );
// WordPress adds this hook after it has loaded the plugins.
add_action( 'admin_init', static fn(): bool => remove_action( 'admin_print_scripts', 'print_emoji_detection_script' ) );
add_filter( 'wp_resource_hints', '__return_empty_array', 99 );
add_filter( 'should_load_remote_block_patterns', '__return_false' );
foreach ( array( 'core', 'plugins', 'themes' ) as $dev_kit_update ) {
	add_filter( "pre_site_transient_update_$dev_kit_update", __NAMESPACE__ . '\no_updates' );
}
add_action( 'init', __NAMESPACE__ . '\stop_checks', 1 );
add_action( 'admin_init', __NAMESPACE__ . '\stop_checks', 1 );
add_action( 'admin_init', __NAMESPACE__ . '\answer_health_questions', 1 );
add_action(
	'wp_dashboard_setup',
	static function (): void {
		remove_meta_box( 'dashboard_primary', 'dashboard', 'side' );
	},
	99,
);
add_filter( 'block_editor_settings_all', __NAMESPACE__ . '\without_openverse' );
