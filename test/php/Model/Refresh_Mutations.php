<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * The rules of refreshes and of the change feed, each broken in one place.
 */
final class Refresh_Mutations {
	private const RUNS    = 'Refresh.RefreshRunTest';
	private const FEED    = 'Refresh.ChangeFeedTest';
	private const CALLERS = 'Refresh.FeedControllerTest';
	private const SECRETS = 'Refresh.SecretRotationTest';

	/**
	 * @return array<string, Mutation>
	 */
	public static function all(): array {
		return array( ...self::runs(), ...self::repeats(), ...self::requests(), ...self::secrets(), ...self::feed() );
	}

	/**
	 * @return array<string, Mutation>
	 */
	private static function repeats(): array {
		$repeats = 'Tracking/Refresh_Repeats';
		return array(
			'a refresh is repeated without end'             => new Mutation( $repeats, array( '&& count( $record->repeated_at ) < count( self::WAITS_MS )' => '' ), self::RUNS . '::test_repeats_a_refresh' ),
			'a refresh is repeated too early'               => new Mutation( $repeats, array( '2_000, 3_000, 10_000' => '1_000, 1_000, 1_000' ), self::RUNS . '::test_repeats_a_refresh' ),
			'a repetition is not stored first'              => new Mutation( $repeats, array( '! $this->store->keep( $run, $claim, $repeated )' => 'false' ), self::RUNS . '::test_a_repetition_is_stored' ),
			'a refresh is replaced before it repeats'       => new Mutation( 'Tracking/Tracker', array( 'Refresh_Repeats::are_left( $run, $record ),' => 'false,' ), self::RUNS . '::test_a_refresh_is_not_replaced_right_before' ),
			'a replica that lags is never noticed'          => new Mutation( 'Tracking/Replica_Lag', array( '(array) Database::row( Database::from_primary( $statement ) ) !== $answered' => 'false' ), self::RUNS . '::test_says_that_the_replica_is_behind' ),
			'every page that is missing is refreshed again' => new Mutation( 'Tracking/Replica_Lag', array( '(array) Database::row( Database::from_primary( $statement ) ) !== $answered' => 'true' ), self::RUNS . '::test_a_new_page_that_is_missing' ),
		);
	}

	/**
	 * @return array<string, Mutation>
	 */
	private static function runs(): array {
		$write = '$this->write_result( $lease, $run_id, Run_Status::Failed, $result, 0, $result->now, $stronger )';
		return array(
			'changes move after their run has failed' => new Mutation( 'Queue/Run_Store', array(
				'return $this->changes->replace( $run_id, $stronger, $lease->condition() ) && $this->changes->detach( $lease, $run_id )' => "return $write && \$this->changes->replace( \$run_id, \$stronger, \$lease->condition() )",
				"			&& $write;"                                                                                                          => '			&& $this->changes->detach( $lease, $run_id );',
			), self::RUNS . '::test_a_run_has_not_ended' ),
			'a manual refresh becomes a purge'                       => new Mutation( 'Queue/Change_Store', array( "action = 'refresh' AND manual = 0 AND" => "action = 'refresh' AND" ), self::RUNS . '::test_a_refresh_that_a_user_started' ),
			'a refresh that fails is not replaced'                   => new Mutation( 'Queue/Sender', array( '$decision->is_replaced ? $stronger : null' => 'null' ) ),
			'a refresh is replaced at its first failure'             => new Mutation( 'Queue/Retry_Policy', array( '( $now >= $replace_at || ! ( $is_temporary || $is_token_rejected ) )' => 'true' ) ),
			'a purge that replaced a refresh is not replaced'        => new Mutation( 'Queue/Sender', array( '|| ( Action::PurgeCache === $covered->action && $covered->replaces_refresh )' => '' ) ),
			'a refresh whose sender crashes is not replaced'         => new Mutation( 'Queue/Sender', array( '$this->replacement( $permission->environment, $result->covered ) );' => 'null );' ), self::RUNS . '::test_a_refresh_whose_sender' ),
			'changes of a refresh wait again'                        => new Mutation( 'Queue/Due_Time', array( '|| $lane->replaces_refresh' => '' ) ),
			'a refresh waits for a build that is due with it'        => new Mutation( 'Lane', array( 'self::Refresh => 1' => 'self::Refresh => 4' ), 'Queue.DispatcherTest::test_sends_a_refresh_before' ),
			'a refresh waits like a build'                           => new Mutation( 'Environments/Automation', array( 'Lane::Refresh === $lane ? $this->refresh_quiet_period_seconds : $this->quiet_period_seconds' => '$this->quiet_period_seconds' ) ),
			'a refresh waits for a rejected token'                   => new Mutation( 'Environments/Send_Permission', array( ' && ( Lane::Refresh !== $lane || Pause_Reason::Token !== $this->pause?->reason )' => '' ), self::RUNS . '::test_a_rejected_webhook_token' ),
			'a refresh ends the pause of the token'                  => new Mutation( 'Queue/Sender', array( '$needs_token ? $this->pause_or_resume( $permission, $decision ) : $this->stop_refresh( $permission->environment, $result );' => '$this->pause_or_resume( $permission, $decision );' ), self::RUNS . '::test_a_refresh_neither' ),
			'a refresh is delayed by the pause of the token'         => new Mutation( 'Queue/Sender', array( '$needs_token && $permission->is_token_paused(),' => '$permission->is_token_paused(),' ), self::RUNS . '::test_a_refresh_neither' ),
			'the changes of a refresh are read after the last check' => new Mutation( 'Queue/Sender', array( '$call       = $this->prepare( $lease->key->environment_id, $covered->action, $run_id );' => '$call = new Call( fn( $environment ) => $this->prepare( $lease->key->environment_id, $covered->action, $run_id )->send( $environment ) );' ) ),
		);
	}

