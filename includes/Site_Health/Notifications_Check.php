<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Notifications\Notification_Store;
use HeadlessDeploy\Notifications\Notification_View;
use HeadlessDeploy\Notifications\Stored_Notifications;

/**
 * Tests whether the last messages about failed deployments were sent.
 */
final class Notifications_Check implements Check {
	public function __construct(
		private readonly Notification_Store $store,
		private readonly Notification_View $view,
	) {}

	public function run(): Result {
		$link = __( 'View notifications', 'headless-deploy' );
		if ( ! Stored_Notifications::is_on( $this->store->get() ) ) {
			return ( new Result( Result::GOOD, __( 'Notifications are off', 'headless-deploy' ) ) )
				->add_text( __( 'No message is sent when deployments fail. Choose recipients or a chat under Automation.', 'headless-deploy' ) )
				->add_link( $link, 'automation' );
		}
		$failed = array_filter( $this->view->results(), static fn( array $result ): bool => ! $result['isSent'] );
		if ( array() === $failed ) {
			return ( new Result( Result::GOOD, __( 'Notifications are sent', 'headless-deploy' ) ) )
				->add_text( __( 'Users are notified when deployments fail. No message has failed.', 'headless-deploy' ) );
		}
		return ( new Result( Result::RECOMMENDED, __( 'A notification could not be sent', 'headless-deploy' ) ) )
			/* translators: 1: name of an environment or a host, 2: its status or problem, for example “Rebuild in 10 s”. */
			->add_list( array_values( array_map( static fn( array $result ): string => sprintf( __( '%1$s: %2$s', 'headless-deploy' ), $result['channel'], $result['message'] ), $failed ) ) )
			->add_link( $link, 'automation' );
	}
}
