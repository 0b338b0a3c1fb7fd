<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Notifications;

use HeadlessDeploy\Notifications\Chat_Webhook;
use HeadlessDeploy\Notifications\Notification_Store;
use HeadlessDeploy\Notifications\Stored_Notifications;
use HeadlessDeploy\Secrets\Encryption;
use PHPUnit\Framework\Attributes\DataProvider;

final class NotificationSettingsTest extends Notifications_Test_Case {
	public function test_notifications_are_off_by_default(): void {
		$view = $this->rest( 'GET', self::API . '/settings' )->get_data()['notifications'];
		$this->assert_fields( array( 'recipients' => array(), 'chat' => null, 'digestMinutes' => 15, 'quietHours' => null, 'results' => array() ), $view );
		$this->assertSame( array( 'failing', 'failed', 'recovered' ), $view['kinds'] );
		$this->assertFalse( get_option( Notification_Store::OPTION ) );
	}

	public function test_saves_each_field_and_keeps_the_others(): void {
		$editor = $this->user( 'editor' );
		$this->save( array( 'recipients' => array( $this->admin, $editor ), 'kinds' => array( 'failed' ) ) );
		$this->save( array( 'quietHours' => array( 'from' => '22:00', 'to' => '07:00' ) ) );
		$this->save( array( 'digestMinutes' => 0 ) );
		$view = $this->rest( 'GET', self::API . '/settings' )->get_data()['notifications'];
		$this->assertSame( array( $this->admin, $editor ), array_column( $view['recipients'], 'id' ) );
		$this->assertSame( array( array( 'failed' ), array( 'from' => '22:00', 'to' => '07:00' ), 0, $this->admin ), array( $view['kinds'], $view['quietHours'], $view['digestMinutes'], $view['lastSaved']['by']['id'] ) );
		$this->save( array( 'quietHours' => null ) );
		$this->assertNull( $this->rest( 'GET', self::API . '/settings' )->get_data()['notifications']['quietHours'] );
	}

	public static function chat_urls(): array {
		return array(
			'Slack'                   => array( self::SLACK, 'slack' ),
			'Discord'                 => array( 'https://discord.com/api/webhooks/123456/aVeryLongSecretOfDiscordX9Zq', 'discord' ),
			'Teams by Logic Apps'     => array( 'https://prod-01.westus.logic.azure.com:443/workflows/abc/triggers/manual/paths/invoke?api-version=2016-06-01&sig=aVeryLongSignatureX9Zq', 'teams' ),
			'Teams by Power Platform' => array( 'https://default1.2.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/abc/triggers/manual/paths/invoke?api-version=1&sig=aVeryLongSignatureX9Zq', 'teams' ),
		);
	}

	#[DataProvider( 'chat_urls' )]
	public function test_recognizes_a_chat_by_its_url_and_stores_it_encrypted( string $url, string $service ): void {
		$this->save( array( 'chatUrl' => $url ) );
		$chat = $this->rest( 'GET', self::API . '/settings' )->get_data()['notifications']['chat'];
		$this->assertSame( $service, $chat['service'] );
		$this->assertStringEndsWith( '/••••X9Zq', $chat['masked'] );
		$this->assertStringNotContainsString( 'aVeryLong', (string) wp_json_encode( get_option( Notification_Store::OPTION ) ) . wp_json_encode( $chat ) );
		$this->save( array( 'chatUrl' => $chat['masked'] ) );
		$this->assertSame( $chat, $this->rest( 'GET', self::API . '/settings' )->get_data()['notifications']['chat'], 'A masked URL keeps the stored one.' );
		$this->save( array( 'chatUrl' => '' ) );
		$this->assertNull( $this->rest( 'GET', self::API . '/settings' )->get_data()['notifications']['chat'] );
	}

	public function test_the_secret_of_a_chat_url_is_removed_from_what_the_chat_answers(): void {
		foreach ( array( self::SLACK, self::chat_urls()['Teams by Logic Apps'][0] ) as $url ) {
			$webhook = Chat_Webhook::parse( $url );
			$this->assertInstanceOf( Chat_Webhook::class, $webhook );
			$this->assertMatchesRegularExpression( '/aVeryLong\w+X9Zq/', implode( ' ', $webhook->request( '{}' )->secrets() ) );
		}
	}

	public function test_a_chat_url_is_encrypted_again_with_a_new_key(): void {
		$this->save( array( 'chatUrl' => self::SLACK ) );
		$sealed = static fn(): string => get_option( Notification_Store::OPTION )['chat']['sealed'];
		$old    = $sealed();
		( new Notification_Store( new Encryption(), $this->clock ) )->reseal();
		$this->assertSame( $old, $sealed() );
		$store = new Notification_Store( new Encryption( 'a key of wp-config.php' ), $this->clock );
		$store->reseal();
		$this->assertNotSame( $old, $sealed() );
		delete_option( Encryption::KEY_OPTION );
		$store = new Notification_Store( new Encryption( 'a key of wp-config.php' ), $this->clock );
		$this->assertSame( 'hooks.slack.com/••••X9Zq', $store->chat( $store->get() )?->masked() );
		$lost = new Notification_Store( new Encryption( 'another key' ), $this->clock );
		$kept = $sealed();
		$lost->reseal();
		$this->assertSame( array( $kept, null ), array( $sealed(), $lost->chat( $lost->get() ) ), 'The key may come back.' );
	}

