<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Environments;

use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Site_Fingerprint;
use HeadlessDeploy\Environments\Stored_Environments;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Contract;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Attributes\DataProvider;

final class SiteFingerprintTest extends Wp_Test_Case {
	/**
	 * @param array{url: string, of: string, fingerprint: string} $case
	 */
	#[DataProvider( 'golden_cases' )]
	public function test_matches_the_golden_file( array $case ): void {
		$this->assertSame( hash( 'sha256', $case['of'] ), $case['fingerprint'] );
		$this->assertSame( $case['fingerprint'], Site_Fingerprint::of( $case['url'] ) );
	}

	public static function golden_cases(): iterable {
		return Contract::cases( 'site-fingerprints', 'cases' );
	}

	public function test_the_site_that_connected_may_send_and_a_copy_may_not(): void {
		$environment = $this->connect();
		$this->assertTrue( Site_Fingerprint::allows( $environment ) );
		$this->assertSame( array( Site_Fingerprint::of( WP_HOME ) ), $environment->fingerprints );
		$this->assertFalse( Site_Fingerprint::allows( $this->with_fingerprints( Site_Fingerprint::of( 'https://staging.example.test' ) ) ) );
		$this->assertFalse( Site_Fingerprint::allows( $this->with_fingerprints() ) );
	}

	public function test_stores_no_url_that_search_and_replace_could_change(): void {
		$this->connect();
		$this->assertStringNotContainsString( 'example.test', serialize( array( get_option( Stored_Environments::OPTION ), get_option( Stored_Environments::STATE_OPTION ) ) ) );
	}

	public function test_a_plugin_that_filters_the_address_makes_no_copy(): void {
		$environment = $this->connect();
		add_filter( 'home_url', static fn(): string => 'https://de.example.org' );
		add_filter( 'option_home', static fn(): string => 'https://de.example.org', 99 );
		$this->assertTrue( Site_Fingerprint::allows( $environment ) );
	}

	private function with_fingerprints( string ...$fingerprints ): Environment {
		$stored = get_option( Stored_Environments::OPTION );

		$stored['environments']['production']['fingerprints'] = $fingerprints;
		update_option( Stored_Environments::OPTION, $stored, false );
		return ( new Environments( new Encryption(), new System_Clock() ) )->all()['production'];
	}
}
