<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * Fault injection: chooses which statements of the plugin fail. WordPress's own never do, because a site whose options
 * cannot be loaded is broken as a whole.
 */
final class Statement_Faults {
	/**
	 * Errors of MariaDB. After 1317 and 1205 the statement has not run; after 2013 it may have.
	 */
	private const ERRORS = array(
		1317 => 'Query execution was interrupted',
		1205 => 'Lock wait timeout exceeded; try restarting transaction',
		2013 => 'Lost connection to server during query',
	);

	private const PER_MILLE = 12;

	/**
	 * Number of consecutive failures. `Database::write_with_retry()` tries three times.
	 */
	private const IN_A_ROW = array( 1, 1, 1, 2, 3, 7 );

	public function __construct( private readonly World $world ) {}

	/**
	 * Returns the failure of a statement, or null.
	 */
	public function of( Process $process, string $statement ): ?Failed_Statement {
		if ( ! str_contains( $statement, 'headless_deploy' ) ) {
			return null;
		}
		$random = $this->world->random;
		if ( 0 === $process->failing && $random->number( 1, 1000 ) <= self::PER_MILLE ) {
			$process->failing = $random->one( self::IN_A_ROW );
		}
		if ( 0 === $process->failing ) {
			return null;
		}
		--$process->failing;
		$process->has_failed = true;

		$code   = $random->one( array_keys( self::ERRORS ) );
		$is_run = 2013 === $code && ! str_starts_with( $statement, 'SELECT' ) && $random->chance( 50 );
		$what   = "error $code" . ( $is_run ? ' after the write' : '' );
		$this->world->log->cover( $what );
		preg_match( '/headless_deploy_\w+/', $statement, $name );
		$this->world->record( "    $process->name: $what in " . strtok( $statement, ' ' ) . " of $name[0]" );
		return new Failed_Statement( $statement, self::ERRORS[ $code ], $is_run );
	}
}
