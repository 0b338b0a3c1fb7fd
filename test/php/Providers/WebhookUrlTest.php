<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Providers;

use HeadlessDeploy\Action;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Providers\Providers;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Tests\Contract;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use WP_Error;

final class WebhookUrlTest extends Wp_Test_Case {
	#[DataProvider( 'accepted' )]
	public function test_recognizes_a_webhook_url( array $case ): void {
		$url = Providers::recognize( $case['url'], new Local_Hosts( $case['localHosts'] ?? '', 'local' ) );
		$this->assertInstanceOf( Webhook_Url::class, $url );
		$this->assertNotNull( $url->action );
		$recognized = array( 'provider' => $url->provider ) + $url->target + array(
			'action' => $url->action->value,
			'token'  => explode( '?token=', $url->secret_url( $url->action ), 2 )[1],
		);
		$this->assertSame( $case['recognized'], $recognized );
		if ( isset( $case['urls'] ) ) {
			$this->assertSame( $case['urls'], array( 'rebuild' => $url->url( Action::Rebuild ), 'cleanRebuild' => $url->url( Action::CleanRebuild ), 'purgeCache' => $url->url( Action::PurgeCache ) ) );
		}
		if ( isset( $case['masked'] ) ) {
			$this->assertSame( $case['masked'], $url->url( $url->action ) . '?token=' . $url->masked( $url->action ) );
		}
	}

	#[DataProvider( 'refused' )]
	public function test_refuses_an_invalid_webhook_url( array $case ): void {
		$error = Providers::recognize( $case['url'], new Local_Hosts( $case['localHosts'] ?? '', 'local' ) );
		$this->assert_error( $case['error'], $error );
		$this->assertSame( 400, $error->get_error_data()['status'] );
		$this->assertStringNotContainsString( 'An unexpected error occurred', $error->get_error_message(), 'Every refusal has words of its own.' );
		preg_match( '/token=([^&]{6,})|build_hooks\/(\w+)|:pass@|^(Qm9\S+)$/', $case['url'], $secret );
		foreach ( array_filter( $secret ) as $part ) {
			$this->assertStringNotContainsString( $part, $error->get_error_message(), 'No refusal repeats a secret.' );
		}
	}

	public function test_recognizes_its_own_url_again(): void {
		foreach ( Contract::read( 'webhook-urls' )['accepted'] as $case ) {
			$hosts = new Local_Hosts( $case['localHosts'] ?? '', 'local' );
			$url   = Providers::recognize( $case['url'], $hosts );
			$this->assertInstanceOf( Webhook_Url::class, $url );
			$this->assertNotNull( $url->action );
			$again = Providers::recognize( $url->secret_url( $url->action ), $hosts );
			$this->assertInstanceOf( Webhook_Url::class, $again );
			$this->assertSame( $url->target, $again->target );
			$this->assertSame( $url->secret_url( $url->action ), $again->secret_url( $url->action ) );
		}
	}

	public function test_accepts_a_local_host_only_on_local_and_development_sites(): void {
		$url = 'http://127.0.0.1:8889/wh/v1/accounts/local/apps/a/environments/e/webhooks/webhook:rebuild?token=AAAAAAAAAAAAAAAA';
		$this->assertInstanceOf( Webhook_Url::class, Providers::recognize( $url, new Local_Hosts( '127.0.0.1:8889', 'development' ) ) );
		foreach ( array( 'staging', 'production' ) as $type ) {
			$this->assertInstanceOf( WP_Error::class, Providers::recognize( $url, new Local_Hosts( '127.0.0.1:8889', $type ) ) );
		}
	}

	public function test_keeps_a_base64url_token_unchanged(): void {
		for ( $bytes = 12; $bytes < 60; $bytes++ ) {
			$token = strtr( base64_encode( random_bytes( $bytes ) ), '+/', '-_' );
			$url   = Providers::recognize( 'https://h.example/wh/v1/accounts/a/apps/b/environments/c/webhooks/webhook:rebuild?token=' . rawurlencode( $token ), new Local_Hosts( '', 'local' ) );
			$this->assertInstanceOf( Webhook_Url::class, $url );
			$this->assertNotNull( $url->action );
			$this->assertSame( $token, explode( '?token=', $url->secret_url( $url->action ), 2 )[1] );
		}
	}

	#[DataProvider( 'tricky_hosts' )]
	public function test_refuses_a_misleading_host( string $host, string $code ): void {
		$url = Providers::recognize( "https://$host/wh/v1/accounts/a/apps/b/environments/c/webhooks/webhook:rebuild?token=AAAAAAAAAAAAAAAA", new Local_Hosts( '', 'production' ) );
		$this->assertInstanceOf( WP_Error::class, $url, $host );
		$this->assertSame( $code, $url->get_error_code() );
	}

	public static function tricky_hosts(): iterable {
		$private = array( '127.0.0.1', '0.0.0.0', '127.0.0.1.', '10.1.2.3', '169.254.169.254', '100.64.0.1', 'localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '[::]', '[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '[fd00::1]', '[2002:7f00:1::]' );
		foreach ( $private as $host ) {
			yield $host => array( $host, 'headless_deploy_url_private' );
		}
		$broken = array( '2130706433', '0x7f000001', '0x7f.1', '127.1', '0177.0.0.1', '127.0.0.1.5', '1.2.3', '[fe80::1%25eth0]', '[fe80::1%eth0]', '[2606:4700::1111]', 'a%00b.example', 'a%2eb.example', '%6cocalhost', 'bücher.example', 'ⓛocalhost', '127。0。0。1', 'a..example', '.example', 'example..', '-a.example', 'a-.example', str_repeat( 'a', 64 ) . '.example', str_repeat( 'a.', 130 ) . 'example', 'a,b.example', "a'b.example", 'a;b.example', 'intranet' );
		foreach ( $broken as $host ) {
			yield $host => array( $host, 'headless_deploy_url_invalid' );
		}
		foreach ( array( 'good.example@evil.example', ':x@evil.example', '@evil.example', 'good.example%20@evil.example' ) as $host ) {
			yield $host => array( $host, 'headless_deploy_url_has_credentials' );
		}
		yield 'a backslash' => array( 'good.example\\@evil.example', 'headless_deploy_url_invalid' );
		yield 'a question mark' => array( 'evil.example?x=good.example', 'headless_deploy_url_not_a_webhook' );
		yield 'a fragment' => array( 'evil.example#good.example', 'headless_deploy_url_not_a_webhook' );
	}

	public function test_refuses_two_tokens(): void {
		foreach ( array( 'token=AAAAAAAAAAAAAAAA&token=BBBBBBBBBBBBBBBB', 'token=&token=BBBBBBBBBBBBBBBB', 'token=AAAAAAAAAAAAAAAA&x=1&token=', 'token[]=AAAAAAAAAAAAAAAA' ) as $query ) {
			$url = Providers::recognize( "https://h.example/wh/v1/accounts/a/apps/b/environments/c/webhooks/webhook:rebuild?$query", new Local_Hosts( '', 'local' ) );
			$this->assertInstanceOf( WP_Error::class, $url, $query );
			$this->assertContains( $url->get_error_code(), array( 'headless_deploy_token_invalid', 'headless_deploy_token_missing' ) );
		}
	}

	public static function accepted(): iterable {
		return Contract::cases( 'webhook-urls', 'accepted' );
	}

	public static function refused(): iterable {
		return Contract::cases( 'webhook-urls', 'refused' );
	}
}
