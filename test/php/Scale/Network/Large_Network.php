<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Scale\Network;

use HeadlessDeploy\Environments\Environment_Input;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Queue\Schema;
use HeadlessDeploy\Runs\Retention;
use HeadlessDeploy\Secrets\Encryption;
use HeadlessDeploy\Tests\Queue\Manual_Clock;
use HeadlessDeploy\Tests\Wp_Test_Case;
use PHPUnit\Framework\Assert;
use RuntimeException;

/**
 * Makes the network that the tests of this folder measure, once for each PHPUnit: 200 sites with five environments each.
 * The log of each environment is as long as the retention allows, so there are 1,000,000 runs, with two changes each.
 */
final class Large_Network {
	public const SITES   = 200;
	public const POSTS   = 300;
	public const PENDING = 10_000;

	/**
	 * Their ids are the labels in lower case.
	 */
	public const LABELS = array( 'Production', 'Staging', 'Preview', 'Docs', self::WITH_REFRESH );

	public const WITH_REFRESH   = 'Edge';
	public const REFRESH_SECRET = 'whsec_AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tk=';

	/**
	 * Time between two runs of the network.
	 */
	public const RUN_EVERY_MS = 5_000;

	private const DAY_MS = 86_400_000;

	/**
	 * Settings under which no pending change is due.
	 */
	private const AUTOMATION = array( 'quietPeriodSeconds' => 600, 'maximumWaitSeconds' => 1800 );

	/**
	 * The time of the tests, in milliseconds; 0 before the network was made.
	 */
	private static int $now = 0;

	/**
	 * Makes the network before the transaction of the first test.
	 *
	 * @return int The time of the tests, in milliseconds.
	 */
	public static function ensure(): int {
		if ( 0 === self::$now ) {
			self::$now = time() * 1000;
			self::add_sites();
			self::add_posts();
			self::in_bulk( static function (): void {
				self::add_runs();
				self::add_changes();
			} );
			self::add_pending_changes();
			self::query( 'ANALYZE TABLE ' . implode( ', ', Schema::tables() ) );
		}
		return self::$now;
	}

	/**
	 * Lets MariaDB sort the indexes of an empty table once, instead of adding each row to them, which takes twice as long.
	 *
	 * @param callable(): void $fill
	 */
	public static function in_bulk( callable $fill ): void {
		self::query( 'SET SESSION unique_checks = 0, foreign_key_checks = 0' );
		$fill();
		self::query( 'SET SESSION unique_checks = 1, foreign_key_checks = 1' );
	}

	public static function runs(): int {
		return self::SITES * count( self::LABELS ) * Retention::MAX_PER_ENVIRONMENT;
	}

	/**
	 * Returns the newest run of an environment of the main site.
	 *
	 * @param string $status Stored one.
	 */
	public static function newest_run( string $environment_id, string $status = 'accepted' ): int {
		global $wpdb;
		return (int) $wpdb->get_var(
			"SELECT id FROM {$wpdb->headless_deploy_runs} WHERE blog_id = 1 AND environment_id = '$environment_id' AND status = '$status' ORDER BY id DESC LIMIT 1",
		);
	}

