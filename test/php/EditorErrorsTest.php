<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests;

use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Pause_Text;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Remedy;
use PHPUnit\Framework\Attributes\DataProvider;
use UnexpectedValueException;

final class EditorErrorsTest extends Wp_Test_Case {
	#[DataProvider( 'codes' )]
	public function test_the_message_for_an_editor_names_an_administrator( string $code ): void {
		wp_set_current_user( $this->user( 'editor' ) );
		$message = Errors::for_reader( $code ) . ' ' . Remedy::of( $code );
		$this->assertStringContainsString( 'administrator', $message );
		$this->assertDoesNotMatchRegularExpression( '/portal|Connections|paste|wp-config|token|log of PHP/i', $message );
	}

	#[DataProvider( 'codes' )]
	public function test_the_message_for_an_administrator_says_what_to_do( string $code ): void {
		wp_set_current_user( $this->user( 'administrator' ) );
		$this->assertSame( Errors::message( $code ), trim( Errors::for_reader( $code ) . ' ' . Remedy::of( $code ) ) );
	}

	#[DataProvider( 'codes' )]
	public function test_wp_cli_and_cron_show_the_messages_for_administrators( string $code ): void {
		wp_set_current_user( 0 );
		$this->assertSame( Errors::message( $code ), trim( Errors::for_reader( $code ) . ' ' . Remedy::of( $code ) ) );
	}

	public function test_a_pause_tells_each_user_what_they_can_do(): void {
		foreach ( Pause_Reason::cases() as $reason ) {
			wp_set_current_user( $this->user( 'administrator' ) );
			$text = new Pause_Text( $reason );
			$this->assertNotSame( '', $text->message() );
			$this->assertNotSame( '', $text->remedy(), $reason->value );
			wp_set_current_user( $this->user( 'editor' ) );
			$this->assertMatchesRegularExpression( Pause_Reason::Disabled === $reason ? '/^$/' : '/^Ask an administrator|^Ask the administrator of this server/', $text->remedy(), $reason->value );
		}
	}

	public static function codes(): iterable {
		$page = (string) file_get_contents( dirname( __DIR__, 2 ) . '/docs/error-codes.md' );
		if ( 1 !== preg_match( '#<!-- generated: errors of calls -->(.+?)<!-- /generated -->#s', $page, $calls ) ) {
			throw new UnexpectedValueException( 'docs/error-codes.md has no table of the errors of calls.' );
		}
		preg_match_all( '/^\| `(headless_deploy_\w+)`/m', $calls[1], $found );
		$codes = array_diff( $found[1], array( 'headless_deploy_environment_removed' ) );
		foreach ( array( ...array_values( $codes ), 'headless_deploy_build_failed', 'headless_deploy_key_lost' ) as $code ) {
			yield $code => array( $code );
		}
	}
}
