<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

/**
 * The chat services, by the URLs of their webhooks, and the request body that each accepts.
 *
 * - Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 * - Microsoft Teams: https://learn.microsoft.com/connectors/teams/#microsoft-teams-webhook
 * - Discord: https://discord.com/developers/docs/resources/webhook#execute-webhook
 */
enum Chat_Service: string {
	case Slack   = 'slack';
	case Teams   = 'teams';
	case Discord = 'discord';

	private const MAX_CHARACTERS = 1200;

	/**
	 * Discord accepts 2,000 characters, with the address after the text. Escaping can double a text.
	 */
	private const MAX_DISCORD_CHARACTERS = 1700;

	/**
	 * @param string $host In lower case.
	 * @param string $path With its leading slash.
	 */
	public static function of_url( string $host, string $path ): ?self {
		$patterns = array(
			self::Slack->value   => '#^hooks\.slack(?:-gov)?\.com/services/[^/]+/[^/]+/[^/]+$#D',
			self::Discord->value => '#^(?:(?:ptb|canary)\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d+/[^/]+$#D',
			self::Teams->value   => '#^[a-z0-9.-]+\.(?:logic\.azure\.com|api\.powerplatform\.com)/.*workflows/[^/]+/triggers/[^/]+/paths/invoke/?$#D',
		);
		foreach ( $patterns as $service => $pattern ) {
			if ( 1 === preg_match( $pattern, "$host$path" ) ) {
				return self::from( $service );
			}
		}
		return null;
	}

	public function label(): string {
		return match ( $this ) {
			self::Slack   => __( 'Slack', 'headless-deploy' ),
			self::Teams   => __( 'Microsoft Teams', 'headless-deploy' ),
			self::Discord => __( 'Discord', 'headless-deploy' ),
		};
	}

	/**
	 * Returns the JSON body for a message. A name in it can neither notify members of the channel, nor format the text, nor become a link.
	 */
	public function body( Message $message ): string {
		$text = mb_strimwidth( $message->text(), 0, self::MAX_CHARACTERS, '…', 'UTF-8' );
		$body = match ( $this ) {
			self::Slack => array(
				'text'         => self::escape_slack( $text ) . "\n" . self::escape_slack( $message->url ),
				'mrkdwn'       => false,
				'link_names'   => false,
				'unfurl_links' => false,
				'unfurl_media' => false,
			),
			self::Discord => array(
				'content' => mb_strimwidth( self::escape_markdown( $text ), 0, self::MAX_DISCORD_CHARACTERS, '…', 'UTF-8' ) . "\n<"
					. $message->url . '>',
				'allowed_mentions' => array( 'parse' => array() ),
			),
			self::Teams => self::teams_body( self::escape_markdown( $text ), $message ),
		};
		return (string) wp_json_encode( $body, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE );
	}

	/**
	 * @return array<string, mixed> A message with an adaptive card.
	 */
	private static function teams_body( string $text, Message $message ): array {
		$blocks = array_map(
			static fn( string $line ): array => array(
				'type' => 'TextBlock',
				'text' => $line,
				'wrap' => true,
			),
			explode( "\n", $text ),
		);
		$action = array(
			'type'  => 'Action.OpenUrl',
			'title' => $message->link_label,
			'url'   => $message->url,
		);
		$card = array(
			'$schema' => 'http://adaptivecards.io/schemas/adaptive-card.json',
			'type'    => 'AdaptiveCard',
			'version' => '1.4',
			'body'    => $blocks,
			'actions' => array( $action ),
		);
		return array(
			'type'        => 'message',
			'attachments' => array(
				array(
					'contentType' => 'application/vnd.microsoft.card.adaptive',
					'contentUrl'  => null,
					'content'     => $card,
				),
			),
		);
	}

	/**
	 * Slack reads `<!everyone>`, `<@U1>` and links in angle brackets even where `mrkdwn` is false.
	 */
	private static function escape_slack( string $text ): string {
		return strtr( $text, array( '&' => '&amp;', '<' => '&lt;', '>' => '&gt;' ) );
	}

	/**
	 * Discord and Teams read Markdown. A zero-width space after each @ ends names such as `@everyone`; the braces are
	 * functions of adaptive cards.
	 */
	private static function escape_markdown( string $text ): string {
		return strtr( (string) preg_replace( '/[\\\\*_~`|>\[\]()#<]/', '\\\\$0', $text ), array( '@' => "@\u{200B}", '{{' => "{\u{200B}{" ) );
	}
}