	private static function add_sites(): void {
		$last = count( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) );
		for ( $site = $last + 1; $site <= self::SITES; $site++ ) {
			$id = wp_insert_site( array( 'domain' => 'example.test', 'path' => "/site-$site/", 'user_id' => 1, 'title' => "Site $site" ) );
			Assert::assertSame( $site, $id );
		}
		$clock        = new Manual_Clock( self::$now - self::DAY_MS );
		$environments = new Environments( new Encryption(), $clock, may_customize: static fn(): bool => true );
		for ( $site = 1; $site <= self::SITES; $site++ ) {
			switch_to_blog( $site );
			foreach ( self::LABELS as $label ) {
				self::connect( $environments, $label );
			}
			restore_current_blog();
		}
	}

	private static function connect( Environments $environments, string $label ): void {
		$url     = 'https://hosting.example/wh/v1/accounts/acme/apps/site/environments/' . wp_generate_uuid4() . '/webhooks/webhook:rebuild?token=' . Wp_Test_Case::TOKEN;
		$body    = array( 'label' => $label, 'webhookUrl' => $url, 'frontEndUrl' => 'https://www.example.test', 'automation' => self::AUTOMATION );
		$refresh = array( 'refreshUrl' => 'https://www.example.test/api/refresh', 'refreshSecret' => self::REFRESH_SECRET );
		$input   = Environment_Input::from_body( self::WITH_REFRESH === $label ? $body + $refresh : $body );
		Assert::assertInstanceOf( Environment_Input::class, $input );
		Assert::assertFalse( is_wp_error( $environments->create( $input ) ) );
	}

	/**
	 * Adds the posts of the main site that the reasons of changes name.
	 */
	private static function add_posts(): void {
		global $wpdb;
		$posts = self::POSTS;
		self::query(
			"INSERT INTO {$wpdb->posts} (post_author, post_date, post_date_gmt, post_modified, post_modified_gmt, post_title, post_name, post_content, post_excerpt, to_ping, pinged, post_content_filtered)"
			. " SELECT 1, NOW(), UTC_TIMESTAMP(), NOW(), UTC_TIMESTAMP(), CONCAT('Report ', seq), CONCAT('report-', seq), 'Content', '', '', '', '' FROM seq_1_to_$posts",
		);
	}

	/**
	 * Adds the runs, the oldest first and the sites in turn. Failed runs of the last week are still tracked, as accepted
	 * ones of the last minutes are.
	 */
	private static function add_runs(): void {
		global $wpdb;
		$runs    = self::runs();
		$last    = $runs - 1;
		$now     = self::$now;
		$at      = "$now - ($runs - seq) * " . self::RUN_EVERY_MS;
		$n       = 'seq DIV ' . self::SITES * count( self::LABELS );
		$edge    = '(seq DIV ' . self::SITES . ') % ' . count( self::LABELS ) . ' = ' . array_search( self::WITH_REFRESH, self::LABELS, true );
		$tracked = "IF(($n) % 50 = 0, $at > $now - 604800000, $at > $now - 900000)";
		self::query(
			"INSERT INTO {$wpdb->headless_deploy_runs} (blog_id, environment_id, lane, action, cause, user_id, changes, status, attempts, http_status, error_code, service_message, excerpt, operation, tracked_status, tracked_at, next_check_at, tracking, created_at, finished_at)"
			. ' SELECT 1 + seq % ' . self::SITES . ', ' . self::environment_of( 'seq DIV ' . self::SITES ) . ','
			. " IF($edge, 'refresh', IF(($n) % 4 = 0, 'cache', 'build')), IF($edge, 'refresh', IF(($n) % 4 = 0, 'purgeCache', 'rebuild')),"
			. " IF(($n) % 17 = 0, 'manual', 'automatic'), IF(($n) % 17 = 0, 1, 0), 2, CASE WHEN ($n) % 50 = 0 THEN 'failed' WHEN ($n) % 70 = 0 THEN 'canceled' ELSE 'accepted' END,"
			. " CONCAT('[{\"at\":', $at, ',\"durationMs\":300,\"httpStatus\":200,\"error\":\"\"}]'), IF(($n) % 50 = 0, 500, 200), IF(($n) % 50 = 0, 'headless_deploy_service_error', ''), '\"\"', '\"\"',"
			. " CONCAT('\"operations/op-', seq, '\"'), IF(($n) % 50 <> 0 AND seq % 2 = 0, 'live', ''), $at + 20000, IF($tracked, $now - 150000 + seq % 300 * 1000, -1),"
			. " '{\"pages\":[],\"build\":null,\"live\":null}', $at, $at + 300 FROM seq_0_to_$last",
		);
	}

	/**
	 * Adds two changes of each run.
	 */
	private static function add_changes(): void {
		global $wpdb;
		$reason = self::reason( 'd.id % ' . self::POSTS . ' + s.seq', 'd.created_at' );
		self::query(
			"INSERT INTO {$wpdb->headless_deploy_changes} (blog_id, environment_id, lane, action, recorded_at, changes, reasons, cause, user_id, run_id)"
			. " SELECT d.blog_id, d.environment_id, d.lane, d.action, d.created_at - 1000 - s.seq, 1, $reason, 'automatic', 1, d.id FROM {$wpdb->headless_deploy_runs} d JOIN seq_1_to_2 s",
		);
	}

	/**
	 * Adds a change that is not due yet to each environment, and many to one, as an import makes them.
	 */
	private static function add_pending_changes(): void {
		global $wpdb;
		$last = self::SITES * count( self::LABELS ) - 1;
		$now  = self::$now;
		$edge = self::environment_of( 'seq DIV ' . self::SITES ) . " = '" . strtolower( self::WITH_REFRESH ) . "'";
		$into = "INSERT INTO {$wpdb->headless_deploy_changes} (blog_id, environment_id, lane, action, recorded_at, changes, reasons, cause, user_id)";
		self::query(
			"$into SELECT 1 + seq % " . self::SITES . ', ' . self::environment_of( 'seq DIV ' . self::SITES ) . ", IF($edge, 'refresh', 'build'), IF($edge, 'refresh', 'rebuild'), $now - 500, 1, "
			. self::reason( 'seq % ' . self::POSTS, (string) $now ) . ", 'automatic', 1 FROM seq_0_to_$last",
		);
		self::query( "$into SELECT 1, 'production', 'build', 'rebuild', $now - 400, 1, " . self::reason( 'seq % ' . self::POSTS, (string) $now ) . ", 'automatic', 1 FROM seq_1_to_" . self::PENDING );
		self::query(
			"INSERT INTO {$wpdb->headless_deploy_lanes} (blog_id, environment_id, lane) SELECT blog_id, environment_id, lane FROM {$wpdb->headless_deploy_changes} WHERE run_id = 0 GROUP BY blog_id, environment_id, lane",
		);
	}

	/**
	 * Returns SQL for the environment with a number.
	 */
	private static function environment_of( string $number ): string {
		return "ELT(1 + ($number) % " . count( self::LABELS ) . ", '" . implode( "', '", array_map( strtolower( ... ), self::LABELS ) ) . "')";
	}

	/**
	 * Returns SQL for the reasons of a change.
	 */
	public static function reason( string $post_id, string $at ): string {
		return "CONCAT('[{\"event\":\"updated\",\"type\":\"post\",\"subtype\":\"post\",\"id\":', $post_id, ',\"user\":1,\"at\":', $at, '}]')";
	}

	public static function query( string $statement ): void {
		global $wpdb;
		if ( false === $wpdb->query( $statement ) ) {
			throw new RuntimeException( $wpdb->last_error );
		}
	}
}
