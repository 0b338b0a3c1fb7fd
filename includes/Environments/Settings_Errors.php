<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * The messages of `/settings` and `/settings/general`. `Errors` uses them.
 */
final class Settings_Errors {
	public const STATUSES = array(
		'headless_deploy_already_connected'     => 409,
		'headless_deploy_edit_conflict'         => 412,
		'headless_deploy_constant_broken'       => 409,
		'headless_deploy_environment_locked'    => 409,
		'headless_deploy_field_locked'          => 409,
		'headless_deploy_super_admin_only'      => 403,
		'headless_deploy_too_many_environments' => 409,
		'headless_deploy_newer_version'         => 409,
		'headless_deploy_not_removed'           => 409,
		'headless_deploy_restore_expired'       => 410,
		'headless_deploy_not_saved'             => 503,
	);

	/**
	 * @param array<string> $data
	 */
	public static function message( string $code, array $data ): ?string {
		return self::address_message( $code, $data )
			?? self::token_message( $code, $data )
			?? self::extras_message( $code, $data )
			?? self::constant_message( $code, $data )
			?? self::saving_message( $code, $data )
			?? self::general_message( $code, $data );
	}

	/**
	 * @param array<string> $data
	 */
	private static function address_message( string $code, array $data ): ?string {
		$host = $data['host'] ?? '';
		return match ( $code ) {
			'headless_deploy_url_missing'      => __( 'Enter a webhook URL. Your hosting portal lists it on the environment’s page under Settings, Webhooks.', 'headless-deploy' ),
			'headless_deploy_url_invalid'      => __( 'This is not a valid URL. A webhook URL begins with https:// and contains no spaces. Copy it from your hosting portal.', 'headless-deploy' ),
			'headless_deploy_curl_without_url' => __( 'This curl command contains no URL that begins with https://. Copy the whole command, or only its URL, from your hosting portal.', 'headless-deploy' ),
			/* translators: %s: host name. */
			'headless_deploy_url_not_https'       => sprintf( __( 'The URL at “%s” begins with http://, which would send its token unencrypted. Paste the URL that begins with https://. HTTP is allowed only for hosts in HEADLESS_DEPLOY_LOCAL_HOSTS, on a local or development site.', 'headless-deploy' ), $host ),
			'headless_deploy_url_has_credentials' => __( 'The URL contains a user name or a password. A webhook URL has neither. Copy it again from your hosting portal.', 'headless-deploy' ),
			/* translators: %s: host name and port. */
			'headless_deploy_url_private' => sprintf( __( '“%s” is a private address, and WordPress sends no requests to private addresses. To use a platform on your own machine, add the address to HEADLESS_DEPLOY_LOCAL_HOSTS in wp-config.php; WP_ENVIRONMENT_TYPE must be local or development.', 'headless-deploy' ), $host ),
			/* translators: %s: host name. */
			'headless_deploy_url_not_a_webhook'      => sprintf( __( 'This URL at “%s” is not a webhook URL. Copy the URL of a webhook, deploy hook or build hook from your hosting portal. A webhook URL of WP Engine ends in /webhooks/webhook:rebuild?token=…', 'headless-deploy' ), $host ),
			'headless_deploy_front_end_url_invalid'  => __( 'Enter the URL of the front end, for example https://www.example.com, without a user name, query or fragment. Leave the field empty if you do not know the URL.', 'headless-deploy' ),
			'headless_deploy_refresh_url_invalid'    => __( 'Enter the URL of the refresh route without a query or fragment, for example https://www.example.com/api/refresh. Requests are signed, so the URL contains no secret.', 'headless-deploy' ),
			'headless_deploy_refresh_secret_invalid' => __( 'The secret must be whsec_ followed by 24 to 64 bytes in base64. Leave the field empty to generate one.', 'headless-deploy' ),
			default                                  => null,
		};
	}

