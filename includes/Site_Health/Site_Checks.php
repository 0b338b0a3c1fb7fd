<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use Closure;
use HeadlessDeploy\Admin\Page;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Database;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Pause_Text;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Queue\Missing_Tables;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Status\Scheduler;

/**
 * The tests of this WordPress site: WP-Cron, tables, PHP, wp-config.php, key and address.
 */
final class Site_Checks {
	public const MIN_KEY_BYTES = 32;

	private const INTEGER_BYTES = 8;

	private const MAX_CLOCK_DIFFERENCE_MS = 5_000;

	/**
	 * Tests whether WP-Cron runs, and explains how to set up a system cron job. A headless WordPress site has few visitors who
	 * could start WP-Cron.
	 *
	 * @param bool $is_disabled  Whether `DISABLE_WP_CRON` is set.
	 * @param bool $is_alternate Whether `ALTERNATE_WP_CRON` is set.
	 */
	public static function scheduler( Health_Facts $facts, Wake_Up $wake_up, bool $is_disabled, bool $is_alternate ): Result {
		$last = $wake_up->last_run();
		if ( $wake_up->is_healthy( $facts->now() ) ) {
			$result = new Result( Result::GOOD, __( 'Background tasks are running', 'headless-deploy' ) );
			return self::add_cron_constants( $result->add_text( self::last_wake_up( $facts, $last ) ), $is_disabled, $is_alternate );
		}
		$result = new Result( Result::RECOMMENDED, Scheduler::headline() );
		$result->add_text(
			__( 'Changes are saved, but due runs are sent only while a user has wp-admin open. WP-Cron needs visitors, and a headless WordPress site has few.', 'headless-deploy' ),
			self::last_wake_up( $facts, $last ),
		);
		$lines = Scheduler::cron_lines();
		self::add_cron_constants( $result, $is_disabled, $is_alternate )->add_text(
			null === $lines
				? __( 'Ask a network administrator to set up a system cron job. Site Health shows them the command.', 'headless-deploy' )
				: __( 'Add one of these lines to the server’s crontab. The first requires WP-CLI; the second also runs all other scheduled events of WordPress:', 'headless-deploy' ),
		);
		array_map( $result->add_code( ... ), array_values( $lines ?? array() ) );
		return $result->add_link( __( 'View pending runs', 'headless-deploy' ), 'overview' );
	}

	/**
	 * @param int|null $last Milliseconds, null for never.
	 */
	private static function last_wake_up( Health_Facts $facts, ?int $last ): string {
		$text = Scheduler::last_run( $last )->text;
		return null === $last ? $text : sprintf( $text, $facts->ago( $last ) );
	}

	private static function add_cron_constants( Result $result, bool $is_disabled, bool $is_alternate ): Result {
		if ( $is_disabled ) {
			$result->add_text( Scheduler::disabled() );
		} elseif ( $is_alternate ) {
			$result->add_text( __( 'ALTERNATE_WP_CRON is set in wp-config.php, so scheduled events run during a visitor’s page view and delay it. Use a system cron job with DISABLE_WP_CRON instead.', 'headless-deploy' ) );
		}
		return $result;
	}

	/**
	 * Tests whether the tables exist, and whether the database has rejected changes.
	 */
	public static function database( Health_Facts $facts, Write_Failure $write_failure, Missing_Tables $missing_tables ): Result {
		$missing = $facts->missing_tables();
		if ( array() !== $missing ) {
			return ( new Result( Result::CRITICAL, __( 'Headless Deploy database tables are missing', 'headless-deploy' ) ) )
				->add_text( __( 'Changes cannot be saved without these tables:', 'headless-deploy' ) )
				->add_list( $missing )
				->add_text( __( 'Deactivate and reactivate the plugin to create them; your settings are kept. If the tables are still missing, ask the hosting service of this site to grant the database user the CREATE privilege.', 'headless-deploy' ) );
		}
		$lost = $missing_tables->tables();
		if ( array() !== $lost ) {
			return ( new Result( Result::CRITICAL, __( 'Pending changes were lost', 'headless-deploy' ) ) )
				->add_text( __( 'These database tables were missing, and the pending changes in them are lost. The plugin created the tables again:', 'headless-deploy' ) )
				->add_list( $lost )
				->add_text( __( 'Press Rebuild to deploy everything and clear this warning. Then find the cause, for example a cleanup plugin or a restored backup.', 'headless-deploy' ) )
				->add_link( __( 'Rebuild now', 'headless-deploy' ), 'overview' );
		}
		$failure = $write_failure->get();
		if ( null !== $failure ) {
			return self::rejected_changes( $facts, $failure );
		}
		return ( new Result(
			Result::GOOD,
			__( 'Changes are saved in the database', 'headless-deploy' ),
		) )->add_text( __( 'The tables exist, and no write has failed.', 'headless-deploy' ) );
	}

