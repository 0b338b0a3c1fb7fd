<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use RuntimeException;

/**
 * Rules that no change may break unnoticed, each broken in one place: the rules of the queue, and that a call goes to
 * the address that was checked.
 */
final class Mutations {
	/**
	 * Tests of what random schedules rarely reach.
	 */
	private const LEASES     = 'Queue.LeaseTest';
	private const LOST_LEASE = 'Queue.LostLeaseTest';
	private const DISPATCHER = 'Queue.DispatcherTest';
	private const DUE        = 'Queue.DueTimeTest';
	private const SENDER     = 'Queue.SenderTest';
	private const RETRIES    = 'Queue.RetryPolicyTest';

	/**
	 * Breaks the rule that the environment variable names, in this process, or loads the changed copy of a file that another
	 * one names. To be called before the plugin is loaded.
	 *
	 * @param string $folder For the changed copy.
	 */
	public static function apply( string $folder ): void {
		$name = (string) getenv( 'HEADLESS_DEPLOY_TEST_MUTATION' );
		if ( '' !== $name ) {
			$mutation = self::all()[ $name ] ?? throw new RuntimeException( "There is no mutation '$name'." );
			$mutation->apply( $folder );
		}
		foreach ( array_filter( explode( PATH_SEPARATOR, (string) getenv( 'HEADLESS_DEPLOY_TEST_CHANGED_FILE' ) ) ) as $copy ) {
			Mutation::load( (string) preg_replace( '~^.*/includes/(.+)\.php$~', '$1', $copy ), $copy );
		}
	}

	/**
	 * Returns all of them, by what they do.
	 *
	 * @return array<string, Mutation>
	 */
	public static function all(): array {
		return array( ...Address_Mutations::all(), ...Refresh_Mutations::all(), ...self::reads(), ...self::settings(), ...self::leases(), ...self::writes(), ...self::order(), ...self::due(), ...self::pauses(), ...self::retries() );
	}

