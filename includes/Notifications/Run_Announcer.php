<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Changes\Change;
use HeadlessDeploy\Changes\Third_Party_Filter;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Database;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Runs\Run;
use HeadlessDeploy\Runs\Run_Log;
use HeadlessDeploy\Runs\Run_View;

/**
 * Fires the actions about the result of a run, after a dispatch. Without a callback it reads nothing.
 *
 * @phpstan-import-type Post from Run_Event
 */
final class Run_Announcer {
	private const LIVE   = 'headless_deploy_run_live';
	private const FAILED = 'headless_deploy_run_failed';

	private const MAX_ROWS = 200;

	public function __construct(
		private readonly Run_Log $log,
		private readonly Run_View $view,
		private readonly Environments $environments,
		private readonly Clock $clock,
		private readonly Announced_Runs $announced = new Announced_Runs(),
	) {}

	/**
	 * @throws Read_Failed
	 */
	public function announce(): void {
		if ( false === has_action( self::LIVE ) && false === has_action( self::FAILED ) ) {
			return;
		}
		$statuses = $this->announced->read( $this->clock->now_ms() );
		// Read before the claim: after a failed read, a later dispatch announces them.
		$events = $this->events( array_keys( $statuses ) );
		if ( ! $this->announced->claim() ) {
			return;
		}
		foreach ( $events as $id => $event ) {
			Run_Status::Live === $statuses[ $id ] ? self::fire_live( $event ) : self::fire_failed( $event );
		}
	}

	private static function fire_live( Run_Event $event ): void {
		/**
		 * Fires once for a run when the front end shows its changes, or the host reports that its build is live.
		 *
		 * @param Run_Event $event
		 */
		Third_Party_Filter::apply( self::LIVE, static fn() => do_action( 'headless_deploy_run_live', $event ), null );
	}

	private static function fire_failed( Run_Event $event ): void {
		/**
		 * Fires once for a run when it failed and is not retried, or when its build failed; not for a refresh that a stronger run replaces.
		 *
		 * @param Run_Event $event
		 */
		Third_Party_Filter::apply( self::FAILED, static fn() => do_action( 'headless_deploy_run_failed', $event ), null );
	}

	/**
	 * @param  list<int>             $ids
	 * @throws Read_Failed
	 * @return array<int, Run_Event> By run, oldest first.
	 */
	private function events( array $ids ): array {
		$records = $this->log->by_ids( $ids );
		$runs    = array() === $records ? array() : $this->view->render( $records );
		return array_map( $this->event( ... ), array_reverse( $runs, true ) );
	}

	/**
	 * @throws Read_Failed
	 */
	private function event( Run $run ): Run_Event {
		$record   = $run->record;
		$rows     = self::rows( $record );
		$saved_at = (int) ( $rows[0]->recorded_at ?? 0 );
		$is_live  = Run_Status::Live === $run->status;
		$facts    = array(
			'status' => (string) $record->http_status,
			'build'  => $run->build?->label() ?? '',
		);
		return new Run_Event(
			$record->id,
			$record->key->blog_id,
			$record->key->environment_id,
			$run->environment_label,
			$record->action->value,
			self::posts( $rows ),
			$record->changes,
			$run->live->url ?? $this->environments->get( $record->key->environment_id )->front_end_url ?? '',
			$is_live && $saved_at > 0 ? round( max( 0, $record->tracked_at - $saved_at ) / 1000, 1 ) : null,
			$is_live ? '' : $run->error_code,
			$is_live || '' === $run->error_code ? '' : Errors::message( $run->error_code, $facts, $record->action ),
		);
	}

	/**
	 * Reads the newest rows of a run: those that it has, and those that it had when it failed.
	 *
	 * @throws Read_Failed
	 * @return list<object&\stdClass> Newest first.
	 */
	private static function rows( Run_Record $record ): array {
		global $wpdb;
		$select = "SELECT id, recorded_at, reasons FROM {$wpdb->headless_deploy_changes} WHERE ";
		$newest = ' ORDER BY id DESC LIMIT ' . self::MAX_ROWS;
		$own    = Database::rows( $select . $wpdb->prepare( 'run_id = %d AND ', $record->id ) . $record->key->condition() . $newest );
		$had    = Database::rows( $select . $wpdb->prepare( 'previous_run_id = %d AND run_id <> %d', $record->id, $record->id ) . $newest );
		$rows   = array( ...$own, ...$had );
		usort( $rows, static fn( object $one, object $other ): int => (int) $other->id <=> (int) $one->id );
		return $rows;
	}

	/**
	 * @param  list<object&\stdClass> $rows Newest first.
	 * @return list<Post>             Each post once.
	 */
	private static function posts( array $rows ): array {
		$posts = array();
		foreach ( $rows as $row ) {
			foreach ( Stored_Reason::list_of( (string) $row->reasons ) as $reason ) {
				if ( Change::POST === $reason->type ) {
					$posts[ $reason->id ] ??= array( 'id' => $reason->id, 'type' => $reason->subtype );
				}
			}
		}
		return array_values( $posts );
	}
}
