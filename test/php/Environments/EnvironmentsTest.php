<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Environments;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environment_Store;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Providers\Local_Hosts;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Secrets\Webhook;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use WP_Error;

final class EnvironmentsTest extends Wp_Test_Case {
	private const OTHER_TOKEN = 'b3RoZXItdG9rZW4tb2YtdGVzdHM=';

	public function test_one_pasted_url_connects_all_three_actions(): void {
		$environment = $this->create( array( 'webhookUrl' => self::url( 'site', 'purgeCache' ) ) );
		$this->assertSame( array( 'rebuild', 'cleanRebuild', 'purgeCache' ), array_keys( $environment->urls ) );
		foreach ( Action::hosted() as $action ) {
			$this->assertTrue( $environment->offers( $action ) );
			$webhook = $this->environments()->webhook( $environment->id, $action );
			$this->assertInstanceOf( Webhook::class, $webhook );
			$this->assertSame( self::url( 'site', $action->value ), $webhook->secret_url() );
			$this->assertSame( array( self::TOKEN ), $webhook->secrets() );
			$this->assertStringNotContainsString( self::TOKEN, print_r( $webhook, true ) );
		}
		$this->assertSame( 'site', $environment->label, 'Without a name it is called after its app.' );
	}

	public function test_several_pasted_urls_keep_their_own_tokens(): void {
		$environment = $this->create( array( 'webhookUrls' => array( 'rebuild' => self::url( 'site', 'rebuild' ), 'purgeCache' => self::url( 'site', 'purgeCache', self::OTHER_TOKEN ) ) ) );
		$tokens      = array();
		foreach ( Action::hosted() as $action ) {
			$webhook = $this->environments()->webhook( $environment->id, $action );
			$this->assertInstanceOf( Webhook::class, $webhook );
			$tokens[ $action->value ] = substr( (string) strrchr( $webhook->secret_url(), '?' ), 7 );
			$this->assertSame( array( self::TOKEN, self::OTHER_TOKEN ), $webhook->secrets(), 'All of them are redacted.' );
		}
		$this->assertSame( array( 'rebuild' => self::TOKEN, 'cleanRebuild' => self::TOKEN, 'purgeCache' => self::OTHER_TOKEN ), $tokens );
		$this->assertSame( '••••ZW4=', $environment->masked['rebuild'] );
		$this->assertSame( '••••dHM=', $environment->masked['purgeCache'] );
	}

	public function test_urls_that_do_not_belong_together_are_refused(): void {
		$this->assert_refused( 'headless_deploy_action_mismatch', array( 'webhookUrls' => array( 'rebuild' => self::url( 'site', 'purgeCache' ) ) ) );
		$this->assert_refused( 'headless_deploy_urls_differ', array( 'webhookUrls' => array( 'rebuild' => self::url( 'site', 'rebuild' ), 'purgeCache' => self::url( 'other', 'purgeCache' ) ) ) );
		$this->assert_refused( 'headless_deploy_url_missing', array( 'label' => 'Production' ) );
	}

	public function test_the_same_webhook_is_not_connected_twice(): void {
		$this->create( array( 'label' => 'Live', 'webhookUrl' => self::url() ) );
		$error = $this->assert_refused( 'headless_deploy_already_connected', array( 'label' => 'Second', 'webhookUrl' => self::url( 'site', 'rebuild', self::OTHER_TOKEN ) ) );
		$this->assertStringContainsString( 'Live', $error->get_error_message() );
		$other   = $this->create( array( 'label' => 'Staging', 'webhookUrl' => self::url( 'staging' ) ) );
		$refused = $this->environments()->update( $other->id, $this->input( array( 'webhookUrl' => self::url() ) ) );
		$this->assert_error( 'headless_deploy_already_connected', $refused );
	}

	public function test_derives_an_id_from_the_first_label_and_never_reuses_it(): void {
		$ids = array();
		foreach ( array( 'Production', 'production!', '2026', 'Öffentlich & schön', '日本', str_repeat( 'x', 80 ) ) as $number => $label ) {
			$ids[] = $this->create( array( 'label' => $label, 'webhookUrl' => self::url( "app$number" ) ) )->id;
		}
		$this->assertSame( array( 'production', 'production-2', 'environment-2026', 'offentlich-schon', 'environment', str_repeat( 'x', 48 ) ), $ids );
		$this->assertInstanceOf( Environment::class, $this->environments()->delete( 'production' ) );
		$this->assertSame( 'production-3', $this->create( array( 'label' => 'Production', 'webhookUrl' => self::url( 'again' ) ) )->id );
	}

