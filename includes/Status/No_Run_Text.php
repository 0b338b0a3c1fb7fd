<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

/**
 * Says why saving a post sends nothing, whatever the environment.
 */
final class No_Run_Text {
	/**
	 * @return array<'ignored'|'unconnected'|'private'|'pattern'|'review', string> By reason.
	 */
	public static function all(): array {
		return array(
			'ignored'     => __( 'Nothing is sent: changes to this content type are ignored.', 'headless-deploy' ),
			'unconnected' => __( 'Nothing is sent: no front end is connected yet.', 'headless-deploy' ),
			'private'     => __( 'Nothing is sent: private content is not on the site.', 'headless-deploy' ),
			'pattern'     => __( 'Nothing is sent: no page uses this pattern yet.', 'headless-deploy' ),
			'review'      => __( 'Nothing is sent until an editor publishes this post.', 'headless-deploy' ),
		);
	}
}