	/**
	 * @return array<string, Mutation>
	 */
	private static function requests(): array {
		return array(
			'the sequence is stored without an acceptance' => new Mutation( 'Refresh/Refresh_Caller', array( 'if ( $response->is_accepted() ) {' => 'if ( true ) {' ), 'Refresh.RefreshCallerTest::test_a_request_that_failed' ),
			'the accepted sequence goes back'              => new Mutation( 'Refresh/Accepted_Sequence', array( 'WHERE sequence < %d AND' => 'WHERE sequence <> %d AND' ), 'Refresh.RefreshCallerTest::test_a_late_answer' ),
			'every part of a refresh makes progress'       => new Mutation( 'Refresh/Refresh_Payload', array( "array( 'sequence' => \$envelope['since'] ) + \$envelope" => '$envelope' ), 'Refresh.RefreshPayloadTest::test_divides_long_lists' ),
			'a body reaches the limit'                     => new Mutation( 'Refresh/Refresh_Payload', array( ', strlen( self::body( $unfinished, $empty, $now ) ) );' => ', 0 );' ), 'Refresh.RefreshPayloadTest::test_no_body_reaches' ),
			'the sequence goes back'                       => new Mutation( 'Refresh/Refresh_Payload', array( "max( \$envelope['sequence'], \$envelope['since'] ?? 0 )" => "\$envelope['sequence']" ), 'Refresh.RefreshPayloadTest::test_the_sequence_never' ),
			'changes that were not accepted are forgotten' => new Mutation( 'Refresh/Refresh_Reader', array( 'array( ...$rows, ...$missed )' => '$rows' ), 'Refresh.RefreshReaderTest::test_also_names' ),
			'a refresh is read from a replica'             => new Mutation( 'Database', array( 'return "SELECT found.* FROM ($statement) found FOR UPDATE";' => 'return $statement;' ), self::FEED . '::test_no_replica' ),
			'a web page accepts a refresh'                 => new Mutation( 'Refresh/Refresh_Request', array( ", Response::WARNING => 'headless_deploy_refresh_not_found'" => " => 'headless_deploy_refresh_not_found'" ), 'Refresh.RefreshCallerTest::test_a_web_page' ),
		);
	}

