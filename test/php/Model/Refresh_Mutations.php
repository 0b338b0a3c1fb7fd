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
		return array(
			'a refresh is repeated without end'             => new Mutation( 'Refresh_Repeats::are_left', '&& count( $record->repeated_at ) < count( self::WAITS_MS )', '', self::RUNS . '::test_repeats_a_refresh' ),
			'a refresh is repeated too early'               => new Mutation( 'Refresh_Repeats::WAITS_MS', '2_000, 3_000, 10_000', '1_000, 1_000, 1_000', self::RUNS . '::test_repeats_a_refresh' ),
			'a repetition is not stored first'              => new Mutation( 'Refresh_Repeats::repeat_if_due', '! $this->store->keep( $run, $claim, $repeated )', 'false', self::RUNS . '::test_a_repetition_is_stored' ),
			'a refresh is replaced before it repeats'       => new Mutation( 'Tracker::next_of_refresh', 'Refresh_Repeats::are_left( $run, $record )', 'false', self::RUNS . '::test_a_refresh_is_not_replaced_right_before' ),
			'a replica that lags is never noticed'          => new Mutation( 'Tracking_Store::replica_hides', '(array) Database::row( Database::from_primary( $statement ) ) !== $answered', 'false', self::RUNS . '::test_says_that_the_replica_is_behind' ),
			'every page that is missing is refreshed again' => new Mutation( 'Tracking_Store::replica_hides', '(array) Database::row( Database::from_primary( $statement ) ) !== $answered', 'true', self::RUNS . '::test_a_new_page_that_is_missing' ),
		);
	}

	/**
	 * @return array<string, Mutation>
	 */
	private static function runs(): array {
		return array(
			'changes move after their run has failed'                => ( new Mutation( 'Run_Store::replace', 'write_result( $lease, $run_id, Run_Status::Failed, $result, 0, $result->now, $stronger )', 'changes->detach( $lease, $run_id )', self::RUNS . '::test_a_run_has_not_ended' ) )->and( 'Run_Store::replace', 'changes->replace( $run_id, $stronger, $lease->condition() ) && $this->changes->detach( $lease, $run_id )', 'write_result( $lease, $run_id, Run_Status::Failed, $result, 0, $result->now, $stronger ) && $this->changes->replace( $run_id, $stronger, $lease->condition() )' ),
			'a manual refresh becomes a purge'                       => new Mutation( 'Change_Store::replace', 'manual = 0 AND', '', self::RUNS . '::test_a_refresh_that_a_user_started' ),
			'a refresh that fails is not replaced'                   => new Mutation( 'Sender::store_result', '$decision->is_replaced ? $stronger :', '' ),
			'a refresh is replaced at its first failure'             => new Mutation( 'Retry_Policy::decide', '( $now >= $replace_at || ! ( $is_temporary || $is_token_rejected ) )', 'true' ),
			'a purge that replaced a refresh is not replaced'        => new Mutation( 'Sender::replacement', '|| ( Action::PurgeCache === $covered->action && $covered->replaces_refresh )', '' ),
			'a refresh whose sender crashes is not replaced'         => new Mutation( 'Sender::send_if_due', '$this->replacement( $permission->environment, $result->covered )', 'null', self::RUNS . '::test_a_refresh_whose_sender' ),
			'changes of a refresh wait again'                        => new Mutation( 'Due_Time::new_rows_at', '|| $lane->replaces_refresh', '' ),
			'a refresh waits for a build that is due with it'        => new Mutation( 'Lane::rank', 'Refresh => 1', 'Refresh => 4', 'Queue.DispatcherTest::test_sends_a_refresh_before' ),
			'a refresh waits like a build'                           => new Mutation( 'Automation::quiet_period_ms', 'Lane::Refresh === $lane ? $this->refresh_quiet_period_seconds :', '' ),
			'a refresh waits for a rejected token'                   => new Mutation( 'Send_Permission::pauses', '&& ( Lane::Refresh !== $lane || Pause_Reason::Token !== $this->pause?->reason )', '', self::RUNS . '::test_a_rejected_webhook_token' ),
			'a refresh ends the pause of the token'                  => new Mutation( 'Sender::store_result', '$needs_token ? $this->pause_or_resume( $permission, $decision ) : $this->stop_refresh( $permission->environment, $result )', '$this->pause_or_resume( $permission, $decision )', self::RUNS . '::test_a_refresh_neither' ),
			'a refresh is delayed by the pause of the token'         => new Mutation( 'Sender::store_result', '$needs_token &&', '', self::RUNS . '::test_a_refresh_neither' ),
			'the changes of a refresh are read after the last check' => new Mutation( 'Sender::call_if_allowed', '$this->prepare( $lease->key->environment_id, $covered->action, $run_id )', 'new Call( fn( $environment ) => $this->prepare( $lease->key->environment_id, $covered->action, $run_id )->send( $environment ) )' ),
		);
	}

	/**
	 * @return array<string, Mutation>
	 */
	private static function requests(): array {
		return array(
			'the sequence is stored without an acceptance' => new Mutation( 'Refresh_Caller::refresh', '$response->is_accepted()', 'true', 'Refresh.RefreshCallerTest::test_a_request_that_failed' ),
			'the accepted sequence goes back'              => new Mutation( 'Accepted_Sequence::write', 'sequence <', 'sequence <>', 'Refresh.RefreshCallerTest::test_a_late_answer' ),
			'every part of a refresh makes progress'       => new Mutation( 'Refresh_Payload::chunks', 'array( \'sequence\' => $envelope[\'since\'] ) +', '', 'Refresh.RefreshPayloadTest::test_divides_long_lists' ),
			'a body reaches the limit'                     => new Mutation( 'Refresh_Payload::chunks', 'strlen( self::body( $unfinished, $empty, $now ) )', '0', 'Refresh.RefreshPayloadTest::test_no_body_reaches' ),
			'the sequence goes back'                       => new Mutation( 'Refresh_Payload::chunks', 'max( $envelope[\'sequence\'], $envelope[\'since\'] ?? 0 )', '$envelope[\'sequence\']', 'Refresh.RefreshPayloadTest::test_the_sequence_never' ),
			'changes that were not accepted are forgotten' => new Mutation( 'Refresh_Reader::of_run', 'array( ...$rows, ...$missed )', '$rows', 'Refresh.RefreshReaderTest::test_also_names' ),
			'a refresh is read from a replica'             => new Mutation( 'Database::from_primary', '"SELECT found.* FROM ($statement) found FOR UPDATE"', '$statement', self::FEED . '::test_no_replica' ),
			'a web page accepts a refresh'                 => new Mutation( 'Refresh_Request::of_front_end', ', Response::WARNING', '', 'Refresh.RefreshCallerTest::test_a_web_page' ),
		);
	}

	/**
	 * @return array<string, Mutation>
	 */
	private static function secrets(): array {
		return array(
			'a test request is signed with every secret' => new Mutation( 'Refresh_Request::ping', ', array( $signing )', '', self::SECRETS . '::test_says_which' ),
			'a secret that is refused ends the previous' => new Mutation( 'Refresh_Test::ask', '$response->is_accepted() &&', '', self::SECRETS . '::test_says_which' ),
			'any accepted secret ends the previous'      => new Mutation( 'Refresh_Target::with_accepted', '$accepted === $this->secret', 'true', self::SECRETS . '::test_a_secret_that_was_replaced' ),
			'a new secret drops those before the last'   => new Mutation( 'Refresh_Target::rotate', 'array( ...$replaced, ...$this->valid_previous( $now ) )', '$replaced', self::SECRETS . '::test_a_secret_that_replaces' ),
			'a previous secret never ends'               => new Mutation( 'Refresh_Target::valid_previous', '$one[\'until\'] > $now &&', '', self::SECRETS . '::test_a_previous_secret' ),
			'the front end is asked in every event'      => new Mutation( 'Refresh_Target::is_check_due', '&& ! $has_asked', '', self::SECRETS . '::test_asks_once_an_hour' ),
		);
	}

	/**
	 * @return array<string, Mutation>
	 */
	private static function feed(): array {
		return array(
			'the feed does not repeat the minute before'  => new Mutation( 'Change_Feed::OVERLAP_MS', '= 60_000', '= -1', self::FEED ),
			'the feed forgets deleted changes'            => new Mutation( 'Change_Feed::rows', '$since < $this->pruned->highest() ? null :', '', self::FEED ),
			'the newest change is read after the others'  => new Mutation( 'Change_Feed::since', '$newest,', '(int) Database::value( "SELECT MAX(id) FROM {$wpdb->headless_deploy_changes}" ),', self::FEED ),
			'the feed knows only changes of refreshes'    => new Mutation( 'Change_Feed::matching', "cause = '", "lane = 'refresh' AND cause = '", self::FEED ),
			'changes are deleted before it is remembered' => new Mutation( 'Retention::delete_changes', '! ( new Pruned_Changes() )->raise( max( $ids ) ) ||', '', self::FEED ),
			'a signed request is accepted twice'          => new Mutation( 'Replay_Guard::accept', "Errors::make( 'headless_deploy_signature_invalid' )", 'null', self::CALLERS ),
			'a signed request is forgotten too early'     => new Mutation( 'Replay_Guard::oldest', 'TOLERANCE_SECONDS', 'TOLERANCE_SECONDS + 1', self::CALLERS . '::test_accepts_a_request_once' ),
			'the environments share a budget'             => new Mutation( 'Replay_Guard::count', '. "{$environment_id}_"', '', self::CALLERS . '::test_limits' ),
			'a damaged secret is an empty key'            => new Mutation( 'Standard_Webhook::signatures', 'null;', "'';", 'Secrets.StandardWebhookTest::test_a_damaged_secret' ),
			'a request needs no id'                       => new Mutation( 'Standard_Webhook::verify', '|| \'\' === $id', '', 'Secrets.StandardWebhookTest::test_refuses_a_signed_request_without_an_id' ),
			'the sequence is not part of the signature'   => new Mutation( 'Feed_Controller::payload', '. ( null === $since ? \'\' : "&since=$since" )', '', self::CALLERS ),
			'an old request is accepted'                  => new Mutation( 'Standard_Webhook::verify', 'abs( $now / 1000 - (int) $timestamp ) <= self::TOLERANCE_SECONDS', 'true', 'Secrets.StandardWebhookTest' ),
		);
	}
}
