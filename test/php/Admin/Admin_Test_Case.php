<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Admin;

use HeadlessDeploy\Admin\Current_Status;
use HeadlessDeploy\Environments\Routing;
use HeadlessDeploy\Services;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;

/**
 * Gives each test its own plugin folder, with or without a build.
 */
abstract class Admin_Test_Case extends Wp_Test_Case {
	private string $folder = '';

	protected function setUp(): void {
		parent::setUp();
		$this->folder = sys_get_temp_dir() . '/headless-deploy-build-' . bin2hex( random_bytes( 6 ) );
		mkdir( $this->folder . '/build', 0o700, true );
		$GLOBALS['wp_scripts'] = null;
		$GLOBALS['wp_styles']  = null;
	}

	protected function tearDown(): void {
		array_map( unlink( ... ), (array) glob( $this->folder . '/build/*' ) );
		rmdir( $this->folder . '/build' );
		rmdir( $this->folder );
		$GLOBALS['wp_scripts']     = null;
		$GLOBALS['wp_styles']      = null;
		$GLOBALS['current_screen'] = null;
		parent::tearDown();
	}

	protected function plugin_file(): string {
		return $this->folder . '/plugin.php';
	}

	/**
	 * Creates the files that wp-scripts would build.
	 */
	protected function build( string ...$entries ): void {
		foreach ( array( 'shared', ...$entries ) as $entry ) {
			file_put_contents( "{$this->folder}/build/$entry.js", '//' );
			file_put_contents( "{$this->folder}/build/$entry.css", '' );
			file_put_contents( "{$this->folder}/build/$entry.asset.php", "<?php return array( 'dependencies' => array( 'wp-api-fetch', 'wp-element' ), 'version' => 'v-$entry' );" );
		}
	}

	/**
	 * Reads the status again, as the next page does.
	 */
	protected function current(): Current_Status {
		$routing = new Routing();
		$routing->load();
		return new Current_Status( $routing, static fn() => ( new Services( new System_Clock() ) )->status() );
	}
}
