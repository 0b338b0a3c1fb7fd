<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Environments;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Site_Fingerprint;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Group;
use WP_Error;

#[Group( 'mariadb' )]
final class PausesTest extends Wp_Test_Case {
	private const ID = 'production';

	private Manual_Clock $clock;
	private Environments $environments;

	protected function setUp(): void {
		parent::setUp();
		$this->clock        = new Manual_Clock();
		$this->environments = new Environments( new Encryption(), $this->clock );
		$this->connect();
	}

	#[DataProvider( 'orders' )]
	public function test_keeps_the_stronger_pause_reason( string $first, string $second, string $stays ): void {
		$this->environments->pause( self::ID, Pause_Reason::from( $first ), 'token' === $first ? 7 : null );
		$this->clock->pass( 1000 );
		$paused = $this->done( $this->environments->pause( self::ID, Pause_Reason::from( $second ), 'token' === $second ? 8 : null ) )->paused;
		$this->assertSame( $stays, $paused?->reason->value );
		$this->assertSame( $stays === $first ? $this->clock->now - 1000 : $this->clock->now, $paused?->since );
		$this->assertSame( 'token' !== $stays, null === ( $paused?->next_attempt_at ) );
	}

	public static function orders(): iterable {
		yield 'a refused token changes nothing where a person has paused' => array( 'person', 'token', 'person' );
		yield 'a refused token changes nothing at a copy' => array( 'copy', 'token', 'copy' );
		yield 'a person changes nothing at a copy' => array( 'copy', 'person', 'copy' );
		yield 'a person pauses more than a refused token' => array( 'token', 'person', 'person' );
		yield 'a copy is stronger than a refused token' => array( 'token', 'copy', 'copy' );
		yield 'a copy is stronger than a person' => array( 'person', 'copy', 'copy' );
		yield 'a person pauses twice' => array( 'person', 'person', 'person' );
	}

	public function test_the_same_refusal_changes_only_the_time_of_the_next_attempt(): void {
		$before = $this->done( $this->environments->pause( self::ID, Pause_Reason::Token, 1000 ) );
		$this->clock->pass( 5000 );
		$after = $this->done( $this->environments->pause( self::ID, Pause_Reason::Token, 9000 ) );
		$this->assertSame( array( Pause_Reason::Token, $before->paused?->since, 9000 ), array( $after->paused?->reason, $after->paused?->since, $after->paused?->next_attempt_at ) );
		$this->assertSame( $this->done( $this->environments->get( self::ID ) )->etag, $before->etag, 'A user who is editing is not disturbed by the sender.' );
	}

	public function test_an_old_refusal_does_not_bring_the_next_attempt_forward(): void {
		$next = fn( int $seconds ): ?int => $this->done( $this->environments->pause( self::ID, Pause_Reason::Token, $this->clock->now + $seconds * 1000 ) )->paused?->next_attempt_at;
		$this->assertSame( $this->clock->now + 3_600_000, $next( 3600 ) );
		$this->assertSame( $this->clock->now + 3_600_000, $next( 3000 ) );
		$this->clock->jump( -60_000 );
		$this->assertSame( $this->clock->now + 3_600_000, $next( 3600 ), 'A moment of a clock that was set back does not stay.' );
	}

	public function test_writes_nothing_without_a_change(): void {
		$this->environments->pause( self::ID, Pause_Reason::Person );
		$stored = get_option( Stored_Environments::OPTION );
		$this->clock->pass( 1000 );
		$this->environments->pause( self::ID, Pause_Reason::Person );
		$this->environments->pause( self::ID, Pause_Reason::Token, 7 );
		$this->environments->resume_from_token( self::ID );
		$this->environments->hold( self::ID, false );
		$this->environments->confirm_move( self::ID );
		$this->assertSame( $stored, get_option( Stored_Environments::OPTION ) );
		$this->done( $this->environments->resume( self::ID ) );
		$this->assertNull( $this->done( $this->environments->resume( self::ID ) )->paused, 'It may be called twice.' );
	}

