<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\CLI;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;

/**
 * What WP-CLI does with the commands: help, arguments, formats, prompts, users and output.
 */
#[Group( 'cli' )]
#[Group( 'processes' )]
final class WpCliTest extends Cli_Test_Case {
	protected const ENVIRONMENTS = array( 'Production' => self::ACCEPTED, 'Broken' => '500', 'Echo' => '403 that echoes the token' );

	public function test_shows_help(): void {
		$help = self::$site->run( array( 'help', 'headless-deploy' ) );
		$this->record( $help );
		$this->assertStringContainsString( 'SUBCOMMANDS', $help->output );
		$this->assertStringContainsString( '--frequency=<frequency>', self::$site->run( array( 'help', 'headless-deploy', 'schedules', 'add' ) )->output );
	}

	public function test_a_value_that_the_synopsis_does_not_list_is_refused(): void {
		$this->assertStringContainsString( "Invalid value specified for 'status'", $this->wp( 1, 'runs', 'list', '--status=lost' )->errors );
	}

	public function test_command_does_not_exist_while_the_plugin_is_inactive(): void {
		self::$site->php( 'require_once ABSPATH . "wp-admin/includes/plugin.php"; deactivate_plugins( "headless-deploy/plugin.php" );' );
		$this->assertStringContainsString( "'headless-deploy' is not a registered wp command", $this->wp( 1, 'status' )->errors );
	}

	public function test_sends_nothing_while_disabled_by_a_constant(): void {
		self::$site->configure( array( 'HEADLESS_DEPLOY_DISABLED' => true ) );
		$result = $this->wp( 3, 'rebuild', '--environment=production' );
		self::$site->configure( array( 'HEADLESS_DEPLOY_DISABLED' => null ) );
		$this->assertStringContainsString( 'HEADLESS_DEPLOY_DISABLED', $result->errors );
		$this->assertSame( array(), $this->called_actions() );
	}

	public function test_logs_the_user_of_the_command(): void {
		$this->wp( 0, 'rebuild', '--environment=production', '--user=admin' );
		$this->wp( 0, 'rebuild', '--environment=production' );
		$this->assertSame( array( '', 'admin' ), array_column( $this->rows( 'runs', 'list', '--fields=user' ), 'user' ) );
	}

	public function test_runs_as_any_user_without_granting_capabilities(): void {
		self::$site->php( 'wp_insert_user( array( "user_login" => "sam", "user_pass" => "x", "role" => "subscriber", "user_email" => "sam@example.test" ) );' );
		$this->wp( 0, 'clean-rebuild', '--environment=production', '--user=sam' );
		$this->assertSame( 'no', trim( self::$site->php( 'echo current_user_can( "headless_deploy_rebuild" ) ? "yes" : "no";', '--user=sam' ) ), 'Other commands grant nothing.' );
	}

	public function test_prints_nothing_with_quiet(): void {
		$result = $this->wp( 0, 'rebuild', '--environment=production', '--quiet' );
		$this->assertSame( '', $result->output . $result->errors );
	}

	public function test_prints_no_secret_with_debug(): void {
		$result = $this->wp( 3, 'rebuild', '--environment=broken', '--debug' );
		$this->assertStringContainsString( 'Debug', $result->errors );
		$this->assertCount( 1, $this->called_actions() );
	}

	public static function secrets_as_arguments(): array {
		$url = 'https://js.wpengineapi.com/wh/v1/accounts/acme/apps/site/environments/e9/webhooks/webhook:rebuild?token=' . self::TOKEN;
		return array(
			'positional'          => array( array( 'environments', 'add', $url ) ),
			'as its option'       => array( array( 'environments', 'add', "--webhook-url=$url" ) ),
			'only the token'      => array( array( 'environments', 'update', 'production', '--webhook-url=' . self::TOKEN ) ),
			'a positional token'  => array( array( 'environments', 'update', 'production', self::TOKEN ) ),
			'as the front end'    => array( array( 'environments', 'add', "--front-end-url=$url" ) ),
			'as an environment'   => array( array( 'rebuild', "--environment=$url" ) ),
			'as a label'          => array( array( 'environments', 'update', 'production', "--label=$url" ) ),
			'by an unknown name'  => array( array( 'environments', 'add', "--url-of-webhook=$url" ) ),
			'a refresh secret'    => array( array( 'environments', 'refresh-secret', 'production', '--enter=whsec_' . self::TOKEN ) ),
			'a chat webhook'      => array( array( 'notifications', 'set', '--chat-url=https://hooks.slack.com/services/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Zq' ) ),
			'without its command' => array( array( $url ) ),
		);
	}

