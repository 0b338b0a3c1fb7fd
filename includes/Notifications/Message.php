<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Remedy;
use HeadlessDeploy\Site_Time;

/**
 * A message in the current language, as plain text. It names environments and failures as the log does: no post, no user and no
 * URL of a webhook.
 *
 * @phpstan-import-type Event from Incidents
 */
final class Message {
	private const MAX_LINES = 8;

	/**
	 * @param string       $title      Subject of an e-mail, and first line in a chat.
	 * @param list<string> $lines
	 * @param string       $url        Where the reader sees more.
	 * @param string       $link_label Label of that link.
	 */
	public function __construct(
		public readonly string $title,
		public readonly array $lines,
		public readonly string $url,
		public readonly string $link_label,
	) {}

	/**
	 * Returns the title and the lines for a chat.
	 */
	public function text(): string {
		return self::without_links( implode( "\n", array( $this->title, ...$this->lines ) ) );
	}

	/**
	 * Returns the lines for an e-mail.
	 *
	 * @return list<string>
	 */
	public function body_lines(): array {
		return array_map( self::without_links( ... ), $this->lines );
	}

	/**
	 * Adds a zero-width space to addresses. Chats and mail programs turn `https://a.example`, `a.example` and
	 * `a@a.example` into links, and a name may contain one. File names such as wp-config.php stay.
	 */
	private static function without_links( string $text ): string {
		return (string) preg_replace( '~(?<=:)(?=//)|(?<=[.\x{3002}\x{FF0E}\x{FF61}])(?=\p{L}{2})(?!php\b)~u', "\u{200B}", mb_scrub( $text, 'UTF-8' ) );
	}

	/**
	 * @param non-empty-list<Event> $events
	 * @param array<string, string> $labels Names of environments, by id.
	 * @param int                   $reader ID of a user; 0 for a chat, whose readers are unknown.
	 */
	public static function of_events( array $events, array $labels, int $reader ): self {
		$user       = get_userdata( $reader );
		$is_manager = false !== $user && Capabilities::has( $user, Capabilities::MANAGE );
		$lines      = array();
		foreach ( array_slice( $events, -self::MAX_LINES ) as $event ) {
			$lines[] = self::line( $event, $labels[ $event['environment'] ] ?? $event['environment'], $is_manager );
		}
		$more = count( $events ) - count( $lines );
		if ( $more > 0 ) {
			/* translators: %d: number of messages. */
			$lines[] = sprintf( _n( '%d earlier message is not listed.', '%d earlier messages are not listed.', $more, 'headless-deploy' ), $more );
		}
		$first = $events[0];
		$title = 1 === count( $events )
			? Notification_Kind::from( $first['kind'] )->sentence( $labels[ $first['environment'] ] ?? $first['environment'] )
			: sprintf(
				/* translators: %d: number of messages. */
				_n( '%d message about deployments', '%d messages about deployments', count( $events ), 'headless-deploy' ),
				count( $events ),
			);
		return self::message( $title, $lines, 'activity', __( 'Open the activity log', 'headless-deploy' ) );
	}

	public static function test(): self {
		return self::message(
			__( 'Test message', 'headless-deploy' ),
			array( __( 'Messages about failed deployments arrive here. A user started this test.', 'headless-deploy' ) ),
			'automation',
			__( 'Open the settings', 'headless-deploy' ),
		);
	}

	/**
	 * @param list<string> $lines
	 */
	private static function message( string $title, array $lines, string $tab, string $link_label ): self {
		$subject = sprintf(
			/* translators: 1: name of the site, 2: subject of a message. */
			__( '[%1$s] %2$s', 'headless-deploy' ),
			wp_specialchars_decode( (string) get_bloginfo( 'name' ), ENT_QUOTES ),
			$title,
		);
		return new self( $subject, $lines, admin_url( "admin.php?page=headless-deploy&tab=$tab" ), $link_label );
	}

	/**
	 * @param Event $event
	 * @param bool  $for_manager Whether the reader can open Connections and the hosting portal.
	 */
	private static function line( array $event, string $label, bool $for_manager ): string {
		$sentences = array( Notification_Kind::from( $event['kind'] )->sentence( $label ) . '.' );
		if ( '' !== $event['code'] ) {
			$sentences[] = Errors::headline( $event['code'] ) . '.';
			$sentences[] = $for_manager ? Remedy::for_manager( $event['code'] ) : '';
		}
		return sprintf(
			/* translators: 1: date and time, 2: what happened. */
			_x( '%1$s: %2$s', 'event', 'headless-deploy' ),
			Site_Time::date_and_time( intdiv( $event['at'], 1000 ) ),
			implode( ' ', array_filter( $sentences ) ),
		);
	}
}
