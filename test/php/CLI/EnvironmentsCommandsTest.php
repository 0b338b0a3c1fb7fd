<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use HeadlessDeploy\Secrets\Standard_Webhook;
use PHPUnit\Framework\Attributes\DataProvider;

final class EnvironmentsCommandsTest extends Command_Test_Case {
	private const OTHER_URL = 'https://hosting.example/wh/v1/accounts/acme/apps/other/environments/e9/webhooks/webhook:rebuild?token=' . self::TOKEN;

	public function test_prints_only_the_id_with_porcelain(): void {
		$this->assertSame( "staging\n", $this->wp_with( self::OTHER_URL . "\n", 0, 'environments', 'add', '--label=Staging', '--porcelain' )->output );
	}

	public static function bad_inputs(): array {
		return array(
			'nothing'        => array( '', 'webhook URL' ),
			'several lines'  => array( "https://a.example/\nhttps://b.example/\n", 'several lines' ),
			'a curl command' => array( "curl -X POST \\\n  -s\n", 'This curl command contains no URL' ),
			'no webhook'     => array( "http://example.com/?token=abc\n", '' ),
			'bytes, no text' => array( "\xff\xfe\x00\x01\n", '' ),
		);
	}

	#[DataProvider( 'bad_inputs' )]
	public function test_refuses_an_invalid_webhook_url( string $input, string $expected ): void {
		$before = get_option( 'headless_deploy_environments' );
		$result = $this->wp_with( $input, 1, 'environments', 'add', '--label=Staging' );
		$this->assertStringStartsWith( 'Error: ', $result->errors );
		$this->assertStringContainsString( $expected, $result->errors );
		$this->assertSame( $before, get_option( 'headless_deploy_environments' ) );
	}

	public function test_accepts_a_front_end_url_as_an_argument(): void {
		$this->wp( 0, 'environments', 'update', 'production', '--front-end-url=https://www.example.com/shop' );
		$this->assertSame( 'https://www.example.com/shop', $this->rows( 'environments', 'list' )[0]['frontEndUrl'] );
		$this->wp( 0, 'environments', 'update', 'production', '--front-end-url=' );
		$this->assertSame( '', $this->rows( 'environments', 'list' )[0]['frontEndUrl'] );
	}

	public function test_replaces_the_webhook_url_with_that_of_a_curl_command_of_several_lines(): void {
		$command = "curl -X POST \\\n  -H 'Accept: application/json' \\\n  '" . self::OTHER_URL . "'\n";
		$result  = $this->wp_with( $command, 0, 'environments', 'update', 'production', '--webhook-url' );
		$this->assertStringStartsWith( 'Success: ', $result->output );
		$this->assertSame( 'other', $this->rows( 'environments', 'list', '--fields=app' )[0]['app'] );
	}

	public function test_validates_the_options_before_it_prompts_for_the_secret(): void {
		$this->wp( 1, 'environments', 'add', '--front-end-url=nowhere' );
		$this->wp( 1, 'environments', 'add', '--label=' . str_repeat( 'x', 300 ) );
	}

	public function test_changes_only_the_given_options(): void {
		$this->assertSame( "Success: Changed “Live”.\n", $this->wp( 0, 'environments', 'update', 'production', '--label=Live' )->output );
		$row = $this->rows( 'environments', 'list' )[0];
		$this->assertSame( array( 'production', 'Live' ), array( $row['id'], $row['label'] ) );
		$this->assertStringContainsString( 'Nothing to change', $this->wp( 1, 'environments', 'update', 'production' )->errors );
		$this->wp( 1, 'environments', 'update', 'other', '--label=Live' );
	}

