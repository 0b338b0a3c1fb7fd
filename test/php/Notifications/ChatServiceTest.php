<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Notifications;

use HeadlessDeploy\Notifications\Chat_Service;
use HeadlessDeploy\Notifications\Message;
use HeadlessDeploy\Tests\Wp_Test_Case;

final class ChatServiceTest extends Wp_Test_Case {
	private const URL = 'https://cms.example/wp-admin/admin.php?page=headless-deploy&tab=activity';

	public function test_a_name_in_a_slack_message_mentions_no_member_and_formats_nothing(): void {
		$body = $this->body( Chat_Service::Slack, '<!everyone> <@U1> <https://evil.example|link> & *bold*' );
		$this->assertSame( "[Site] Title\n&lt;!everyone&gt; &lt;@U1&gt; &lt;https://evil.example|link&gt; &amp; *bold*\nhttps://cms.example/wp-admin/admin.php?page=headless-deploy&amp;tab=activity", $body['text'] );
		$this->assertSame( array( false, false, false ), array( $body['mrkdwn'], $body['link_names'], $body['unfurl_links'] ) );
	}

	public function test_a_name_in_a_discord_message_mentions_no_member_and_formats_nothing(): void {
		$body = $this->body( Chat_Service::Discord, '@everyone <@&7> **bold** [link](https://evil.example)' );
		$this->assertSame( array( 'parse' => array() ), $body['allowed_mentions'] );
		$this->assertStringContainsString( "@\u{200B}everyone \\<@\u{200B}&7\\> \\*\\*bold\\*\\* \\[link\\]\\(https://evil.example\\)", $body['content'] );
		$this->assertStringEndsWith( "\n<" . self::URL . '>', $body['content'] );
	}

	public function test_a_teams_message_is_an_adaptive_card_with_a_button(): void {
		$card = $this->body( Chat_Service::Teams, '<at>Everyone</at> {{DATE(2026-01-01T00:00:00Z)}}' )['attachments'][0]['content'];
		$this->assertSame( array( 'AdaptiveCard', self::URL, 'Open' ), array( $card['type'], $card['actions'][0]['url'], $card['actions'][0]['title'] ) );
		$this->assertSame( array( '\[Site\] Title', "\\<at\\>Everyone\\</at\\> {\u{200B}{DATE\\(2026-01-01T00:00:00Z\\)}}" ), array_column( $card['body'], 'text' ) );
		$this->assertArrayNotHasKey( 'msteams', $card );
	}

	public function test_a_long_message_is_within_the_limit_of_discord(): void {
		$this->assertLessThanOrEqual( 2000, mb_strlen( $this->body( Chat_Service::Discord, str_repeat( 'Long name ', 500 ) )['content'] ) );
	}

	private function body( Chat_Service $service, string $line ): array {
		$body = json_decode( $service->body( new Message( '[Site] Title', array( $line ), self::URL, 'Open' ) ), true );
		$this->assertIsArray( $body );
		return $body;
	}
}