	public static function other_urls(): array {
		return array(
			'another host'              => array( 'https://chat.example/services/T0/B0/secret-secret-secret' ),
			'a host that ends alike'    => array( 'https://evil-hooks.slack.com.example/services/T0/B0/secret-secret-secret' ),
			'a host with another name'  => array( 'https://notdiscord.com/api/webhooks/1/secret-secret-secret' ),
			'a host with a longer name' => array( 'https://evilhooks.slack.com/services/T0/B0/secret-secret-secret' ),
			'a host in the path'        => array( 'https://evil.example/x.logic.azure.com/workflows/abc/triggers/manual/paths/invoke?sig=secret-secret-secret' ),
			'a host in another path'    => array( 'https://evil.example/discord.com/api/webhooks/1/secret-secret-secret' ),
			'no encryption'             => array( 'http://hooks.slack.com/services/T0/B0/secret-secret-secret' ),
			'another port'              => array( 'https://hooks.slack.com:8443/services/T0/B0/secret-secret-secret' ),
			'a password'                => array( 'https://me:pass@hooks.slack.com/services/T0/B0/secret-secret-secret' ),
			'another path'              => array( 'https://discord.com/channels/1/secret-secret-secret' ),
			'no URL'                    => array( 'secret-secret-secret' ),
		);
	}

	#[DataProvider( 'other_urls' )]
	public function test_refuses_another_url_without_repeating_it( string $url ): void {
		$answer = $this->rest( 'PUT', self::ROUTE, array( 'chatUrl' => $url ) );
		$this->assertSame( array( 400, 'headless_deploy_chat_url_unknown', array( 'chatUrl' ) ), array( $answer->get_status(), $answer->get_data()['code'], array_keys( $answer->get_data()['data']['params'] ) ) );
		$this->assertStringNotContainsString( 'secret-secret', (string) wp_json_encode( $answer->get_data() ) );
	}

	public function test_refuses_a_recipient_who_may_not_see_deployments(): void {
		foreach ( array( $this->user( 'subscriber' ), 999_999 ) as $id ) {
			$answer = $this->rest( 'PUT', self::ROUTE, array( 'recipients' => array( $id ) ) );
			$this->assertSame( 'headless_deploy_recipient_unknown', $answer->get_data()['code'] );
			$this->assertStringContainsString( (string) $id, $answer->get_data()['message'] );
		}
	}

	public function test_offers_the_users_who_may_see_deployments(): void {
		$author     = $this->user( 'author' );
		$subscriber = $this->user( 'subscriber' );
		$excluded   = $this->user( 'author' );
		get_userdata( $excluded )->add_cap( 'headless_deploy_view', false );
		$available = array_column( $this->rest( 'GET', self::API . '/settings' )->get_data()['notifications']['available'], 'id' );
		$this->assertContains( $author, $available );
		$this->assertNotContains( $subscriber, $available );
		$this->assertNotContains( $excluded, $available );
		$this->assertSame( 'headless_deploy_recipient_unknown', $this->rest( 'PUT', self::ROUTE, array( 'recipients' => array( $excluded ) ) )->get_data()['code'] );
	}

	public function test_refuses_invalid_values(): void {
		foreach ( array( array( 'quietHours' => array( 'from' => '8:00', 'to' => '25:00' ) ), array( 'kinds' => array( 'live' ) ), array( 'digestMinutes' => -1 ), array( 'unknown' => 1 ), array() ) as $body ) {
			$this->assertSame( 400, $this->rest( 'PUT', self::ROUTE, $body )->get_status(), (string) wp_json_encode( $body ) );
		}
		$this->assertSame( 'headless_deploy_quiet_hours', $this->rest( 'PUT', self::ROUTE, array( 'quietHours' => array( 'from' => '08:00', 'to' => '08:00' ) ) )->get_data()['code'] );
	}

	public function test_a_write_on_an_older_version_is_refused_with_the_newer_one(): void {
		$this->save( array( 'digestMinutes' => 30 ) );
		$answer = $this->rest( 'PUT', self::ROUTE, array( 'digestMinutes' => 60 ), array( 'If-Match' => '"older"' ) );
		$this->assertSame( array( 412, 30 ), array( $answer->get_status(), $answer->get_data()['data']['notifications']['digestMinutes'] ) );
		$etag = $answer->get_data()['data']['notifications']['etag'];
		$this->assertSame( 200, $this->rest( 'PUT', self::ROUTE, array( 'digestMinutes' => 60 ), array( 'If-Match' => "\"$etag\"" ) )->get_status() );
	}

	public function test_an_option_that_was_edited_by_hand_has_at_most_20_recipients(): void {
		$this->assertCount( 20, Stored_Notifications::read( (string) maybe_serialize( array( 'recipients' => range( 1, 25 ) ) ) )['recipients'] );
		$this->assertSame( 400, $this->rest( 'PUT', self::ROUTE, array( 'recipients' => array_fill( 0, 21, $this->admin ) ) )->get_status() );
	}

	public function test_a_damaged_option_is_read_as_the_default(): void {
		update_option( Notification_Store::OPTION, array( 'recipients' => 'x', 'chat' => 7, 'kinds' => 'x', 'digestMinutes' => 'x', 'quietFrom' => '9', 'saved' => 1 ) );
		$view = $this->rest( 'GET', self::API . '/settings' )->get_data()['notifications'];
		$this->assert_fields( array( 'recipients' => array(), 'chat' => null, 'digestMinutes' => 15, 'quietHours' => null ), $view );
	}
}
