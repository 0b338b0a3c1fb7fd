<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Environments;

use HeadlessDeploy\Tests\Model\Mutation;
use HeadlessDeploy\Tests\Test_Database;
use PHPUnit\Framework\Attributes\Group;
use PHPUnit\Framework\TestCase;

/**
 * Adds a field to an environment as docs/architecture.md says, in copies of two files. The tests of New_Field run in a process
 * that loads the copies.
 */
#[Group( 'processes' )]
final class NewFieldTest extends TestCase {
	private const CHANGES = array(
		'Environments/Environment' => array(
			'		public readonly bool $has_body = false,'     => "		public readonly bool \$has_body = false,\n		public readonly string \$note = '',",
			"				'hasBody'      => Json_Schema::boolean()," => "				'hasBody' => Json_Schema::boolean(),\n				'note' => \$text,",
		),
		'Environments/Environment_Schema' => array(
			'			webhookUrl: self::pasted_webhook(),'   => "			note: Json_Schema::text( 'What to know before a run.' )->with( maxLength: 40 ),\n			webhookUrl: self::pasted_webhook(),",
			"			'frontEndUrl' => Json_Schema::text()," => "			'frontEndUrl' => Json_Schema::text(),\n			'note' => Json_Schema::text(),",
		),
	);

	public function test_a_new_field_needs_changes_of_two_files(): void {
		$copies = array();
		foreach ( self::CHANGES as $file => $texts ) {
			$copy = Test_Database::folder() . "/new-field/includes/$file.php";
			wp_mkdir_p( dirname( $copy ) );
			file_put_contents( $copy, ( new Mutation( $file, $texts ) )->broken() );
			$copies[] = $copy;
		}
		$project = dirname( __DIR__, 3 );
		$process = proc_open(
			array( PHP_BINARY, "$project/vendor/bin/phpunit", '-c', "$project/test/php/phpunit.xml.dist", '--do-not-cache-result', __DIR__ . '/New_Field.php' ),
			array( 1 => array( 'pipe', 'w' ), 2 => array( 'redirect', 1 ) ),
			$pipes,
			$project,
			array( 'HEADLESS_DEPLOY_TEST_CHANGED_FILE' => implode( PATH_SEPARATOR, $copies ), 'HEADLESS_DEPLOY_TEST_TEMPLATE' => Test_Database::folder() ) + getenv(),
		);
		$this->assertIsResource( $process );
		$output = (string) stream_get_contents( $pipes[1] );
		$exit   = proc_close( $process );
		array_map( unlink( ... ), $copies );
		array_map( rmdir( ... ), array( dirname( $copies[0] ), dirname( $copies[0], 2 ), dirname( $copies[0], 3 ) ) );
		$this->assertSame( 0, $exit, $output );
		$this->assertStringContainsString( 'OK (4 tests', $output );
	}
}
