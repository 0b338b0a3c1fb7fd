<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Status;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Environments\Pause;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Refresh_Target;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Remedy;
use HeadlessDeploy\Runs\Change_Summary;
use HeadlessDeploy\Runs\Reason;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Runs\Undeployed_Run;
use HeadlessDeploy\Status\Environment_Entry;
use HeadlessDeploy\Status\Lane_Status;
use HeadlessDeploy\Status\Pause_Summary;
use HeadlessDeploy\Status\Pending_Run;
use HeadlessDeploy\Status\Undeployed_Changes;
use HeadlessDeploy\Tests\Runs\Sample_Run;
use HeadlessDeploy\Tracking\Found_Build;
use HeadlessDeploy\Tracking\Tracked_Page;

/**
 * One environment for each state that the screens show: test/contract/environments.json, which the tests of the panel and
 * the editor read. Times that mean different things differ, so that a test can replace them.
 */
final class Sample_Environments {
	/** 2026-11-21 14:00 UTC. */
	public const NOW = 1_795_269_600_000;

	public const FRONT_END = 'https://www.acme.example';

	private const PAUSED_BY = 2;

	/**
	 * @return array<string, Environment_Entry> By state.
	 */
	public static function all(): array {
		return self::without_runs() + self::paused() + self::in_progress() + self::ended() + self::refreshed();
	}

	/**
	 * @return list<Run> A run for each headline of the log.
	 */
	public static function runs(): array {
		$tracked = array( 'tracked_status' => 'failed', 'tracked_at' => self::NOW - 2_000 );
		$refresh = array( 'lane' => 'refresh', 'action' => 'refresh' );
		return array(
			self::run(),
			self::run( array( 'status' => 'sending' ) ),
			self::run( array( 'status' => 'retrying' ) ),
			self::run( array( 'status' => 'canceled' ) ),
			self::run( array( 'status' => 'failed' ) ),
			self::run( array( 'lane' => 'cache', 'action' => 'purgeCache' ) ),
			self::run( $refresh ),
			self::building(),
			self::failed( $tracked, 'headless_deploy_build_failed' ),
			self::failed( $tracked, 'headless_deploy_build_canceled' ),
			self::live(),
		);
	}

	/**
	 * @return array<string, Environment_Entry>
	 */
	private static function without_runs(): array {
		return array(
			'connected' => self::entry( array() ),
			'pending'   => self::entry( array( 'pending' => self::pending() ) ),
			'retrying'  => self::entry( array( 'pending' => self::retried() ) ),
			'held'      => self::entry( array( 'pending' => self::pending( due_at: null, is_held: true ) ), hold: true ),
			'canceled'  => self::entry( array( 'last_run' => self::run(), 'undeployed' => self::canceled() ) ),
		);
	}

	/**
	 * @return array<string, Environment_Entry> Paused for each reason.
	 */
	private static function paused(): array {
		$since   = self::NOW - 60_000;
		$pending = array( 'pending' => self::pending( due_at: null ) );
		$pauses  = array(
			'paused/person/unknown' => new Pause( Pause_Reason::Person ),
			'paused/token/retried'  => new Pause( Pause_Reason::Token, $since, self::NOW + 3_600_000 ),
		);
		foreach ( Pause_Reason::cases() as $reason ) {
			$pauses[ "paused/$reason->value" ] = new Pause( $reason, $since, by: Pause_Reason::Person === $reason ? self::PAUSED_BY : 0 );
		}
		return array_map( static fn( Pause $pause ): Environment_Entry => self::entry( $pending, pause: $pause ), $pauses );
	}

	/**
	 * @return array<string, Environment_Entry>
	 */
	private static function in_progress(): array {
		$tracked = self::NOW + 5_000;
		return array(
			'sending'            => self::entry( array( 'sending' => self::run( array( 'status' => 'sending' ) ) ) ),
			'sendingWithPending' => self::entry( array( 'sending' => self::run( array( 'status' => 'sending' ) ), 'pending' => self::pending() ) ),
			'accepted'           => self::entry( array( 'last_run' => self::run(), 'next_check_at' => $tracked ) ),
			'building'           => self::entry( array( 'last_run' => self::building(), 'next_check_at' => $tracked ) ),
			'unseenBuild'        => self::entry( array( 'last_run' => self::building( 'headless_deploy_build_unseen' ), 'next_check_at' => $tracked ) ),
		);
	}

