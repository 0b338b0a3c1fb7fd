<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Privacy;

/**
 * Suggests a paragraph for the site's privacy policy.
 */
final class Policy_Text {
	public static function add(): void {
		$paragraphs = array(
			__( 'Headless Deploy keeps a log of the deployments sent to the hosting platform of the front end. The log contains no data about visitors. For users of this site, it stores their user ID with what they published, changed or started, and when.', 'headless-deploy' ),
			__( 'The settings store the ID of the user who last saved them, and the IDs of users who receive an e-mail when deployments fail. Log entries are deleted after 90 days, or later if their changes are not deployed yet. The hosting platform receives only the request for a build or a cache purge, never the user or the reason. With a refresh URL, the front end receives IDs and paths of changed content, and IDs of authors, never names.', 'headless-deploy' ),
		);
		$suggested = '<strong class="privacy-policy-tutorial">' . esc_html__( 'Suggested text:', 'headless-deploy' ) . ' </strong>';
		wp_add_privacy_policy_content(
			'Headless Deploy',
			'<p>' . $suggested . implode( '</p><p>', array_map( esc_html( ... ), $paragraphs ) ) . '</p>',
		);
	}
}
