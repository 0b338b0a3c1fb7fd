<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

use Closure;
use HeadlessDeploy\Environments\Last_Saved;
use HeadlessDeploy\Iso_Time;

/**
 * Renders schedules as `Schedule` of src/shared/wire.ts.
 */
final class Schedule_View {
	/**
	 * @param (Closure( array<string, Schedule> ): array<string, array<string, mixed>>)|null $last_runs Finds the last run of each schedule, by ID; null to omit them.
	 */
	public function __construct(
		private readonly Schedules $schedules,
		private readonly ?Closure $last_runs = null,
	) {}

	/**
	 * @return list<array<string, mixed>>
	 */
	public function all(): array {
		return $this->render( $this->schedules->all() );
	}

	/**
	 * @return array<string, mixed>
	 */
	public function of( Schedule $schedule ): array {
		return $this->render( array( $schedule->id => $schedule ) )[0];
	}

	/**
	 * @param  array<string, Schedule>    $schedules
	 * @return list<array<string, mixed>>
	 */
	private function render( array $schedules ): array {
		$next = $this->schedules->next_runs( $schedules );
		Last_Saved::prime( array_column( array_column( $schedules, 'saved' ), 'user' ) );
		$last = null === $this->last_runs ? array() : ( $this->last_runs )( $schedules );
		return array_values(
			array_map(
				static fn( Schedule $schedule ): array => array(
					'id'          => $schedule->id,
					'label'       => $schedule->label,
					'environment' => $schedule->environment,
					'action'      => $schedule->action->value,
					'frequency'   => $schedule->frequency->value,
					'weekday'     => $schedule->weekday?->value,
					'day'         => $schedule->day,
					'time'        => $schedule->time,
					'nextRunAt'   => Iso_Time::of( $next[ $schedule->id ] ),
					'lastRun'     => $last[ $schedule->id ] ?? null,
					'etag'        => $schedule->etag,
					'lastSaved'   => Last_Saved::view( $schedule->saved ),
				),
				$schedules,
			),
		);
	}
}