	/**
	 * @param list<string> $arguments
	 */
	#[DataProvider( 'secrets_as_arguments' )]
	public function test_refuses_a_secret_as_an_argument_without_repeating_it( array $arguments ): void {
		$before = self::$site->option( 'headless_deploy_environments' );
		$result = $this->wp_with( self::url( '202' ), 1, ...$arguments );
		$this->assertStringContainsString( 'shell history', $result->errors );
		$this->assertStringContainsString( 'Regenerate the token', $result->errors );
		$this->assertSame( $before, self::$site->option( 'headless_deploy_environments' ) );
	}

	public function test_reads_a_limited_number_of_bytes_of_standard_input(): void {
		$this->assertStringStartsWith( 'Error: ', $this->wp_with( 'https://example.com/' . str_repeat( 'x', 70_000 ), 1, 'environments', 'add', '--label=Staging' )->errors );
	}

	public function test_connects_with_a_webhook_url_from_standard_input(): void {
		$result = $this->wp_with( "\n  " . self::url( '202' ) . "\n", 0, 'environments', 'add', '--label=Staging', '--front-end-url=https://staging.example.com/' );
		$this->assertSame( "Success: Connected “Staging” with ID staging. Actions: Rebuild, Clean Rebuild, Purge Cache.\n", $result->output );
		$row = $this->rows( 'environments', 'list', '--fields=id,label,app,frontEndUrl,actions,webhook,hold,paused' )[3];
		$this->assertSame( array( 'staging', 'Staging', '202', 'https://staging.example.com' ), array( $row['id'], $row['label'], $row['app'], $row['frontEndUrl'] ) );
		$this->assertSame( array( 'rebuild', 'cleanRebuild', 'purgeCache' ), $row['actions'] );
		$this->assertStringContainsString( '••••', $row['webhook'] );
		$this->wp( 0, 'rebuild', '--environment=staging' );
	}

	public function test_prompts_without_echoing_the_input(): void {
		$process = new Cli_Process( self::$site->command( array( 'headless-deploy', 'environments', 'add', '--label=Staging' ) ), true );
		$process->wait_for( 'Webhook URL:' );
		$process->type( self::url( '202' ) );
		$result = $process->end();
		$this->record( $result );
		$this->assertSame( 0, $result->code, $result->output );
		$this->assertStringContainsString( 'Connected “Staging”', $result->output );
	}

	public function test_prompts_before_it_removes(): void {
		$remove = self::$site->command( array( 'headless-deploy', 'environments', 'remove', 'production' ) );
		foreach ( array( "n\n" => 1, "y\n" => 0 ) as $typed => $code ) {
			$process = new Cli_Process( $remove, true );
			$process->wait_for( '[y/n]' );
			$process->type( $typed );
			$this->assertSame( $code, $process->end()->code );
		}
	}

	public function test_shows_which_constant_locks_an_environment(): void {
		self::$site->configure( array( 'HEADLESS_DEPLOY_ENVIRONMENTS' => array( 'fixed' => array( 'label' => 'Fixed', 'webhookUrl' => trim( self::url( '202' ) ) ) ) ) );
		$rows = array_column( $this->rows( 'environments', 'list' ), 'lockedBy', 'id' );
		$this->assertSame( 'HEADLESS_DEPLOY_ENVIRONMENTS', $rows['fixed'] );
		$this->wp( 1, 'environments', 'remove', 'fixed', '--yes' );
		$this->wp( 1, 'environments', 'update', 'fixed', '--label=Other' );
		self::$site->configure( array( 'HEADLESS_DEPLOY_ENVIRONMENTS' => null ) );
	}