	/**
	 * @return array<string, Mutation>
	 */
	private static function secrets(): array {
		$target = 'Environments/Refresh_Target';
		return array(
			'a test request is signed with every secret' => new Mutation( 'Refresh/Refresh_Request', array( ', array( $signing ) );' => ' );' ), self::SECRETS . '::test_says_which' ),
			'a secret that is refused ends the previous' => new Mutation( 'Refresh/Refresh_Test', array( '$response->is_accepted() && true === $environment->refresh?->is_secret_unused()' => 'true === $environment->refresh?->is_secret_unused()' ), self::SECRETS . '::test_says_which' ),
			'any accepted secret ends the previous'      => new Mutation( $target, array( '$accepted === $this->secret ?' => 'true ?' ), self::SECRETS . '::test_a_secret_that_was_replaced' ),
			'a new secret drops those before the last'   => new Mutation( $target, array( 'array( ...$replaced, ...$this->valid_previous( $now ) )' => '$replaced' ), self::SECRETS . '::test_a_secret_that_replaces' ),
			'a previous secret never ends'               => new Mutation( $target, array( "\$one['until'] > \$now && " => '' ), self::SECRETS . '::test_a_previous_secret' ),
			'the front end is asked in every event'      => new Mutation( $target, array( ' && ! $has_asked' => '' ), self::SECRETS . '::test_asks_once_an_hour' ),
		);
	}

	/**
	 * @return array<string, Mutation>
	 */
	private static function feed(): array {
		return array(
			'the feed does not repeat the minute before'  => new Mutation( 'Refresh/Change_Feed', array( 'OVERLAP_MS = 60_000' => 'OVERLAP_MS = -1' ), self::FEED ),
			'the feed forgets deleted changes'            => new Mutation( 'Refresh/Change_Feed', array( 'return $since < $this->pruned->highest() ? null : $rows;' => 'return $rows;' ), self::FEED ),
			'the newest change is read after the others'  => new Mutation( 'Refresh/Change_Feed', array( "		return array(\n			\$newest," => "		return array(\n			(int) Database::value( \"SELECT MAX(id) FROM {\$wpdb->headless_deploy_changes}\" )," ), self::FEED ),
			'the feed knows only changes of refreshes'    => new Mutation( 'Refresh/Change_Feed', array( "\"cause = 'automatic' AND" => "\"lane = 'refresh' AND cause = 'automatic' AND" ), self::FEED ),
			'changes are deleted before it is remembered' => new Mutation( 'Runs/Retention', array( "! \$this->remember_newest( \$list )\n\t\t\t\t|| " => '' ), self::FEED ),
			'a signed request is accepted twice'          => new Mutation( 'Refresh/Replay_Guard', array( "			0       => Errors::make( 'headless_deploy_signature_invalid' )," => '			0       => null,' ), self::CALLERS ),
			'a signed request is forgotten too early'     => new Mutation( 'Refresh/Replay_Guard', array( '- Standard_Webhook::TOLERANCE_SECONDS );' => '- Standard_Webhook::TOLERANCE_SECONDS + 1 );' ), self::CALLERS . '::test_accepts_a_request_once' ),
			'the environments share a budget'             => new Mutation( 'Refresh/Replay_Guard', array( "\$wpdb->esc_like( self::PREFIX . \"{\$environment_id}_\" ) . '%'," => "\$wpdb->esc_like( self::PREFIX ) . '%'," ), self::CALLERS . '::test_limits' ),
			'a damaged secret is an empty key'            => new Mutation( 'Secrets/Standard_Webhook', array( '? Webhook_Secret::bytes( $secret ) : null;' => "? Webhook_Secret::bytes( \$secret ) : '';" ), 'Secrets.StandardWebhookTest::test_a_damaged_secret' ),
			'a request needs no id'                       => new Mutation( 'Secrets/Standard_Webhook', array( " || '' === \$id" => '' ), 'Secrets.StandardWebhookTest::test_refuses_a_signed_request_without_an_id' ),
			'the sequence is not part of the signature'   => new Mutation( 'Refresh/Feed_Controller', array( ' . ( null === $since ? \'\' : "&since=$since" )' => '' ), self::CALLERS ),
			'an old request is accepted'                  => new Mutation( 'Secrets/Standard_Webhook', array( 'abs( $now / 1000 - (int) $timestamp ) <= self::TOLERANCE_SECONDS' => 'true' ), 'Secrets.StandardWebhookTest' ),
		);
	}
}
