<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Send_Policy;
use HeadlessDeploy\Lane;
use HeadlessDeploy\Queue\Cause;
use HeadlessDeploy\Queue\Change_Store;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Lane_Key;
use HeadlessDeploy\Queue\Manual_Run;
use HeadlessDeploy\Queue\New_Change;
use HeadlessDeploy\Queue\Queue_Reader;
use HeadlessDeploy\Queue\Retry_Policy;
use HeadlessDeploy\Queue\Wake_Up;
use HeadlessDeploy\Queue\Write_Failure;
use HeadlessDeploy\Read_Failed;
use HeadlessDeploy\Refresh\Change_Feed;
use HeadlessDeploy\Refresh\Refresh_Caller;
use HeadlessDeploy\Runs\Retention;
use HeadlessDeploy\Secrets\Encryption;
use WP_Error;

/**
 * Creates the processes. Each uses the plugin's real classes, except for the clock, the calls and the random numbers.
 */
final class Entry_Points {
	public readonly Settings_Processes $settings;

	private int $count = 0;

	private const LAGGING_PERCENT = 20;

	/**
	 * Of each environment. The newest may not have ended.
	 */
	private const KEPT_RUNS = 3;

	public function __construct(
		private readonly World $world,
		public readonly Object_Caches $caches,
	) {
		$this->settings = new Settings_Processes( $world, $this );
		$world->front_ends->use( $this );
	}

	/**
	 * Saves a post: one INSERT with a row for each lane.
	 *
	 * @param bool $is_late Whether other processes see the rows later.
	 *
	 * @param non-empty-list<array{string, Action}> $requested
	 */
	public function save( array $requested, int $changes, bool $is_late ): Process {
		$rows = array_map( fn( array $one ): New_Change => $this->row( $one[0], $one[1], $changes ), $requested );
		return $this->process(
			$is_late ? 'save that is committed later' : 'save',
			function () use ( $rows, $is_late ): void {
				$first_id = ( new Change_Store() )->insert( $rows );
				if ( $is_late && $first_id > 0 && null !== $this->world->running ) {
					$this->world->transactions->commit_later( $this->world->running, $first_id, count( $rows ) );
				}
			},
		);
	}

	/**
	 * Asks the change feed as the controller does. Without an answer, nothing is received.
	 *
	 * @param Closure(array<string, mixed>): void $receive
	 */
	public function read_feed( string $environment, ?int $since, Closure $receive ): Process {
		return $this->process(
			"feed of $environment" . ( null === $since ? '' : ' since a sequence' ),
			function () use ( $environment, $since, $receive ): void {
				list( $sequence, $content ) = ( new Change_Feed() )->since( $environment, $since );
				$this->world->log->cover( 'feed: ' . ( $content->is_all ? 'all' : 'some' ) );
				$receive( array( 'sequence' => $sequence, 'since' => $since ) + $content->to_array() );
			},
		);
	}

	/**
	 * Deletes all ended runs but the newest.
	 */
	public function prune(): Process {
		$this->world->has_pruned = true;
		return $this->process( 'prune', fn() => ( new Retention() )->sweep( $this->world->clock->now, self::KEPT_RUNS ) );
	}

	/**
	 * Saves the run of a schedule, like a manual run.
	 */
	public function schedule( string $environment, Action $action ): Process {
		$row = New_Change::manual( $this->key( $environment, $action->lane() ), $action, $this->world->clock->now, Cause::Schedule, 0 );
		return $this->process( 'schedule', static fn(): int => ( new Change_Store() )->insert( array( $row ) ) );
	}

	public function dispatch( ?string $block = null, bool $is_network = false ): Process {
		$work = fn() => $is_network ? $this->dispatcher()->dispatch_network() : $this->dispatcher()->dispatch_site();
		return $this->process( 'dispatch', $work, $block );
	}

	public function save_in_cron( string $environment, Action $action ): Process {
		$row = $this->row( $environment, $action, 1 );
		return $this->process(
			'cron save',
			function () use ( $row ): void {
				( new Change_Store() )->insert( array( $row ) );
				$this->dispatcher()->dispatch_site( array( $row->key->id() => $row->key ) );
			},
			without_quiet_period: array( "$environment/{$action->lane()->value}" ),
		);
	}

