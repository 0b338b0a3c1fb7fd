<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Json_Schema;
use HeadlessDeploy\Network;
use HeadlessDeploy\Queue\Due_Time;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Timed_Text;
use HeadlessDeploy\Value_Object;

/**
 * Whether background tasks run, and what is overdue: `Scheduler` of src/shared/wire.ts.
 */
final class Scheduler {
	use Value_Object;
	private const EACH_MINUTE = '* * * * *';

	/**
	 * @param int|null                                     $last_run_at   In milliseconds; null if WP-Cron has not run yet.
	 * @param int|null                                     $overdue_since Since when a run should have been sent, in milliseconds; null if no run is overdue.
	 * @param string                                       $message       What background tasks do, or why they are late.
	 * @param array{command: string, request: string}|null $system_cron   Lines for a crontab; null if not needed, and without `headless_deploy_manage`.
	 */
	public function __construct(
		public readonly ?int $last_run_at,
		public readonly bool $is_healthy,
		public readonly ?int $overdue_since,
		public readonly string $message,
		public readonly ?array $system_cron,
	) {}

	/**
	 * The lines for a system cron contain a path of the server, so only users who manage the plugin get them, and only when
	 * they are needed.
	 *
	 * @param iterable<Lane_State>           $lanes       Lanes of the current site.
	 * @param array<string, Send_Permission> $permissions
	 */
	public static function read( Wake_Up $wake_up, iterable $lanes, array $permissions, int $now ): self {
		$is_healthy = $wake_up->is_healthy( $now );
		$overdue    = Due_Time::overdue_since( $lanes, $permissions, $now );
		$is_late    = ! $is_healthy || null !== $overdue;
		$is_needed  = $is_late && current_user_can( Capabilities::MANAGE );
		return new self(
			$wake_up->last_run(),
			$is_healthy,
			$overdue,
			self::message( $is_late, defined( 'DISABLE_WP_CRON' ) && constant( 'DISABLE_WP_CRON' ) ),
			$is_needed ? self::cron_lines() : null,
		);
	}

	/**
	 * Tells whether background tasks do not run, or a run is overdue.
	 */
	public function is_late(): bool {
		return ! $this->is_healthy || null !== $this->overdue_since;
	}

	public function last_run_text(): Timed_Text {
		return self::last_run( $this->last_run_at );
	}

	public function overdue_text(): Timed_Text {
		return self::overdue( $this->overdue_since );
	}

	public function without_last_run(): self {
		return $this->with( last_run_at: null );
	}

	/**
	 * @return array<string, mixed>
	 */
	public function to_array(): array {
		return array(
			'lastRunAt'    => Iso_Time::or_null( $this->last_run_at ),
			'healthy'      => $this->is_healthy,
			'overdueSince' => Iso_Time::or_null( $this->overdue_since ),
			'late'         => $this->is_late(),
			'lastRunText'  => $this->last_run_text()->to_array(),
			'overdue'      => $this->overdue_text()->to_array(),
			'message'      => $this->message,
			'systemCron'   => $this->system_cron,
		);
	}

	public static function headline(): string {
		return __( 'WP-Cron is not running, so runs are late', 'headless-deploy' );
	}

	/**
	 * @param int|null $ms Null for never.
	 */
	public static function last_run( ?int $ms ): Timed_Text {
		return null === $ms
			? Timed_Text::plain( __( 'WP-Cron has not run yet.', 'headless-deploy' ) )
			/* translators: %s: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
			: Timed_Text::at( __( 'WP-Cron last ran %s.', 'headless-deploy' ), $ms );
	}

	/**
	 * @param int|null $ms Since when a run should have been sent; null if no run is overdue.
	 */
	public static function overdue( ?int $ms ): Timed_Text {
		return null === $ms
			? Timed_Text::plain( '' )
			/* translators: %s: for example “40 s ago”, “just now” or “November 24, 2026, 9:00 am”. */
			: Timed_Text::at( __( 'A run was due %s.', 'headless-deploy' ), $ms );
	}

	public static function disabled(): string {
		return __( 'DISABLE_WP_CRON is set in wp-config.php, so only a system cron job runs scheduled events.', 'headless-deploy' );
	}

	public static function message( bool $is_late, bool $is_cron_disabled ): string {
		return match ( true ) {
			! $is_late        => __( 'Background tasks send due runs even if no user has wp-admin open.', 'headless-deploy' ),
			$is_cron_disabled => self::disabled(),
			default           => __( 'WP-Cron runs only when the site has visitors, so changes may be deployed late.', 'headless-deploy' ),
		};
	}

	/**
	 * Returns lines for the server's crontab that start the dispatcher of this site every minute, either of which is enough; null
	 * for users who may not see paths of the server.
	 *
	 * @return array{command: string, request: string}|null
	 */
	public static function cron_lines(): ?array {
		return ! Network::is_operator() ? null : array(
			'command' => self::by_command(),
			'request' => self::by_request(),
		);
	}

	public static function cron_schema(): Json_Schema {
		return Json_Schema::texts( 'command', 'request' )->named( 'system-cron' )->described( 'Lines for the crontab of the server, either of which is enough.' );
	}

	/**
	 * Returns the line that sends due runs by WP-CLI; on a network, one line serves all sites.
	 */
	private static function by_command(): string {
		return sprintf( '%1$s wp --path=%2$s headless-deploy dispatch > /dev/null 2>&1', self::EACH_MINUTE, self::quoted( untrailingslashit( ABSPATH ) ) );
	}

	private static function by_request(): string {
		$url = site_url( 'wp-cron.php?doing_wp_cron' );
		return sprintf( '%1$s curl -fsS %2$s > /dev/null 2>&1', self::EACH_MINUTE, self::quoted( $url ) );
	}

	/**
	 * Quotes a word for the shell. A percent sign ends the command in a crontab.
	 */
	private static function quoted( string $word ): string {
		return str_replace( '%', '\\%', "'" . str_replace( "'", "'\\''", $word ) . "'" );
	}
}
