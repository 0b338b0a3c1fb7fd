<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\General;

/**
 * Holds the errors of `PUT /settings/general`, for `Errors`.
 */
final class General_Errors {
	public const STATUSES = array(
		'headless_deploy_general_missing'     => 400,
		'headless_deploy_meta_key_invalid'    => 400,
		'headless_deploy_option_name_invalid' => 400,
		'headless_deploy_option_refused'      => 400,
		'headless_deploy_post_type_unknown'   => 400,
	);

	/**
	 * Returns the message of a code, null for an unknown code.
	 *
	 * @param array<string, string> $data Values that the message names.
	 */
	public static function message( string $code, array $data ): ?string {
		$name = $data['name'] ?? '';
		return match ( $code ) {
			'headless_deploy_general_missing' => __( 'The request contains no settings to save. Send a JSON object with postTypes, optionNames or ignoredMeta.', 'headless-deploy' ),
			/* translators: %s: what was typed as a meta key. */
			'headless_deploy_meta_key_invalid' => sprintf( __( 'Not saved. “%s” is not a valid meta key: use 1 to 191 characters without spaces. An asterisk at the end matches any ending; an asterisk alone is not allowed.', 'headless-deploy' ), $name ),
			/* translators: %s: what was typed as the name of an option. */
			'headless_deploy_option_name_invalid' => sprintf( __( 'Not saved. “%s” is not a valid option name: use 1 to 191 characters without spaces.', 'headless-deploy' ), $name ),
			/* translators: %s: name of an option. */
			'headless_deploy_option_refused' => sprintf( __( 'Not saved. “%s” cannot trigger deployments, because WordPress or this plugin writes it constantly. Remove it from the list.', 'headless-deploy' ), $name ),
			/* translators: 1: name of a post type. 2: names of post types, separated by commas. */
			'headless_deploy_post_type_unknown' => sprintf( __( 'Not saved. “%1$s” is not a post type that a front end can show. Choose from: %2$s.', 'headless-deploy' ), $name, $data['known'] ?? '' ),
			default                             => null,
		};
	}
}
