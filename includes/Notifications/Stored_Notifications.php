<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Option_Row;

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
		$stored     = Option_Row::parse( $raw );
		$recipients = array_filter( is_array( $stored['recipients'] ?? null ) ? $stored['recipients'] : array(), is_int( ... ) );
		$kinds      = array_column( Notification_Kind::cases(), 'value' );
		$from       = self::time( $stored['quietFrom'] ?? null );
		$to         = self::time( $stored['quietTo'] ?? null );
		$has_quiet  = '' !== $from && '' !== $to && $from !== $to;
		return array(
			'recipients'    => array_slice( array_values( array_unique( $recipients ) ), 0, self::MAX_RECIPIENTS ),
			'chat'          => self::chat( $stored['chat'] ?? null ),
			'kinds'         => array_values( array_intersect( $kinds, is_array( $stored['kinds'] ?? null ) ? $stored['kinds'] : $kinds ) ),
			'digestMinutes' => is_int( $stored['digestMinutes'] ?? null )
				? max( 0, min( self::MAX_DIGEST_MINUTES, $stored['digestMinutes'] ) )
				: self::DEFAULT_DIGEST_MINUTES,
			'quietFrom' => $has_quiet ? $from : '',
			'quietTo'   => $has_quiet ? $to : '',
			'saved'     => Last_Saved::sanitize( $stored['saved'] ?? null ),
			'etag'      => is_string( $stored['etag'] ?? null ) ? $stored['etag'] : '',
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
	 * @return array{service: string, masked: string, sealed: string}
	 */
	private static function chat( mixed $stored ): array {
		$text = static fn( string $key ): string => is_array( $stored ) && is_string( $stored[ $key ] ?? null ) ? $stored[ $key ] : '';
		return null === Chat_Service::tryFrom( $text( 'service' ) ) ? self::NO_CHAT : array(
			'service' => $text( 'service' ),
			'masked'  => $text( 'masked' ),
			'sealed'  => $text( 'sealed' ),
		);
	}

	private static function time( mixed $stored ): string {
		return is_string( $stored ) && 1 === preg_match( '/' . self::TIME_PATTERN . '/D', $stored ) ? $stored : '';
	}
}