	public function test_restores_no_environment_whose_webhook_was_connected_again(): void {
		$this->create( array( 'label' => 'Live', 'webhookUrl' => self::url() ) );
		$this->environments()->delete( 'live' );
		$again = $this->create( array( 'label' => 'Live', 'webhookUrl' => self::url() ) );
		$this->assertSame( 'live-2', $again->id );
		$this->assert_error( 'headless_deploy_already_connected', $this->environments()->restore( 'live' ) );
		$this->environments()->delete( 'live-2' );
		$this->assertInstanceOf( Environment::class, $this->environments()->restore( 'live' ) );
	}

	public function test_a_removed_environment_is_encrypted_again_and_redacted_until_it_is_deleted(): void {
		$this->create( array( 'label' => 'Live', 'webhookUrl' => self::url() ) );
		$this->environments()->delete( 'live' );
		$this->assertContains( self::TOKEN, $this->environments()->sensitive_parts(), 'A call that is in progress may return it.' );
		( new Environments( new Encryption( 'key of wp-config.php' ), new System_Clock() ) )->reseal();
		delete_option( Encryption::KEY_OPTION );
		$only_configured = new Environments( new Encryption( 'key of wp-config.php' ), new System_Clock() );
		$this->assertInstanceOf( Environment::class, $only_configured->restore( 'live' ) );
		$this->assertInstanceOf( Webhook::class, $only_configured->webhook( 'live', Action::Rebuild ) );
	}

	public function test_keeps_at_most_ten_removed_environments(): void {
		for ( $number = 1; $number <= 11; $number++ ) {
			$this->environments()->delete( $this->create( array( 'label' => "App $number", 'webhookUrl' => self::url( "app$number" ) ) )->id );
		}
		$this->assert_error( 'headless_deploy_restore_expired', $this->environments()->restore( 'app-1' ) );
		$this->assertInstanceOf( Environment::class, $this->environments()->restore( 'app-2' ) );
	}

	public function test_an_update_changes_only_the_given_fields(): void {
		$before = $this->create( array( 'label' => 'Live', 'webhookUrl' => self::url(), 'frontEndUrl' => 'https://www.example.test/', 'automation' => array( 'quietPeriodSeconds' => 3 ) ) );
		$after  = $this->environments()->update( $before->id, $this->input( array( 'label' => " New\n name ", 'automation' => array( 'hold' => true ) ) ) );
		$this->assertInstanceOf( Environment::class, $after );
		$this->assertSame( 'New name', $after->label );
		$this->assertSame( array( 3, 120, true ), array( $after->automation->quiet_period_seconds, $after->automation->maximum_wait_seconds, $after->automation->hold ) );
		$this->assertSame( 'https://www.example.test', $after->front_end_url );
		$this->assertSame( array( $before->id, $before->urls, $before->masked, $before->fingerprints ), array( $after->id, $after->urls, $after->masked, $after->fingerprints ) );
		$this->assertNotSame( $before->etag, $after->etag );
	}

	public function test_concurrent_writes_lose_no_change(): void {
		$one     = $this->create( array( 'label' => 'One', 'webhookUrl' => self::url( 'one' ) ) );
		$two     = $this->create( array( 'label' => 'Two', 'webhookUrl' => self::url( 'two' ) ) );
		$crossed = 0;
		add_filter(
			'query',
			function ( string $query ) use ( &$crossed, $two ): string {
				// Another process saves the other environment just before the first write.
				if ( str_starts_with( $query, 'UPDATE' ) && str_contains( $query, Stored_Environments::OPTION ) && 0 === $crossed++ ) {
					$this->environments()->update( $two->id, $this->input( array( 'label' => 'Two, renamed' ) ) );
				}
				return $query;
			},
		);
		$this->assertInstanceOf( Environment::class, $this->environments()->update( $one->id, $this->input( array( 'label' => 'One, renamed' ) ) ) );
		$this->assertGreaterThan( 2, $crossed, 'The first write was done over again.' );
		$this->assertSame( array( 'One, renamed', 'Two, renamed' ), array_values( array_map( static fn( Environment $one ): string => $one->label, $this->environments()->all() ) ) );
	}

