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
	public function test_a_new_field_needs_changes_of_two_files(): void {
		$copies = array();
		foreach ( self::changes() as $file => $change ) {
			$copy = Test_Database::folder() . "/new-field/includes/$file.php";
			wp_mkdir_p( dirname( $copy ) );
			file_put_contents( $copy, $change->broken() );
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

	/**
	 * @return array<string, Mutation>
	 */
	private static function changes(): array {
		return array(
			'Environments/Environment' => ( new Mutation( 'Environment::__construct', '$has_body = false', '$has_body = false, public readonly string $note = \'\'' ) )
				->and( 'Environment::fields', "'hasBody' =>", "'note' => \$text, 'hasBody' =>" ),
			'Environments/Environment_Schema' => ( new Mutation( 'Environment_Schema::input', 'webhookUrl:', "note: Json_Schema::text( 'What to know before a run.' )->with( maxLength: 40 ), webhookUrl:" ) )
				->and( 'Environment_Schema::public_properties', "'frontEndUrl' =>", "'note' => Json_Schema::text(), 'frontEndUrl' =>" ),
		);
	}
}
