<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Providers\Curl_Command;
use WP_User;

/**
 * Renders the settings for notifications for users with the capability `headless_deploy_manage`.
 *
 * @phpstan-import-type Channel from Notification_State
 * @phpstan-type Recipient array{id: int, name: string, email: string}
 * @phpstan-type View array{recipients: list<Recipient>, chat: array{masked: string, ...<string, string>}|null, kinds: list<string>, digestMinutes: int, quietHours: array{from: string, to: string}|null, results: list<Last_Message>, ...<string, mixed>}
 * @phpstan-type Last_Message array{channel: string, at: string, isSent: bool, message: string, waiting: int}
 */
final class Notification_View {
	private const MAX_AVAILABLE = 100;

	public function __construct(
		private readonly Notification_Store $store,
		private readonly Notifier $notifier,
	) {}

	/**
	 * @return View As `self::schema()` describes it.
	 */
	public function view(): array {
		$this->store->reseal();
		$stored  = $this->store->get();
		$service = Chat_Service::tryFrom( $stored['chat']['service'] );
		return array(
			'recipients' => array_values( array_filter( array_map( self::recipient( ... ), $stored['recipients'] ) ) ),
			'chat'       => null === $service ? null : array(
				'service' => $service->value,
				'label'   => $service->label(),
				'masked'  => $stored['chat']['masked'],
			),
			'kinds'         => $stored['kinds'],
			'digestMinutes' => $stored['digestMinutes'],
			'quietHours'    => '' === $stored['quietFrom'] ? null : array(
				'from' => $stored['quietFrom'],
				'to'   => $stored['quietTo'],
			),
			'available' => self::available(),
			'results'   => $this->results(),
			'etag'      => $stored['etag'],
			'lastSaved' => Last_Saved::view( $stored['saved'] ),
		);
	}

	/**
	 * @return list<Last_Message>
	 */
	public function results(): array {
		$results = array();
		foreach ( $this->notifier->channels() as $name => $channel ) {
			$result = $channel['result'];
			if ( null !== $result ) {
				$results[] = array(
					'channel' => self::name( $name, $this->store->get()['chat']['service'] ),
					'at'      => Iso_Time::of( $result['at'] ),
					'isSent'  => '' === $result['code'],
					'message' => '' === $result['code']
						? __( 'The last message was sent.', 'headless-deploy' )
						: Errors::message( $result['code'], $result['data'] ),
					'waiting' => count( $channel['events'] ),
				);
			}
		}
		return $results;
	}

	private static function name( string $channel, string $service ): string {
		$user_id = Message_Sender::user_of( $channel );
		return 0 === $user_id ? Chat_Service::tryFrom( $service )?->label() ?? '' : self::recipient( $user_id )['name'] ?? "#$user_id";
	}

	/**
	 * @return Recipient|null Null for a user who is deleted or may not see deployments any more.
	 */
	private static function recipient( int $id ): ?array {
		$user = get_userdata( $id );
		return $user instanceof WP_User && Notification_Store::may_receive( $id ) ? self::of_user( $user ) : null;
	}

	/**
	 * @return list<Recipient>
	 */
	private static function available(): array {
		$users = get_users(
			array(
				'role__in' => Capabilities::roles_with( Capabilities::VIEW ),
				'orderby'  => 'display_name',
				'number'   => self::MAX_AVAILABLE,
			),
		);
		return array_values(
			array_map(
				self::of_user( ... ),
				array_filter( $users, static fn( WP_User $user ): bool => Notification_Store::may_receive( $user->ID ) ),
			),
		);
	}

	/**
	 * @return Recipient
	 */
	private static function of_user( WP_User $user ): array {
		return array(
			'id'    => $user->ID,
			'name'  => $user->display_name,
			'email' => $user->user_email,
		);
	}

	/**
	 * Describes the body of a write. All fields are optional.
	 */
	public static function input(): Json_Schema {
		return Json_Schema::partial(
			recipients: Json_Schema::list_of( Json_Schema::integer()->with( minimum: 1 ), 'IDs of users.' )
				->with( maxItems: Stored_Notifications::MAX_RECIPIENTS ),
			chatUrl: Json_Schema::text( 'Write-only. Empty removes the stored URL; a masked URL keeps it.' )->with( maxLength: Curl_Command::MAX_BYTES ),
			kinds: self::kinds(),
			digestMinutes: self::digest_minutes(),
			quietHours: self::quiet_hours(),
		)->named( 'notifications-input' );
	}

	public static function schema(): Json_Schema {
		$user = Json_Schema::closed( id: Json_Schema::integer(), name: Json_Schema::text(), email: Json_Schema::text() )->named( 'recipient' );
		$chat = Json_Schema::closed(
			service: Json_Schema::enum( 'chat-service', Chat_Service::class ),
			label: Json_Schema::text(),
			masked: Json_Schema::text( 'The host and the last four characters of the URL.' ),
		);
		return Json_Schema::closed(
			recipients: Json_Schema::list_of( $user ),
			chat: $chat->or_null( 'Null for no chat.' ),
			kinds: self::kinds(),
			digestMinutes: self::digest_minutes(),
			quietHours: self::quiet_hours(),
			available: Json_Schema::list_of( $user, 'The first 100 users who may be recipients. Others are chosen by their ID.' ),
			results: Json_Schema::list_of( self::result(), 'The last message of each channel.' ),
			etag: Json_Schema::text( 'Changes with every write; sent back as `If-Match`.' ),
			lastSaved: Last_Saved::schema(),
		)->named( 'notifications' );
	}

	private static function result(): Json_Schema {
		return Json_Schema::closed(
			channel: Json_Schema::text( 'Name of the user or the chat service.' ),
			at: Json_Schema::time(),
			isSent: Json_Schema::boolean(),
			message: Json_Schema::text( 'Says what happened.' ),
			waiting: Json_Schema::integer( 'Events that are not sent yet, because of the digest, the quiet hours or a failure.' ),
		)->named( 'notification-result' );
	}

	private static function kinds(): Json_Schema {
		return Json_Schema::list_of( Json_Schema::enum( 'notification-kind', Notification_Kind::class ) )
			->with( maxItems: count( Notification_Kind::cases() ) );
	}

	private static function digest_minutes(): Json_Schema {
		return Json_Schema::integer( 'The shortest time between two messages; events in between are sent together.' )->with( minimum: 0, maximum: Stored_Notifications::MAX_DIGEST_MINUTES );
	}

	private static function quiet_hours(): Json_Schema {
		$time = Json_Schema::text( '`HH:MM` in the time zone of the site.' )->with( pattern: Stored_Notifications::TIME_PATTERN );
		return Json_Schema::closed( from: $time, to: $time )->named( 'quiet-hours' )->or_null( 'Hours in which nothing is sent; null for none.' );
	}
}
