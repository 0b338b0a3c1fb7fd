<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Notifications;

use HeadlessDeploy\Notifications\Chat_Service;
use HeadlessDeploy\Notifications\Message;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class ChatServiceTest extends Wp_Test_Case {
	private const URL = 'https://cms.example/wp-admin/admin.php?page=headless-deploy&tab=activity';

	public function test_a_name_in_a_slack_message_mentions_no_member_and_formats_nothing(): void {
		$body = $this->body( Chat_Service::Slack, '<!everyone> <@U1> <https://evil.example|link> & *bold*' );
		$this->assertSame( "[Site] Title\n&lt;!everyone&gt; &lt;@U1&gt; &lt;https:\u{200B}//evil.\u{200B}example|link&gt; &amp; *bold*\nhttps://cms.example/wp-admin/admin.php?page=headless-deploy&amp;tab=activity", $body['text'] );
		$this->assert_fields( array( 'mrkdwn' => false, 'link_names' => false, 'unfurl_links' => false ), $body );
	}

	public function test_a_name_in_a_discord_message_mentions_no_member_and_formats_nothing(): void {
		$body = $this->body( Chat_Service::Discord, '@everyone <@&7> **bold** [link](https://evil.example)' );
		$this->assertSame( array( 'parse' => array() ), $body['allowed_mentions'] );
		$this->assertStringContainsString( "@\u{200B}everyone \\<@\u{200B}&7\\> \\*\\*bold\\*\\* \\[link\\]\\(https:\u{200B}//evil.\u{200B}example\\)", $body['content'] );
		$this->assertStringEndsWith( "\n<" . self::URL . '>', $body['content'] );
	}

	public function test_a_teams_message_is_an_adaptive_card_with_a_button(): void {
		$card = $this->body( Chat_Service::Teams, '<at>Everyone</at> {{DATE(2026-01-01T00:00:00Z)}}' )['attachments'][0]['content'];
		$this->assertSame( array( 'AdaptiveCard', self::URL, 'Open' ), array( $card['type'], $card['actions'][0]['url'], $card['actions'][0]['title'] ) );
		$this->assertSame( array( '\[Site\] Title', "\\<at\\>Everyone\\</at\\> {\u{200B}{DATE\\(2026-01-01T00:00:00Z\\)}}" ), array_column( $card['body'], 'text' ) );
		$this->assertArrayNotHasKey( 'msteams', $card );
	}

	public static function services(): iterable {
		foreach ( Chat_Service::cases() as $service ) {
			yield $service->name => array( $service );
		}
	}

	#[DataProvider( 'services' )]
	public function test_an_address_in_a_name_is_no_link( Chat_Service $service ): void {
		$name = 'https://evil.example http://10.0.0.1/a www.evil.example evil.example/x?y discord.gg/evil a@evil.example evil。example javascript://evil slack://user';
		$body = $this->body( $service, $name . ' wp-config.php 2.5 s, 9 p.m.' );
		$text = $body['text'] ?? $body['content'] ?? implode( "\n", array_column( $body['attachments'][0]['content']['body'], 'text' ) );
		$text = str_replace( array( self::URL, str_replace( '&', '&amp;', self::URL ) ), '', $text );
		$this->assertDoesNotMatchRegularExpression( '~://|(?!\.php)[.。]\pL{2}~u', $text );
		$this->assertStringContainsString( "evil.\u{200B}example", $text );
		$this->assertStringContainsString( 'wp-config.php 2.5 s, 9 p.m.', $text );
	}

	public function test_an_address_in_a_name_is_no_link_in_an_e_mail(): void {
		$message = new Message( '[a.example] Title', array( 'https://evil.example failed', 'www.evil.example' ), self::URL, 'Open' );
		$this->assertSame( array( '[a.example] Title', array( "https:\u{200B}//evil.\u{200B}example failed", "www.\u{200B}evil.\u{200B}example" ) ), array( $message->title, $message->body_lines() ) );
	}

	#[DataProvider( 'services' )]
	public function test_invalid_utf_8_in_a_name_loses_no_message( Chat_Service $service ): void {
		$this->assertStringContainsString( 'failed', (string) wp_json_encode( $this->body( $service, "Caf\xE9 failed" ) ) );
	}

	public function test_a_long_message_is_within_the_limit_of_discord(): void {
		$this->assertLessThanOrEqual( 2000, mb_strlen( $this->body( Chat_Service::Discord, str_repeat( 'Long name ', 500 ) )['content'] ) );
		$this->assertLessThanOrEqual( 2000, mb_strlen( $this->body( Chat_Service::Discord, str_repeat( '*@', 1000 ) )['content'] ) );
	}

	private function body( Chat_Service $service, string $line ): array {
		$body = json_decode( $service->body( new Message( '[Site] Title', array( $line ), self::URL, 'Open' ) ), true );
		$this->assertIsArray( $body );
		return $body;
	}
}
