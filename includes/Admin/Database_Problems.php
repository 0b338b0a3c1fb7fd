<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Queue\Missing_Tables;
use HeadlessDeploy\Queue\Write_Failure;

/**
 * Finds database problems that a run clears: changes that could not be saved, and lost tables. Both are in autoloaded
 * options, so every page may ask.
 *
 * @phpstan-import-type Problem from Problems
 */
final class Database_Problems {
	public function __construct(
		private readonly Write_Failure $write_failure,
		private readonly Missing_Tables $missing_tables,
	) {}

	/**
	 * Returns the problems that the current user can solve.
	 *
	 * @return list<Problem>
	 */
	public function all(): array {
		return current_user_can( Capabilities::REBUILD )
			? array_values( array_filter( array( $this->rejected_changes(), $this->lost_tables() ) ) )
			: array();
	}

	/**
	 * @return Problem|null
	 */
	private function rejected_changes(): ?array {
		$failure = $this->write_failure->get();
		$changes = $failure['changes'] ?? 0;
		return null === $failure ? null : self::problem(
			'writes',
			"{$failure['changes']} {$failure['at']}",
			sprintf(
				/* translators: %s: number of changes. */
				_n(
					'The database rejected %s change. It may be missing on the front end. Press Rebuild to deploy everything.',
					'The database rejected %s changes. They may be missing on the front end. Press Rebuild to deploy everything.',
					$changes,
					'headless-deploy',
				),
				number_format_i18n( $changes ),
			),
		);
	}

	/**
	 * @return Problem|null
	 */
	private function lost_tables(): ?array {
		$tables = $this->missing_tables->tables();
		return array() === $tables ? null : self::problem(
			'tables',
			$this->missing_tables->signature(),
			sprintf(
				/* translators: %s: names of database tables. */
				__( 'These database tables were missing, and the pending changes in them are lost: %s. Press Rebuild to deploy everything.', 'headless-deploy' ),
				implode( ', ', $tables ),
			),
		);
	}

	/**
	 * @param  string  $fact Differs when the problem occurs again.
	 * @return Problem
	 */
	private static function problem( string $kind, string $fact, string $text ): array {
		return array(
			'kind'      => $kind,
			'signature' => md5( $fact ),
			'type'      => 'error',
			'text'      => $text,
			'url'       => Page::urls()['overview'],
			'link'      => Page::open_label(),
		);
	}
}
