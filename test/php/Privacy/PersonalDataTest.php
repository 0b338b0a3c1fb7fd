<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Privacy;

use HeadlessDeploy\Action;
use HeadlessDeploy\Notifications\Notification_State;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Tests\Queue\Rest_Queue_Test_Case;
use PHPUnit\Framework\Attributes\Group;
use WP_Error;
use WP_Privacy_Policy_Content;

#[Group( 'mariadb' )]
final class PersonalDataTest extends Rest_Queue_Test_Case {
	private int $maria;
	private int $jonas;

	protected function setUp(): void {
		parent::setUp();
		$this->jonas = $this->user( 'administrator' );
		$this->maria = $this->log_in( 'administrator' );
	}

	public function test_the_export_lists_the_changes_and_manual_runs_of_a_user(): void {
		$this->post( array( 'post_title' => 'Prices' ) );
		do_action( 'shutdown' );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, $this->maria );
		$this->manual_run->start( 'production', Action::PurgeCache, Cause::Manual, $this->jonas );
		$this->assertSame( array( 'Post “Prices” published', 'Rebuild started' ), array_column( $this->exported( 'headless-deploy-changes', $this->maria ), 'Change' ) );
		$this->assertSame( array( 'Rebuild' ), array_column( $this->exported( 'headless-deploy-runs', $this->maria ), 'Action' ) );
		$this->assertSame( array( 'Purge Cache started' ), array_column( $this->exported( 'headless-deploy-changes', $this->jonas ), 'Change' ) );
	}

	public function test_the_export_comes_in_pages(): void {
		for ( $number = 1; $number <= 205; $number++ ) {
			$this->add_change_by( $this->maria );
		}
		$this->assertCount( 205, $this->exported( 'headless-deploy-changes', $this->maria ) );
	}

	public function test_exports_and_erases_who_saved_and_paused_and_keeps_the_settings(): void {
		$settings = self::API . '/settings';
		$this->rest( 'PUT', $settings . '/general', array( 'postTypes' => array( 'page' ) ) );
		$this->rest( 'POST', $settings . '/schedules', array( 'label' => 'Nightly', 'environment' => 'production', 'action' => 'rebuild', 'frequency' => 'daily', 'time' => '03:00' ) );
		$this->rest( 'PUT', $settings . '/credentials', array( 'apiUrl' => 'https://api.hosting.example', 'user' => 'api-user', 'password' => 'secret-password' ) );
		$this->rest( 'POST', self::API . '/hosting/uploads', array( 'account' => 'acme', 'app' => 'shop', 'environment' => 'e1', 'fileName' => 'shop.zip', 'size' => 9 ) );
		$paused = $this->rest( 'POST', $settings . '/environments/production/pause' )->get_data();
		$this->assertSame(
			array( 'General settings saved', 'API credentials saved', 'Environment “Production” saved', 'Environment “Production” paused', 'Schedule “Nightly” saved', 'Upload of “shop.zip” started' ),
			array_column( $this->exported( 'headless-deploy-settings', $this->maria ), 'Setting' ),
		);
		$this->assertSame( array(), $this->exported( 'headless-deploy-settings', $this->jonas ) );
		$this->assertFalse( $this->erase( $this->jonas ) );
		$this->assertTrue( $this->erase( $this->maria ) );
		$this->assertSame( array(), $this->exported( 'headless-deploy-settings', $this->maria ) );
		$after = $this->rest( 'GET', $settings )->get_data();
		$this->assertSame( array( null, null, null, null ), array( $after['credentials']['lastSaved'], $after['general']['lastSaved'], $after['schedules'][0]['lastSaved'], $after['environments'][0]['lastSaved'] ) );
		$this->assertSame( array( 'person', null, $paused['paused']['since'], $paused['etag'] ), array( $after['environments'][0]['paused']['reason'], $after['environments'][0]['paused']['by'], $after['environments'][0]['paused']['since'], $after['environments'][0]['etag'] ) );
		$this->assertSame( array( 'page' ), $after['general']['postTypes'] );
	}

	public function test_exports_and_erases_who_saved_an_environment_that_can_be_restored(): void {
		$settings = self::API . '/settings';
		$this->rest( 'POST', $settings . '/schedules', array( 'label' => 'Nightly', 'environment' => 'production', 'action' => 'rebuild', 'frequency' => 'daily', 'time' => '03:00' ) );
		$this->rest( 'POST', $settings . '/environments/production/pause' );
		$this->rest( 'DELETE', $settings . '/environments/production' );
		$this->assertSame(
			array( 'Environment “Production” saved', 'Environment “Production” paused', 'Schedule “Nightly” saved' ),
			array_column( $this->exported( 'headless-deploy-settings', $this->maria ), 'Setting' ),
		);
		$this->assertTrue( $this->erase( $this->maria ) );
		$this->assertSame( array(), $this->exported( 'headless-deploy-settings', $this->maria ) );
		$this->log_in( 'administrator' );
		$this->assertSame( 200, $this->rest( 'POST', $settings . '/environments/production/restore' )->get_status(), 'The settings are kept.' );
	}

	public function test_exports_and_erases_a_recipient_of_notifications(): void {
		$settings = self::API . '/settings';
		$this->rest( 'PUT', $settings . '/notifications', array( 'recipients' => array( $this->maria, $this->jonas ) ) );
		$this->assertSame( array( 'Notifications saved', 'Recipient of messages about failed deployments' ), array_column( $this->exported( 'headless-deploy-settings', $this->maria ), 'Setting' ) );
		$exported = $this->exported( 'headless-deploy-settings', $this->jonas );
		$this->assertSame( array( array( 'Setting' => 'Recipient of messages about failed deployments' ) ), $exported );
		add_filter( 'pre_wp_mail', '__return_true' );
		$this->assertSame( 200, $this->rest( 'POST', $settings . '/notifications/test' )->get_status() );
		$this->assertTrue( $this->erase( $this->maria ) );
		$this->assertStringNotContainsString( "user-$this->maria", (string) wp_json_encode( get_option( Notification_State::OPTION ) ) );
		$after = $this->rest( 'GET', $settings )->get_data()['notifications'];
		$this->assertSame( array( array( $this->jonas ), null ), array( array_column( $after['recipients'], 'id' ), $after['lastSaved'] ) );
	}

	public function test_a_failed_read_is_an_error_and_never_a_finished_export_or_erasure(): void {
		$this->add_change_by( $this->maria );
		$email = $this->email( $this->maria );
		$fail  = static fn( string $query ): string => str_starts_with( $query, 'SELECT' ) && str_contains( $query, 'headless_deploy_' ) ? 'SELECT nothing FROM nowhere' : $query;
		add_filter( 'query', $fail );
		foreach ( array( $this->exporter( 'headless-deploy-changes' ), $this->exporter( 'headless-deploy-runs' ), $this->eraser() ) as $work ) {
			$this->assertInstanceOf( WP_Error::class, $this->with_hidden_errors( static fn(): mixed => $work( $email, 1 ) ) );
		}
		remove_filter( 'query', $fail );
		$this->assertTrue( $this->erase( $this->maria ) );
	}

	public function test_an_unknown_email_address_has_no_data(): void {
		$this->add_change_by( 0 );
		foreach ( array( 'headless-deploy-runs', 'headless-deploy-changes', 'headless-deploy-settings' ) as $name ) {
			$this->assertSame( array( 'data' => array(), 'done' => true ), $this->exporter( $name )( 'nobody@example.test', 1 ) );
		}
		$erased = $this->eraser()( 'nobody@example.test', 1 );
		$this->assertSame( array( false, true ), array( $erased['items_removed'], $erased['done'] ) );
	}

	public function test_erases_one_user_everywhere_and_no_other(): void {
		$this->add_change_by( $this->maria, $this->jonas );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, $this->maria );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, $this->jonas );
		$this->add_change_by( $this->jonas, $this->maria );
		$this->assertTrue( $this->erase( $this->maria ) );
		$this->assertSame( array(), $this->traces( $this->maria ) );
		$this->assertSame( 2, count( $this->exported( 'headless-deploy-changes', $this->jonas ) ) - 1, 'Two changes and a manual run.' );
		$this->assertSame( array( 0, $this->jonas ), array_map( static fn( object $row ): int => (int) $row->user_id, $this->runs() ) );
		$this->assertFalse( $this->erase( $this->maria ) );
	}

	public function test_distinguishes_users_whose_ids_share_a_prefix(): void {
		$longer = (int) ( $this->maria . '0' );
		$this->add_change_by( $longer );
		$this->erase( $this->maria );
		$this->assertCount( 1, $this->traces( $longer ) );
	}

	public function test_a_refresh_renews_all_pages_instead_of_naming_an_erased_author(): void {
		global $wpdb;
		$reason = array( 'event' => 'updated', 'type' => 'post', 'subtype' => 'post', 'id' => 0, 'user' => $this->jonas, 'at' => 1, 'author' => $this->maria );
		$this->changes->insert( array( new New_Change( $this->key(), Action::Rebuild, $this->clock->now, 1, array( new Stored_Reason( ...$reason ) ) ) ) );
		$this->assertTrue( $this->erase( $this->maria ) );
		unset( $reason['author'] );
		$this->assertSame( array( $reason + array( 'all' => 1 ) ), json_decode( (string) $wpdb->get_var( "SELECT reasons FROM {$wpdb->headless_deploy_changes}" ), true ) );
	}

	public function test_does_not_change_a_name_that_looks_like_a_reason(): void {
		global $wpdb;
		$reason = array( 'event' => 'requested', 'type' => 'request', 'subtype' => '', 'id' => 0, 'user' => $this->jonas, 'at' => 1, 'name' => '"user":' . $this->maria . ',' );
		$this->changes->insert( array( new New_Change( $this->key(), Action::Rebuild, $this->clock->now, 1, array( new Stored_Reason( ...$reason ) ) ) ) );
		$this->assertFalse( $this->erase( $this->maria ) );
		$this->assertSame( array( $reason ), json_decode( (string) $wpdb->get_var( "SELECT reasons FROM {$wpdb->headless_deploy_changes}" ), true ) );
	}

	public function test_erases_many_rows_in_pages(): void {
		for ( $number = 1; $number <= 205; $number++ ) {
			$this->add_change_by( $this->maria );
		}
		$pages = 0;
		do {
			$erased = $this->eraser()( $this->email( $this->maria ), ++$pages );
		} while ( ! $erased['done'] && $pages < 20 );
		$this->assertSame( array( 4, array() ), array( $pages, $this->traces( $this->maria ) ) );
	}

	public function test_pending_changes_stay_pending(): void {
		$this->add_change_by( $this->maria );
		$this->add_manual_run();
		$before = (array) $this->lane();
		$this->erase( $this->maria );
		$this->erase( 7 );
		$this->assertSame( $before['changes'], $this->lane()->changes );
		$this->assertSame( array( $before['oldest'], $before['newest'], $before['manual_at'], $before['last_row_id'] ), array( $this->lane()->oldest, $this->lane()->newest, $this->lane()->manual_at, $this->lane()->last_row_id ) );
		$this->dispatcher->dispatch_site();
		$this->assertSame( array( array( 'accepted' ), '1' ), array( $this->statuses(), (string) $this->runs()[0]->changes ) );
	}

	public function test_an_erasure_during_a_call_loses_no_change_and_stays_effective(): void {
		$this->add_change_by( $this->maria );
		$this->caller->during_next = function (): void {
			$this->erase( $this->maria );
		};
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, $this->maria );
		$run = $this->runs()[0];
		$this->assertSame( array( 'accepted', '1', 'manual', '0' ), array( $run->status, (string) $run->changes, $run->cause, (string) $run->user_id ) );
		$this->assertSame( array(), $this->traces( $this->maria ) );
	}

	public function test_an_erased_manual_run_that_fails_keeps_its_changes_for_the_next_run(): void {
		$this->add_change_by( $this->maria );
		$this->caller->refuse( 'headless_deploy_bad_request', 400 );
		$this->caller->during_next = function (): void {
			$this->erase( $this->maria );
		};
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, $this->maria );
		$this->assertSame( array( array( 'failed' ), 1 ), array( $this->statuses(), $this->lane()->undeployed ) );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, $this->jonas );
		$this->assertSame( array( '1', (string) $this->jonas ), array( (string) $this->runs()[1]->changes, (string) $this->runs()[1]->user_id ) );
		$this->assertSame( array(), $this->traces( $this->maria ) );
	}

	public function test_neither_shows_nor_changes_the_runs_of_another_site(): void {
		global $wpdb;
		$this->add_change_by( $this->maria );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, $this->maria );
		$this->add_change_by( $this->maria );
		$traces = $this->traces( $this->maria );
		$this->assertCount( 4, $traces, 'Two changes, a manual run, and its row.' );
		foreach ( array( $wpdb->headless_deploy_changes, $wpdb->headless_deploy_runs ) as $table ) {
			$wpdb->query( "UPDATE $table SET blog_id = 2" );
		}
		$this->assertSame( array( array(), array() ), array( $this->exported( 'headless-deploy-changes', $this->maria ), $this->exported( 'headless-deploy-runs', $this->maria ) ) );
		$this->assertFalse( $this->erase( $this->maria ) );
		$this->assertSame( $traces, $this->traces( $this->maria ) );
	}

	public function test_two_erasures_at_the_same_time_bring_no_user_back(): void {
		$this->add_change_by( $this->maria, $this->jonas );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, $this->maria );
		foreach ( array( 'UPDATE ' . $GLOBALS['wpdb']->headless_deploy_changes, 'UPDATE ' . $GLOBALS['wpdb']->headless_deploy_runs ) as $statement ) {
			$this->before_statement( $statement, fn() => $this->erase( $this->jonas ) );
			$this->before_statement( $statement, fn() => $this->erase( $this->maria ) );
		}
		$this->erase( $this->maria );
		$this->assertSame( array( array(), array() ), array( $this->traces( $this->maria ), $this->traces( $this->jonas ) ) );
	}

	public function test_keeps_who_started_a_run_with_a_change_by_an_erased_user(): void {
		global $wpdb;
		$this->add_change_by( $this->jonas, $this->maria );
		$this->assertTrue( $this->erase( $this->maria ) );
		$this->assertSame( (string) $this->jonas, (string) $wpdb->get_var( "SELECT user_id FROM {$wpdb->headless_deploy_changes}" ) );
	}

	public function test_a_label_with_markup_is_text_in_the_export(): void {
		$this->rest( 'PUT', self::API . '/settings/environments/production', array( 'label' => '<img src=x onerror=alert(1)>' ) );
		$this->assertContains( 'Environment “&lt;img src=x onerror=alert(1)&gt;” saved', array_column( $this->exported( 'headless-deploy-settings', $this->maria ), 'Setting' ) );
	}

	public function test_an_erasure_that_the_database_refuses_ends_with_a_message(): void {
		foreach ( array( 'changes', 'runs' ) as $table ) {
			'changes' === $table ? $this->add_change_by( $this->maria ) : $this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, $this->maria );
			$refuse = static fn( string $query ): string => 1 === preg_match( "/^UPDATE \\S+headless_deploy_$table/", $query ) ? 'UPDATE nowhere SET nothing = 1' : $query;
			add_filter( 'query', $refuse );
			$erased = null;
			for ( $page = 1; $page < 4 && ! ( $erased['done'] ?? false ); $page++ ) {
				$erased = $this->with_hidden_errors( fn(): array => $this->eraser()( $this->email( $this->maria ), $page ) );
			}
			remove_filter( 'query', $refuse );
			$this->assertSame( array( true, true, 1 ), array( $erased['done'], $erased['items_retained'], count( $erased['messages'] ) ), $table );
			$this->assertTrue( $this->erase( $this->maria ), $table );
		}
	}

	public function test_shows_a_deleted_user_as_deleted(): void {
		$this->add_change_by( $this->maria );
		$this->add_change_by( $this->maria );
		$this->manual_run->start( 'production', Action::Rebuild, Cause::Manual, $this->maria );
		wp_set_current_user( $this->jonas );
		require_once ABSPATH . 'wp-admin/includes/user.php';
		wp_delete_user( $this->maria );
		$run = $this->rest( 'GET', self::API . '/runs' )->get_data()['runs'][0];
		$this->assertSame( array( 'id' => $this->maria, 'name' => 'Deleted user' ), $run['user'] );
		$this->assertSame( array( 'Deleted user', 'Deleted user' ), array_column( array_column( $run['reasons'], 'user' ), 'name' ) );
	}

	public function test_adds_a_paragraph_to_the_privacy_policy_guide(): void {
		require_once ABSPATH . 'wp-admin/includes/class-wp-privacy-policy-content.php';
		set_current_screen( 'dashboard' );
		foreach ( array( '_maybe_update_core', '_maybe_update_plugins', '_maybe_update_themes' ) as $calls_out ) {
			remove_action( 'admin_init', $calls_out );
		}
		do_action( 'admin_init' );
		$own_policies = array_filter( WP_Privacy_Policy_Content::get_suggested_policy_text(), static fn( array $one ): bool => 'Headless Deploy' === $one['plugin_name'] );
		unset( $GLOBALS['current_screen'] );
		$this->assertCount( 1, $own_policies );
		$this->assertStringContainsString( '90 days', (string) reset( $own_policies )['policy_text'] );
	}

	private function add_change_by( int ...$user_ids ): void {
		$reasons = array_map(
			static fn( int $user ): Stored_Reason => new Stored_Reason( 'updated', 'post', 'post', user: $user, at: 1 ),
			array_values( $user_ids ),
		);
		$this->changes->insert( array( new New_Change( $this->key(), Action::Rebuild, $this->clock->now, count( $user_ids ), $reasons, user_id: $user_ids[0] ) ) );
	}

	/**
	 * Erases a user as WordPress's tool does: page by page until it is done.
	 *
	 * @return bool Whether anything was removed.
	 */
	private function erase( int $user ): bool {
		$removed = false;
		for ( $page = 1; $page < 20; $page++ ) {
			$erased  = $this->eraser()( $this->email( $user ), $page );
			$removed = $removed || $erased['items_removed'];
			$this->assertSame( array( false, array() ), array( $erased['items_retained'], $erased['messages'] ) );
			if ( $erased['done'] ) {
				return $removed;
			}
		}
		$this->fail( 'It never ends.' );
	}

	/**
	 * @return list<array<string, string>> Value by name.
	 */
	private function exported( string $name, int $user ): array {
		$items = array();
		for ( $page = 1; $page < 20; $page++ ) {
			$answer = $this->exporter( $name )( $this->email( $user ), $page );
			$items  = array_merge( $items, $answer['data'] );
			if ( $answer['done'] ) {
				$this->assertSame( count( $items ), count( array_unique( array_column( $items, 'item_id' ) ) ), 'WordPress joins items of one id.' );
				return array_map( static fn( array $item ): array => array_column( $item['data'], 'value', 'name' ), $items );
			}
		}
		$this->fail( 'It never ends.' );
	}

	private function exporter( string $name ): callable {
		return apply_filters( 'wp_privacy_personal_data_exporters', array() )[ $name ]['callback'];
	}

	private function eraser(): callable {
		return apply_filters( 'wp_privacy_personal_data_erasers', array() )['headless-deploy']['callback'];
	}

	private function email( int $user ): string {
		$found = get_userdata( $user );
		return false === $found ? 'gone@example.test' : $found->user_email;
	}

	/**
	 * @return list<string> Rows that name them.
	 */
	private function traces( int $user ): array {
		global $wpdb;
		$traces = array();
		foreach ( array( $wpdb->headless_deploy_changes, $wpdb->headless_deploy_runs ) as $table ) {
			foreach ( (array) $wpdb->get_results( "SELECT * FROM $table" ) as $row ) {
				$reasons = json_decode( $row->reasons ?? '[]', true );
				if ( $user === (int) $row->user_id || in_array( $user, array_column( $reasons, 'user' ), true ) ) {
					$traces[] = "$table {$row->id}";
				}
			}
		}
		return $traces;
	}
}
