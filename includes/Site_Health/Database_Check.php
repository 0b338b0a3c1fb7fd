<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Queue\Missing_Tables;
use HeadlessDeploy\Queue\Write_Failure;

/**
 * Tests whether the tables exist, and whether the database has rejected changes.
 */
final class Database_Check implements Check {
	public function __construct(
		private readonly Health_Facts $facts,
		private readonly Write_Failure $write_failure,
		private readonly Missing_Tables $missing_tables,
	) {}

	public function run(): Result {
		$missing = $this->facts->missing_tables();
		if ( array() !== $missing ) {
			return ( new Result( Result::CRITICAL, __( 'Headless Deploy database tables are missing', 'headless-deploy' ) ) )
				->add_text( __( 'Changes cannot be saved without these tables:', 'headless-deploy' ) )
				->add_list( $missing )
				->add_text( __( 'Deactivate and reactivate the plugin to create them; your settings are kept. If the tables are still missing, ask the hosting service of this site to grant the database user the CREATE privilege.', 'headless-deploy' ) );
		}
		$lost = $this->missing_tables->tables();
		if ( array() !== $lost ) {
			return ( new Result( Result::CRITICAL, __( 'Pending changes were lost', 'headless-deploy' ) ) )
				->add_text( __( 'These database tables were missing, and the pending changes in them are lost. The plugin created the tables again:', 'headless-deploy' ) )
				->add_list( $lost )
				->add_text( __( 'Press Rebuild to deploy everything and clear this warning. Then find the cause, for example a cleanup plugin or a restored backup.', 'headless-deploy' ) )
				->add_link( __( 'Rebuild now', 'headless-deploy' ), 'overview' );
		}
		$failure = $this->write_failure->get();
		return null === $failure ? $this->good() : $this->rejected_changes( $failure );
	}

	private function good(): Result {
		return ( new Result( Result::GOOD, __( 'Changes are saved in the database', 'headless-deploy' ) ) )->add_text( __( 'The tables exist, and no write has failed.', 'headless-deploy' ) );
	}

	/**
	 * Describes changes that could not be saved.
	 *
	 * @param array{changes: int, at: int} $failure Number, and time of the last one.
	 */
	private function rejected_changes( array $failure ): Result {
		$changes = $failure['changes'];
		$text    = sprintf(
			/* translators: 1: number of changes. 2: for example 5 minutes ago. */
			_n( 'The database rejected %1$s change %2$s. It may be missing on the front end.', 'The database rejected %1$s changes, the last one %2$s. They may be missing on the front end.', $changes, 'headless-deploy' ),
			number_format_i18n( $changes ),
			$this->facts->ago( $failure['at'] ),
		);
		return ( new Result( Result::CRITICAL, __( 'The database rejected changes', 'headless-deploy' ) ) )
			->add_text( $text, __( 'Press Rebuild to deploy everything and clear this warning. If the warning returns, check the PHP error log for a full disk or a damaged table.', 'headless-deploy' ) )
			->add_link( __( 'Rebuild now', 'headless-deploy' ), 'overview' );
	}
}
