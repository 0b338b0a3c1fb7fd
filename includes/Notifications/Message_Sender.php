<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use Closure;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Http\Calls;
use HeadlessDeploy\Providers\Local_Hosts;
use Throwable;
use WP_User;

/**
 * Sends a message to a user by e-mail, or to a chat. A failure has a code of `Notification_Errors`.
 *
 * @phpstan-import-type Stored from Stored_Notifications
 * @phpstan-import-type Result from Notification_State
 */
final class Message_Sender {
	private const MAX_MS = 10_000;

	private readonly Calls $calls;

	public function __construct(
		private readonly Notification_Store $store,
		private readonly Clock $clock,
	) {
		// A chat is never on this machine.
		$this->calls = new Calls( $clock, local_hosts: new Local_Hosts( '' ) );
	}

	/**
	 * @param  string                  $channel `chat` or `user-{id}`.
	 * @param  Closure( int ): Message $write   Writes the message for a user, 0 for a chat.
	 * @param  Stored                  $stored
	 * @return Result
	 */
	public function send( string $channel, Closure $write, array $stored ): array {
		$user_id = self::user_of( $channel );
		try {
			list( $code, $data ) = 0 === $user_id ? $this->send_to_chat( $write, $stored ) : self::send_to_user( $user_id, $write );
		} catch ( Throwable ) {
			// An exception of another plugin's hook. Its message may contain the URL.
			list( $code, $data ) = array(
				0 === $user_id ? 'headless_deploy_chat_unreachable' : 'headless_deploy_email_failed',
				self::service( $stored ),
			);
		}
		return array(
			'at'   => $this->clock->now_ms(),
			'code' => $code,
			'data' => $data,
		);
	}

	/**
	 * @return int 0 for the chat.
	 */
	public static function user_of( string $channel ): int {
		return str_starts_with( $channel, 'user-' ) ? (int) substr( $channel, 5 ) : 0;
	}

	/**
	 * @param  Closure( int ): Message              $write
	 * @return array{string, array<string, string>} Code and values of its message.
	 */
	private static function send_to_user( int $user_id, Closure $write ): array {
		$user = get_userdata( $user_id );
		if ( ! $user instanceof WP_User || '' === $user->user_email || ! Notification_Store::may_receive( $user_id ) ) {
			return array( 'headless_deploy_recipient_unknown', array( 'id' => (string) $user_id ) );
		}
		$is_switched = switch_to_user_locale( $user_id );
		try {
			$message = $write( $user_id );
			$footer  = __( 'An administrator of this site chose you as a recipient under Headless Deploy → Automation.', 'headless-deploy' );
			$body    = implode( "\n\n", array( ...$message->body_lines(), "{$message->link_label}:\n{$message->url}", "-- \n$footer" ) );
			return array( wp_mail( $user->user_email, $message->title, $body ) ? '' : 'headless_deploy_email_failed', array() );
		} finally {
			if ( $is_switched ) {
				restore_previous_locale();
			}
		}
	}

	/**
	 * @param  Closure( int ): Message              $write
	 * @param  Stored                               $stored
	 * @return array{string, array<string, string>}
	 */
	private function send_to_chat( Closure $write, array $stored ): array {
		$webhook = $this->store->chat( $stored );
		if ( null === $webhook ) {
			return array( 'headless_deploy_chat_url_unread', array() );
		}
		$is_switched = switch_to_locale( get_locale() );
		try {
			$body = $webhook->service->body( $write( 0 ) );
		} finally {
			if ( $is_switched ) {
				restore_previous_locale();
			}
		}
		$status = $this->calls->send( $webhook->request( $body ), $this->calls->start( self::MAX_MS ) )->status;
		return match ( true ) {
			$status >= 200 && $status < 300 => array( '', array() ),
			0 === $status                   => array( 'headless_deploy_chat_unreachable', self::service( $stored ) ),
			default                         => array(
				'headless_deploy_chat_refused',
				self::service( $stored ) + array( 'status' => (string) $status ),
			),
		};
	}

	/**
	 * @param  Stored                $stored
	 * @return array<string, string>
	 */
	private static function service( array $stored ): array {
		return array( 'service' => Chat_Service::tryFrom( $stored['chat']['service'] )?->label() ?? '' );
	}
}
