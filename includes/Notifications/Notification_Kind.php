<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

/**
 * What a notification is about. An incident of a lane begins with a failure, and ends when a later run is live.
 */
enum Notification_Kind: string {
	case Failing   = 'failing';
	case Failed    = 'failed';
	case Recovered = 'recovered';

	/**
	 * Says what happened, without a full stop: it is the subject of an e-mail too.
	 *
	 * @param string $label Name of the environment.
	 */
	public function sentence( string $label ): string {
		$text = match ( $this ) {
			/* translators: %s: name of an environment. */
			self::Failing => __( '%s has not deployed for an hour', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			self::Failed => __( '%s: a run failed and is not retried', 'headless-deploy' ),
			/* translators: %s: name of an environment. */
			self::Recovered => __( '%s deploys again', 'headless-deploy' ),
		};
		return sprintf( $text, $label );
	}
}