	/**
	 * Describes changes that could not be saved.
	 *
	 * @param array{changes: int, at: int} $failure Number, and time of the last one.
	 */
	private static function rejected_changes( Health_Facts $facts, array $failure ): Result {
		$changes = $failure['changes'];
		$text    = sprintf(
			/* translators: 1: number of changes. 2: for example 5 minutes ago. */
			_n( 'The database rejected %1$s change %2$s. It may be missing on the front end.', 'The database rejected %1$s changes, the last one %2$s. They may be missing on the front end.', $changes, 'headless-deploy' ),
			number_format_i18n( $changes ),
			$facts->ago( $failure['at'] ),
		);
		return ( new Result( Result::CRITICAL, __( 'The database rejected changes', 'headless-deploy' ) ) )
			->add_text( $text, __( 'Press Rebuild to deploy everything and clear this warning. If the warning returns, check the PHP error log for a full disk or a damaged table.', 'headless-deploy' ) )
			->add_link( __( 'Rebuild now', 'headless-deploy' ), 'overview' );
	}

	/**
	 * Compares the clock of the primary database with that of this web server. Each node of a cluster has a clock of its own,
	 * and leases end by both.
	 */
	public static function clocks( Clock $clock ): Result {
		$before = $clock->now_ms();
		try {
			$now = (int) Database::value( Database::from_primary( "SELECT {$clock->sql_now_ms()} AS now_ms" ) );
		} catch ( Read_Failed ) {
			return ( new Result( Result::RECOMMENDED, __( 'The clocks of the web server and the database could not be compared', 'headless-deploy' ) ) )
				->add_text( __( 'The database did not return its time. Open this page again in a minute.', 'headless-deploy' ) );
		}
		// The database may be any time between the two readings, so a slow query is no difference. It counts whole seconds.
		$after = $clock->now_ms();
		$apart = max( $before - $now - 1_000, $now - $after, 0 );
		if ( $apart <= self::MAX_CLOCK_DIFFERENCE_MS ) {
			return ( new Result( Result::GOOD, __( 'The clocks of the web server and the database agree', 'headless-deploy' ) ) )
				->add_text( __( 'Only one process at a time sends a run, which requires clocks that agree.', 'headless-deploy' ) );
		}
		$seconds = intdiv( $apart, 1_000 );
		return ( new Result( Result::RECOMMENDED, __( 'The clocks of the web server and the database differ', 'headless-deploy' ) ) )
			->add_text(
				sprintf(
					$now > $after
						/* translators: %s: number of seconds. */
						? _n( 'The clock of the database is %s second ahead of the clock of this web server.', 'The clock of the database is %s seconds ahead of the clock of this web server.', $seconds, 'headless-deploy' )
						/* translators: %s: number of seconds. */
						: _n( 'The clock of the database is %s second behind the clock of this web server.', 'The clock of the database is %s seconds behind the clock of this web server.', $seconds, 'headless-deploy' ),
					number_format_i18n( $seconds ),
				),
				__( 'Runs may start late, or be sent twice. Ask the administrator of the servers to set the time of all web servers and database servers with NTP.', 'headless-deploy' ),
			);
	}

