<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use DateTimeZone;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Stored_Value;

/**
 * The value of the option `headless_deploy_notifications`. Invalid fields get their defaults.
 *
 * @phpstan-import-type Saved from Last_Saved
 * @phpstan-type Stored array{
 *   recipients: list<int>,
 *   chat: array{service: string, masked: string, sealed: string},
 *   kinds: list<string>,
 *   digestMinutes: int,
 *   quietFrom: string,
 *   quietTo: string,
 *   saved: Saved,
 *   etag: string,
 * }
 */
final class Stored_Notifications {
	public const MAX_RECIPIENTS     = 20;
	public const MAX_DIGEST_MINUTES = 1440;
	public const TIME_PATTERN       = '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$';

	public const NO_CHAT = array(
		'service' => '',
		'masked'  => '',
		'sealed'  => '',
	);

	private const DEFAULT_DIGEST_MINUTES = 15;

	/**
	 * @return Stored
	 */
	public static function read( ?string $raw ): array {
		/** @var Stored $clean */
		$clean = Stored_Value::of_row( self::schema(), $raw );
		if ( in_array( '', array( $clean['quietFrom'], $clean['quietTo'] ), true ) || $clean['quietFrom'] === $clean['quietTo'] ) {
			$clean['quietFrom'] = '';
			$clean['quietTo']   = '';
		}
		return $clean;
	}

	private static function schema(): Json_Schema {
		$service = Json_Schema::enum( 'chat-service', Chat_Service::class );
		$kind    = Json_Schema::enum( 'notification-kind', Notification_Kind::class );
		$time    = Json_Schema::text()->with( pattern: self::TIME_PATTERN );
		return Json_Schema::partial(
			recipients: Json_Schema::list_of( Json_Schema::integer() )->with( uniqueItems: true, maxItems: self::MAX_RECIPIENTS ),
			chat: Json_Schema::partial(
				service: $service,
				masked: Json_Schema::text(),
				sealed: Json_Schema::text(),
			)->with( required: array( 'service' ), default: self::NO_CHAT ),
			kinds: Json_Schema::list_of( $kind )->with( uniqueItems: true, default: array_column( Notification_Kind::cases(), 'value' ) ),
			digestMinutes: Json_Schema::integer()->with( minimum: 0, maximum: self::MAX_DIGEST_MINUTES, default: self::DEFAULT_DIGEST_MINUTES ),
			quietFrom: $time,
			quietTo: $time,
			saved: Last_Saved::stored(),
			etag: Json_Schema::text(),
		);
	}

	/**
	 * @param Stored $stored
	 */
	public static function is_on( array $stored ): bool {
		return array() !== self::channels( $stored );
	}

	/**
	 * Returns the channels that messages go to: `chat`, and `user-{id}` for each recipient.
	 *
	 * @param  Stored       $stored
	 * @return list<string>
	 */
	public static function channels( array $stored ): array {
		$users = array_map( static fn( int $id ): string => "user-$id", $stored['recipients'] );
		return '' === $stored['chat']['sealed'] ? $users : array( 'chat', ...$users );
	}

	/**
	 * Tells whether a time is in the quiet hours, which may include midnight.
	 *
	 * @param string $from `HH:MM`, empty for no quiet hours.
	 * @param string $to   `HH:MM`.
	 * @param int    $now  Milliseconds.
	 */
	public static function is_quiet( string $from, string $to, int $now, DateTimeZone $zone ): bool {
		$time = (string) wp_date( 'H:i', intdiv( $now, 1000 ), $zone );
		return match ( true ) {
			'' === $from => false,
			$from < $to  => $time >= $from && $time < $to,
			default      => $time >= $from || $time < $to,
		};
	}
}
