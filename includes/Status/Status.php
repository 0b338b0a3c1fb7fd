<?php
/**
 * What is going on.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Clock;
use HeadlessDeploy\Deliveries\Delivery_Log;
use HeadlessDeploy\Deliveries\Delivery_View;
use HeadlessDeploy\Deliveries\Reasons;
use HeadlessDeploy\Environments\Action;
use HeadlessDeploy\Environments\Environment_View;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Queue\Due;
use HeadlessDeploy\Queue\Gate;
use HeadlessDeploy\Queue\Gatekeeper;
use HeadlessDeploy\Queue\Lane_State;
use HeadlessDeploy\Queue\Outcome;
use HeadlessDeploy\Queue\Queue_Store;
use HeadlessDeploy\Queue\Unfinished;
use HeadlessDeploy\Wire_Time;

/**
 * Tells the current user what is going on: `Status` of src/shared/wire.ts. All times in it are fixed points, so the
 * same state always reads the same.
 *
 * @phpstan-import-type Delivery from Delivery_View
 * @phpstan-type Pending array{lane: string, action: string, dueAt: string|null, changes: int, reasons: list<array<string, mixed>>, held: bool, attempt: int, nextAttemptAt: string|null, attemptedAt: string|null, errorCode: string, message: string}
 * @phpstan-import-type Alarm_Clock from Alarm_Report
 * @phpstan-type Entry array<string, mixed>
 */
final class Status {
	/**
	 * Takes what it works with.
	 *
	 * @param Queue_Store   $store      The queue.
	 * @param Gatekeeper    $gatekeeper Who knows what may be sent.
	 * @param Delivery_Log  $log        What was sent.
	 * @param Delivery_View $view       Renders it.
	 * @param Reasons       $reasons    Puts reasons into words.
	 * @param Alarm_Report  $alarm      Knows whether anybody wakes us.
	 * @param Clock         $clock      The time.
	 */
	public function __construct(
		private readonly Queue_Store $store,
		private readonly Gatekeeper $gatekeeper,
		private readonly Delivery_Log $log,
		private readonly Delivery_View $view,
		private readonly Reasons $reasons,
		private readonly Alarm_Report $alarm,
		private readonly Clock $clock,
	) {}

	/**
	 * Returns the state of all environments of the current site.
	 *
	 * @return array{environments: list<Entry>, alarmClock: Alarm_Clock}
	 */
	public function get(): array {
		$now   = $this->clock->now_ms();
		$gates = $this->gatekeeper->all();
		$facts = Status_Facts::read( $this->store, $this->log, $this->view, $now );
		return array(
			'environments' => array_map( fn( Gate $gate ): array => $this->entry( $gate, $facts, $now ), array_values( $gates ) ),
			'alarmClock'   => $this->alarm->get( $facts->all_lanes(), $gates, $now ),
		);
	}

	/**
	 * Returns the ETag of a status. When cron last woke us is no part of the state: it would move all the time.
	 *
	 * @param array{environments: list<Entry>, alarmClock: Alarm_Clock} $status The status.
	 */
	public function etag( array $status ): string {
		$status['alarmClock']['lastRunAt'] = null;
		return '"' . md5( Outcome::json( $status ) ) . '"';
	}

	/**
	 * Returns the state of one environment.
	 *
	 * @param Gate         $gate  The environment.
	 * @param Status_Facts $facts What was read.
	 * @param int          $now   Milliseconds.
	 *
	 * @return Entry
	 */
	private function entry( Gate $gate, Status_Facts $facts, int $now ): array {
		$environment = $gate->environment;
		$pending     = array();
		foreach ( $facts->lanes( $environment->id ) as $lane ) {
			$run = $this->pending( $lane, $gate, $facts, $now );
			if ( null !== $run ) {
				$pending[] = $run;
			}
		}
		$sending = $facts->sending( $environment->id );
		$last    = $this->last( $facts->ended( $environment->id ) );
		return array(
			'id'          => $environment->id,
			'label'       => $environment->label,
			'frontEndUrl' => $environment->front_end_url,
			'state'       => $this->state( $gate, $pending, $sending, $last ),
			'hold'        => $environment->automation->hold,
			'pending'     => $pending,
			'delivering'  => $sending,
			'last'        => $last,
			'can'         => $this->can( $gate ),
			'paused'      => $this->paused( $gate ),
			'week'        => $facts->week( $environment->id ),
			'lookAt'      => null === $gate->closed ? Wire_Time::or_null( $facts->look_at( $environment->id ) ) : null,
		);
	}

	/**
	 * Returns what will be sent in a lane, null when nothing will. Refused changes alone will not: they are shown by
	 * the delivery that was refused.
	 *
	 * @param Lane_State   $lane  Lane.
	 * @param Gate         $gate  Its environment.
	 * @param Status_Facts $facts What was read.
	 * @param int          $now   Milliseconds.
	 *
	 * @return Pending|null
	 */
	private function pending( Lane_State $lane, Gate $gate, Status_Facts $facts, int $now ): ?array {
		$is_in_flight = $lane->is_in_flight( $now );
		$begun        = $is_in_flight ? null : $lane->unfinished;
		if ( 0 === $lane->fresh && null === $begun ) {
			return null;
		}
		$due = $is_in_flight ? $this->due_after_flight( $lane, $gate, $now ) : Due::at( $lane, $gate, $now );
		return array(
			'lane'          => $lane->key->lane,
			'action'        => ( null === $begun ? $lane->action : $begun->action->stronger( $lane->action ) )->value,
			'dueAt'         => Wire_Time::or_null( $due ),
			'changes'       => $lane->changes + ( $begun->changes ?? 0 ),
			'reasons'       => $this->reasons->of_rows( $facts->reasons( $lane, null !== $begun ) ),
			'held'          => $gate->environment->automation->hold && null === $lane->pressed_at && null === $begun,
			'attempt'       => null === $begun ? 0 : $begun->attempts->count(),
			'nextAttemptAt' => true === $begun?->retrying ? Wire_Time::or_null( $due ) : null,
		) + $this->last_failure( $begun );
	}