	public function test_only_a_token_pause_ends_automatically(): void {
		$this->environments->pause( self::ID, Pause_Reason::Token, 7 );
		$this->assertNull( $this->done( $this->environments->resume_from_token( self::ID ) )->paused );
		$this->environments->pause( self::ID, Pause_Reason::Person );
		$this->assertSame( 'person', $this->done( $this->environments->resume_from_token( self::ID ) )->paused?->reason->value );
		$this->assertNull( $this->done( $this->environments->resume( self::ID ) )->paused );
	}

	public function test_a_confirmed_copy_sends_only_after_a_confirmed_move(): void {
		$this->done( $this->environments->pause( self::ID, Pause_Reason::Copy ) );
		$refused = $this->environments->resume( self::ID );
		$this->assertInstanceOf( WP_Error::class, $refused );
		$this->assertSame( array( 'headless_deploy_copy', 409 ), array( $refused->get_error_code(), $refused->get_error_data()['status'] ) );
		$this->assertNull( $this->done( $this->environments->confirm_move( self::ID ) )->paused );
	}

	public function test_confirming_a_move_adds_the_new_address(): void {
		$elsewhere = Site_Fingerprint::of( 'https://www.acme.example' );
		$this->store( 'fingerprints', array( $elsewhere ) );
		$copy = $this->done( $this->environments->get( self::ID ) );
		$this->assertFalse( Site_Fingerprint::allows( $copy ) );
		$this->assertInstanceOf( WP_Error::class, $this->environments->resume( self::ID ) );
		$moved = $this->done( $this->environments->confirm_move( self::ID ) );
		$this->assertTrue( Site_Fingerprint::allows( $moved ) );
		$this->assertSame( array( $elsewhere, Site_Fingerprint::current() ), $moved->fingerprints, 'The site may have two addresses, for example while it moves.' );
	}

	public function test_confirming_a_move_keeps_the_pause_of_a_user(): void {
		$this->environments->pause( self::ID, Pause_Reason::Person );
		$this->store( 'fingerprints', array( Site_Fingerprint::of( 'https://elsewhere.example' ) ) );
		$this->assertSame( 'person', $this->done( $this->environments->confirm_move( self::ID ) )->paused?->reason->value );
	}