	public function test_the_routing_follows_the_database_and_not_the_cache(): void {
		$this->create( array( 'webhookUrl' => self::url( 'site', 'rebuild' ) ) );
		$store    = new Environment_Store();
		$routing  = new Routing();
		$original = get_option( Routing::OPTION );
		$this->write_elsewhere( array( 'environments' => array(), 'schemaVersion' => 7 ), $original );
		$routing->repair( $store );
		$written = get_option( Routing::OPTION );
		$this->assertSame( array( array( 'site' ), 7 ), array( array_keys( $written['environments'] ), $written['schemaVersion'] ), 'It is written, and keeps what others wrote.' );
		$this->write_elsewhere( array( 'environments' => array() ) + $original, $original );
		$routing->save_schema_version( Schema::VERSION + 1 );
		$this->assertSame( array(), get_option( Routing::OPTION )['environments'], 'It does not put back what others have changed.' );
		$this->assertArrayHasKey( Routing::OPTION, wp_load_alloptions( true ) );
	}

	/**
	 * Writes the routing like another process, which does not update the cache of this one.
	 *
	 * @param mixed $remembered Cached value.
	 */
	private function write_elsewhere( mixed $value, mixed $remembered ): void {
		global $wpdb;
		$wpdb->update( $wpdb->options, array( 'option_value' => serialize( $value ) ), array( 'option_name' => Routing::OPTION ) );
		wp_cache_delete( 'alloptions', 'options' );
		$all                    = wp_load_alloptions();
		$all[ Routing::OPTION ] = serialize( $remembered );
		wp_cache_set( 'alloptions', $all, 'options' );
	}

	public function test_routing_follows_every_write_without_a_secret(): void {
		$environment = $this->create( array( 'webhookUrl' => self::url(), 'automation' => array( 'policy' => array( 'content' => 'purgeCache' ), 'quietPeriodSeconds' => 0 ) ) );
		$routing     = new Routing();
		$routing->load();
		$automation = $routing->environments()['site']->to_array();
		$this->assertSame( array( 'purgeCache', 'rebuild' ), array( $automation['policy']['content'], $automation['policy']['menus'] ) );
		$this->assert_fields( array( 'quietPeriodSeconds' => 0, 'maximumWaitSeconds' => 120, 'hold' => false ), $automation );
		$this->assertArrayHasKey( Routing::OPTION, wp_load_alloptions( true ) );
		$this->assertDoesNotMatchRegularExpression( '/token|hosting|sealed|webhook/i', serialize( get_option( Routing::OPTION ) ) );
		$this->assertSame( array( Routing::OPTION ), array_values( array_intersect( Stored_Environments::OPTIONS, array_keys( wp_load_alloptions( true ) ) ) ) );
		$this->environments()->delete( $environment->id );
		$routing->load();
		$this->assertSame( array(), $routing->environments() );
	}

	public function test_a_new_url_lets_a_copy_send_and_ends_a_lost_key(): void {
		$environment = $this->create( array( 'webhookUrl' => self::url() ) );
		update_option( Encryption::KEY_OPTION, base64_encode( random_bytes( 32 ) ), false );
		$lost = $this->environments()->get( $environment->id );
		$this->assertSame( 'key', $lost?->paused?->reason->value );
		$this->assertSame( $environment->masked, $lost->masked );
		$renamed = $this->environments()->update( $environment->id, $this->input( array( 'label' => 'Renamed' ) ) );
		$this->assertInstanceOf( Environment::class, $renamed );
		$this->assertSame( 'key', $renamed->paused?->reason->value );
		$pasted = $this->environments()->update( $environment->id, $this->input( array( 'webhookUrl' => self::url( 'site', 'rebuild', self::OTHER_TOKEN ) ) ) );
		$this->assertInstanceOf( Environment::class, $pasted );
		$this->assertNull( $pasted->paused );
		$this->assertInstanceOf( Webhook::class, $this->environments()->webhook( $environment->id, Action::Rebuild ) );
	}