	/**
	 * @param array<string> $data
	 */
	private static function token_message( string $code, array $data ): ?string {
		return match ( $code ) {
			/* translators: %s: a word of the pasted address. */
			'headless_deploy_action_unknown' => sprintf( __( 'The URL names the action “%s”, which does not exist. The actions are rebuild, cleanRebuild and purgeCache. Copy the URL again.', 'headless-deploy' ), $data['action'] ?? '' ),
			/* translators: 1: name of an action, 2: name of another action. */
			'headless_deploy_action_mismatch' => sprintf( __( 'The field for %1$s contains the URL of %2$s. Paste each URL into its own field.', 'headless-deploy' ), $data['wanted'] ?? '', $data['found'] ?? '' ),
			'headless_deploy_urls_differ'     => __( 'These URLs belong to different environments. Paste the URLs of one environment. One URL is enough: the plugin derives the others from it.', 'headless-deploy' ),
			'headless_deploy_token_missing'   => __( 'The URL contains no token or key. Copy the complete URL from your hosting portal.', 'headless-deploy' ),
			'headless_deploy_token_masked'    => __( 'This is the masked URL from the Connections screen, without its token. Copy the complete URL from your hosting portal.', 'headless-deploy' ),
			/* translators: %s: number of characters. */
			'headless_deploy_token_invalid' => sprintf( __( 'The token is incomplete or was changed: it has %s characters. A token has 16 to 256 characters of a-z, A-Z, 0-9, - and _, and may end with =. Copy the complete URL again.', 'headless-deploy' ), $data['length'] ?? '' ),
			/* translators: %s: host name. */
			'headless_deploy_hook_damaged' => sprintf( __( 'The secret part of this URL at “%s” is incomplete or was changed. Copy the complete URL again from your hosting portal.', 'headless-deploy' ), $data['host'] ?? '' ),
			'headless_deploy_key_lost'     => __( 'The stored webhook URL cannot be read because the encryption key of this site changed. Pending changes are kept.', 'headless-deploy' ),
			default                        => null,
		};
	}

	/**
	 * @param array<string> $data
	 */
	private static function extras_message( string $code, array $data ): ?string {
		$name = $data['name'] ?? '';
		return match ( $code ) {
			/* translators: %s: name of a header. */
			'headless_deploy_header_name_invalid' => sprintf( __( '“%s” is not a valid header name. A name has 1 to 64 letters, digits and hyphens, for example X-Api-Key.', 'headless-deploy' ), $name ),
			/* translators: %s: name of a header. */
			'headless_deploy_header_forbidden' => sprintf( __( 'The header “%s” cannot be set, because the HTTP connection sets it. Remove the header.', 'headless-deploy' ), $name ),
			/* translators: %s: name of a header. */
			'headless_deploy_header_value_invalid' => sprintf( __( 'The value of the header “%s” is not valid. Enter 1 to 4,096 printable ASCII characters without line breaks.', 'headless-deploy' ), $name ),
			/* translators: %s: name of a header. */
			'headless_deploy_header_masked' => sprintf( __( 'No value is stored for the header “%s”, so its mask cannot be saved. Enter the value again.', 'headless-deploy' ), $name ),
			'headless_deploy_header_twice'  => __( 'Two headers have the same name in upper and lower case. Use each name only once.', 'headless-deploy' ),
			/* translators: %s: number of headers. */
			'headless_deploy_too_many_headers' => sprintf( __( 'A request can have at most %s headers. Remove those that the host does not need.', 'headless-deploy' ), $data['limit'] ?? '' ),
			'headless_deploy_body_masked'      => __( 'No body is stored, so its mask cannot be saved. Enter the body again.', 'headless-deploy' ),
			/* translators: %s: number of kibibytes. */
			'headless_deploy_body_too_long'      => sprintf( __( 'The body is longer than %s KiB. Shorten it.', 'headless-deploy' ), $data['limit'] ?? '' ),
			'headless_deploy_extras_not_offered' => __( 'Only webhooks of unrecognized hosts can have headers and a body. Leave both empty for this webhook.', 'headless-deploy' ),
			'headless_deploy_super_admin_only'   => __( 'In a network, only super admins can enter URLs of unrecognized hosts, headers or a body. Ask a super admin.', 'headless-deploy' ),
			default                              => null,
		};
	}

	/**
	 * @param array<string> $data
	 */
	private static function constant_message( string $code, array $data ): ?string {
		return match ( $code ) {
			/* translators: %s: name of a field. */
			'headless_deploy_field_locked' => sprintf( __( '“%s” is set by HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php, so it cannot be changed here. Nothing was saved. Change it there.', 'headless-deploy' ), $data['field'] ?? '' ),
			/* translators: %s: id of an environment. */
			'headless_deploy_environment_locked'    => sprintf( __( '“%s” is defined by HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php, so it cannot be removed here. Remove it there, or pause it.', 'headless-deploy' ), $data['id'] ?? '' ),
			'headless_deploy_constant_broken'       => __( 'The entry of this environment in HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php is not valid, so no run is sent.', 'headless-deploy' ),
			'headless_deploy_constant_not_an_array' => __( 'HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php is not an array, so it is ignored. It must be an array of id => fields; docs/constants.md has an example.', 'headless-deploy' ),
			/* translators: %s: key of an array. */
			'headless_deploy_constant_entry_invalid' => sprintf( __( 'The entry “%s” of HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php is ignored. Its key must be an id of a-z, 0-9 and hyphens that begins with a letter. Its value must be an array of fields.', 'headless-deploy' ), $data['id'] ?? '' ),
			default                                  => null,
		};
	}