	/**
	 * @return array<string, Environment_Entry>
	 */
	private static function ended(): array {
		$purge = array( 'lane' => 'cache', 'action' => 'purgeCache' );
		$build = self::build( self::NOW - 2_000 );
		return array(
			'unconfirmed'    => self::entry( array( 'last_run' => self::run() ) ),
			'withoutAddress' => self::entry( array( 'last_run' => self::run() ), front_end_url: '' ),
			'live'           => self::entry( array( 'last_run' => self::live() ) ),
			'built'          => self::entry( array( 'last_run' => self::live( build: $build ) ) ),
			'gone'           => self::entry( array( 'last_run' => self::live( page_status: Tracked_Page::GONE ) ) ),
			'failed'         => self::entry( array( 'last_run' => self::failed( array( 'status' => 'failed', 'http_status' => 403 ), 'headless_deploy_token_refused' ) ) ),
			'unreachable'    => self::entry( array( 'last_run' => self::failed( array( 'status' => 'failed', 'http_status' => 0 ), 'headless_deploy_timeout' ) ) ),
			'buildFailed'    => self::entry( array( 'last_run' => self::failed( array( 'tracked_status' => 'failed', 'tracked_at' => self::NOW - 2_000 ), 'headless_deploy_build_failed', build: $build ) ) ),
			'purged'         => self::entry( cache: array( 'last_run' => self::run( $purge ) ) ),
			'ignored'        => self::entry( policy: 'none' ),
		);
	}

	/**
	 * @return array<string, Environment_Entry> Environments with a refresh URL.
	 */
	private static function refreshed(): array {
		$refresh  = array( 'lane' => 'refresh', 'action' => 'refresh' );
		$purge    = array( 'id' => 42, 'lane' => 'cache', 'action' => 'purgeCache' );
		$pending  = self::pending( lane: Lane::Refresh, action: Action::Refresh, due_at: self::NOW + 1_000 );
		$replaced = self::failed( $refresh + array( 'status' => 'failed', 'http_status' => 500, 'replaced_by' => 'purgeCache' ), 'headless_deploy_service_error' );
		$tracked  = self::NOW + 1_000;
		return array(
			'refreshPending'         => self::entry( refresh: array( 'pending' => $pending ), has_refresh: true ),
			'refreshAndBuildPending' => self::entry( array( 'pending' => self::pending() ), refresh: array( 'pending' => $pending ), has_refresh: true ),
			'refreshSending'         => self::entry( refresh: array( 'sending' => self::run( $refresh + array( 'status' => 'sending' ) ) ), has_refresh: true ),
			'refreshFailed'          => self::entry( refresh: array( 'last_run' => self::failed( $refresh + array( 'status' => 'failed', 'http_status' => 403 ), 'headless_deploy_refresh_refused' ) ), has_refresh: true ),
			'refreshAccepted'        => self::entry( refresh: array( 'last_run' => self::run( $refresh ), 'next_check_at' => $tracked ), has_refresh: true ),
			'refreshUnchecked'       => self::entry( refresh: array( 'last_run' => self::run( $refresh ) ), has_refresh: true ),
			'refreshLive'            => self::entry( refresh: array( 'last_run' => self::live( $refresh ) ), has_refresh: true ),
			'refreshLiveBuildLater'  => self::entry( array( 'pending' => self::pending() ), refresh: array( 'last_run' => self::live( $refresh ) ), has_refresh: true ),
			'purgeInsteadPending'    => self::entry( cache: array( 'pending' => self::pending( lane: Lane::Cache, action: Action::PurgeCache ) ), refresh: array( 'last_run' => $replaced ), has_refresh: true ),
			'purgeInsteadAccepted'   => self::entry( cache: array( 'last_run' => self::run( $purge ), 'next_check_at' => $tracked ), refresh: array( 'last_run' => $replaced ), has_refresh: true ),
			'purgeInsteadLive'       => self::entry( cache: array( 'last_run' => self::live( $purge ) ), refresh: array( 'last_run' => $replaced ), has_refresh: true ),
		);
	}

	/**
	 * @param array<string, mixed> $build   Arguments of `Lane_Status`.
	 * @param array<string, mixed> $cache   Arguments of `Lane_Status`.
	 * @param array<string, mixed> $refresh Arguments of `Lane_Status`.
	 */
	public static function entry( array $build = array(), array $cache = array(), array $refresh = array(), string $front_end_url = self::FRONT_END, bool $hold = false, ?Pause $pause = null, bool $has_refresh = false, string $label = 'Production', ?string $policy = null ): Environment_Entry {
		$urls        = array_fill_keys( array_column( Action::hosted(), 'value' ), 'https://hosting.example/' );
		$automation  = Automation::from_array( array( 'hold' => $hold, 'policy' => array( 'content' => $policy ?? ( $has_refresh ? 'refresh' : 'rebuild' ) ) ) );
		$target      = $has_refresh ? new Refresh_Target( self::FRONT_END . '/api/refresh', 'secret' ) : null;
		$environment = new Environment( 'production', $label, $automation, front_end_url: $front_end_url, urls: $urls, refresh: $target );
		$permission  = new Send_Permission( $environment, $pause );
		$names       = array( self::PAUSED_BY => 'Maria Lindqvist' );
		$lane        = static fn( Lane $lane, array $facts ): Lane_Status => new Lane_Status( $lane, ...$facts, ...( null !== $pause && $permission->pauses( $lane ) ? array( 'pause' => Pause_Summary::of( $permission, $names ) ) : array() ) );
		return new Environment_Entry( $permission, $names, array( $lane( Lane::Build, $build ), $lane( Lane::Cache, $cache ), $lane( Lane::Refresh, $refresh ) ), null, $has_refresh, self::NOW );
	}

