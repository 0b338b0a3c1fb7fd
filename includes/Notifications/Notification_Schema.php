<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Providers\Curl_Command;

/**
 * Describes the REST resource of the settings for notifications: what is written and what is answered.
 */
final class Notification_Schema {
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

	public static function view(): Json_Schema {
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