	public function test_secrets_are_encrypted_again_when_a_key_is_configured(): void {
		$environment = $this->create( array( 'webhookUrl' => self::url() ) );
		$before      = get_option( Stored_Environments::OPTION )['environments'][ $environment->id ];
		$configured  = new Environments( new Encryption( 'key of wp-config.php' ), new System_Clock() );
		$this->assertInstanceOf( Webhook::class, $configured->webhook( $environment->id, Action::Rebuild ) );
		$after = get_option( Stored_Environments::OPTION )['environments'][ $environment->id ];
		$this->assertSame( $environment->etag, $this->environments()->get( $environment->id )?->etag, 'A user who is editing is not disturbed.' );
		foreach ( array( 'rebuild', 'cleanRebuild', 'purgeCache' ) as $action ) {
			$this->assertNotSame( $before['sealed'][ $action ], $after['sealed'][ $action ] );
		}
		delete_option( Encryption::KEY_OPTION );
		$only_configured = new Environments( new Encryption( 'key of wp-config.php' ), new System_Clock() );
		$this->assertInstanceOf( Webhook::class, $only_configured->webhook( $environment->id, Action::PurgeCache ) );
	}

	public function test_sends_no_token_to_a_url_that_was_changed_in_the_database(): void {
		$environment = $this->create( array( 'webhookUrl' => self::url() ) );
		$stored      = get_option( Stored_Environments::OPTION );

		$stored['environments'][ $environment->id ]['urls']['rebuild'] = 'https://evil.example/steal';
		$stored['environments'][ $environment->id ]['target']['host']  = 'evil.example';
		update_option( Stored_Environments::OPTION, $stored, false );
		$webhook = $this->environments()->webhook( $environment->id, Action::Rebuild );
		$this->assertInstanceOf( Webhook::class, $webhook );
		$this->assertStringStartsWith( 'https://hosting.example/', $webhook->secret_url() );
		$this->assertStringStartsWith( 'https://hosting.example/', $webhook->public_url );
	}

	public function test_headers_and_a_body_go_only_to_the_host_that_they_were_entered_for(): void {
		$one    = $this->create( array( 'label' => 'One', 'webhookUrl' => 'https://one.example/hook/secret-of-one', 'headers' => array( 'X-Key' => 'key-of-one' ), 'body' => '{"key":"of-one"}' ) );
		$two    = $this->create( array( 'label' => 'Two', 'webhookUrl' => 'https://two.example/hook/secret-of-two' ) );
		$extras = fn( Environment $of ): array => array( $this->webhook( $of )->extras?->headers(), $this->webhook( $of )->extras?->body() );
		$this->assertSame( array( array( 'X-Key' => 'key-of-one' ), '{"key":"of-one"}' ), $extras( $one ) );
		$stored = get_option( Stored_Environments::OPTION );

		$stored['environments'][ $two->id ]['extras'] = $stored['environments'][ $one->id ]['extras'];
		update_option( Stored_Environments::OPTION, $stored, false );
		$this->assertSame( array( array(), '' ), $extras( $two ) );
	}

	public function test_the_title_beside_a_build_is_short(): void {
		update_option( 'blogname', str_repeat( 'Café Zürich ', 30 ) );
		$hook = $this->create( array( 'label' => 'Hook', 'webhookUrl' => 'https://api.netlify.com/build_hooks/5f9c2d7e8b1a4c3d6e7f8a9b' ) );
		parse_str( (string) wp_parse_url( $this->webhook( $hook )->secret_url(), PHP_URL_QUERY ), $query );
		$this->assertStringStartsWith( 'Headless Deploy: Café Zürich', $query['trigger_title'] ?? '' );
		$this->assertSame( 100, mb_strlen( $query['trigger_title'] ) );
	}

	private function webhook( Environment $of ): Webhook {
		$webhook = $this->environments()->webhook( $of->id, Action::Rebuild );
		$this->assertInstanceOf( Webhook::class, $webhook );
		return $webhook;
	}

