<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * Words the refusals of the settings endpoint. Errors asks it; nobody else does.
 */
final class Connection_Errors {
	/**
	 * Code => HTTP status, where it is not 400.
	 */
	public const STATUSES = array(
		'headless_deploy_already_connected'     => 409,
		'headless_deploy_changed_meanwhile'     => 412,
		'headless_deploy_constant_broken'       => 409,
		'headless_deploy_environment_locked'    => 409,
		'headless_deploy_field_locked'          => 409,
		'headless_deploy_super_admin_only'      => 403,
		'headless_deploy_too_many_environments' => 409,
		'headless_deploy_newer_version'         => 409,
		'headless_deploy_not_saved'             => 503,
	);

	/**
	 * Returns the words of a code, or null when it is not one of these.
	 *
	 * @param array<string, string> $data Values that the message names.
	 */
	public static function message( string $code, array $data ): ?string {
		return self::about_address( $code, $data ) ?? self::about_token( $code, $data ) ?? self::about_extras( $code, $data ) ?? self::about_constant( $code, $data ) ?? self::about_saving( $code, $data );
	}

	/**
	 * Words what is wrong with an address.
	 *
	 * @param array<string, string> $data Values that the message names.
	 */
	private static function about_address( string $code, array $data ): ?string {
		$host = $data['host'] ?? '';
		return match ( $code ) {
			'headless_deploy_url_missing' => __( 'There is no webhook URL yet. Copy one of the three from your hosting portal (environment, Settings, webhooks) and paste it here.', 'headless-deploy' ),
			'headless_deploy_url_invalid' => __( 'This is not a web address. A webhook URL begins with https:// and contains no spaces; copy it from your hosting portal with its copy button.', 'headless-deploy' ),
			/* translators: %s: host name. */
			'headless_deploy_url_not_https'       => sprintf( __( 'This address of “%s” begins with http://, so anybody on the way could read its token. Paste the address that begins with https://. Only hosts that HEADLESS_DEPLOY_LOCAL_HOSTS names, on a local or development site, may be called over http.', 'headless-deploy' ), $host ),
			'headless_deploy_url_has_credentials' => __( 'This address contains a user name or password. A webhook URL has none; copy it again from your hosting portal.', 'headless-deploy' ),
			/* translators: %s: host name and port. */
			'headless_deploy_url_private' => sprintf( __( '“%s” is a private address, which is not called. For a platform on your own machine add it to HEADLESS_DEPLOY_LOCAL_HOSTS in wp-config.php, on a site whose WP_ENVIRONMENT_TYPE is local or development.', 'headless-deploy' ), $host ),
			/* translators: %s: host name. */
			'headless_deploy_url_not_a_webhook'     => sprintf( __( 'This address of “%s” is not a webhook URL. Copy the URL of a webhook, deploy hook or build hook from your hosting portal; one of WP Engine ends in /webhooks/webhook:rebuild?token=… and stands there under the environment’s Settings, webhooks.', 'headless-deploy' ), $host ),
			'headless_deploy_front_end_url_invalid' => __( 'The address of the front end must begin with https:// or http:// and be nothing but an address, for example https://www.example.com. Leave it empty if you do not know it.', 'headless-deploy' ),
			default                                 => null,
		};
	}

	/**
	 * Words what is wrong with an action or a token.
	 *
	 * @param array<string, string> $data Values that the message names.
	 */
	private static function about_token( string $code, array $data ): ?string {
		return match ( $code ) {
			/* translators: %s: a word of the pasted address. */
			'headless_deploy_action_unknown' => sprintf( __( 'The address asks for “%s”, which no webhook knows. The actions are rebuild, cleanRebuild and purgeCache, written exactly so; copy the URL again.', 'headless-deploy' ), $data['action'] ?? '' ),
			/* translators: 1: name of an action, 2: name of another action. */
			'headless_deploy_action_mismatch' => sprintf( __( 'In the field for %1$s stands the URL of %2$s. Paste each URL into its own field.', 'headless-deploy' ), $data['wanted'] ?? '', $data['found'] ?? '' ),
			'headless_deploy_urls_differ'     => __( 'These URLs belong to different environments. Paste the URLs of one environment, or only one of them: the other two are known by it.', 'headless-deploy' ),
			'headless_deploy_token_missing'   => __( 'The address has no secret part: its token or key is missing. Copy the whole URL from your hosting portal.', 'headless-deploy' ),
			'headless_deploy_token_masked'    => __( 'This is our own display of the URL, in which the token is hidden. Copy the URL from your hosting portal, where it is whole.', 'headless-deploy' ),
			/* translators: %s: number of characters. */
			'headless_deploy_token_invalid' => sprintf( __( 'The token was cut off or changed on the way: it has %s characters. A token has 16 to 256 characters of a-z, A-Z, 0-9, - and _, and may end with =. Copy the whole URL again.', 'headless-deploy' ), $data['length'] ?? '' ),
			/* translators: %s: host name. */
			'headless_deploy_hook_damaged' => sprintf( __( 'The secret part of this address of “%s” was cut off or changed on the way. Copy the whole URL again from your hosting portal.', 'headless-deploy' ), $data['host'] ?? '' ),
			'headless_deploy_key_lost'     => __( 'The stored webhook URL cannot be read, because the encryption key of this site has changed. Paste the webhook URL again; waiting changes are kept.', 'headless-deploy' ),
			default                        => null,
		};
	}