	#[DataProvider( 'formats' )]
	public function test_prints_each_format( string $format, string $expected ): void {
		$this->assertSame( $expected, $this->wp( 0, 'status', '--environment=production', '--fields=id,label,status,dueAt', "--format=$format" )->output );
	}

	public static function formats(): array {
		return array(
			'table' => array( 'table', "id\tlabel\tstatus\tdueAt\nproduction\tProduction\tupToDate\t\n" ),
			'csv'   => array( 'csv', "id,label,status,dueAt\nproduction,Production,upToDate,\n" ),
			'json'  => array( 'json', '[{"id":"production","label":"Production","status":"upToDate","dueAt":null}]' . "\n" ),
			'yaml'  => array( 'yaml', "---\n- \n  id: production\n  label: Production\n  status: upToDate\n  dueAt: null\n" ),
		);
	}

	public function test_refuses_an_unknown_format(): void {
		$this->assertStringContainsString( "Invalid value specified for 'format'", $this->wp( 1, 'status', '--format=xml' )->errors );
	}

	public function test_shows_all_fields_of_a_run(): void {
		$this->wp( 3, 'rebuild', '--environment=broken' );
		$run  = $this->rows( 'runs', 'get', '1' );
		$json = self::$site->run( array( 'headless-deploy', 'runs', 'get', '1', '--format=json' ) )->json();
		$this->assertCount( count( $json ), $run );
		$this->assertSame( 'retrying', $json['status'] );
		$this->assertSame( 500, $json['attempts'][0]['httpStatus'] );
		$table = $this->wp( 0, 'runs', 'get', '1' )->output;
		$this->assertStringContainsString( "httpStatus\t500\n", $table );
		$this->assertStringContainsString( "attempts\t1\n", $table );
		$this->assertMatchesRegularExpression( '/^createdAt\t\w+ \d+, \d{4}, \d+:\d\d:\d\d [ap]m \S+$/m', $table, 'A table shows the time in the format of the site.' );
		$this->assertSame( $json['createdAt'] . "\n", $this->wp( 0, 'runs', 'get', '1', '--field=createdAt' )->output, 'A single field is printed for scripts.' );
		$this->assertSame( "{$json['headline']['text']}\n", $this->wp( 0, 'runs', 'get', '1', '--field=headline' )->output, 'The command prints the headline of the server.' );
		$this->assertStringContainsString( 'status: retrying', $this->wp( 0, 'runs', 'get', '1', '--format=yaml' )->output );
	}

	public function test_shows_the_response_of_the_host_without_the_token(): void {
		$this->wp( 3, 'rebuild', '--environment=echo' );
		$json = self::$site->run( array( 'headless-deploy', 'runs', 'get', '1', '--format=json' ) )->json();
		$this->assertNotSame( '', $json['response']['excerpt'] );
		$this->wp( 0, 'runs', 'get', '1' );
		$this->wp( 0, 'runs', 'list', '--fields=id,message,response' );
	}

	public function test_removes_control_characters_from_messages_of_the_host(): void {
		$this->wp( 0, 'rebuild', '--environment=production' );
		self::$site->sql( "UPDATE wp_headless_deploy_runs SET service_message = '" . json_encode( "\e[31mred\e[0m\n\u{202e}turned\x07" ) . "' WHERE id = 1" );
		foreach ( array( 'table', 'yaml' ) as $format ) {
			$this->assertDoesNotMatchRegularExpression( '/[\x00-\x08\x0b-\x1f\x7f]|\x{202e}/u', $this->wp( 0, 'runs', 'get', '1', "--format=$format" )->output );
		}
		$this->assertStringNotContainsString( "\e", $this->wp( 0, 'runs', 'list', '--fields=response', '--format=csv' )->output );
		$this->assertStringContainsString( '[31mred [0m turned', $this->wp( 0, 'runs', 'list', '--fields=response' )->output );
	}
}
