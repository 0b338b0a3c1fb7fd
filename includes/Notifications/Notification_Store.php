<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Etag;
use HeadlessDeploy\Option_Row;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;
use WP_Error;

/**
 * Reads and writes the settings for notifications. The URL of the chat webhook is encrypted and write-only.
 *
 * @phpstan-import-type Stored from Stored_Notifications
 * @phpstan-import-type Saved from Last_Saved
 * @phpstan-type Fields array{recipients?: list<int>, chatUrl?: string, kinds?: list<string>, digestMinutes?: int, quietHours?: array{from: string, to: string}|null}
 */
final class Notification_Store {
	public const OPTION = 'headless_deploy_notifications';

	public function __construct(
		private readonly Encryption $secrets,
		private readonly Clock $clock,
	) {}

	/**
	 * @throws Read_Failed
	 * @return Stored
	 */
	public function get(): array {
		return Stored_Notifications::read( ( new Option_Row( self::OPTION ) )->read() );
	}

	/**
	 * Returns the chat webhook; null when the key of its URL is lost.
	 *
	 * @param Stored $stored
	 */
	public function chat( array $stored ): ?Chat_Webhook {
		return Chat_Webhook::open( $stored['chat']['sealed'], $this->secrets );
	}

	/**
	 * Encrypts the URL again after the key has changed.
	 *
	 * @throws Read_Failed
	 */
	public function reseal(): void {
		if ( ! $this->secrets->is_outdated( $this->get()['chat']['sealed'] ) ) {
			return;
		}
		$this->change(
			function ( array $stored ): array {
				$sealed                   = $this->chat( $stored )?->seal( $this->secrets ) ?? '';
				$stored['chat']['sealed'] = '' === $sealed ? $stored['chat']['sealed'] : $sealed;
				return $stored;
			},
		);
	}

	/**
	 * Stores the fields of a body; missing fields stay unchanged.
	 *
	 * @param array<string, mixed> $body     As `Notification_View::input()` describes it.
	 * @param string|null          $expected The etag that the caller has seen; null or `*` for any.
	 */
	public function save( #[SensitiveParameter] array $body, ?string $expected ): ?WP_Error {
		/** @var Fields $fields */
		$fields  = Sensitive_Value::take( $body );
		$pasted  = $fields['chatUrl'] ?? null;
		$chat    = is_string( $pasted ) && ! str_contains( $pasted, Webhook_Url::MASK ) ? $this->pasted( $pasted ) : null;
		$refused = is_wp_error( $chat )
			? $chat
			: self::refuse_recipients( $fields['recipients'] ?? array() ) ?? self::refuse_quiet_hours( $fields['quietHours'] ?? null );
		if ( null !== $refused ) {
			return $refused;
		}
		$new = array_intersect_key( $fields, array( 'recipients' => 0, 'kinds' => 0, 'digestMinutes' => 0 ) )
			+ ( null === $chat ? array() : array( 'chat' => $chat ) )
			+ ( array_key_exists( 'quietHours', $fields ) ? self::quiet_hours( $fields['quietHours'] ) : array() );
		return $this->change(
			function ( array $stored ) use ( $new, $expected ): array|WP_Error {
				if ( ! Etag::is_expected( $stored['etag'], $expected ) ) {
					return Errors::make( 'headless_deploy_edit_conflict', label: __( 'Notifications', 'headless-deploy' ) );
				}
				$next = Stored_Notifications::read( (string) maybe_serialize( $new + $stored ) );
				return $next === $stored ? $stored : array( 'saved' => Last_Saved::now( $this->clock->now_ms() ), 'etag' => Etag::random() ) + $next;
			},
		);
	}

	/**
	 * Removes a user from the recipients, and who saved the settings last. The etag stays, as for other settings.
	 */
	public function forget_user( int $user_id ): void {
		$this->change(
			static function ( array $stored ) use ( $user_id ): array {
				$stored['recipients'] = array_values( array_diff( $stored['recipients'], array( $user_id ) ) );
				$stored['saved']      = $user_id === ( $stored['saved']['user'] ?? 0 ) ? null : $stored['saved'];
				return $stored;
			},
		);
		( new Option_Row( Notification_State::OPTION ) )->change(
			Notification_State::read( ... ),
			static fn( array $state ): array => Notification_State::without_user( $state, $user_id ),
		);
	}

	/**
	 * Tells whether a user is a member of the current site and may see deployments. A super admin has all capabilities on
	 * every site of a network, but an administrator of a site must not read the e-mail addresses of users of other sites.
	 */
	public static function may_receive( int $user_id ): bool {
		$user = get_userdata( $user_id );
		return false !== $user && is_user_member_of_blog( $user_id ) && Capabilities::has( $user, Capabilities::VIEW );
	}

	/**
	 * @return array{service: string, masked: string, sealed: string}|WP_Error
	 */
	private function pasted( #[SensitiveParameter] string $pasted ): array|WP_Error {
		$url = trim( Sensitive_Value::take( $pasted ) );
		if ( '' === $url ) {
			return Stored_Notifications::NO_CHAT;
		}
		$webhook = Chat_Webhook::parse( $url );
		if ( is_wp_error( $webhook ) ) {
			return $webhook;
		}
		$sealed = $webhook->seal( $this->secrets );
		return '' === $sealed ? Errors::make( 'headless_deploy_not_saved' ) : array(
			'service' => $webhook->service->value,
			'masked'  => $webhook->masked(),
			'sealed'  => $sealed,
		);
	}

	/**
	 * @param list<int> $ids
	 */
	private static function refuse_recipients( array $ids ): ?WP_Error {
		foreach ( $ids as $id ) {
			if ( ! self::may_receive( $id ) ) {
				return Errors::make( 'headless_deploy_recipient_unknown', id: (string) $id );
			}
		}
		return null;
	}

	/**
	 * @param  array{from: string, to: string}|null      $hours
	 * @return array{quietFrom: string, quietTo: string}
	 */
	private static function quiet_hours( ?array $hours ): array {
		return array(
			'quietFrom' => $hours['from'] ?? '',
			'quietTo'   => $hours['to'] ?? '',
		);
	}

	/**
	 * @param array{from: string, to: string}|null $hours
	 */
	private static function refuse_quiet_hours( ?array $hours ): ?WP_Error {
		return null !== $hours && $hours['from'] === $hours['to'] ? Errors::make( 'headless_deploy_quiet_hours' ) : null;
	}

	/**
	 * @param callable $edit
	 * @phpstan-param callable(Stored): (Stored|WP_Error) $edit
	 */
	private function change( callable $edit ): ?WP_Error {
		$changed = ( new Option_Row( self::OPTION ) )->change( Stored_Notifications::read( ... ), $edit );
		return is_wp_error( $changed ) ? $changed : null;
	}
}