	/**
	 * Words what is wrong with headers or a body.
	 *
	 * @param array<string, string> $data Values that the message names.
	 */
	private static function about_extras( string $code, array $data ): ?string {
		$name = $data['name'] ?? '';
		return match ( $code ) {
			/* translators: %s: name of a header. */
			'headless_deploy_header_name_invalid' => sprintf( __( '“%s” cannot be the name of a header. A name has 1 to 64 letters, digits and hyphens, for example X-Api-Key.', 'headless-deploy' ), $name ),
			/* translators: %s: name of a header. */
			'headless_deploy_header_forbidden' => sprintf( __( 'The header “%s” cannot be set, because it is decided by the connection. Remove it.', 'headless-deploy' ), $name ),
			/* translators: %s: name of a header. */
			'headless_deploy_header_value_invalid' => sprintf( __( 'The value of the header “%s” is empty, too long, or holds line breaks or special characters. Up to 4,096 plain characters are allowed.', 'headless-deploy' ), $name ),
			/* translators: %s: name of a header. */
			'headless_deploy_header_masked' => sprintf( __( 'For the header “%s” no value is kept, so its hidden display cannot stand for one. Enter the value again.', 'headless-deploy' ), $name ),
			'headless_deploy_header_twice'  => __( 'A header is named twice, in upper and lower case. Name each header once.', 'headless-deploy' ),
			/* translators: %s: number of headers. */
			'headless_deploy_too_many_headers' => sprintf( __( 'At most %s headers can be sent. Remove those that the host does not need.', 'headless-deploy' ), $data['limit'] ?? '' ),
			'headless_deploy_body_masked'      => __( 'No body is kept, so its hidden display cannot stand for one. Enter the body again.', 'headless-deploy' ),
			/* translators: %s: number of kibibytes. */
			'headless_deploy_body_too_long'      => sprintf( __( 'The body is longer than %s KiB. Shorten it.', 'headless-deploy' ), $data['limit'] ?? '' ),
			'headless_deploy_extras_not_offered' => __( 'Headers and a body can be sent to a plain POST address alone. This webhook needs none; leave them empty.', 'headless-deploy' ),
			'headless_deploy_super_admin_only'   => __( 'On a network only a super admin may enter an address of a host that is not known, headers or a body. Ask a super admin.', 'headless-deploy' ),
			default                              => null,
		};
	}

	/**
	 * Words what HEADLESS_DEPLOY_ENVIRONMENTS locks, and what is wrong with it.
	 *
	 * @param array<string, string> $data Values that the message names.
	 */
	private static function about_constant( string $code, array $data ): ?string {
		return match ( $code ) {
			/* translators: %s: name of a field. */
			'headless_deploy_field_locked' => sprintf( __( '“%s” is set by HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php, so it cannot be changed here. Nothing was saved. Change it there.', 'headless-deploy' ), $data['field'] ?? '' ),
			/* translators: %s: id of an environment. */
			'headless_deploy_environment_locked'    => sprintf( __( '“%s” is defined by HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php, so it cannot be removed here. Remove it there, or pause it.', 'headless-deploy' ), $data['id'] ?? '' ),
			'headless_deploy_constant_broken'       => __( 'What HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php says about this environment cannot be used, so nothing was sent. Mend it there; Connections shows what is wrong.', 'headless-deploy' ),
			'headless_deploy_constant_not_an_array' => __( 'HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php is not an array, so it is ignored. It must be an array of id => fields; docs/constants.md shows one.', 'headless-deploy' ),
			/* translators: %s: key of an array. */
			'headless_deploy_constant_entry_invalid' => sprintf( __( 'The entry “%s” of HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php is ignored. Its key must be an id of a-z, 0-9 and hyphens that begins with a letter, and its value an array of fields.', 'headless-deploy' ), $data['id'] ?? '' ),
			default                                  => null,
		};
	}

	/**
	 * Words why something was not saved.
	 *
	 * @param array<string, string> $data Values that the message names.
	 */
	private static function about_saving( string $code, array $data ): ?string {
		return match ( $code ) {
			'headless_deploy_label_missing' => __( 'The environment needs a name, for example Production.', 'headless-deploy' ),
			/* translators: %s: name of a field. */
			'headless_deploy_field_unknown' => sprintf( __( '“%s” is not a field that can be sent here, so nothing was done. Check its spelling.', 'headless-deploy' ), $data['field'] ?? '' ),
			'headless_deploy_body_missing'  => __( 'Nothing was sent that could be saved. Send a JSON object with label, webhookUrl, frontEndUrl or automation.', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			'headless_deploy_already_connected' => sprintf( __( 'This webhook belongs to “%s” already. To give it a new token, choose “Replace the webhook URL” there.', 'headless-deploy' ), $data['label'] ?? '' ),
			/* translators: %s: number of environments. */
			'headless_deploy_too_many_environments' => sprintf( __( 'There are %s environments already, which is the most that can be connected. Remove one that is no longer used.', 'headless-deploy' ), $data['limit'] ?? '' ),
			/* translators: %s: name of an environment. */
			'headless_deploy_changed_meanwhile' => sprintf( __( 'Not saved: somebody else has changed “%s” meanwhile. Nothing was overwritten. Look at the newer settings, then save again.', 'headless-deploy' ), $data['label'] ?? '' ),
			'headless_deploy_newer_version'     => __( 'Not saved. A newer version of Headless Deploy wrote these settings, and saving them here would damage them. Update the plugin on this server.', 'headless-deploy' ),
			'headless_deploy_not_saved'         => __( 'The settings could not be written to the database. Nothing was changed. Try again in a moment.', 'headless-deploy' ),
			default                             => null,
		};
	}
}
