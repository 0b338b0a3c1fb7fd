<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Providers;

use HeadlessDeploy\Action;
use HeadlessDeploy\Http\Redactor;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Tests\Contract;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Error;

final class ProviderUrlsTest extends Wp_Test_Case {
	#[DataProvider( 'accepted' )]
	public function test_recognizes_a_webhook_url( array $case ): void {
		$url = $this->recognize( $case );
		$this->assertInstanceOf( Webhook_Url::class, $url );
		$target = $url->target;
		$this->assertSame( $case['recognized'], array( 'provider' => $url->provider, 'host' => $target['host'], 'app' => $target['app'] ) );
		$this->assertSame( $case['offers'], array_column( $url->offered, 'value' ) );
		foreach ( $url->offered as $action ) {
			$this->assertSame( $case['public'], $url->url( $action ) );
			$this->assertSame( $case['shown'][ $action->value ], $url->url( $action ) . $url->masked( $action ) );
			$this->assertSame( $case['sent'][ $action->value ], $url->secret_url( $action ) );
		}
		$this->assertSame( array(), array_values( array_diff( $case['secrets'], $url->sensitive_parts() ) ), 'All that is secret is redacted.' );
		$this->assertFalse( $url->offered === Action::hosted() );
	}

	#[DataProvider( 'accepted' )]
	public function test_the_visible_url_contains_no_secret( array $case ): void {
		$url = $this->recognize( $case );
		$this->assertInstanceOf( Webhook_Url::class, $url );
		$seen = print_r( $url, true ) . implode( ' ', $case['shown'] );
		foreach ( $case['secrets'] as $secret ) {
			$this->assertStringNotContainsString( $secret, $seen );
			$this->assertStringNotContainsString( $secret, ( new Redactor( $url->sensitive_parts() ) )->redact( "said: $secret, " . rawurlencode( $secret ) ) );
		}
	}

	#[DataProvider( 'accepted' )]
	public function test_recognizes_its_own_url_again( array $case ): void {
		$url = $this->recognize( $case );
		$this->assertInstanceOf( Webhook_Url::class, $url );
		foreach ( $url->offered as $action ) {
			$again = Providers::recognize( $url->secret_url( $action ), new Local_Hosts( $case['localHosts'] ?? '', 'local' ), $url->provider );
			$this->assertInstanceOf( Webhook_Url::class, $again );
			$this->assertSame( $url->secret_url( $action ), $again->secret_url( $action ) );
		}
	}

	#[DataProvider( 'refused' )]
	public function test_refuses_an_invalid_webhook_url( array $case ): void {
		$error = $this->recognize( $case );
		$this->assert_error( $case['error'], $error );
		$this->assertStringNotContainsString( 'An unexpected error occurred', $error->get_error_message() );
		$this->assertDoesNotMatchRegularExpression( '/r7Kq2m|5f3e|aBcDeF|Lp4/', $error->get_error_message(), 'No refusal repeats a secret.' );
	}

	public function test_tests_each_provider(): void {
		$seen = array_column( array_column( Contract::read( 'provider-urls' )['accepted'], 'recognized' ), 'provider' );
		$this->assertSame( array( Providers::WPE_HEADLESS ), array_values( array_diff( Providers::IDS, $seen ) ), 'Those of WP Engine stand in webhook-urls.json.' );
	}

	public function test_ignores_a_stored_url_of_another_provider(): void {
		$error = Providers::recognize( 'https://evil.example/build_hooks/5f3e9c36a1b2c3d4e5f60718', new Local_Hosts( '', 'local' ), Providers::NETLIFY );
		$this->assertInstanceOf( WP_Error::class, $error );
	}

	private function recognize( array $case ): Webhook_Url|WP_Error {
		return Providers::recognize( $case['url'], new Local_Hosts( $case['localHosts'] ?? '', 'local' ) );
	}

	public static function accepted(): iterable {
		return Contract::cases( 'provider-urls', 'accepted' );
	}

	public static function refused(): iterable {
		return Contract::cases( 'provider-urls', 'refused' );
	}
}
