<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Errors;

/**
 * The errors of the settings: environments, general settings, schedules and notifications.
 */
final class Settings_Errors {
	/**
	 * @param array<string> $data Values that the message names.
	 */
	public static function entry( string $code, array $data ): ?Error_Entry {
		return match ( $code ) {
			// Addresses.
			'headless_deploy_url_missing'      => new Error_Entry( __( 'Enter a webhook URL. Your hosting portal lists it on the environment’s page under Settings, Webhooks.', 'headless-deploy' ) ),
			'headless_deploy_url_invalid'      => new Error_Entry( __( 'This is not a valid URL. A webhook URL begins with https:// and contains no spaces. Copy it from your hosting portal.', 'headless-deploy' ) ),
			'headless_deploy_curl_without_url' => new Error_Entry( __( 'This curl command contains no URL that begins with https://. Copy the whole command, or only its URL, from your hosting portal.', 'headless-deploy' ) ),
			/* translators: %s: host name. */
			'headless_deploy_url_not_https'       => new Error_Entry( sprintf( __( 'The URL at “%s” begins with http://, which would send its token unencrypted. Paste the URL that begins with https://. HTTP is allowed only for hosts in HEADLESS_DEPLOY_LOCAL_HOSTS, on a local or development site.', 'headless-deploy' ), $data['host'] ?? '' ) ),
			'headless_deploy_url_has_credentials' => new Error_Entry( __( 'The URL contains a user name or a password. A webhook URL has neither. Copy it again from your hosting portal.', 'headless-deploy' ) ),
			/* translators: %s: host name and port. */
			'headless_deploy_url_private' => new Error_Entry( sprintf( __( '“%s” is a private address, and WordPress sends no requests to private addresses. To use a platform on your own machine, add the address to HEADLESS_DEPLOY_LOCAL_HOSTS in wp-config.php; WP_ENVIRONMENT_TYPE must be local or development.', 'headless-deploy' ), $data['host'] ?? '' ) ),
			/* translators: %s: host name. */
			'headless_deploy_url_not_a_webhook'      => new Error_Entry( sprintf( __( 'This URL at “%s” is not a webhook URL. Copy the URL of a webhook, deploy hook or build hook from your hosting portal. A webhook URL of WP Engine ends in /webhooks/webhook:rebuild?token=…', 'headless-deploy' ), $data['host'] ?? '' ) ),
			'headless_deploy_front_end_url_invalid'  => new Error_Entry( __( 'Enter the URL of the front end, for example https://www.example.com, without a user name, query or fragment. Leave the field empty if you do not know the URL.', 'headless-deploy' ), field: 'frontEndUrl' ),
			'headless_deploy_refresh_url_invalid'    => new Error_Entry( __( 'Enter the URL of the refresh route without a query or fragment, for example https://www.example.com/api/refresh. Requests are signed, so the URL contains no secret.', 'headless-deploy' ), field: 'refreshUrl' ),
			'headless_deploy_refresh_secret_invalid' => new Error_Entry( __( 'The secret must be whsec_ followed by 24 to 64 bytes in base64. Leave the field empty to generate one.', 'headless-deploy' ), field: 'refreshSecret' ),
			// Tokens.
			/* translators: %s: a word of the pasted address. */
			'headless_deploy_action_unknown' => new Error_Entry( sprintf( __( 'The URL names the action “%s”, which does not exist. The actions are rebuild, cleanRebuild and purgeCache. Copy the URL again.', 'headless-deploy' ), $data['action'] ?? '' ) ),
			/* translators: 1: name of an action, 2: name of another action. */
			'headless_deploy_action_mismatch' => new Error_Entry( sprintf( __( 'The field for %1$s contains the URL of %2$s. Paste each URL into its own field.', 'headless-deploy' ), $data['wanted'] ?? '', $data['found'] ?? '' ) ),
			'headless_deploy_urls_differ'     => new Error_Entry( __( 'These URLs belong to different environments. Paste the URLs of one environment. One URL is enough: the plugin derives the others from it.', 'headless-deploy' ) ),
			'headless_deploy_token_missing'   => new Error_Entry( __( 'The URL contains no token or key. Copy the complete URL from your hosting portal.', 'headless-deploy' ) ),
			'headless_deploy_token_masked'    => new Error_Entry( __( 'This is the masked URL from the Connections screen, without its token. Copy the complete URL from your hosting portal.', 'headless-deploy' ) ),
			/* translators: %s: number of characters. */
			'headless_deploy_token_invalid' => new Error_Entry( sprintf( __( 'The token is incomplete or was changed: it has %s characters. A token has 16 to 256 characters of a-z, A-Z, 0-9, - and _, and may end with =. Copy the complete URL again.', 'headless-deploy' ), $data['length'] ?? '' ) ),
			/* translators: %s: host name. */
			'headless_deploy_hook_damaged' => new Error_Entry( sprintf( __( 'The secret part of this URL at “%s” is incomplete or was changed. Copy the complete URL again from your hosting portal.', 'headless-deploy' ), $data['host'] ?? '' ) ),
			// Headers and body.
			/* translators: %s: name of a header. */
			'headless_deploy_header_name_invalid' => new Error_Entry( sprintf( __( '“%s” is not a valid header name. A name has 1 to 64 letters, digits and hyphens, for example X-Api-Key.', 'headless-deploy' ), $data['name'] ?? '' ), field: 'headers' ),
			/* translators: %s: name of a header. */
			'headless_deploy_header_forbidden' => new Error_Entry( sprintf( __( 'The header “%s” cannot be set, because the HTTP connection sets it. Remove the header.', 'headless-deploy' ), $data['name'] ?? '' ), field: 'headers' ),
			/* translators: %s: name of a header. */
			'headless_deploy_header_value_invalid' => new Error_Entry( sprintf( __( 'The value of the header “%s” is not valid. Enter 1 to 4,096 printable ASCII characters without line breaks.', 'headless-deploy' ), $data['name'] ?? '' ), field: 'headers' ),
			/* translators: %s: name of a header. */
			'headless_deploy_header_masked' => new Error_Entry( sprintf( __( 'No value is stored for the header “%s”, so its mask cannot be saved. Enter the value again.', 'headless-deploy' ), $data['name'] ?? '' ), field: 'headers' ),
			'headless_deploy_header_twice'  => new Error_Entry( __( 'Two headers have the same name in upper and lower case. Use each name only once.', 'headless-deploy' ), field: 'headers' ),
			/* translators: %s: number of headers. */
			'headless_deploy_too_many_headers' => new Error_Entry( sprintf( __( 'A request can have at most %s headers. Remove those that the host does not need.', 'headless-deploy' ), $data['limit'] ?? '' ), field: 'headers' ),
			'headless_deploy_body_masked'      => new Error_Entry( __( 'No body is stored, so its mask cannot be saved. Enter the body again.', 'headless-deploy' ), field: 'body' ),
			'headless_deploy_body_too_long'    => new Error_Entry(
				/* translators: %s: number of kibibytes. */
				sprintf( __( 'The body is longer than %s KiB. Shorten it.', 'headless-deploy' ), $data['limit'] ?? '' ),
				field: 'body',
			),
			'headless_deploy_extras_not_offered' => new Error_Entry( __( 'Only webhooks of unrecognized hosts can have headers and a body. Leave both empty for this webhook.', 'headless-deploy' ) ),
			'headless_deploy_super_admin_only'   => new Error_Entry( __( 'In a network, only super admins can enter URLs of unrecognized hosts, headers or a body. Ask a super admin.', 'headless-deploy' ), status: 403 ),
			// Constants.
			/* translators: %s: name of a field. */
			'headless_deploy_field_locked' => new Error_Entry( sprintf( __( '“%s” is set by HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php, so it cannot be changed here. Nothing was saved. Change it there.', 'headless-deploy' ), $data['field'] ?? '' ), status: 409 ),
			/* translators: %s: id of an environment. */
			'headless_deploy_environment_locked'    => new Error_Entry( sprintf( __( '“%s” is defined by HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php, so it cannot be removed here. Remove it there, or pause it.', 'headless-deploy' ), $data['id'] ?? '' ), status: 409 ),
			'headless_deploy_constant_not_an_array' => new Error_Entry( __( 'HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php is not an array, so it is ignored. It must be an array of id => fields; docs/constants.md has an example.', 'headless-deploy' ), found_in: '`problems` of the settings' ),
			/* translators: %s: key of an array. */
			'headless_deploy_constant_entry_invalid' => new Error_Entry( sprintf( __( 'The entry “%s” of HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php is ignored. Its key must be an id of a-z, 0-9 and hyphens that begins with a letter. Its value must be an array of fields.', 'headless-deploy' ), $data['id'] ?? '' ), found_in: '`problems` of the settings' ),
			// Saving environments.
			'headless_deploy_label_missing' => new Error_Entry(
				__( 'Enter a name for the environment, for example Production.', 'headless-deploy' ),
				field: 'label',
			),
			/* translators: %s: name of a field. */
			'headless_deploy_field_unknown' => new Error_Entry( sprintf( __( 'The request contains the unknown field “%s”, so nothing was changed. Check its spelling.', 'headless-deploy' ), $data['field'] ?? '' ) ),
			'headless_deploy_body_missing'  => new Error_Entry( __( 'The request contains no field to save. Send a JSON object with label, webhookUrl, frontEndUrl or automation.', 'headless-deploy' ) ),
			/* translators: %s: name of an environment. */
			'headless_deploy_already_connected' => new Error_Entry( sprintf( __( '“%s” already uses this webhook. To change its token, choose “Replace the webhook URL” there.', 'headless-deploy' ), $data['label'] ?? '' ), status: 409 ),
			/* translators: %s: number of environments. */
			'headless_deploy_too_many_environments' => new Error_Entry( sprintf( __( '%s environments are connected, which is the maximum. Remove one that you no longer use.', 'headless-deploy' ), $data['limit'] ?? '' ), status: 409 ),
			/* translators: %s: name of an environment. */
			'headless_deploy_not_removed' => new Error_Entry( sprintf( __( '“%s” is connected. It was not removed, or another user has restored it.', 'headless-deploy' ), $data['label'] ?? '' ), status: 409 ),
			/* translators: 1: name of an environment. 2: number of minutes. */
			'headless_deploy_restore_expired' => new Error_Entry( sprintf( __( '“%1$s” can no longer be restored: a removed environment is kept for %2$s minutes. Connect it again with its webhook URL.', 'headless-deploy' ), $data['label'] ?? '', $data['minutes'] ?? '' ), status: 410 ),
			/* translators: %s: name of an environment. */
			'headless_deploy_edit_conflict' => new Error_Entry( sprintf( __( 'Not saved. Another user changed “%s” while you were editing. Check the newer settings, then save again.', 'headless-deploy' ), $data['label'] ?? '' ), status: 412 ),
			'headless_deploy_newer_version' => new Error_Entry( __( 'Not saved. A newer version of Headless Deploy wrote these settings, and saving them here would damage them. Update the plugin on this server.', 'headless-deploy' ), status: 409 ),
			'headless_deploy_not_saved'     => new Error_Entry( __( 'The settings could not be written to the database. Nothing was changed. Try again in a moment.', 'headless-deploy' ), status: 503 ),
			// General settings.
			'headless_deploy_general_missing' => new Error_Entry( __( 'The request contains no settings to save. Send a JSON object with postTypes, taxonomies, optionNames, ignoredMeta, countedMeta or links.', 'headless-deploy' ) ),
			/* translators: %s: what was typed as a meta key. */
			'headless_deploy_meta_key_invalid' => new Error_Entry( sprintf( __( 'Not saved. “%s” is not a valid meta key: use 1 to 191 characters without spaces. An asterisk at the end matches any characters; an asterisk alone is not allowed.', 'headless-deploy' ), $data['name'] ?? '' ), field: 'ignoredMeta' ),
			/* translators: %s: what was typed as the name of an option. */
			'headless_deploy_option_name_invalid' => new Error_Entry( sprintf( __( 'Not saved. “%s” is not a valid option name: use 1 to 191 characters without spaces. An asterisk at the end matches any characters; an asterisk alone is not allowed.', 'headless-deploy' ), $data['name'] ?? '' ), field: 'optionNames' ),
			/* translators: %s: name of an option. */
			'headless_deploy_option_refused' => new Error_Entry( sprintf( __( 'Not saved. “%s” cannot trigger deployments, because WordPress or this plugin writes it constantly. Remove it from the list.', 'headless-deploy' ), $data['name'] ?? '' ), field: 'optionNames' ),
			/* translators: %s: what a client sent. */
			'headless_deploy_links_environment_unknown' => new Error_Entry( sprintf( __( 'Not saved. “%s” is not an environment with a front-end URL.', 'headless-deploy' ), $data['name'] ?? '' ), field: 'links' ),
			/* translators: 1: name of a taxonomy. 2: names of taxonomies, separated by commas. */
			'headless_deploy_taxonomy_unknown' => new Error_Entry( sprintf( __( 'Not saved. “%1$s” is not a taxonomy that a front end can show. Choose from: %2$s.', 'headless-deploy' ), $data['name'] ?? '', $data['known'] ?? '' ) ),
			/* translators: 1: name of a post type. 2: names of post types, separated by commas. */
			'headless_deploy_post_type_unknown' => new Error_Entry( sprintf( __( 'Not saved. “%1$s” is not a post type that a front end can show. Choose from: %2$s.', 'headless-deploy' ), $data['name'] ?? '', $data['known'] ?? '' ) ),
			// Schedules.
			/* translators: %s: id of a schedule. */
			'headless_deploy_unknown_schedule' => new Error_Entry( sprintf( __( 'Schedule “%s” does not exist. Reload the page to see the current schedules.', 'headless-deploy' ), $data['id'] ?? '' ), status: 404 ),
			/* translators: %s: number of schedules. */
			'headless_deploy_too_many_schedules' => new Error_Entry( sprintf( __( 'The limit of %s schedules is reached. Remove a schedule before you add another.', 'headless-deploy' ), $data['limit'] ?? '' ), status: 409 ),
			/* translators: %s: names of fields. */
			'headless_deploy_schedule_incomplete'  => new Error_Entry( sprintf( __( 'The schedule lacks required fields: %s. A schedule needs environment, action, frequency and time; a weekly schedule also needs weekday, a monthly schedule day.', 'headless-deploy' ), $data['field'] ?? '' ) ),
			'headless_deploy_schedule_environment' => new Error_Entry( sprintf(
				/* translators: 1: id that was given. 2: ids of environments, separated by commas. */
				__( 'Environment “%1$s” does not exist. Choose from: %2$s.', 'headless-deploy' ),
				$data['id'] ?? '',
				$data['known'] ?? '',
			) ),
			/* translators: %s: what was sent. */
			'headless_deploy_schedule_time'  => new Error_Entry( sprintf( __( '“%s” is not a valid time. Enter hours and minutes from 00:00 to 23:59, for example 03:00.', 'headless-deploy' ), $data['time'] ?? '' ), field: 'time' ),
			'headless_deploy_schedule_label' => new Error_Entry( __( 'Enter a name for the schedule, for example Nightly. Omit the field to name the schedule after its action.', 'headless-deploy' ), field: 'label' ),
			// Notifications.
			'headless_deploy_chat_url_unknown' => new Error_Entry( __( 'This is not a webhook URL of Slack, Microsoft Teams or Discord. Create an incoming webhook in Slack, a workflow with a webhook in Teams, or a webhook of a channel in Discord, and paste its URL.', 'headless-deploy' ), field: 'chatUrl' ),
			/* translators: %s: ID of a user. */
			'headless_deploy_recipient_unknown' => new Error_Entry( sprintf( __( 'User %s does not exist on this site or may not see deployments. Choose another user.', 'headless-deploy' ), $data['id'] ?? '' ), field: 'recipients' ),
			'headless_deploy_quiet_hours'       => new Error_Entry( __( 'The quiet hours begin and end at the same time. Choose two times, or turn the quiet hours off.', 'headless-deploy' ), field: 'quietHours' ),
			'headless_deploy_notifications_off' => new Error_Entry( __( 'Add a recipient or a chat webhook, save, then send a test.', 'headless-deploy' ), status: 409 ),
			/* translators: %s: number of seconds. */
			'headless_deploy_test_repeated'   => new Error_Entry( sprintf( __( 'You sent a test message less than a minute ago. Try again in %s s.', 'headless-deploy' ), $data['seconds'] ?? '' ), status: 429 ),
			'headless_deploy_email_failed'    => new Error_Entry( __( 'WordPress could not send the e-mail. Check the mail settings of this site.', 'headless-deploy' ), found_in: '`message` of a result of the notifications' ),
			'headless_deploy_chat_url_unread' => new Error_Entry( __( 'The stored webhook URL cannot be read, because the encryption key of this site has changed. Paste it again.', 'headless-deploy' ), found_in: '`message` of a result of the notifications' ),
			/* translators: 1: Slack, Microsoft Teams or Discord. 2: HTTP status code. */
			'headless_deploy_chat_refused'     => new Error_Entry( sprintf( __( '%1$s rejected the message (HTTP %2$s). If this continues, create a new webhook and paste its URL.', 'headless-deploy' ), $data['service'] ?? '', $data['status'] ?? '' ), found_in: '`message` of a result of the notifications' ),
			'headless_deploy_chat_unreachable' => new Error_Entry(
				/* translators: %s: Slack, Microsoft Teams or Discord. */
				sprintf( __( '%s could not be reached, or did not respond in time.', 'headless-deploy' ), $data['service'] ?? '' ),
				found_in: '`message` of a result of the notifications',
			),
			default => null,
		};
	}
}
