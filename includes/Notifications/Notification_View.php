<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Iso_Time;
use WP_User;

/**
 * Renders the settings for notifications for users with the capability `headless_deploy_manage`.
 *
 * @phpstan-import-type Channel from Notification_State
 * @phpstan-type Recipient array{id: int, name: string, email: string}
 * @phpstan-type Last_Message array{channel: string, at: string, isSent: bool, message: string, waiting: int}
 */
final class Notification_View {
	private const MAX_AVAILABLE = 100;

	public function __construct(
		private readonly Notification_Store $store,
		private readonly Notifier $notifier,
	) {}

	/**
	 * @return array<string, mixed> As `Notification_Schema::view()` describes it.
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
}