	/**
	 * @param bool $has_curl Whether PHP has cURL, with TLS.
	 */
	public static function php( bool $has_curl, bool $has_secretbox, bool $has_sodium, int $integer_bytes ): Result {
		$problems = self::php_problems( $has_curl, $has_secretbox, $has_sodium, $integer_bytes );
		$status   = Result::most_severe( array_column( $problems, 0 ) );
		if ( array() === $problems ) {
			return ( new Result( $status, __( 'PHP meets the requirements of Headless Deploy', 'headless-deploy' ) ) )
				->add_text( __( 'The cURL extension limits the duration and size of responses. The sodium extension encrypts tokens.', 'headless-deploy' ) );
		}
		$label = Result::CRITICAL === $status
			? __( 'PHP does not meet the requirements of Headless Deploy', 'headless-deploy' )
			: __( 'PHP lacks a recommended extension', 'headless-deploy' );
		return ( new Result( $status, $label ) )->add_list( array_column( $problems, 1 ) );
	}

	/**
	 * @return list<array{string, string}> Status and text of each.
	 */
	private static function php_problems( bool $has_curl, bool $has_secretbox, bool $has_sodium, int $integer_bytes ): array {
		$problems = array();
		if ( $integer_bytes < self::INTEGER_BYTES ) {
			$problems[] = array(
				Result::CRITICAL,
				__( 'This is a 32-bit version of PHP, which cannot store times in milliseconds. Ask the hosting service of this site for a 64-bit version.', 'headless-deploy' ),
			);
		}
		if ( ! $has_secretbox ) {
			$problems[] = array( Result::CRITICAL, __( 'Sodium is not available, so webhook URLs cannot be stored. Ask the hosting service of this site to enable the PHP sodium extension.', 'headless-deploy' ) );
		} elseif ( ! $has_sodium ) {
			$problems[] = array(
				Result::RECOMMENDED,
				__( 'The PHP sodium extension is missing. The sodium_compat library of WordPress works, but it is slower and less secure. Ask the hosting service of this site to enable the extension.', 'headless-deploy' ),
			);
		}
		if ( ! $has_curl ) {
			$problems[] = array( Result::CRITICAL, __( 'PHP’s cURL extension is missing, so nothing is deployed. Ask the administrator of this server to enable the extension.', 'headless-deploy' ) );
		}
		return $problems;
	}

	/**
	 * Tests whether HEADLESS_DEPLOY_ENVIRONMENTS is valid.
	 *
	 * @param list<array{environment: string, field: string, message: string}> $problems
	 */
	public static function constant( array $problems ): Result {
		if ( array() === $problems ) {
			return ( new Result( Result::GOOD, __( 'The environments in wp-config.php are valid', 'headless-deploy' ) ) )
				->add_text( __( 'All entries in HEADLESS_DEPLOY_ENVIRONMENTS are valid.', 'headless-deploy' ) );
		}
		return ( new Result( Result::CRITICAL, __( 'wp-config.php defines invalid environments', 'headless-deploy' ) ) )
			->add_text( __( 'These entries in HEADLESS_DEPLOY_ENVIRONMENTS are ignored. Fix them in wp-config.php:', 'headless-deploy' ) )
			->add_list( array_map( self::problem_text( ... ), $problems ) );
	}

	/**
	 * @param array{environment: string, field: string, message: string} $problem
	 */
	private static function problem_text( array $problem ): string {
		return implode( ': ', array_filter( array( $problem['environment'], $problem['field'], $problem['message'] ) ) );
	}

	/**
	 * @param Closure(): string $source     Returns the source of the key; reads the database.
	 * @param int               $key_length Length of HEADLESS_DEPLOY_ENCRYPTION_KEY in bytes.
	 */
	public static function encryption_key( Health_Facts $facts, Closure $source, int $key_length ): Result {
		$unreadable = self::labels(
			$facts,
			static fn( Send_Permission $permission ): bool => Pause_Reason::Key === $permission->environment->paused?->reason,
		);
		if ( array() !== $unreadable ) {
			return self::lost_key( $unreadable );
		}
		if ( 'none' === $source() ) {
			return ( new Result( Result::GOOD, __( 'No webhook token is stored', 'headless-deploy' ) ) )
				->add_text( __( 'The database contains no secrets to encrypt.', 'headless-deploy' ) );
		}
		if ( 'constant' === $source() && $key_length >= self::MIN_KEY_BYTES ) {
			return ( new Result( Result::GOOD, __( 'Webhook tokens are encrypted with your own key', 'headless-deploy' ) ) )
				->add_text( __( 'HEADLESS_DEPLOY_ENCRYPTION_KEY in wp-config.php keeps the key separate from the database. Back up the key: without it, the webhook URLs must be entered again.', 'headless-deploy' ) );
		}
		return self::weak_key( $source() );
	}

