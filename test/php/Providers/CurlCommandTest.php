<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Providers;

use HeadlessDeploy\Notifications\Chat_Webhook;
use HeadlessDeploy\Providers\Curl_Command;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class CurlCommandTest extends Wp_Test_Case {
	private const URL = 'https://js.wpengineapi.com/wh/v1/accounts/acme/apps/storefront/environments/7b0d2c54-11f0-4a3e-9c36-5f2f6f0a91d2/webhooks/webhook:rebuild?token=Qm9va3NoZWxmLXRva2VuLTEyMzQ=';

	#[DataProvider( 'commands' )]
	public function test_finds_the_url_of_a_command( string $command ): void {
		$this->assertSame( self::URL, Curl_Command::unwrap( str_replace( '{url}', self::URL, $command ) ) );
	}

	public static function commands(): iterable {
		foreach ( self::contract()['commands'] as $case ) {
			yield $case['name'] => array( $case['command'] );
		}
	}

	public function test_removes_the_escapes_of_a_shell(): void {
		$escaped = str_replace( array( '?', '=', ':rebuild' ), array( '\?', '\=', '\:rebuild' ), self::URL );
		$this->assertSame( self::URL, Curl_Command::unwrap( "curl -X POST $escaped" ) );
	}

	#[DataProvider( 'commands_without_a_url' )]
	public function test_says_that_a_command_contains_no_url( string $command ): void {
		$error = Providers::recognize( $command, new Local_Hosts( '', 'production' ) );
		$this->assert_error( 'headless_deploy_curl_without_url', $error );
		$this->assertSame( 400, $error->get_error_data()['status'] );
		$this->assertStringContainsString( 'curl', $error->get_error_message() );
		$this->assertStringNotContainsString( 'c2VjcmV0', $error->get_error_message() );
	}

	public static function commands_without_a_url(): iterable {
		foreach ( self::contract()['withoutUrl'] as $command ) {
			yield $command => array( $command );
		}
	}

	#[DataProvider( 'other_texts' )]
	public function test_leaves_other_texts_as_they_are( string $text ): void {
		$this->assertSame( $text, Curl_Command::unwrap( $text ) );
	}

	public static function other_texts(): iterable {
		foreach ( self::contract()['otherTexts'] as $text ) {
			yield $text => array( str_replace( '{url}', self::URL, $text ) );
		}
	}

	/**
	 * The TypeScript tests read the same file.
	 *
	 * @return array{commands: list<array{name: string, command: string}>, withoutUrl: list<string>, otherTexts: list<string>}
	 */
	private static function contract(): array {
		return json_decode( (string) file_get_contents( dirname( __DIR__, 2 ) . '/contract/curl-commands.json' ), true );
	}

	public function test_a_command_is_recognized_as_its_url(): void {
		$found = Providers::recognize( "curl -X POST \\\n  '" . self::URL . "'", new Local_Hosts( '', 'production' ) );
		$this->assertInstanceOf( Webhook_Url::class, $found );
		$this->assertSame( Providers::WPE_HEADLESS, $found->provider );
		$this->assertSame( 'storefront', $found->target['app'] );
	}

	public function test_the_command_that_slack_shows_is_a_chat_webhook(): void {
		$chat = Chat_Webhook::parse( "curl -X POST -H 'Content-type: application/json' --data '{\"text\":\"Hello, World!\"}' https://hooks.slack.com/services/T00000000/B00000000/Xy9ZqXy9ZqXy9ZqXy9ZqXy9Z" );
		$this->assertInstanceOf( Chat_Webhook::class, $chat );
		$this->assertSame( 'hooks.slack.com/••••Xy9Z', $chat->masked() );
		$this->assert_error( 'headless_deploy_chat_url_unknown', Chat_Webhook::parse( "curl -X POST --data 'https://hooks.slack.com/services/T00000000/B00000000/Xy9ZqXy9ZqXy9ZqXy9ZqXy9Z'" ) );
	}

	public function test_the_url_of_a_command_is_checked_as_any_other(): void {
		$hosts = new Local_Hosts( '', 'production' );
		$this->assert_error( 'headless_deploy_url_private', Providers::recognize( "curl -X POST 'https://127.0.0.1/hook'", $hosts ) );
		$this->assert_error( 'headless_deploy_url_not_https', Providers::recognize( "curl -X POST 'http://js.wpengineapi.com/hook'", $hosts ) );
		$this->assert_error( 'headless_deploy_token_missing', Providers::recognize( "curl -X POST '" . explode( '?', self::URL )[0] . "'", $hosts ) );
		$this->assert_error( 'headless_deploy_url_has_credentials', Providers::recognize( "curl -X POST 'https://user:pass@js.wpengineapi.com/'", $hosts ) );
	}
}