	public function test_sets_up_refresh_with_a_secret_that_is_printed_once(): void {
		$this->wp( 1, 'environments', 'refresh-test', 'production' );
		$this->wp( 0, 'environments', 'update', 'production', '--refresh-url=https://www.example.com/api/refresh', '--refresh-purge' );
		$secret = trim( $this->wp( 0, 'environments', 'refresh-secret', 'production', '--porcelain' )->output );
		$this->assertTrue( Standard_Webhook::is_valid_secret( $secret ) );
		$listed = $this->wp( 0, 'environments', 'list', '--fields=refreshUrl,refreshPurge,refreshSecret' )->output;
		$this->assertSame( array( 'refreshUrl' => 'https://www.example.com/api/refresh', 'refreshPurge' => true, 'refreshSecret' => true ), json_decode( $listed, true ) );
		$this->assertStringNotContainsString( $secret, $listed );
		$this->wp( 0, 'environments', 'update', 'production', '--no-refresh-purge' );
		$this->assertFalse( $this->rows( 'environments', 'list', '--fields=refreshPurge' )[0]['refreshPurge'] );
	}

	public function test_reads_a_refresh_secret_from_standard_input(): void {
		$this->wp( 0, 'environments', 'update', 'production', '--refresh-url=https://www.example.com/api/refresh' );
		$result = $this->wp_with( Standard_Webhook::generate_secret() . "\n", 0, 'environments', 'refresh-secret', 'production', '--enter' );
		$this->assertSame( "Success: Stored the secret of “Production”.\n", $result->output );
		$this->assertStringContainsString( 'whsec_', $this->wp_with( "nonsense\n", 1, 'environments', 'refresh-secret', 'production', '--enter' )->errors );
	}

	public function test_pauses_and_resumes(): void {
		$this->wp( 0, 'environments', 'pause', 'production' );
		$this->assertSame( 'person', $this->rows( 'environments', 'list' )[0]['paused'] );
		$this->publish();
		$this->make_changes_due();
		$this->assertSame( "No run was due.\n", $this->wp( 0, 'dispatch' )->output );
		$this->wp( 0, 'environments', 'resume', 'production' );
		$this->assertStringContainsString( 'The host accepted the request', $this->wp( 0, 'dispatch' )->output );
	}

	public function test_confirms_copies_and_moves(): void {
		$this->wp( 0, 'environments', 'confirm-copy', 'production' );
		$this->assertSame( 'copy', $this->rows( 'environments', 'list' )[0]['paused'] );
		$this->assertStringContainsString( 'confirm-move', $this->wp( 3, 'environments', 'resume', 'production' )->errors );
		$this->make_copy();
		$this->wp( 3, 'rebuild' );
		$this->wp( 0, 'environments', 'confirm-move', 'production' );
		$this->wp( 0, 'rebuild' );
	}

	public function test_removes_only_with_a_confirmation(): void {
		$this->publish();
		$this->assertStringContainsString( '--yes', $this->wp( 1, 'environments', 'remove', 'production' )->errors );
		$this->assertCount( 1, $this->rows( 'environments', 'list' ) );
		$this->wp( 0, 'environments', 'remove', 'production', '--yes' );
		$this->assertSame( array(), $this->rows( 'environments', 'list' ) );
		$this->assertSame( 'canceled', $this->rows( 'runs', 'list', '--fields=status' )[0]['status'], 'Pending changes are canceled, and the log says so.' );
		$this->wp( 1, 'environments', 'remove', 'production', '--yes' );
	}

	public function test_restores_a_removed_environment_with_its_pending_changes(): void {
		$this->publish();
		$this->assertStringContainsString( 'is connected', $this->wp( 1, 'environments', 'restore', 'production' )->errors );
		$this->wp( 0, 'environments', 'remove', 'production', '--yes' );
		$this->assertStringContainsString( 'Restored “Production”', $this->wp( 0, 'environments', 'restore', 'production' )->output );
		$this->assertSame( array( 'production' ), array_column( $this->rows( 'environments', 'list' ), 'id' ) );
		$this->assertNotSame( array(), $this->rows( 'pending', 'list' ), 'The canceled change is pending again.' );
	}
}