	/**
	 * Returns a rebuild of 4 changes that the host accepted two minutes ago.
	 *
	 * @param array<string, mixed> $row      Columns of the table of runs that differ.
	 * @param mixed                ...$facts Further arguments of `Run`, by name.
	 */
	public static function run( array $row = array(), mixed ...$facts ): Run {
		$is_sending = 'sending' === ( $row['status'] ?? '' );
		$row += array(
			'created_at'  => self::NOW - ( $is_sending ? 3_000 : 120_000 ),
			'finished_at' => $is_sending ? 0 : self::NOW - 119_000,
			'http_status' => $is_sending ? 0 : 200,
			'attempts'    => (string) wp_json_encode( array( array( 'at' => self::NOW - 120_000, 'durationMs' => 400, 'httpStatus' => $row['http_status'] ?? 200, 'error' => $row['error_code'] ?? '' ) ) ),
		);
		return Sample_Run::of( $row, ...$facts + array( 'environment_label' => 'Production', 'reasons' => array( self::reason( 'Summer collection', 'Jonas Weber', 130 ) ), 'response' => array( 'message' => '', 'excerpt' => '{}' ) ) );
	}

	/**
	 * Returns a run that the front end has shown since a minute.
	 *
	 * @param array<string, mixed> $row Columns that differ.
	 */
	private static function live( array $row = array(), string $page_status = Tracked_Page::LIVE, ?Found_Build $build = null ): Run {
		return self::run( $row + array( 'tracked_status' => 'live', 'tracked_at' => self::NOW - 1_000 ), live: new Tracked_Page( 7, self::FRONT_END . '/hello/', $page_status, 0 ), build: $build );
	}

	private static function building( string $code = '' ): Run {
		return self::run( array( 'tracked_status' => 'building', 'tracked_at' => self::NOW - 71_000, 'error_code' => $code ), build: self::build(), error_code: $code, message: '' === $code ? '' : Errors::for_reader( $code ) );
	}

	private static function build( int $finished_at = 0 ): Found_Build {
		return new Found_Build( 'builds/1', started_at: self::NOW - 72_000, finished_at: $finished_at );
	}

	/**
	 * @param array<string, mixed> $row Columns that differ.
	 */
	private static function failed( array $row, string $code, ?Found_Build $build = null ): Run {
		$action = Action::from( $row['action'] ?? 'rebuild' );
		return self::run( $row + array( 'error_code' => $code ), error_code: $code, message: Errors::for_reader( $code, array( 'status' => (string) ( $row['http_status'] ?? '' ), 'build' => 'builds/1' ) ), remedy: Remedy::of( $code, $action ), build: $build );
	}

	/**
	 * Returns a rebuild of 3 changes in 8 seconds.
	 */
	private static function pending( mixed ...$facts ): Pending_Run {
		$facts += array( 'lane' => Lane::Build, 'action' => Action::Rebuild, 'due_at' => self::NOW + 8_000 );
		$reasons = array( self::reason( 'Summer collection', 'Maria Lindqvist', 2 ), self::reason( 'Linen shirt, natural', 'Jonas Weber', 9 ), self::reason( 'About us', 'Jonas Weber', 14 ) );
		return new Pending_Run(
			...$facts + array(
				'changes'      => 3,
				'reasons'      => $reasons,
				'cancel_label' => $facts['action']->cancel_label(),
				'cancel_hint'  => Undeployed_Changes::cancel_hint( $facts['lane'], Change_Summary::by( 3, $reasons ), false ),
			),
		);
	}

	private static function retried(): Pending_Run {
		$code = 'headless_deploy_service_error';
		return self::pending( due_at: self::NOW + 30_000, next_attempt_at: self::NOW + 30_000, attempts: 1, attempted_at: self::NOW - 5_000, error_code: $code, message: Errors::for_reader( $code, array( 'status' => '502' ) ) );
	}

	/**
	 * Returns the changes of run 42, which Maria Lindqvist canceled.
	 */
	private static function canceled(): Undeployed_Changes {
		$run = self::run( array( 'id' => 42, 'status' => 'canceled' ), user_name: 'Maria Lindqvist', reasons: array( self::reason( 'Summer collection', 'Maria Lindqvist', 2 ), self::reason( 'About us', 'Jonas Weber', 3 ) ) );
		return Undeployed_Changes::of( Lane::Build, array( new Undeployed_Run( 42, 2, true, false, 'Maria Lindqvist' ) ), array( 42 => $run ) ) ?? throw new \LogicException();
	}

	private static function reason( string $title, string $author, int $seconds_ago ): Reason {
		return new Reason( 'updated', 'Updated', "Page “{$title}” updated", $title, 'http://wordpress.test/wp-admin/post.php?post=7&action=edit', user_id: 'Jonas Weber' === $author ? 3 : 2, user_name: $author, at: self::NOW - $seconds_ago * 1_000 );
	}
}
