<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Privacy;

/**
 * Suggests a paragraph for the site's privacy policy.
 */
final class Policy_Text {
	/**
	 * Adds the paragraph to WordPress's guide. Hooked to `admin_init`.
	 */
	public static function add(): void {
		$paragraphs = array(
			__( 'Headless Deploy keeps a log of what was sent to the hosting platform of the front end. Visitors do not appear in it. Of people who work on this site it holds the number of their account beside what they published, changed or started, and when.', 'headless-deploy' ),
			__( 'The settings hold the number of the account that saved them last. Entries of the log are deleted after 90 days. The hosting platform is told only that the site is to be built or its cache to be purged, never by whom or why.', 'headless-deploy' ),
		);
		$suggested = '<strong class="privacy-policy-tutorial">' . esc_html__( 'Suggested text:', 'headless-deploy' ) . ' </strong>';
		wp_add_privacy_policy_content( 'Headless Deploy', '<p>' . $suggested . implode( '</p><p>', array_map( esc_html( ... ), $paragraphs ) ) . '</p>' );
	}
}
