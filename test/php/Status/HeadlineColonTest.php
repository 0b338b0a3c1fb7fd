<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Status;

use HeadlessDeploy\Tests\Wp_Test_Case;

/**
 * The name of an environment and its status stand in one line, and a status may have a colon of its own: “Paused: this is a
 * copy”. So nothing puts a second colon between them, in English and in German.
 */
final class HeadlineColonTest extends Wp_Test_Case {
	private const ROOT = __DIR__ . '/../../../';

	public function test_the_name_of_an_environment_and_its_status_are_not_joined_by_a_colon(): void {
		foreach ( array( 'includes/Admin/Admin_Bar.php', 'src/admin-bar/links.ts', 'src/editor/post-publish-panel.tsx' ) as $file ) {
			$this->assertStringNotContainsString( "'%1\$s: %2\$s'", (string) file_get_contents( self::ROOT . $file ), $file );
		}
		$this->assertSame( '%1$s · %2$s', $this->german( '%1$s · %2$s', 'environment and status' ) );
	}

	public function test_a_translated_status_has_no_colon_where_the_english_one_has_none(): void {
		foreach ( array( 'Live %s', 'Up to date', 'Building', 'Building, %s', 'Sending', 'Connected', 'Retrying in %s', 'Rebuild in %s', 'Cache purged', 'Refreshed', 'Held · %s', 'Paused by %s' ) as $headline ) {
			$german = $this->german( $headline );
			$this->assertNotSame( '', $german, $headline );
			$this->assertStringNotContainsString( ':', $german, $headline );
		}
	}

	private function german( string $text, string $context = '' ): string {
		$po    = (string) file_get_contents( self::ROOT . 'languages/headless-deploy-de_DE.po' );
		$entry = ( '' === $context ? '' : 'msgctxt "' . $context . "\"\n" ) . 'msgid "' . $text . "\"\nmsgstr \"";
		return explode( '"', explode( $entry, $po, 2 )[1] ?? '' )[0];
	}
}
