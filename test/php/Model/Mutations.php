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
			'a failed read is an empty result'                 => new Mutation( 'Queue_Reader::rows', 'throw $failure', 'array()', 'Queue.FailedStatementTest::test_throws_when_a_read_fails' ),
			'a read that failed is not tried again'            => new Mutation( 'Dispatcher::set_wake_up', '$this->has_failed ? min( $next ?? PHP_INT_MAX, $now + self::RETRY_FAILED_READ_MS ) :', '', 'Queue.FailedStatementTest::test_schedules_a_wake_up_when_a_read_fails' ),
			'a listing that failed proves a loss'              => new Mutation( 'Missing_Tables::repair', 'return false; } $this', '$lost = Schema::tables(); } $this', 'Queue.FailedStatementTest::test_reports_no_missing_tables_when_listing_them_fails' ),
			'a read under a lease may be of before'            => new Mutation( 'Queue_Reader::select_under_lease', '$lane_condition FOR UPDATE', '$lane_condition', 'Queue.LateReadTest' ),
			'a pause is read from a replica'                   => new Mutation( 'Send_Policy::from_primary', 'get_from_primary', 'get', 'Queue.LateReadTest::test_respects_a_pause' ),
			'a wake-up is cleared because of a replica'        => new Mutation( 'Dispatcher::set_wake_up', ', from_primary: true', '', 'Queue.LateReadTest::test_keeps_a_wake_up' ),
			'a dispatch clears the wake-up of a late change'   => new Mutation( 'Dispatcher::dispatch_site', ', from_primary: true', '', 'Queue.LateReadTest::test_keeps_the_wake_up' ),
			'settings are saved on the basis of a replica'     => new Mutation( 'Environment_Store::change', 'read_for_write', 'read_all', 'Queue.LateReadTest::test_saves_based' ),
			'what is missing counts as removed'                => new Mutation( 'Cancellation::end_if_removed', '&& $this->send_policy->was_removed( $lane->key->environment_id )', '' ),
			'what is not found counts as removed'              => new Mutation( 'Sender::store_result', '&& $this->send_policy->was_removed( $lease->key->environment_id )', '', 'Queue.FailedStatementTest::test_keeps_a_run_whose_environment_is_missing_after_the_call' ),
			'a dispatch has no deadline'                       => new Mutation( 'Dispatcher::is_late', '$this->clock->monotonic_ms() > $this->latest_start', 'false', 'Queue.BoundedWorkTest::test_a_browser_request_waits' ),
			'a host name that fails is resolved for each lane' => new Mutation( 'Sender::call', '$this->unresolved[ $host ] = true;', '', 'Queue.BoundedWorkTest::test_resolves_the_name' ),
			'a crash is counted after the loading'             => new Mutation( 'Sender::send_if_due', 'if ( null !==', '$this->queue->covered_changes( $lease, $run_id ); if ( null !==', 'Queue.BoundedWorkTest::test_fails_a_run' ),
			'a save is always one statement'                   => new Mutation( 'Change_Store::MAX_INSERT_BYTES', '= 480_000', '= 480_000_000', 'Queue.BoundedWorkTest::test_saves_changes' ),
		);
	}

	private static function settings(): array {
		$cached = '$this->encryption?->use_stored_key( (string) maybe_serialize( get_option( Encryption::KEY_OPTION ) ) ); return Stored_Environments::from_values( array_combine( Stored_Environments::OPTIONS, array_map( get_option( ... ), Stored_Environments::OPTIONS ) ) )';
		return array(
			'a failed read is no row'                       => new Mutation( 'Database::rows', 'throw new Read_Failed( \'\' === $wpdb->last_error ? \'The database did not respond.\' : $wpdb->last_error )', 'return array()', 'Environments.SettingsStorageTest::test_throws_when_a_read_fails' ),
			'settings are read from the object cache'       => ( new Mutation( 'Environment_Store::get', 'return Stored_Environments::from_rows( $this->rows( Option_Row::read_all( ... ) ) )', $cached ) )->and( 'Environment_Store::get_from_primary', 'return Stored_Environments::from_rows( $this->rows( Option_Row::read_for_write( ... ) ) )', $cached ),
			'settings that cannot be read count as removed' => new Mutation( 'Sender::store_result', '= false;', '= true;', 'Queue.FailedStatementTest::test_loses_no_change.*refused' ),
			'routing is not repaired'                       => new Mutation( 'Environments::read', '! $this->routing->matches( $stored )', 'false' ),
			'a stale routing stays in the object cache'     => new Mutation( 'Routing::recheck', '$row->forget(); $this->load();', '', 'Environments.SettingsStorageTest::test_a_poisoned_object_cache' ),
			'settings and routing are two writes'           => new Mutation( 'Environment_Store::swap', 'Option_Row::swap_all( $swaps, array( Routing::OPTION ) )', 'array() === array_filter( $swaps, static fn( array $swap, string $name ): bool => ! Option_Row::swap_all( array( $name => $swap ), array( Routing::OPTION ) ), ARRAY_FILTER_USE_BOTH )', 'Environments.SettingsStorageTest' ),
			'a newer record is written'                     => new Mutation( 'Environment_Store::change', '$before->is_of_newer_version()', 'false', 'Environments.SettingsStorageTest::test_reads_a_record_of_a_newer_version' ),
			'what a newer version has stored is dropped'    => new Mutation( 'Option_Row::merge', 'is_array( $merged ) ? $merged :', '', 'Environments.SettingsStorageTest::test_keeps_fields' ),
			'a pause that is not known is lifted'           => new Mutation( 'Pause::stored', 'text()->with( minLength: 1 )', "enum( 'pause-reason', Pause_Reason::class )", 'Environments.SettingsStorageTest::test_keeps_fields' ),
		);
	}

	private static function leases(): array {
		return array(
			'a lease is taken although it is held'              => new Mutation( 'Lease_Columns::is_free', "'(lease IS NULL OR '", "'(1 = 1 OR '" ),
			'a lease never ends'                                => new Mutation( 'Lease_Columns::has_ended', '"($column <= $now OR', '"(0 > 1 OR' ),
			'leases go by the clock of each web server'         => new Mutation( 'Lease_Columns::is_free', 'self::has_ended( \'lease_until\', $clock->sql_now_ms() )', "'1 = 1'", self::LEASES ),
			'leases go by the clock of each database node'      => new Mutation( 'Lease_Columns::is_free', 'self::has_ended( \'lease_until_web\', (string) $clock->now_ms() )', "'1 = 1'", self::LEASES ),
			'a lease of a clock that was set back is kept'      => new Mutation( 'Lease_Columns::has_ended', 'OR $column > $now +', 'OR 0 >', self::LEASES ),
			'a renewed lease ends as before'                    => new Mutation( 'Leases::renew', 'Lease_Columns::extend( Lease::DURATION_MS, $this->clock )', "'lease = lease'", self::LEASES ),
			'a run without a call has crashed'                  => new Mutation( 'Run_Store::postpone', 'postponed = %d', 'postponed = 0 * %d', self::DISPATCHER ),
			'any process releases a lease'                      => new Mutation( 'Leases::release', '. $wpdb->prepare( \' AND lease = %s\', $lease->id )', '', self::LEASES ),
			'the lease is released before the call'             => new Mutation( 'Sender::call_if_allowed', '$started_at =', '( new Leases( $this->clock ) )->release( $lease ); $started_at =' ),
			'the clocks are not checked before the call'        => new Mutation( 'Sender::may_send', '$lease->may_send( $this->clock )', 'true' ),
			'the wall clock is not checked'                     => new Mutation( 'Lease::may_send', 'abs( $clock->now_ms() - $this->renewed_at ) <= self::LATEST_SEND_AFTER_MS', 'true', self::DISPATCHER ),
			'the due time is not checked again under the lease' => new Mutation( 'Sender::send_if_due', '|| ! Due_Time::is_due( $lane, $permission, $this->clock->now_ms(), $skips_quiet_period )', '' ),
		);
	}

	private static function writes(): array {
		return array(
			'what was accepted is resumed'           => new Mutation( 'Run_Store::resume', 'self::UNFINISHED', "'1 = 1'", self::LOST_LEASE ),
			'a second run beside an unfinished'      => new Mutation( 'Run_Store::insert', 'AND u.id IS NULL', '', self::LOST_LEASE ),
			'a run with rows ends as empty'          => new Mutation( 'Run_Store::end_empty', '. $is_empty', '', self::LOST_LEASE ),
			'attach without the lease'               => new Mutation( 'Change_Store::attach', '. \' AND \' . $lease->condition()', '', self::LOST_LEASE ),
			'detach without the lease'               => new Mutation( 'Change_Store::detach', 'AND ", $run_id, $run_id ) . $lease->condition(', '", $run_id, $run_id', self::LOST_LEASE ),
			'start without the lease'                => new Mutation( 'Run_Store::insert', 'l.lease = %s', '%s <> \\\'\\\'', self::LOST_LEASE ),
			'accept without the lease'               => self::without_lease( "'accepted' === \$values[0]" ),
			'fail without the lease'                 => self::without_lease( "'failed' === \$values[0]" ),
			'retry without the lease'                => self::without_lease( "'retrying' === \$values[0]" ),
			'resume without the lease'               => self::without_lease( 'str_starts_with( $assignments, "status = \'sending\'" )' ),
			'cancel without the lease'               => self::without_lease( 'str_starts_with( $assignments, "status = \'canceled\'" )' ),
			'a manual run that failed stays pending' => new Mutation( 'Change_Store::detach', 'manual = 0 AND', '', self::DISPATCHER . '::test_does_not_repeat_a_failed_manual_run' ),
			'refused changes look new'               => new Mutation( 'Change_Store::detach', 'WHERE run_id', '* 0 WHERE run_id', self::DISPATCHER . '::test_keeps_refused_changes' ),
			'refused changes stay'                   => new Mutation( 'Change_Store::attach', '", $run_id', 'previous_run_id = 0 AND ", $run_id' ),
		);
	}

	private static function order(): array {
		$attach = 'global $wpdb;
		$lane = ( new Queue_Reader( $this->clock ) )->lane( $key );
		$wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->headless_deploy_changes} SET run_id = %d WHERE run_id = 0 AND environment_id = %s AND lane = %s", $lane->unfinished->id ?? 0, $key->environment_id, $key->lane->value ) );
		';
		return array(
			'detach after the run'                              => new Mutation( 'Run_Store::fail', 'changes->detach( $lease, $run_id ) && $this->write_result( $lease, $run_id, Run_Status::Failed, $result, 0, $result->now )', 'write_result( $lease, $run_id, Run_Status::Failed, $result, 0, $result->now ) && $this->changes->detach( $lease, $run_id )', self::LOST_LEASE ),
			'attach before the lease is taken'                  => new Mutation( 'Leases::with_lease', '$lease =', $attach . '$lease =' ),
			'attach before it is set to sending'                => new Mutation( 'Sender::send_if_due', '$run_id =', 'if ( null !== $lane->unfinished ) { $this->changes->attach( $lease, $lane->unfinished->id ); } $run_id =', self::SENDER ),
			'cancel takes changes that were not read'           => new Mutation( 'Change_Store::cancel', '0 AND id', '0 AND 0', self::DISPATCHER ),
			'a canceled change is lost'                         => new Mutation( 'Change_Store::cancel', '0, previous_run_id = %d', '%d, previous_run_id = 0', self::DISPATCHER ),
			'undo takes a failed change for a canceled one'     => new Mutation( 'Change_Store::restore_canceled', "= 'canceled", "<> 'accepted", self::DISPATCHER ),
			'the environment is not read before the call'       => new Mutation( 'Sender::may_send', '&& ( $is_manual || $permission->automatic_runs_from( $lease->key->lane, $this->clock->now_ms() ) <= $this->clock->now_ms() )', '', self::SENDER ),
			'a clean rebuild is lost to a rebuild'              => new Mutation( 'Queue_Reader::covered_changes', '1 === (int) $row->clean', 'false' ),
			'what is pending is read before what is unfinished' => ( new Mutation( 'Queue_Reader::read', '$rows( Pending_Rows::of_lane_sql( $key ) )', '$first', 'Queue.QueueReaderTest' ) )->and( 'Queue_Reader::read', '$unfinished =', '$first = $rows( Pending_Rows::of_lane_sql( $key ) ); $unfinished =' ),
			'a manual run waits for the next wake-up'           => new Mutation( 'Dispatcher::MAX_ROUNDS', 'MAX_ROUNDS = 3', 'MAX_ROUNDS = 1', self::DISPATCHER ),
			'a removed environment leaves its rows'             => new Mutation( 'Cancellation::end_if_removed', '$this->send_policy->was_removed( $lane->key->environment_id )', 'false' ),
		);
	}

	private static function due(): array {
		return array(
			'the maximum wait is ignored'                  => new Mutation( 'Due_Time::new_rows_at', '$lane->oldest + $automation->maximum_wait_ms( $lane->key->lane )', 'PHP_INT_MAX' ),
			'the quiet period begins at the first change'  => new Mutation( 'Due_Time::new_rows_at', 'newest +', 'oldest +', self::DUE ),
			'the quiet period is ignored'                  => new Mutation( 'Due_Time::new_rows_at', '+ $automation->quiet_period_ms( $lane->key->lane )', '' ),
			'hold is ignored'                              => new Mutation( 'Due_Time::new_rows_at', '|| $automation->hold', '' ),
			'a manual run is ignored'                      => new Mutation( 'Due_Time::unpaused_at', 'if ( null !== $lane->manual_at ) { return min( $lane->manual_at, $now ); }', '' ),
			'a manual run of a crashed sender is ignored'  => new Mutation( 'Due_Time::at', '|| true === $lane->unfinished?->is_manual', '', self::DUE ),
			'not_before is ignored'                        => new Mutation( 'Due_Time::unfinished_at', 'Send_Permission::within_longest_backoff( $run->not_before, $now )', '$now' ),
			'the run of a crashed sender waits for ever'   => new Mutation( 'Due_Time::unfinished_at', 'min( $run->created_at, $now )', '$now + 600_000' ),
			'a change of the future waits'                 => new Mutation( 'Due_Time::new_rows_at', '|| $lane->newest > $now + Send_Permission::CLOCK_SLACK_MS', '' ),
			'an attempt beyond an hour waits'              => new Mutation( 'Send_Permission::within_longest_backoff', '> $now + self::MAX_BACKOFF_MS + self::CLOCK_SLACK_MS ? $now : $time', '', self::DUE ),
			'a new webhook waits for the old one'          => new Mutation( 'Due_Time::unfinished_at', 'null !== $started_at && $started_at < $connected_at', 'false', self::DUE ),
			'no wake-up is scheduled for a crashed sender' => new Mutation( 'Due_Time::first_of', '$lane->is_leased( $now ) ? max( $due, $lane->lease_until ) :', '', self::DISPATCHER ),
			'no wake-up is scheduled for the next run'     => new Mutation( 'Dispatcher::dispatch', '$this->set_wake_up( true === $is_changed ? null : $lanes )', 'null' ),
		);
	}

	private static function pauses(): array {
		return array(
			'a pause is ignored'                   => new Mutation( 'Send_Permission::automatic_runs_from', '$this->pause?->reason', 'null' ),
			'a copy sends'                         => ( new Mutation( 'Pause_Reason::blocks_manual_runs', 'self::Copy,', '' ) )->and( 'Pause_Reason::blocks_manual_runs', 'self::Token,', 'self::Copy, self::Token,' ),
			'a pause for the token is never tried' => new Mutation( 'Send_Permission::automatic_runs_from', 'self::within_longest_backoff( $this->pause->next_attempt_at ?? 0, $now )', 'PHP_INT_MAX' ),
			'a success does not resume'            => new Mutation( 'Sender::pause_or_resume', '$this->send_policy->resume_from_token( $permission->environment->id );', '', 'Queue.TokenPauseTest::test_resumes_after_a_success' ),
			'a refused token does not pause'       => new Mutation( 'Sender::pause_or_resume', '$this->send_policy->pause_for_token( $permission->environment, $decision->not_before );', '' ),
			'a late refusal brings a try forward'  => new Mutation( 'Pause::combine', 'null === $later ? $new->next_attempt_at : max( $later, $new->next_attempt_at )', '$new->next_attempt_at', 'Environments.PausesTest' ),
			'a token is tried every ten minutes'   => new Mutation( 'Retry_Policy::PAUSED_RETRY_MS', '3_600_000', '600_000', self::RETRIES ),
		);
	}

	private static function retries(): array {
		return array(
			'attempts never end'                 => new Mutation( 'Retry_Policy::decide', '$now - $started_at >= self::GIVE_UP_AFTER_MS', 'false', self::RETRIES ),
			'the first attempt is the last'      => new Mutation( 'Retry_Policy::BACKOFF_SECONDS', '10,', '' ),
			'Retry-After is ignored'             => new Mutation( 'Retry_Policy::retry_after_ms', 'min( $response->retry_after_ms ?? 0, self::MAX_RETRY_AFTER_MS )', '0' ),
			'Retry-After has no bound'           => new Mutation( 'Retry_Policy::retry_after_ms', 'min( $response->retry_after_ms ?? 0, self::MAX_RETRY_AFTER_MS )', '( $response->retry_after_ms ?? 0 )' ),
			'Retry-After 0 is obeyed'            => new Mutation( 'Retry_Policy::retry_at', 'max( $this->retry_after_ms( $response ), $this->backoff_ms( $previous_attempts->count() ) )', '( null === $response->retry_after_ms ? $this->backoff_ms( $previous_attempts->count() ) : $this->retry_after_ms( $response ) )' ),
			'one refusal is enough for a pause'  => new Mutation( 'Retry_Policy::token_rejected', '$is_first ?', 'false ?', self::RETRIES ),
			'a refused token fails for good'     => new Mutation( 'Retry_Policy::token_rejected', 'retry( $now + self::TOKEN_RETRY_MS )', 'fail()' ),
			'attempts with an old webhook count' => new Mutation( 'Sender::store_result', '$previous_attempts->since( $connected_at )', '$previous_attempts', 'Queue.TokenPauseTest' ),
		);
	}

	/**
	 * Removes the condition of the lease from one of the statements that change a run.
	 *
	 * @param string $condition PHP that is true for that statement.
	 */
	private static function without_lease( string $condition ): Mutation {
		return new Mutation( 'Run_Store::update', '{$lease->condition()}"', "\" . ( $condition ? '1 = 1' : \$lease->condition() )", self::LOST_LEASE );
	}
}