	/**
	 * Returns why the last attempt of a delivery failed.
	 *
	 * @param Unfinished|null $begun The delivery, null when none has begun.
	 *
	 * @return array{attemptedAt: string|null, errorCode: string, message: string} Null and empty when nothing was tried yet.
	 */
	private function last_failure( ?Unfinished $begun ): array {
		$code = $begun->error_code ?? '';
		return array(
			'attemptedAt' => Wire_Time::or_null( $begun?->attempts->last_began_at() ),
			'errorCode'   => $code,
			'message'     => '' === $code ? '' : Errors::for_reader( $code, array( 'status' => (string) $begun?->http_status ) ),
		);
	}

	/**
	 * Returns when rows are due that came in while a delivery runs.
	 *
	 * @param Lane_State $lane Lane.
	 * @param Gate       $gate Its environment.
	 * @param int        $now  Milliseconds.
	 */
	private function due_after_flight( Lane_State $lane, Gate $gate, int $now ): ?int {
		if ( null !== $gate->closed || ( $gate->is_paused() && null === $lane->pressed_at ) ) {
			return null;
		}
		return $lane->pressed_at ?? Due::fresh_at( $lane, $gate->environment->automation, $now );
	}

	/**
	 * Names the state of an environment: what is most urgent for a person to know.
	 *
	 * @param Gate           $gate    The environment.
	 * @param list<Pending>  $pending What will be sent.
	 * @param list<Delivery> $sending What is being sent.
	 * @param Delivery|null  $last    What ended last.
	 */
	private function state( Gate $gate, array $pending, array $sending, ?array $last ): string {
		if ( array() !== $sending ) {
			return 'delivering';
		}
		if ( null !== $gate->closed || $gate->is_paused() ) {
			return 'paused';
		}
		if ( array() !== array_filter( array_column( $pending, 'nextAttemptAt' ) ) ) {
			return 'retrying';
		}
		if ( array() !== array_filter( array_column( $pending, 'dueAt' ) ) ) {
			return 'pending';
		}
		if ( $this->has_failed( $last ) ) {
			return 'failed';
		}
		if ( array() !== $pending ) {
			return 'held';
		}
		return 'building' === ( $last['outcome'] ?? '' ) ? 'building' : 'upToDate';
	}

	/**
	 * Chooses what is shown as the last run: the one of which there is the newest news, unless a lane's newest has failed,
	 * or is still being built. A build that goes live after a purge was made is news.
	 *
	 * @param list<Delivery> $ended Newest of each lane, newest first.
	 *
	 * @return Delivery|null
	 */
	private function last( array $ended ): ?array {
		$failed   = array_filter( $ended, $this->has_failed( ... ) );
		$building = array_filter( $ended, static fn( array $delivery ): bool => 'building' === $delivery['outcome'] );
		usort( $ended, static fn( array $one, array $other ): int => strcmp( self::news_at( $other ), self::news_at( $one ) ) );
		return array_values( $failed )[0] ?? array_values( $building )[0] ?? $ended[0] ?? null;
	}

	/**
	 * Returns when something was last learnt of a run that has ended.
	 *
	 * @param Delivery $delivery The run.
	 */
	private static function news_at( array $delivery ): string {
		return (string) ( $delivery['outcomeAt'] ?? $delivery['finishedAt'] );
	}

	/**
	 * Tells whether a run has failed: the host refused it, or its build came to nothing.
	 *
	 * @param Delivery|null $delivery The run.
	 */
	private function has_failed( ?array $delivery ): bool {
		return 'failed' === ( $delivery['state'] ?? '' ) || 'failed' === ( $delivery['outcome'] ?? '' );
	}

	/**
	 * Returns what this user may press and the provider has.
	 *
	 * @param Gate $gate The environment.
	 *
	 * @return list<string>
	 */
	private function can( Gate $gate ): array {
		$offered = array_filter( Action::cases(), static fn( Action $action ): bool => $gate->environment->offers( $action ) && current_user_can( $action->capability() ) );
		return array_values( array_map( static fn( Action $action ): string => $action->value, $offered ) );
	}

	/**
	 * Returns why nothing is sent by itself.
	 *
	 * @param Gate $gate The environment.
	 *
	 * @return array{reason: string, since: string|null, nextTryAt: string|null, by?: array{id: int, name: string}|null, copy?: array{confirmed: bool}}|null
	 */
	private function paused( Gate $gate ): ?array {
		$reason = $gate->closed ?? $gate->environment->paused['reason'] ?? null;
		if ( null === $reason ) {
			return null;
		}
		// What stands in the way is not always what is stored.
		$stored = ( $gate->environment->paused['reason'] ?? null ) === $reason ? $gate->environment->paused : null;
		return array(
			'reason'    => $reason,
			'since'     => Wire_Time::or_null( $stored['since'] ?? null ),
			'nextTryAt' => Wire_Time::or_null( $stored['next_try_at'] ?? null ),
		) + Environment_View::details( $gate->environment, $reason );
	}
}