	public function test_a_new_url_keeps_the_pause_of_a_user(): void {
		$this->environments->pause( self::ID, Pause_Reason::Person );
		$input = Environment_Input::from_body( array( 'webhookUrl' => 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/e9/webhooks/webhook:rebuild?token=' . self::TOKEN ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$this->assertSame( Pause_Reason::Person, $this->done( $this->environments->update( self::ID, $input ) )->paused?->reason );
	}

	public function test_a_pause_names_the_user_who_paused_first(): void {
		$users = array( $this->user( 'administrator' ), $this->user( 'administrator' ) );
		foreach ( $users as $user ) {
			wp_set_current_user( $user );
			$this->environments->pause( self::ID, Pause_Reason::Person );
		}
		$this->assertSame( $users[0], $this->done( $this->environments->get( self::ID ) )->paused?->by );
	}

	public function test_only_reasons_that_are_stored_are_read(): void {
		$read = array_filter( Pause_Reason::cases(), static fn( Pause_Reason $reason ): bool => $reason === Pause_Reason::from_stored( $reason->value ) );
		$this->assertSame( array( Pause_Reason::Copy, Pause_Reason::Token, Pause_Reason::Person, Pause_Reason::Unknown ), array_values( $read ) );
		$this->assertSame( Pause_Reason::Unknown, Pause_Reason::from_stored( 'disabled' ), 'A row that was edited by hand blocks no manual run.' );
	}

	public function test_a_copy_with_its_own_webhook_sends_to_it(): void {
		$this->environments->pause( self::ID, Pause_Reason::Copy );
		$input = Environment_Input::from_body( array( 'webhookUrl' => 'https://hosting.example/wh/v1/accounts/acme/apps/staging/environments/e9/webhooks/webhook:rebuild?token=' . self::TOKEN ) );
		$this->assertInstanceOf( Environment_Input::class, $input );
		$this->assertNull( $this->done( $this->environments->update( self::ID, $input ) )->paused );
	}

	public function test_the_routing_knows_held_environments(): void {
		foreach ( array( true, true, false, false ) as $hold ) {
			$this->assertSame( $hold, $this->done( $this->environments->hold( self::ID, $hold ) )->automation->hold );
			$routing = new Routing();
			$routing->load();
			$this->assertSame( $hold, $routing->environments()[ self::ID ]->hold );
		}
	}

	public function test_a_pause_rewrites_no_autoloaded_option(): void {
		$before = wp_load_alloptions( true );
		$writes = fn( callable $work ): array => array_values( array_filter( $this->queries( $work ), static fn( string $query ): bool => str_starts_with( $query, 'UPDATE' ) ) );
		foreach ( array( Pause_Reason::Token, Pause_Reason::Person ) as $reason ) {
			$updates = $writes( fn() => $this->environments->pause( self::ID, $reason, 60_000 ) );
			$this->assertCount( 1, $updates );
			$this->assertStringContainsString( Stored_Environments::STATE_OPTION, $updates[0] );
			$this->assertStringNotContainsString( Stored_Environments::OPTION . "'", $updates[0], 'The secrets are not written either.' );
		}
		$this->assertSame( $before, wp_load_alloptions( true ) );
	}

	public function test_an_unknown_environment_and_a_stale_etag_are_refused(): void {
		$acts = array(
			fn( string $id, ?string $etag = null ) => $this->environments->pause( $id, Pause_Reason::Person, null, $etag ),
			fn( string $id, ?string $etag = null ) => $this->environments->resume( $id, $etag ),
			fn( string $id, ?string $etag = null ) => $this->environments->pause( $id, Pause_Reason::Copy, null, $etag ),
			$this->environments->confirm_move( ... ),
		);
		foreach ( $acts as $act ) {
			$unknown = $act( 'unknown' );
			$stale   = $act( self::ID, 'older' );
			$this->assertInstanceOf( WP_Error::class, $unknown );
			$this->assertInstanceOf( WP_Error::class, $stale );
			$this->assertSame( array( 'headless_deploy_unknown_environment', 'headless_deploy_edit_conflict' ), array( $unknown->get_error_code(), $stale->get_error_code() ) );
		}
		$this->assertInstanceOf( WP_Error::class, $this->environments->hold( 'unknown', true ) );
		$this->assertNull( $this->done( $this->environments->get( self::ID ) )->paused );
	}

	public function test_fires_the_removal_action_after_the_write(): void {
		$calls = array();
		add_action(
			'headless_deploy_environment_removed',
			function ( string $id ) use ( &$calls ): void {
				$calls[] = array( $id, $this->environments->get( $id ), $this->environments->was_removed( $id ) );
			},
		);
		$this->environments->delete( 'unknown' );
		$this->environments->delete( self::ID, 'older' );
		$this->assertSame( array(), $calls );
		$this->assertFalse( $this->environments->was_removed( self::ID ) );
		$this->environments->delete( self::ID );
		$this->assertSame( array( array( self::ID, null, true ) ), $calls );
	}

	private function done( Environment|WP_Error|null $result ): Environment {
		$this->assertInstanceOf( Environment::class, $result );
		return $result;
	}

	private function store( string $field, mixed $value ): void {
		$stored = get_option( Stored_Environments::OPTION );

		$stored['environments'][ self::ID ][ $field ] = $value;
		update_option( Stored_Environments::OPTION, $stored, false );
	}
}