	/**
	 * @param list<string> $labels
	 */
	private static function lost_key( array $labels ): Result {
		$text = new Pause_Text( Pause_Reason::Key );
		return ( new Result( Result::CRITICAL, __( 'Webhook tokens cannot be read', 'headless-deploy' ) ) )
			->add_text( $text->message() )
			->add_list( $labels )
			->add_text( $text->remedy() )
			->add_link( __( 'Paste the webhook URL again', 'headless-deploy' ), 'connections' );
	}

	private static function weak_key( string $source ): Result {
		$explanation = 'generated' === $source
			? __( 'The plugin generated the key and stores it in the same database as the encrypted tokens. Anyone with access to the whole database can read the tokens.', 'headless-deploy' )
			/* translators: %d: number of characters. */
			: sprintf( __( 'HEADLESS_DEPLOY_ENCRYPTION_KEY has fewer than %d characters, so it can be guessed.', 'headless-deploy' ), self::MIN_KEY_BYTES );
		return ( new Result( Result::RECOMMENDED, __( 'Webhook tokens should be encrypted with your own key', 'headless-deploy' ) ) )
			->add_text(
				$explanation,
				__( 'Add this line to wp-config.php and keep a backup of the line. The key is new and is stored nowhere else. Existing tokens are re-encrypted automatically.', 'headless-deploy' ),
			)
			->add_code( sprintf( "define( 'HEADLESS_DEPLOY_ENCRYPTION_KEY', '%s' );", bin2hex( random_bytes( self::MIN_KEY_BYTES ) ) ) );
	}

	/**
	 * Tests whether this site is a copy of the connected site, or runs are disabled.
	 */
	public static function copy( Health_Facts $facts ): Result {
		$disabled = self::labels(
			$facts,
			static fn( Send_Permission $permission ): bool => Pause_Reason::Disabled === $permission->pause?->reason,
		);
		if ( array() !== $disabled ) {
			$text = new Pause_Text( Pause_Reason::Disabled );
			return ( new Result( Result::RECOMMENDED, __( 'Runs are disabled on this site', 'headless-deploy' ) ) )
				->add_text( $text->message(), $text->remedy() );
		}
		$is_confirmed = static fn( Send_Permission $permission ): bool => Pause_Reason::Copy === $permission->environment->paused?->reason;
		$open         = self::labels(
			$facts,
			static fn( Send_Permission $permission ): bool => Pause_Reason::Copy === $permission->pause?->reason && ! $is_confirmed( $permission ),
		);
		if ( array() !== $open ) {
			return self::unconfirmed_copy( $open );
		}
		$copies = self::labels( $facts, static fn( Send_Permission $permission ): bool => Pause_Reason::Copy === $permission->pause?->reason );
		if ( array() !== $copies ) {
			return ( new Result( Result::GOOD, __( 'This site is a copy and does not deploy changes', 'headless-deploy' ) ) )
				->add_text( ( new Pause_Text( Pause_Reason::Copy, true ) )->message() )
				->add_list( $copies )
				->add_link( __( 'View connections', 'headless-deploy' ), 'connections' );
		}
		return ( new Result( Result::GOOD, __( 'This site can deploy changes', 'headless-deploy' ) ) )
			->add_text( __( 'The site address is the one at which the environments were connected. A copy at another address does not deploy changes.', 'headless-deploy' ) );
	}

	/**
	 * @param list<string> $labels
	 */
	private static function unconfirmed_copy( array $labels ): Result {
		$text = new Pause_Text( Pause_Reason::Copy );
		return ( new Result( Result::CRITICAL, __( 'The site address has changed', 'headless-deploy' ) ) )
			->add_text( $text->message() )
			->add_list( $labels )
			->add_text( $text->remedy() )
			->add_link( Page::copy_label(), 'connections' );
	}

	/**
	 * @param  callable( Send_Permission ): bool $matches
	 * @return list<string>
	 */
	private static function labels( Health_Facts $facts, callable $matches ): array {
		return array_values(
			array_map(
				static fn( Send_Permission $permission ): string => $permission->environment->label,
				array_filter( $facts->permissions(), $matches ),
			),
		);
	}
}
