<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Queue\Missing_Tables;
use HeadlessDeploy\Queue\Write_Failure;

/**
 * Finds what only a press can make up for: changes that the database refused to note, and tables that were lost with what
 * waited in them. Both are remembered in options that are loaded anyway, so every page may ask.
 *
 * @phpstan-import-type Trouble from Problems
 */
final class Database_Problems {
	/**
	 * @param Write_Failure  $write_failure What could not be noted.
	 * @param Missing_Tables $lost_tables   What was lost and made again.
	 */
	public function __construct(
		private readonly Write_Failure $write_failure,
		private readonly Missing_Tables $lost_tables,
	) {}

	/**
	 * Returns what the current user can make up for.
	 *
	 * @return list<Trouble>
	 */
	public function all(): array {
		return current_user_can( Capabilities::REBUILD ) ? array_values( array_filter( array( $this->refused(), $this->lost() ) ) ) : array();
	}

	/**
	 * Looks for changes that could not be noted.
	 *
	 * @return Trouble|null
	 */
	private function refused(): ?array {
		$known = $this->write_failure->known();
		return null === $known ? null : self::trouble(
			'writes',
			"{$known['changes']} {$known['at']}",
			sprintf(
				/* translators: %d: number of changes. */
				_n(
					'The database rejected %d change. It may be missing on the front end: press Rebuild, and check the database if this happens again.',
					'The database rejected %d changes. They may be missing on the front end: press Rebuild, and check the database if this happens again.',
					$known['changes'],
					'headless-deploy',
				),
				$known['changes'],
			),
		);
	}

	/**
	 * Looks for tables that were lost.
	 *
	 * @return Trouble|null
	 */
	private function lost(): ?array {
		$tables = $this->lost_tables->known();
		return array() === $tables ? null : self::trouble(
			'tables',
			$this->lost_tables->mark(),
			sprintf(
				/* translators: %s: names of tables of the database. */
				__( 'Database tables were missing (%s), so their pending changes are lost. The plugin created the tables again where possible. Press Rebuild to update the front end.', 'headless-deploy' ),
				implode( ', ', $tables ),
			),
		);
	}

	/**
	 * Makes a trouble that a press ends.
	 *
	 * @param  string  $fact What is another when it happens again.
	 * @return Trouble
	 */
	private static function trouble( string $kind, string $fact, string $text ): array {
		return array(
			'kind'      => $kind,
			'signature' => md5( $fact ),
			'type'      => 'error',
			'text'      => $text,
			'url'       => Page::urls()['overview'],
			'link'      => __( 'Open Headless Deploy', 'headless-deploy' ),
		);
	}
}