	private static function reads(): array {
		return array(
			'a failed read is an empty result'      => new Mutation( 'Queue/Queue_Reader', array( 'Database::rows( $statement ) : throw $failure;' => 'Database::rows( $statement ) : array();' ), 'Queue.FailedStatementTest::test_throws_when_a_read_fails' ),
			'a read that failed is not tried again' => new Mutation( 'Queue/Dispatcher', array( '$this->has_failed ? min( $next ?? PHP_INT_MAX, $now + self::RETRY_FAILED_READ_MS ) : $next' => '$next' ), 'Queue.FailedStatementTest::test_schedules_a_wake_up_when_a_read_fails' ),
			'a listing that failed proves a loss'   => new Mutation( 'Queue/Missing_Tables', array( 'return false;
		}
		$this->remember( $lost );' => '$lost = Schema::tables();
		}
		$this->remember( $lost );' ), 'Queue.FailedStatementTest::test_reports_no_missing_tables_when_listing_them_fails' ),
			'a read under a lease may be of before'        => new Mutation( 'Queue/Queue_Reader', array( 'WHERE $lane_condition FOR UPDATE' => 'WHERE $lane_condition' ), 'Queue.LateReadTest' ),
			'a pause is read from a replica'               => new Mutation( 'Environments/Send_Policy', array( '$this->environments->get_from_primary( $id )' => '$this->environments->get( $id )' ), 'Queue.LateReadTest::test_respects_a_pause' ),
			'a wake-up is cleared because of a replica'    => new Mutation( 'Queue/Dispatcher', array( '$lanes ?? $this->queue->lanes( get_current_blog_id(), from_primary: true )' => '$lanes ?? $this->queue->lanes( get_current_blog_id() )' ), 'Queue.LateReadTest::test_keeps_a_wake_up' ),
			'settings are saved on the basis of a replica' => new Mutation( 'Environments/Environment_Store', array( '$rows   = $this->rows( Option_Row::read_for_write( ... ) );
			$before' => '$rows = $this->rows( Option_Row::read_all( ... ) );
			$before' ), 'Queue.LateReadTest::test_saves_based' ),
			'what is missing counts as removed'                => new Mutation( 'Queue/Cancellation', array( '&& $this->send_policy->was_removed( $lane->key->environment_id )' => '' ) ),
			'what is not found counts as removed'              => new Mutation( 'Queue/Sender', array( 'null === $permission && $this->send_policy->was_removed( $lease->key->environment_id )' => 'null === $permission' ), 'Queue.FailedStatementTest::test_keeps_a_run_whose_environment_is_missing_after_the_call' ),
			'a dispatch has no deadline'                       => new Mutation( 'Queue/Dispatcher', array( 'return $this->clock->monotonic_ms() > $this->latest_start;' => 'return false;' ), 'Queue.BoundedWorkTest::test_a_browser_request_waits' ),
			'a host name that fails is resolved for each lane' => new Mutation( 'Queue/Sender', array( '$this->unresolved[ $host ] = true;' => '' ), 'Queue.BoundedWorkTest::test_resolves_the_name' ),
			'a crash is counted after the loading'             => new Mutation( 'Queue/Sender', array( 'if ( null !== $lane->unfinished && $this->policy' => '$this->queue->covered_changes( $lease, $run_id ); if ( null !== $lane->unfinished && $this->policy' ), 'Queue.BoundedWorkTest::test_fails_a_run' ),
			'a save is always one statement'                   => self::changes( array( 'MAX_INSERT_BYTES = 480_000' => 'MAX_INSERT_BYTES = 480_000_000' ), 'Queue.BoundedWorkTest::test_saves_changes' ),
		);
	}

	private static function settings(): array {
		$store  = 'Environments/Environment_Store';
		$cached = '$this->encryption?->use_stored_key( (string) maybe_serialize( get_option( Encryption::KEY_OPTION ) ) ); return Stored_Environments::from_values( array_combine( Stored_Environments::OPTIONS, array_map( get_option( ... ), Stored_Environments::OPTIONS ) ) );';
		return array(
			'a failed read is no row'                       => new Mutation( 'Database', array( "throw new Read_Failed( '' === \$wpdb->last_error ? 'The database did not respond.' : \$wpdb->last_error );" => 'return array();' ), 'Environments.SettingsStorageTest::test_throws_when_a_read_fails' ),
			'settings are read from the object cache'       => new Mutation( $store, array( 'return Stored_Environments::from_rows( $this->rows( Option_Row::read_all( ... ) ) );' => $cached, 'return Stored_Environments::from_rows( $this->rows( Option_Row::read_for_write( ... ) ) );' => $cached ) ),
			'settings that cannot be read count as removed' => new Mutation( 'Queue/Sender', array( "			\$permission = null;\n			\$is_removed = false;" => "			\$permission = null;\n			\$is_removed = true;" ), 'Queue.FailedStatementTest::test_loses_no_change.*refused' ),
			'routing is not repaired'                       => new Mutation( 'Environments/Environments', array( '! $this->routing->matches( $stored )' => 'false' ) ),
			'a stale routing stays in the object cache'     => new Mutation( 'Environments/Routing', array( '			$row->forget();
			$this->load();' => '' ), 'Environments.SettingsStorageTest::test_a_poisoned_object_cache' ),
			'settings and routing are two writes'        => new Mutation( $store, array( 'if ( Option_Row::swap_all( $swaps, array( Routing::OPTION ) ) ) {' => 'if ( array() === array_filter( $swaps, static fn( array $swap, string $name ): bool => ! Option_Row::swap_all( array( $name => $swap ), array( Routing::OPTION ) ), ARRAY_FILTER_USE_BOTH ) ) {' ), 'Environments.SettingsStorageTest' ),
			'a newer record is written'                  => new Mutation( $store, array( '$before->is_of_newer_version()' => 'false' ), 'Environments.SettingsStorageTest::test_reads_a_record_of_a_newer_version' ),
			'what a newer version has stored is dropped' => new Mutation( 'Option_Row', array( 'return is_array( $merged ) ? $merged : $after;' => 'return $after;' ), 'Environments.SettingsStorageTest::test_keeps_fields' ),
			'a pause that is not known is lifted'        => new Mutation( 'Environments/Pause', array( 'reason: Json_Schema::text()->with( minLength: 1 )' => "reason: Json_Schema::enum( 'pause-reason', Pause_Reason::class )" ), 'Environments.SettingsStorageTest::test_keeps_fields' ),
		);
	}

	private static function leases(): array {
		$free = '(lease IS NULL OR lease_until <= $now OR lease_until > $now + %d)';
		return array(
			'a lease is taken although it is held'              => self::lease( array( $free => '(0 <= %d)' ) ),
			'a lease never ends'                                => self::lease( array( $free => '(lease IS NULL OR 0 > %d)' ) ),
			'leases go by the clock of each web server'         => self::lease( array( '$now = $this->clock->sql_now_ms();' => '$now = (string) $lease->taken_at;' ), self::LEASES ),
			'a lease of a clock that was set back is kept'      => self::lease( array( $free => '(lease IS NULL OR lease_until <= $now OR 0 > %d)' ), self::LEASES ),
			'any process releases a lease'                      => self::lease( array( ". \$wpdb->prepare( ' AND lease = %s', \$lease->id )," => ',' ), self::LEASES ),
			'the lease is released before the call'             => new Mutation( 'Queue/Sender', array( '$started_at = $this->clock->now_ms();' => '( new Leases( $this->clock ) )->release( $lease ); $started_at = $this->clock->now_ms();' ) ),
			'the clocks are not checked before the call'        => new Mutation( 'Queue/Sender', array( 'return $lease->may_send( $this->clock )' => 'return true' ) ),
			'the wall clock is not checked'                     => new Mutation( 'Queue/Lease', array( 'abs( $clock->now_ms() - $this->taken_at ) <= self::LATEST_SEND_AFTER_MS' => 'true' ), self::DISPATCHER ),
			'the due time is not checked again under the lease' => new Mutation( 'Queue/Sender', array( '|| ! Due_Time::is_due( $lane, $permission, $this->clock->now_ms(), $skips_quiet_period )' => '' ) ),
		);
	}

	private static function writes(): array {
		return array(
			'what was accepted is resumed'           => self::runs( array( "self::UNFINISHED,\n\t\t\t\"status = 'sending'" => "'1 = 1',\n\t\t\t\"status = 'sending'" ), self::LOST_LEASE ),
			'a second run beside an unfinished'      => self::runs( array( ' AND u.id IS NULL' => '' ), self::LOST_LEASE ),
			'a run with rows ends as empty'          => self::runs( array( 'self::UNFINISHED . $is_empty' => 'self::UNFINISHED' ), self::LOST_LEASE ),
			'attach without the lease'               => self::changes( array( "\$up_to . ' AND ' . \$lease->condition()," => '$up_to,' ), self::LOST_LEASE ),
			'detach without the lease'               => self::changes( array( "AND manual = 0 AND \", \$run_id, \$run_id )\n			. \$lease->condition()," => 'AND manual = 0", $run_id, $run_id ),' ), self::LOST_LEASE ),
			'start without the lease'                => self::runs( array( "AND l.lease = %s AND u.id IS NULL'," => "AND %s <> \\'\\' AND u.id IS NULL'," ), self::LOST_LEASE ),
			'accept without the lease'               => self::without_lease( "'accepted' === \$values[0]", self::LOST_LEASE ),
			'fail without the lease'                 => self::without_lease( "'failed' === \$values[0]", self::LOST_LEASE ),
			'retry without the lease'                => self::without_lease( "'retrying' === \$values[0]", self::LOST_LEASE ),
			'resume without the lease'               => self::without_lease( 'str_starts_with( $assignments, "status = \'sending\'" )', self::LOST_LEASE ),
			'cancel without the lease'               => self::without_lease( 'str_starts_with( $assignments, "status = \'canceled\'" )', self::LOST_LEASE ),
			'a manual run that failed stays pending' => self::changes( array( 'WHERE run_id = %d AND manual = 0 AND' => 'WHERE run_id = %d AND' ), self::DISPATCHER . '::test_does_not_repeat_a_failed_manual_run' ),
			'refused changes look new'               => self::changes( array( 'SET run_id = 0, previous_run_id = %d WHERE run_id = %d' => 'SET run_id = 0, previous_run_id = %d * 0 WHERE run_id = %d' ), self::DISPATCHER . '::test_keeps_refused_changes' ),
			'refused changes stay'                   => self::changes( array( 'SET run_id = %d WHERE run_id = 0 AND ", $run_id )' => 'SET run_id = %d WHERE run_id = 0 AND previous_run_id = 0 AND ", $run_id )' ) ),
		);
	}

	private static function order(): array {
		$attach_early = 'global $wpdb;
		$lane = ( new Queue_Reader( $this->clock ) )->lane( $key );
		$wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->headless_deploy_changes} SET run_id = %d WHERE run_id = 0 AND environment_id = %s AND lane = %s", $lane->unfinished->id ?? 0, $key->environment_id, $key->lane->value ) );
		$lease = Lease::from_now( $key, $this->clock );';
		return array(
			'detach after the run'                              => self::runs( array( 'return $this->changes->detach( $lease, $run_id ) && $this->write_result( $lease, $run_id, Run_Status::Failed, $result, 0, $result->now );' => 'return $this->write_result( $lease, $run_id, Run_Status::Failed, $result, 0, $result->now ) && $this->changes->detach( $lease, $run_id );' ), self::LOST_LEASE ),
			'attach before the lease is taken'                  => new Mutation( 'Queue/Leases', array( '$lease = Lease::from_now( $key, $this->clock );' => $attach_early ) ),
			'attach before it is set to sending'                => new Mutation( 'Queue/Sender', array( '$run_id            = $this->start_or_resume( $lease, $lane, $previous_attempts );' => 'if ( null !== $lane->unfinished ) { $this->changes->attach( $lease, $lane->unfinished->id ); } $run_id = $this->start_or_resume( $lease, $lane, $previous_attempts );' ), self::SENDER ),
			'cancel takes changes that were not read'           => new Mutation( 'Queue/Change_Store', array( '(previous_run_id = 0 AND id <= %d)' => '(previous_run_id = 0 AND 0 <= %d)' ), self::DISPATCHER ),
			'a canceled change is lost'                         => new Mutation( 'Queue/Change_Store', array( 'SET run_id = 0, previous_run_id = %d WHERE run_id IN' => 'SET run_id = %d, previous_run_id = 0 WHERE run_id IN' ), self::DISPATCHER ),
			'undo takes a failed change for a canceled one'     => new Mutation( 'Queue/Change_Store', array( "AND status = 'canceled')" => "AND status <> 'accepted')" ), self::DISPATCHER ),
			'the environment is not read before the call'       => new Mutation( 'Queue/Sender', array( '&& ( $is_manual || $permission->automatic_runs_from( $lease->key->lane, $this->clock->now_ms() ) <= $this->clock->now_ms() )' => '' ), self::SENDER ),
			'a clean rebuild is lost to a rebuild'              => new Mutation( 'Queue/Queue_Reader', array( '$lease->key->strongest( 1 === (int) $row->clean )' => '$lease->key->strongest( false )' ) ),
			'what is pending is read before what is unfinished' => new Mutation(
				'Queue/Queue_Reader',
				array(
					'$unfinished = $rows( $this->unfinished_sql( $blog_id, $key ) );' => '$first = $rows( $this->pending_sql( $blog_id, $key ) ); $unfinished = $rows( $this->unfinished_sql( $blog_id, $key ) );',
					'$pending    = $rows( $this->pending_sql( $blog_id, $key ) );'    => '$pending = $first;',
				),
				'Queue.QueueReaderTest',
			),
			'a manual run waits for the next wake-up' => new Mutation( 'Queue/Dispatcher', array( 'private const MAX_ROUNDS = 3;' => 'private const MAX_ROUNDS = 1;' ), self::DISPATCHER ),
			'a removed environment leaves its rows'   => new Mutation( 'Queue/Cancellation', array( '&& $this->send_policy->was_removed( $lane->key->environment_id )' => '&& false' ) ),
		);
	}

	private static function due(): array {
		$maximum = "			\$lane->oldest + \$automation->maximum_wait_ms( \$lane->key->lane ),\n";
		return array(
			'the maximum wait is ignored'                  => self::rule( array( $maximum => "			PHP_INT_MAX,\n" ) ),
			'the quiet period begins at the first change'  => self::rule( array( '$lane->newest + $automation->quiet_period_ms' => '$lane->oldest + $automation->quiet_period_ms' ), self::DUE ),
			'the quiet period is ignored'                  => self::rule( array( '$lane->newest + $automation->quiet_period_ms( $lane->key->lane )' => '$lane->newest' ) ),
			'hold is ignored'                              => self::rule( array( '|| $automation->hold' => '' ) ),
			'a manual run is ignored'                      => self::rule( array( "if ( null !== \$lane->manual_at ) {\n			return min( \$lane->manual_at, \$now );\n		}" => '' ) ),
			'a manual run of a crashed sender is ignored'  => self::rule( array( 'null !== $lane->manual_at || true === $lane->unfinished?->is_manual' => 'null !== $lane->manual_at' ), self::DUE ),
			'not_before is ignored'                        => self::rule( array( 'return Send_Permission::within_longest_backoff( $run->not_before, $now );' => 'return $now;' ) ),
			'the run of a crashed sender waits for ever'   => self::rule( array( 'return min( $run->created_at, $now );' => 'return $now + 600_000;' ) ),
			'a change of the future waits'                 => self::rule( array( '|| $lane->newest > $now + Send_Permission::CLOCK_SLACK_MS' => '' ) ),
			'an attempt beyond an hour waits'              => new Mutation( 'Environments/Send_Permission', array( 'return $time > $now + self::MAX_BACKOFF_MS + self::CLOCK_SLACK_MS ? $now : $time;' => 'return $time;' ), self::DUE ),
			'a new webhook waits for the old one'          => self::rule( array( 'if ( null !== $started_at && $started_at < $connected_at ) {' => 'if ( false ) {' ) ),
			'no wake-up is scheduled for a crashed sender' => new Mutation( 'Queue/Due_Time', array( '$lane->is_leased( $now ) ? max( $due, $lane->lease_until ) : $due' => '$due' ), self::DISPATCHER ),
			'no wake-up is scheduled for the next run'     => new Mutation( 'Queue/Dispatcher', array( '$this->set_wake_up( true === $is_changed ? null : $lanes );' => 'null;' ) ),
		);
	}

	private static function pauses(): array {
		return array(
			'a pause is ignored'                   => new Mutation( 'Environments/Send_Permission', array( 'match ( $this->pause?->reason ) {' => 'match ( null ) {' ) ),
			'a copy sends'                         => new Mutation( 'Environments/Pause_Reason', array( 'self::Copy, self::Disabled, self::Constant, self::No_Curl => true' => 'self::Disabled, self::Constant, self::No_Curl => true', 'self::Token, self::Person,' => 'self::Copy, self::Token, self::Person,' ) ),
			'a pause for the token is never tried' => new Mutation( 'Environments/Send_Permission', array( ': self::within_longest_backoff( $this->pause->next_attempt_at ?? 0, $now )' => ': PHP_INT_MAX' ) ),
			'a success does not resume'            => new Mutation( 'Queue/Sender', array( '$this->send_policy->resume_from_token( $permission->environment->id );' => '' ), 'Queue.TokenPauseTest::test_resumes_after_a_success' ),
			'a refused token does not pause'       => new Mutation( 'Queue/Sender', array( '$this->send_policy->pause_for_token( $permission->environment, $decision->not_before );' => '' ) ),
			'a late refusal brings a try forward'  => new Mutation( 'Environments/Pause', array( 'null === $later ? $new->next_attempt_at : max( $later, $new->next_attempt_at )' => '$new->next_attempt_at' ), 'Environments.PausesTest' ),
			'a token is tried every ten minutes'   => new Mutation( 'Queue/Retry_Policy', array( 'PAUSED_RETRY_MS    = 3_600_000' => 'PAUSED_RETRY_MS    = 600_000' ), self::RETRIES ),
		);
	}

	private static function retries(): array {
		return array(
			'attempts never end'                 => self::policy( array( '$now - $started_at >= self::GIVE_UP_AFTER_MS' => 'false' ), self::RETRIES ),
			'the first attempt is the last'      => self::policy( array( 'BACKOFF_SECONDS = array( 10, 30,' => 'BACKOFF_SECONDS = array( 30,' ) ),
			'Retry-After is ignored'             => self::policy( array( 'min( $response->retry_after_ms ?? 0, self::MAX_RETRY_AFTER_MS )' => '0' ) ),
			'Retry-After has no bound'           => self::policy( array( 'min( $response->retry_after_ms ?? 0, self::MAX_RETRY_AFTER_MS )' => '( $response->retry_after_ms ?? 0 )' ) ),
			'Retry-After 0 is obeyed'            => self::policy( array( 'max( $this->retry_after_ms( $response ), $this->backoff_ms( $previous_attempts->count() ) )' => '( null === $response->retry_after_ms ? $this->backoff_ms( $previous_attempts->count() ) : $this->retry_after_ms( $response ) )' ) ),
			'one refusal is enough for a pause'  => self::policy( array( 'return $is_first ?' => 'return false ?' ), self::RETRIES ),
			'a refused token fails for good'     => self::policy( array( 'Decision::retry( $now + self::TOKEN_RETRY_MS )' => 'Decision::fail()' ) ),
			'attempts with an old webhook count' => new Mutation( 'Queue/Sender', array( '$previous_attempts->since( $connected_at ),' => '$previous_attempts,' ), 'Queue.TokenPauseTest' ),
		);
	}

	private static function changes( array $edits, string $finder = Mutation::MODEL ): Mutation {
		return new Mutation( 'Queue/Change_Store', $edits, $finder );
	}

	private static function runs( array $edits, string $finder = Mutation::MODEL ): Mutation {
		return new Mutation( 'Queue/Run_Store', $edits, $finder );
	}

	private static function lease( array $edits, string $finder = Mutation::MODEL ): Mutation {
		return new Mutation( 'Queue/Leases', $edits, $finder );
	}

	private static function rule( array $changes, string $finder = Mutation::MODEL ): Mutation {
		return new Mutation( 'Queue/Due_Time', $changes, $finder );
	}

	private static function policy( array $changes, string $finder = Mutation::MODEL ): Mutation {
		return new Mutation( 'Queue/Retry_Policy', $changes, $finder );
	}

	/**
	 * Removes the condition of the lease from one of the statements that change a run.
	 *
	 * @param string $condition PHP that is true for that statement.
	 */
	private static function without_lease( string $condition, string $finder = Mutation::MODEL ): Mutation {
		return self::runs( array( '"$condition AND {$lease->condition()}",' => "\"\$condition AND \" . ( $condition ? '1 = 1' : \$lease->condition() )," ), $finder );
	}
}
