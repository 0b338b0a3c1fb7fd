<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Queue\Missing_Tables;
use HeadlessDeploy\Queue\Write_Failure;

/**
 * Looks whether the tables are there, and whether the database has refused to note changes.
 */
final class Database_Check implements Check {
	public function __construct(
		private readonly Health_Facts $facts,
		private readonly Write_Failure $write_failure,
		private readonly Missing_Tables $lost_tables,
	) {}

	public function id(): string {
		return 'headless_deploy_database';
	}

	public function label(): string {
		return __( 'Tables of Headless Deploy', 'headless-deploy' );
	}

	public function run(): Result {
		$missing = $this->facts->missing_tables();
		if ( array() !== $missing ) {
			return ( new Result( Result::CRITICAL, __( 'Tables of Headless Deploy are missing', 'headless-deploy' ) ) )
				->add_text( __( 'Changes cannot be noted without these tables of the database:', 'headless-deploy' ) )
				->add_list( $missing )
				->add_text( __( 'Deactivate the plugin and activate it again: that makes them anew, and no setting is lost. If they are missing again, the database user lacks the right to CREATE tables; ask your host.', 'headless-deploy' ) );
		}
		$lost = $this->lost_tables->known();
		if ( array() !== $lost ) {
			return ( new Result( Result::CRITICAL, __( 'Changes were lost with their tables', 'headless-deploy' ) ) )
				->add_text( __( 'These tables of the database had disappeared, with the changes that were waiting in them. They have been made again:', 'headless-deploy' ) )
				->add_list( $lost )
				->add_text( __( 'Press Rebuild, which sends everything and clears this warning. Then find out who removes tables: a clean-up plugin, or a backup that was put back?', 'headless-deploy' ) )
				->add_link( __( 'Rebuild now', 'headless-deploy' ), 'overview' );
		}
		$failure = $this->write_failure->known();
		return null === $failure ? $this->good() : $this->refused( $failure );
	}

	private function good(): Result {
		return ( new Result( Result::GOOD, __( 'Changes are noted in the database', 'headless-deploy' ) ) )->add_text( __( 'The tables are there, and no write was refused.', 'headless-deploy' ) );
	}

	/**
	 * Says what to do about changes that could not be noted.
	 *
	 * @param array{changes: int, at: int} $failure How many, and when the last.
	 */
	private function refused( array $failure ): Result {
		$what = sprintf(
			/* translators: 1: number of changes. 2: for example 5 minutes ago. */
			_n( '%1$d change could not be noted, %2$s, because the database refused it. It may be missing on the front end.', '%1$d changes could not be noted, the last %2$s, because the database refused them. They may be missing on the front end.', $failure['changes'], 'headless-deploy' ),
			$failure['changes'],
			$this->facts->ago( $failure['at'] ),
		);
		return ( new Result( Result::CRITICAL, __( 'The database refused to note changes', 'headless-deploy' ) ) )
			->add_text( $what, __( 'Press Rebuild, which sends everything and clears this warning. If it comes back, look into the error log of PHP: is the disk full, or the table damaged?', 'headless-deploy' ) )
			->add_link( __( 'Rebuild now', 'headless-deploy' ), 'overview' );
	}
}
