<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Timed_Text;
use HeadlessDeploy\Value_Object;

/**
 * Whether background tasks run, and what is overdue: `Scheduler` of src/shared/wire.ts.
 */
final class Scheduler {
	use Value_Object;

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
	 * Tells whether background tasks do not run, or a run is overdue.
	 */
	public function is_late(): bool {
		return ! $this->is_healthy || null !== $this->overdue_since;
	}

	public function last_run_text(): Timed_Text {
		return Scheduler_Text::last_run( $this->last_run_at );
	}

	public function overdue_text(): Timed_Text {
		return Scheduler_Text::overdue( $this->overdue_since );
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
}
