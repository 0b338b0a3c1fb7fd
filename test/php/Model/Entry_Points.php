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
use HeadlessDeploy\Secrets\Encryption;
use WP_Error;

/**
 * Makes the processes, each with objects of its own: the plugin's real ones, but for the clock, the call and chance.
 */
final class Entry_Points {
	/**
	 * Makes the processes that save settings.
	 */
	public readonly Settings_Processes $settings;

	private int $count = 0;

	private const LAGGING_PERCENT = 20;

	/**
	 * @param Object_Caches $caches What a process finds in its object cache when it begins.
	 */
	public function __construct(
		private readonly World $world,
		public readonly Object_Caches $caches,
	) {
		$this->settings = new Settings_Processes( $world, $this );
	}

	/**
	 * Saves a post: one INSERT, with a row for each lane that it asks for.
	 *
	 * @param non-empty-list<array{string, Action}> $wanted
	 * @param int                                   $changes How many changes each row stands for.
	 */
	public function save( array $wanted, int $changes ): Process {
		$rows = array_map( fn( array $one ): New_Change => $this->row( $one[0], $one[1], $changes ), $wanted );
		return $this->process( 'save', static fn(): int => ( new Change_Store() )->insert( $rows ) );
	}

	/**
	 * Notes what a schedule asks for: as if pressed.
	 */
	public function schedule( string $environment, Action $action ): Process {
		$row = New_Change::manual( $this->key( $environment, $action->lane() ), $action, $this->world->clock->now, Cause::Schedule, 0 );
		return $this->process( 'schedule', static fn(): int => ( new Change_Store() )->insert( array( $row ) ) );
	}

	/**
	 * Looks at the site's lanes, as cron, a browser's countdown or the command line do.
	 *
	 * @param string|null $closed     Why this web head must not send.
	 * @param bool        $is_network Whether it goes round the whole network.
	 */
	public function dispatch( ?string $closed = null, bool $is_network = false ): Process {
		$work = fn() => $is_network ? $this->dispatcher()->dispatch_network() : $this->dispatcher()->dispatch_site();
		return $this->process( 'dispatch', $work, $closed );
	}

	/**
	 * Saves in a cron request, and sends that at its end.
	 */
	public function save_in_cron( string $environment, Action $action ): Process {
		$row = $this->row( $environment, $action, 1 );
		return $this->process(
			'cron save',
			function () use ( $row ): void {
				( new Change_Store() )->insert( array( $row ) );
				$this->dispatcher()->dispatch_site( array( $row->key->id() => $row->key ) );
			},
			at_once: array( "$environment/{$action->lane()->value}" ),
		);
	}

	/**
	 * Sends one lane, as somebody does who looked long before: the lease alone can stop it.
	 */
	public function dispatch_lane( string $environment, Lane $lane ): Process {
		return $this->process( "late dispatch of $environment/$lane->value", fn() => $this->dispatcher()->dispatch_lane( $this->key( $environment, $lane ) ) );
	}

	/**
	 * Presses a button.
	 *
	 * @param string|null $closed Why this web head must not send.
	 */
	public function press( string $environment, Action $action, ?string $closed = null ): Process {
		return $this->process( "press $environment {$action->value}", fn(): int|WP_Error => $this->manual_runs()->start( $environment, $action, Cause::Manual, 7 ), $closed );
	}

	/**
	 * Presses "now" on what is pending.
	 */
	public function press_pending( string $environment, Lane $lane ): Process {
		return $this->process( "press now on $environment/$lane->value", fn(): int|WP_Error => $this->manual_runs()->start_pending( $this->key( $environment, $lane ), Cause::Manual, 7 ) );
	}

	/**
	 * Undoes the cancels of a lane.
	 */
	public function undo( string $environment, Lane $lane ): Process {
		return $this->process( "undo $environment/$lane->value", fn(): string => $this->dispatcher()->undo_cancel( $this->key( $environment, $lane ) ) );
	}

	/**
	 * Cancels a lane.
	 */
	public function cancel( string $environment, Lane $lane ): Process {
		return $this->process( "cancel $environment/$lane->value", fn(): int|string => $this->dispatcher()->cancel( $this->key( $environment, $lane ), 7 ), cancels: true );
	}

	/**
	 * Runs the recurring event.
	 */
	public function recur(): Process {
		return $this->process(
			'recurring event',
			function (): void {
				$this->environments()->repair();
				$this->dispatcher()->dispatch_network();
			},
		);
	}

	/**
	 * Asks when something is due next by itself. Whoever asks has an object cache of its own.
	 */
	public function next_due(): ?int {
		$others                     = $GLOBALS['wp_object_cache'];
		$GLOBALS['wp_object_cache'] = $this->caches->next();
		try {
			return $this->dispatcher()->next_due();
		} finally {
			$GLOBALS['wp_object_cache'] = $others;
		}
	}

	/**
	 * Makes a dispatcher.
	 */
	public function dispatcher(): Dispatcher {
		$jitter = fn(): float => $this->world->dice->number( 0, 1000 ) / 1000;
		return new Dispatcher( new Queue_Reader( $this->world->head_clock ), $this->send_policy(), $this->world->service, $this->world->head_clock, new Wake_Up(), null, new Retry_Policy( $jitter ) );
	}

	/**
	 * Makes what presses.
	 */
	private function manual_runs(): Manual_Run {
		return new Manual_Run( new Queue_Reader( $this->world->head_clock ), $this->dispatcher(), $this->send_policy(), $this->world->head_clock, new Write_Failure() );
	}

	/**
	 * Makes a send policy; no two processes can have two WP_HOME in one PHP, so the process brings its own block.
	 */
	private function send_policy(): Send_Policy {
		return new Send_Policy( $this->environments(), fn(): ?Pause_Reason => Pause_Reason::tryFrom( (string) $this->world->running?->closed ) );
	}

	/**
	 * Makes the service that keeps environments.
	 */
	public function environments(): Environments {
		return new Environments( new Encryption(), $this->world->head_clock );
	}

	/**
	 * Makes a row of changes.
	 */
	private function row( string $environment, Action $action, int $changes ): New_Change {
		return new New_Change( $this->key( $environment, $action->lane() ), $action, $this->world->clock->now, $changes, array() );
	}

	/**
	 * Names a lane.
	 */
	private function key( string $environment, Lane $lane ): Lane_Key {
		return Lane_Key::of( get_current_blog_id(), $environment, $lane );
	}

	/**
	 * Makes a process.
	 *
	 * @param string|null  $closed  Why it must not send.
	 * @param list<string> $at_once Lanes whose fresh rows it sends at once.
	 * @param bool         $cancels Whether it may end what is pending.
	 */
	public function process( string $name, Closure $work, ?string $closed = null, array $at_once = array(), bool $cancels = false ): Process {
		++$this->count;
		$name   = "#$this->count $name" . ( null === $closed ? '' : " ($closed)" );
		$caught = function () use ( $work ): mixed {
			try {
				return $work();
			} catch ( Read_Failed ) {
				// As every entry point does.
				$this->world->story->reach( 'a failed read at an entry point' );
				return null;
			}
		};
		$process = new Process( $name, $caught, $this->caches->next(), $closed, $at_once, $cancels );
		if ( $this->world->dice->chance( self::LAGGING_PERCENT ) ) {
			$this->world->replica->serve( $process );
		}
		return $process;
	}
}
