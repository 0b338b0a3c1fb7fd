<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

/**
 * The messages of the settings for notifications, and of messages that could not be sent. `Errors` uses them.
 */
final class Notification_Errors {
	public const STATUSES = array(
		'headless_deploy_notifications_off' => 409,
		'headless_deploy_test_repeated'     => 429,
	);

	/**
	 * @param array<string> $data Values that the message names.
	 */
	public static function message( string $code, array $data ): ?string {
		$service = $data['service'] ?? '';
		return match ( $code ) {
			'headless_deploy_chat_url_unknown' => __( 'This is not a webhook URL of Slack, Microsoft Teams or Discord. Create an incoming webhook in Slack, a workflow with a webhook in Teams, or a webhook of a channel in Discord, and paste its URL.', 'headless-deploy' ),
			/* translators: %s: ID of a user. */
			'headless_deploy_recipient_unknown' => sprintf( __( 'User %s does not exist on this site or may not see deployments. Choose another user.', 'headless-deploy' ), $data['id'] ?? '' ),
			'headless_deploy_quiet_hours'       => __( 'The quiet hours begin and end at the same time. Choose two times, or turn the quiet hours off.', 'headless-deploy' ),
			'headless_deploy_notifications_off' => __( 'No recipient and no chat are saved, so there is nothing to test. Choose a recipient or paste a webhook URL, and save.', 'headless-deploy' ),
			/* translators: %s: number of seconds. */
			'headless_deploy_test_repeated'   => sprintf( __( 'You sent a test message less than a minute ago. Try again in %s s.', 'headless-deploy' ), $data['seconds'] ?? '' ),
			'headless_deploy_email_failed'    => __( 'WordPress could not send the e-mail. Check the mail settings of this site.', 'headless-deploy' ),
			'headless_deploy_chat_url_unread' => __( 'The stored webhook URL cannot be read, because the encryption key of this site has changed. Paste it again.', 'headless-deploy' ),
			/* translators: 1: Slack, Microsoft Teams or Discord. 2: HTTP status code. */
			'headless_deploy_chat_refused' => sprintf( __( '%1$s rejected the message (HTTP %2$s). If this continues, create a new webhook and paste its URL.', 'headless-deploy' ), $service, $data['status'] ?? '' ),
			/* translators: %s: Slack, Microsoft Teams or Discord. */
			'headless_deploy_chat_unreachable' => sprintf( __( '%s could not be reached, or did not respond in time.', 'headless-deploy' ), $service ),
			default                            => null,
		};
	}
}
