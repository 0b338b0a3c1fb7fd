<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * Replaces WordPress's cron through its own hooks, as Cavalcade does: events cost no statements, and all processes see
 * the same ones.
 */
final class Memory_Cron {
	/**
	 * Hook => Unix time of the event.
	 *
	 * @var array<string, int>
	 */
	public array $events = array();

	private const HOOKS = array( 'pre_schedule_event', 'pre_get_scheduled_event', 'pre_clear_scheduled_hook', 'pre_unschedule_hook' );

	public function take_over(): void {
		array_map( remove_all_filters( ... ), self::HOOKS );
		add_filter( 'pre_schedule_event', $this->schedule( ... ), 10, 2 );
		add_filter( 'pre_get_scheduled_event', $this->get( ... ), 10, 2 );
		add_filter( 'pre_clear_scheduled_hook', $this->clear( ... ), 10, 2 );
		add_filter( 'pre_unschedule_hook', $this->clear( ... ), 10, 2 );
	}

	private function schedule( mixed $answer, object $event ): bool {
		$this->events[ $event->hook ] = $event->timestamp;
		return true;
	}

	private function get( mixed $answer, string $hook ): object|false {
		if ( ! isset( $this->events[ $hook ] ) ) {
			return false;
		}
		return (object) array(
			'hook'      => $hook,
			'timestamp' => $this->events[ $hook ],
			'schedule'  => false,
			'args'      => array(),
		);
	}

	private function clear( mixed $answer, string $hook ): int {
		$count = isset( $this->events[ $hook ] ) ? 1 : 0;
		unset( $this->events[ $hook ] );
		return $count;
	}
}