	public function test_a_local_host_that_is_no_longer_permitted_is_not_called(): void {
		$local        = new Local_Hosts( '127.0.0.1:8889', 'local' );
		$environments = new Environments( new Encryption(), new System_Clock(), null, $local );
		$created      = $environments->create( $this->input( array( 'webhookUrl' => str_replace( 'https://hosting.example', 'http://127.0.0.1:8889', self::url() ) ) ) );
		$this->assertInstanceOf( Environment::class, $created );
		$this->assertInstanceOf( Webhook::class, $environments->webhook( $created->id, Action::Rebuild ) );
		$refused = $this->environments()->webhook( $created->id, Action::Rebuild );
		$this->assert_error( 'headless_deploy_address_refused', $refused );
	}

	public function test_limits_the_number_of_environments(): void {
		for ( $number = 1; $number <= 50; $number++ ) {
			$this->create( array( 'webhookUrl' => self::url( "app$number" ) ) );
		}
		$this->assert_refused( 'headless_deploy_too_many_environments', array( 'webhookUrl' => self::url( 'one-more' ) ) );
	}

	public function test_ignores_invalid_stored_settings(): void {
		$this->create( array( 'label' => 'Live', 'webhookUrl' => self::url() ) );
		$sound = array_combine( Stored_Environments::OPTIONS, array_map( get_option( ... ), Stored_Environments::OPTIONS ) );
		foreach ( Stored_Environments::OPTIONS as $option ) {
			foreach ( self::damaged( $sound[ $option ] ) as $what => $stored ) {
				update_option( $option, $stored );
				foreach ( $this->environments()->all() as $id => $environment ) {
					$this->assertSame( $id, $environment->id, $what );
					$this->assertIsArray( $environment->automation->to_array() );
					$this->environments()->webhook( $environment->id, Action::Rebuild );
				}
				$this->assertInstanceOf( Environment::class, $this->environments()->create( $this->input( array( 'webhookUrl' => self::url( 'fresh' ) ) ) ), "$what: it can be connected again." );
				array_map( update_option( ... ), array_keys( $sound ), $sound );
			}
		}
		update_option( Routing::OPTION, array( 'environments' => array( 'x' => 'nonsense', 7 => array() ), 'postTypes' => 'all', 'schemaVersion' => 'one' ) );
		$routing = new Routing();
		$routing->load();
		$this->assertSame( array( array(), null, 0 ), array( $routing->environments(), $routing->post_types(), $routing->schema_version() ) );
	}

	private static function damaged( array $sound ): iterable {
		yield 'a text' => 'nonsense';
		yield 'a number' => 7;
		yield 'no environments' => array( 'version' => 1 );
		yield 'environments as a text' => array( 'environments' => 'x' ) + $sound;
		yield 'numeric ids' => array( 'environments' => array( 7 => $sound['environments']['live'] ) ) + $sound;
		yield 'an environment as a text' => array( 'environments' => array( 'live' => 'x' ) ) + $sound;
		yield 'an empty environment' => array( 'environments' => array( 'live' => array() ) ) + $sound;
		foreach ( array_keys( $sound['environments']['live'] ) as $field ) {
			foreach ( array( null, 7, 'x', array( 1 ), array( 'rebuild' => array() ), true ) as $value ) {
				$stored = $sound;

				$stored['environments']['live'][ $field ] = $value;
				yield $field . ' as ' . wp_json_encode( $value ) => $stored;
			}
		}
	}

	private function create( array $body ): Environment {
		$created = $this->environments()->create( $this->input( $body ) );
		$this->assertInstanceOf( Environment::class, $created, is_wp_error( $created ) ? $created->get_error_message() : '' );
		return $created;
	}

	private function assert_refused( string $code, array $body ): WP_Error {
		$before = get_option( Stored_Environments::OPTION );
		$error  = $this->environments()->create( $this->input( $body ) );
		$this->assert_error( $code, $error );
		$this->assertSame( $before, get_option( Stored_Environments::OPTION ) );
		return $error;
	}

	private function input( array $body ): Environment_Input {
		$input = Environment_Input::from_body( $body );
		$this->assertInstanceOf( Environment_Input::class, $input );
		return $input;
	}

	private function environments(): Environments {
		return new Environments( new Encryption(), new System_Clock() );
	}

	private static function url( string $app = 'site', string $action = 'rebuild', string $token = self::TOKEN ): string {
		return "https://hosting.example/wh/v1/accounts/acme/apps/$app/environments/e1/webhooks/webhook:$action?token=$token";
	}
}
