<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\General;

/**
 * Words the refusals of `PUT /settings/general`. Errors asks it; nobody else does.
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
	 * Returns the words of a code, or null when it is not one of these.
	 *
	 * @param array<string, string> $data Values that the message names.
	 */
	public static function message( string $code, array $data ): ?string {
		$name = $data['name'] ?? '';
		return match ( $code ) {
			'headless_deploy_general_missing' => __( 'Nothing was sent that could be saved. Send a JSON object with postTypes, optionNames or ignoredMeta.', 'headless-deploy' ),
			/* translators: %s: what was typed as a meta key. */
			'headless_deploy_meta_key_invalid' => sprintf( __( '“%s” is not a meta key: a key has 1 to 191 characters and no spaces; a star at its end stands for anything, and a star alone is not allowed. Nothing was saved.', 'headless-deploy' ), $name ),
			/* translators: %s: what was typed as the name of an option. */
			'headless_deploy_option_name_invalid' => sprintf( __( '“%s” is not the name of an option: one has 1 to 191 characters and no spaces. Nothing was saved.', 'headless-deploy' ), $name ),
			/* translators: %s: name of an option. */
			'headless_deploy_option_refused' => sprintf( __( 'Changes of “%s” cannot count: WordPress or this plugin writes it all the time, so every run would ask for the next one. Nothing was saved; remove it from the list.', 'headless-deploy' ), $name ),
			/* translators: 1: name of a post type. 2: names of post types, separated by commas. */
			'headless_deploy_post_type_unknown' => sprintf( __( 'There is no post type “%1$s” that a front end could show. Nothing was saved. You can choose among: %2$s.', 'headless-deploy' ), $name, $data['known'] ?? '' ),
			default                             => null,
		};
	}
}
