<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale\Network;

use HeadlessDeploy\Tests\Scale\Work_Cost;

/**
 * Writes what was measured to the file that HEADLESS_DEPLOY_TEST_COSTS names, one JSON object a line.
 */
final class Cost_Report {
	private static bool $is_begun = false;

	/**
	 * @param int|null $rows Of the tables, where the same is measured with several numbers of rows.
	 */
	public static function add( string $name, Work_Cost $cost, ?int $rows = null ): void {
		$file = (string) getenv( 'HEADLESS_DEPLOY_TEST_COSTS' );
		if ( '' !== $file ) {
			$line = array(
				'name'       => $name,
				'rows'       => $rows,
				'statements' => count( $cost->statements ),
				'reads'      => $cost->reads(),
				'diskTables' => $cost->disk_tables(),
				'ms'         => round( $cost->ms, 1 ),
			);
			file_put_contents( $file, json_encode( $line, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES ) . "\n", self::$is_begun ? FILE_APPEND : 0 );
			self::$is_begun = true;
		}
	}
}