	/**
	 * @param array<string> $data
	 */
	private static function saving_message( string $code, array $data ): ?string {
		return match ( $code ) {
			'headless_deploy_label_missing' => __( 'Enter a name for the environment, for example Production.', 'headless-deploy' ),
			/* translators: %s: name of a field. */
			'headless_deploy_field_unknown' => sprintf( __( 'The request contains the unknown field “%s”, so nothing was changed. Check its spelling.', 'headless-deploy' ), $data['field'] ?? '' ),
			'headless_deploy_body_missing'  => __( 'The request contains no field to save. Send a JSON object with label, webhookUrl, frontEndUrl or automation.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			'headless_deploy_already_connected' => sprintf( __( '“%s” already uses this webhook. To change its token, choose “Replace the webhook URL” there.', 'headless-deploy' ), $data['label'] ?? '' ),
			/* translators: %s: number of environments. */
			'headless_deploy_too_many_environments' => sprintf( __( '%s environments are connected, which is the maximum. Remove one that you no longer use.', 'headless-deploy' ), $data['limit'] ?? '' ),
			/* translators: %s: name of an environment. */
			'headless_deploy_not_removed' => sprintf( __( '“%s” is connected. It was not removed, or another user has restored it.', 'headless-deploy' ), $data['label'] ?? '' ),
			/* translators: 1: name of an environment. 2: number of minutes. */
			'headless_deploy_restore_expired' => sprintf( __( '“%1$s” can no longer be restored: a removed environment is kept for %2$d minutes. Connect it again with its webhook URL.', 'headless-deploy' ), $data['label'] ?? '', Removed_Environment::RESTORABLE_SECONDS / MINUTE_IN_SECONDS ),
			/* translators: %s: name of an environment. */
			'headless_deploy_edit_conflict' => sprintf( __( 'Not saved. Another user changed “%s” while you were editing. Check the newer settings, then save again.', 'headless-deploy' ), $data['label'] ?? '' ),
			'headless_deploy_newer_version' => __( 'Not saved. A newer version of Headless Deploy wrote these settings, and saving them here would damage them. Update the plugin on this server.', 'headless-deploy' ),
			'headless_deploy_not_saved'     => __( 'The settings could not be written to the database. Nothing was changed. Try again in a moment.', 'headless-deploy' ),
			default                         => null,
		};
	}

	/**
	 * @param array<string> $data
	 */
	private static function general_message( string $code, array $data ): ?string {
		$name = $data['name'] ?? '';
		return match ( $code ) {
			'headless_deploy_general_missing' => __( 'The request contains no settings to save. Send a JSON object with postTypes, taxonomies, optionNames, ignoredMeta, countedMeta or links.', 'headless-deploy' ),
			/* translators: %s: what was typed as a meta key. */
			'headless_deploy_meta_key_invalid' => sprintf( __( 'Not saved. “%s” is not a valid meta key: use 1 to 191 characters without spaces. An asterisk at the end matches any characters; an asterisk alone is not allowed.', 'headless-deploy' ), $name ),
			/* translators: %s: what was typed as the name of an option. */
			'headless_deploy_option_name_invalid' => sprintf( __( 'Not saved. “%s” is not a valid option name: use 1 to 191 characters without spaces. An asterisk at the end matches any characters; an asterisk alone is not allowed.', 'headless-deploy' ), $name ),
			/* translators: %s: name of an option. */
			'headless_deploy_option_refused' => sprintf( __( 'Not saved. “%s” cannot trigger deployments, because WordPress or this plugin writes it constantly. Remove it from the list.', 'headless-deploy' ), $name ),
			/* translators: %s: what a client sent. */
			'headless_deploy_links_environment_unknown' => sprintf( __( 'Not saved. “%s” is not an environment with a front-end URL.', 'headless-deploy' ), $name ),
			/* translators: 1: name of a taxonomy. 2: names of taxonomies, separated by commas. */
			'headless_deploy_taxonomy_unknown' => sprintf( __( 'Not saved. “%1$s” is not a taxonomy that a front end can show. Choose from: %2$s.', 'headless-deploy' ), $name, $data['known'] ?? '' ),
			/* translators: 1: name of a post type. 2: names of post types, separated by commas. */
			'headless_deploy_post_type_unknown' => sprintf( __( 'Not saved. “%1$s” is not a post type that a front end can show. Choose from: %2$s.', 'headless-deploy' ), $name, $data['known'] ?? '' ),
			default                             => null,
		};
	}
}
