<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Multisite;

use HeadlessDeploy\Environments\Configured_Environments;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Environments\Site_Fingerprint;
use HeadlessDeploy\Secrets\Encryption;

final class ConfiguredSitesTest extends Network_Test_Case {
	private const URL = 'https://hosting.example/wh/v1/accounts/acme/apps/%s/environments/e1/webhooks/webhook:rebuild?token=' . self::TOKEN;

	public function test_an_entry_applies_to_the_main_site_or_the_listed_sites(): void {
		$environments = $this->environments();
		$this->assertSame( array( 'main' ), array_keys( $environments->all() ) );
		$this->assertSame( array( 'shop', 'both' ), $this->on_site( 2, static fn(): array => array_keys( $environments->all() ) ) );
		$this->assertSame( array( 'both' ), $this->on_site( 3, static fn(): array => array_keys( $environments->all() ) ) );
		$routing = new Routing( $this->configured() );
		$this->assertSame( array( 'main' ), array_keys( $routing->environments() ) );
		$this->assertSame( array( 'both' ), $this->on_site( 3, static fn(): array => array_keys( $routing->environments() ) ) );
		$this->assertSame( array(), $environments->problems() );
	}

	public function test_each_site_stores_its_own_address_and_pauses(): void {
		$environments = $this->environments();
		foreach ( array( 2, 3 ) as $site ) {
			$this->assertSame( array( $this->on_site( $site, Site_Fingerprint::current( ... ) ) ), $this->on_site( $site, static fn(): array => $environments->all()['both']->fingerprints ) );
		}
		$this->on_site( 2, static fn() => $environments->pause( 'both', Pause_Reason::Person ) );
		$this->assertSame( 'person', $this->on_site( 2, static fn(): ?string => $environments->get( 'both' )?->paused?->reason->value ) );
		$this->assertNull( $this->on_site( 3, static fn(): ?string => $environments->get( 'both' )?->paused?->reason->value ) );
	}

	private function environments(): Environments {
		return new Environments( new Encryption(), $this->clock, null, null, $this->configured() );
	}

	private function configured(): Configured_Environments {
		return new Configured_Environments(
			null,
			array(
				'main' => array( 'webhookUrl' => sprintf( self::URL, 'main' ) ),
				'shop' => array( 'webhookUrl' => sprintf( self::URL, 'shop' ), 'sites' => 2 ),
				'both' => array( 'webhookUrl' => sprintf( self::URL, 'both' ), 'sites' => array( 2, '3' ) ),
			),
		);
	}
}
