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

	private const FAULTS_PER_MILLE = 12;

	/**
	 * Number of consecutive failures. `Database::write_with_retry()` tries three times.
	 */
	private const CONSECUTIVE_FAILURES = array( 1, 1, 1, 2, 3, 7 );

	public function __construct( private readonly World $world ) {}

	/**
	 * Returns the failure of a statement, or null.
	 */
	public function next_failure( Process $process, string $statement ): ?Failed_Statement {
		if ( ! str_contains( $statement, 'headless_deploy' ) ) {
			return null;
		}
		$random = $this->world->random;
		if ( 0 === $process->failures_left && $random->number( 1, 1000 ) <= self::FAULTS_PER_MILLE ) {
			$process->failures_left = $random->one( self::CONSECUTIVE_FAILURES );
		}
		if ( 0 === $process->failures_left ) {
			return null;
		}
		--$process->failures_left;
		$process->has_failed = true;

		$code         = $random->one( array_keys( self::ERRORS ) );
		$was_executed = 2013 === $code && ! str_starts_with( $statement, 'SELECT' ) && $random->chance( 50 );
		$fault_label  = "error $code" . ( $was_executed ? ' after the write' : '' );
		$this->world->log->cover( $fault_label );
		preg_match( '/headless_deploy_\w+/', $statement, $name );
		$this->world->record( "    $process->name: $fault_label in " . strtok( $statement, ' ' ) . " of $name[0]" );
		return new Failed_Statement( $statement, self::ERRORS[ $code ], $was_executed );
	}
}