	/**
	 * Sends one lane based on an outdated read: only the lease can prevent it.
	 */
	public function dispatch_lane( string $environment, Lane $lane ): Process {
		return $this->process( "late dispatch of $environment/$lane->value", fn() => $this->dispatcher()->dispatch_lane( $this->key( $environment, $lane ) ) );
	}

	public function start( string $environment, Action $action, ?string $block = null ): Process {
		return $this->process( "manual run $environment {$action->value}", fn(): int|WP_Error => $this->manual_runs()->start( $environment, $action, Cause::Manual, 7 ), $block );
	}

	public function start_pending( string $environment, Lane $lane ): Process {
		return $this->process( "start pending run of $environment/$lane->value", fn(): int|WP_Error => $this->manual_runs()->start_pending( $this->key( $environment, $lane ), Cause::Manual, 7 ) );
	}

	public function undo( string $environment, Lane $lane ): Process {
		return $this->process( "undo $environment/$lane->value", fn(): string => $this->dispatcher()->undo_cancel( $this->key( $environment, $lane ) ) );
	}

	public function cancel( string $environment, Lane $lane ): Process {
		return $this->process( "cancel $environment/$lane->value", fn(): int|string => $this->dispatcher()->cancel( $this->key( $environment, $lane ), 7 ), cancels: true );
	}

	public function run_recurring_event(): Process {
		return $this->process(
			'recurring event',
			function (): void {
				$this->environments()->repair();
				$this->dispatcher()->dispatch_network();
			},
		);
	}

	public function next_due(): ?int {
		$others                     = $GLOBALS['wp_object_cache'];
		$GLOBALS['wp_object_cache'] = $this->caches->next();
		try {
			return $this->dispatcher()->next_due();
		} finally {
			$GLOBALS['wp_object_cache'] = $others;
		}
	}

	public function dispatcher(): Dispatcher {
		$jitter = fn(): float => $this->world->random->number( 0, 1000 ) / 1000;
		$caller = new Refresh_Caller( $this->world->service, $this->world->front_ends->send( ... ), $this->world->server_clock );
		return new Dispatcher( new Queue_Reader( $this->world->server_clock ), $this->send_policy(), $caller, $this->world->server_clock, new Wake_Up(), null, new Retry_Policy( $jitter ) );
	}

	private function manual_runs(): Manual_Run {
		return new Manual_Run( new Queue_Reader( $this->world->server_clock ), $this->dispatcher(), $this->send_policy(), $this->world->server_clock, new Write_Failure() );
	}

	/**
	 * Processes of one PHP share WP_HOME, so each process has its own block.
	 */
	private function send_policy(): Send_Policy {
		return new Send_Policy( $this->environments(), fn(): ?Pause_Reason => Pause_Reason::tryFrom( (string) $this->world->running?->block ) );
	}

	public function environments(): Environments {
		return new Environments( new Encryption(), $this->world->server_clock );
	}

	private function row( string $environment, Action $action, int $changes ): New_Change {
		$reasons = array();
		if ( Action::Refresh === $action ) {
			list( $changes, $reasons ) = Page_Changes::some( $this->world->random );
		}
		return new New_Change( $this->key( $environment, $action->lane() ), $action, $this->world->clock->now, $changes, $reasons );
	}

	private function key( string $environment, Lane $lane ): Lane_Key {
		return Lane_Key::of( get_current_blog_id(), $environment, $lane );
	}

	public function process( string $name, Closure $work, ?string $block = null, array $without_quiet_period = array(), bool $cancels = false ): Process {
		++$this->count;
		$name   = "#$this->count $name" . ( null === $block ? '' : " ($block)" );
		$caught = function () use ( $work ): mixed {
			try {
				return $work();
			} catch ( Read_Failed ) {
				// As every entry point does.
				$this->world->log->cover( 'a failed read at an entry point' );
				return null;
			}
		};
		$process = new Process( $name, $caught, $this->caches->next(), $block, $without_quiet_period, $cancels );
		if ( ! $this->world->is_quiet && $this->world->random->chance( self::LAGGING_PERCENT ) ) {
			$this->world->replica->serve( $process );
		}
		return $process;
	}
}
